"""Learning: the network that plays, taught by PyTorch on positions that were kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from flattop.bots.learned.network import FAR, Weights
from flattop.train.positions import BadTraining, Positions

WIDTH, HIDDEN = 32, 32  # of the sum of entries, and of the layer above it
MOST_ENTRIES = 12_000  # rows of the table, so that the weights of a game stay below a megabyte
SEEN = 30  # times at least, or an entry is left out
BATCH = 2048
HELD_OUT = 10  # one game of so many is never learned from
STRIDE = 2654435761  # which one follows no rhythm, for seat counts take turns
PATIENCE = 3  # epochs without a better loss on held-out games
RATE, FADE, DECAY = 6e-4, 0.6, 1e-2
FORGET = 0.3  # share of the entries that are hidden while it learns, so that it leans on none of them
MARGINS = 0.3  # what the loss of the margin counts for beside that of the win


class Lesson(NamedTuple):
    """What came of one epoch."""

    epoch: int
    loss: float
    held_out: float
    correlation: float  # of the estimates with how it ended, on held-out games

    def as_json(self) -> dict[str, float]:
        return {"epoch": self.epoch, **{name: round(getattr(self, name), 5) for name in self._fields[1:]}}


@dataclass(frozen=True, slots=True)
class Scales:
    """What positions are measured by, so that everything the network meets is about as large as 1."""

    entries: Any
    middle: Any
    spread: Any
    usual: float
    reach: float

    @classmethod
    def of(cls, seen: Positions) -> Scales:
        entries, times = np.unique(seen.entries, return_counts=True)
        kept = np.sort(entries[np.argsort(-times, kind="stable")[:MOST_ENTRIES]])
        kept = kept[np.isin(kept, entries[times >= min(SEEN, times.max())])]
        return cls(
            kept,
            seen.numbers.mean(0),
            np.maximum(seen.numbers.std(0), 1e-3),
            float(seen.margins.mean()),
            max(float(seen.margins.std()), 1e-3),
        )


class Lessons:
    """All positions on the device that learns, and the network that it teaches."""

    def __init__(self, seen: Positions, checkpoint: Path) -> None:
        import torch

        self.torch, self.checkpoint = torch, checkpoint
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.scales = Scales.of(seen)
        self._lay_out(seen)
        torch.manual_seed(0)
        self.net = _network(torch, len(self.scales.entries), seen.numbers.shape[1]).to(self.device)
        self.rule = torch.optim.AdamW(self.net.parameters(), RATE, weight_decay=DECAY)
        self.epoch, self.best = 0, float("inf")
        self.best_state: dict[str, Any] | None = None

    def _lay_out(self, seen: Positions) -> None:
        """Entries as rows of the table, those that are not in it left out, and everything on the device."""
        torch, scales = self.torch, self.scales
        rows = np.searchsorted(scales.entries, seen.entries)
        rows[rows == len(scales.entries)] = 0
        known = scales.entries[rows] == seen.entries
        ends = np.concatenate([[0], np.cumsum(known)])[seen.ends]
        plain = np.clip((seen.numbers - scales.middle) / scales.spread, -FAR, FAR)
        aims = np.stack([seen.wins, (seen.margins - scales.usual) / scales.reach], 1)
        self.rows = torch.tensor(rows[known].astype(np.int32), device=self.device)
        self.ends = torch.tensor(np.concatenate([[0], ends]), device=self.device)
        self.numbers = torch.tensor(plain.astype(np.float32), device=self.device)
        self.aims = torch.tensor(aims.astype(np.float32), device=self.device)
        held = seen.games * STRIDE % 2**32 // HELD_OUT % HELD_OUT == 0
        self.known, self.held = np.flatnonzero(~held), np.flatnonzero(held)
        if not (len(self.known) and len(self.held)):
            raise BadTraining(
                f"{len(set(seen.games))} games are too few to learn from; a few thousand are better"
            )

    def run(self, seconds: float) -> Iterator[Lesson]:
        """Epoch after epoch, until held-out games are told no better or time is up."""
        until, idle = monotonic() + seconds, 0
        while idle < PATIENCE and monotonic() < until:
            loss = self._epoch(until)
            held_out, correlation = self.judged()
            self.epoch += 1
            if held_out < self.best - 1e-4:
                self.best, idle = held_out, 0
                self.best_state = {name: value.clone() for name, value in self.net.state_dict().items()}
            else:
                idle += 1
            if idle:
                for group in self.rule.param_groups:
                    group["lr"] *= FADE
            self.save()
            yield Lesson(self.epoch, loss, held_out, correlation)

    def _epoch(self, until: float) -> float:
        losses = []
        order = np.random.default_rng(self.epoch).permutation(self.known)
        for start in range(0, len(order), BATCH):
            loss = self._loss(order[start : start + BATCH], FORGET)
            self.rule.zero_grad()
            loss.backward()
            self.rule.step()
            losses.append(loss.detach())
            if monotonic() > until:
                break
        return float(self.torch.stack(losses).mean())

    def judged(self) -> tuple[float, float]:
        """Loss and correlation on games that nothing was learned from."""
        torch, told, losses = self.torch, [], []
        with torch.no_grad():
            for start in range(0, len(self.held), BATCH):
                some = self.held[start : start + BATCH]
                losses.append(float(self._loss(some, 0.0)) * len(some))
                told.append(self._estimates(some, 0.0).cpu().numpy())
        aims = self.aims[torch.tensor(self.held, device=self.device)].cpu().numpy()
        head = 0 if aims[:, 0].std() > 0 else 1  # whoever cannot fail plays for points
        related = np.corrcoef(np.concatenate(told)[:, head], aims[:, head])[0, 1]
        return sum(losses) / len(self.held), float(np.nan_to_num(related))

    def _loss(self, some: Any, forget: float) -> Any:
        F = self.torch.nn.functional
        told = self._estimates(some, forget)
        aims = self.aims[self.torch.tensor(some, device=self.device)]
        win = F.binary_cross_entropy_with_logits(told[:, 0], aims[:, 0])
        return win + MARGINS * F.smooth_l1_loss(told[:, 1], aims[:, 1])

    def _estimates(self, some: Any, forget: float) -> Any:
        torch, ids = self.torch, self.torch.tensor(some, device=self.device)
        start, count = self.ends[ids], self.ends[ids + 1] - self.ends[ids]
        first = count.cumsum(0) - count
        within = torch.arange(int(count.sum()), device=self.device) - torch.repeat_interleave(first, count)
        rows = self.rows[within + torch.repeat_interleave(start, count)].long()
        weights = (torch.rand(len(rows), device=self.device) >= forget) / (1 - forget) if forget else None
        net, relu = self.net, torch.relu
        low = net["table"](rows, first, per_sample_weights=weights) + net["low"](self.numbers[ids])
        return net["heads"](relu(net["high"](relu(low))))

    def save(self) -> None:
        """A checkpoint to go on from, whole or not at all."""
        draft = self.checkpoint.with_suffix(".draft")
        state = {"net": self.net.state_dict(), "rule": self.rule.state_dict(), "positions": len(self.aims)}
        best = {"epoch": self.epoch, "best": self.best, "best_state": self.best_state}
        self.torch.save({**state, **best}, draft)
        draft.replace(self.checkpoint)

    def take_up(self) -> None:
        """Go on from the checkpoint, if there is one of these very positions."""
        if not self.checkpoint.exists():
            return
        state = self.torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        if state["positions"] == len(self.aims):
            self.net.load_state_dict(state["net"])
            self.rule.load_state_dict(state["rule"])
            self.epoch, self.best, self.best_state = state["epoch"], state["best"], state["best_state"]

    def weights(self, seats: tuple[int, ...], layout: int) -> Weights:
        """The best network so far, as numbers that play."""
        state = self.best_state or self.net.state_dict()
        own = {name: value.cpu().numpy() for name, value in state.items()}
        s = self.scales
        return Weights(
            s.entries, own["table.weight"], s.middle, s.spread, own["low.weight"], own["low.bias"],
            own["high.weight"], own["high.bias"], own["heads.weight"], own["heads.bias"],
            s.usual, s.reach, np.array(seats), layout,
        )  # fmt: skip


def _network(torch: Any, entries: int, numbers: int) -> Any:
    """The network of `flattop.bots.learned.network`, with weights to begin with."""
    layers = torch.nn
    table = layers.EmbeddingBag(entries, WIDTH, mode="sum")
    layers.init.normal_(table.weight, 0, 0.02)
    parts = {"low": (numbers, WIDTH), "high": (WIDTH, HIDDEN), "heads": (HIDDEN, 2)}
    return layers.ModuleDict({"table": table, **{name: layers.Linear(*size) for name, size in parts.items()}})
