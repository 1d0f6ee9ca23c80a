"""Optimization of the value network with PyTorch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from flattop.bots.learned.network import MAX_DEVIATION, Weights
from flattop.train.selfplay import BadTraining, Positions

WIDTH, HIDDEN = 32, 32  # of the embeddings, and of the layer above their sum
MAX_FEATURES = 12_000  # keeps the weights of a game below a megabyte
MIN_OCCURRENCES = 30  # rarer features are left out
BATCH = 2048
HELD_OUT = 10  # one game in this many is for validation
STRIDE = 2654435761  # scatters those games, because numbers of seats alternate with the game number
PATIENCE = 3  # epochs without a better validation loss
LEARNING_RATE, RATE_DECAY, WEIGHT_DECAY = 6e-4, 0.6, 1e-2
DROPOUT = 0.3  # of features
MARGIN_WEIGHT = 0.3  # weight of the margin in the loss, beside the win


class EpochStats(NamedTuple):
    """The result of one epoch.  The field names are those of the learning curve."""

    epoch: int
    loss: float
    held_out: float  # validation loss
    correlation: float  # of estimates with outcomes, on validation games

    def as_json(self) -> dict[str, float]:
        return {"epoch": self.epoch, **{name: round(getattr(self, name), 5) for name in self._fields[1:]}}


@dataclass(frozen=True, slots=True)
class Normalization:
    """The features in use, and means and deviations that scale all inputs and the margin to about 1."""

    entries: Any  # feature ids
    middle: Any  # means of the dense numbers
    spread: Any  # and their standard deviations
    usual: float  # mean of the margin
    reach: float  # and its standard deviation

    @classmethod
    def of(cls, positions: Positions) -> Normalization:
        entries, times = np.unique(positions.entries, return_counts=True)
        common = np.sort(entries[np.argsort(-times, kind="stable")[:MAX_FEATURES]])
        common = common[np.isin(common, entries[times >= min(MIN_OCCURRENCES, times.max())])]
        return cls(
            common,
            positions.numbers.mean(0),
            np.maximum(positions.numbers.std(0), 1e-3),
            float(positions.margins.mean()),
            max(float(positions.margins.std()), 1e-3),
        )


class Trainer:
    """A network, its optimizer, and all positions on the training device."""

    def __init__(self, positions: Positions, checkpoint: Path) -> None:
        import torch

        self.torch, self.checkpoint = torch, checkpoint
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.scales = Normalization.of(positions)
        # Convert feature ids to rows of the embedding table, drop rare ones, and copy all to the device.
        scales = self.scales
        rows = np.searchsorted(scales.entries, positions.entries)
        rows[rows == len(scales.entries)] = 0
        known = scales.entries[rows] == positions.entries
        ends = np.concatenate([[0], np.cumsum(known)])[positions.ends]
        dense = np.clip((positions.numbers - scales.middle) / scales.spread, -MAX_DEVIATION, MAX_DEVIATION)
        targets = np.stack([positions.wins, (positions.margins - scales.usual) / scales.reach], 1)
        self.rows = torch.tensor(rows[known].astype(np.int32), device=self.device)
        self.ends = torch.tensor(np.concatenate([[0], ends]), device=self.device)
        self.numbers = torch.tensor(dense.astype(np.float32), device=self.device)
        self.targets = torch.tensor(targets.astype(np.float32), device=self.device)
        held_out = positions.games * STRIDE % 2**32 // HELD_OUT % HELD_OUT == 0
        self.training, self.validation = np.flatnonzero(~held_out), np.flatnonzero(held_out)
        if not (len(self.training) and len(self.validation)):
            raise BadTraining(
                f"{len(set(positions.games))} games are too few for training; play a few thousand"
            )
        torch.manual_seed(0)
        self.net = create_network(torch, len(self.scales.entries), positions.numbers.shape[1]).to(self.device)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), LEARNING_RATE, weight_decay=WEIGHT_DECAY)
        self.epoch, self.best = 0, float("inf")
        self.best_state: dict[str, Any] | None = None

    def run(self, seconds: float) -> Iterator[EpochStats]:
        """Train epoch by epoch, at least a batch, until the validation loss stops improving or time is up."""
        until, idle = monotonic() + seconds, 0
        while idle < PATIENCE and (not self.epoch or monotonic() < until):
            loss = self.train_epoch(until)
            held_out, correlation = self.validate()
            self.epoch += 1
            if held_out < self.best - 1e-4:
                self.best, idle = held_out, 0
                self.best_state = {name: value.clone() for name, value in self.net.state_dict().items()}
            else:
                idle += 1
            if idle:
                for group in self.optimizer.param_groups:
                    group["lr"] *= RATE_DECAY
            self.save()
            yield EpochStats(self.epoch, loss, held_out, correlation)

    def train_epoch(self, until: float) -> float:
        """Train on all batches in random order and return the mean loss."""
        losses = []
        order = np.random.default_rng(self.epoch).permutation(self.training)
        for start in range(0, len(order), BATCH):
            loss = self._loss(order[start : start + BATCH], DROPOUT)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(loss.detach())
            if monotonic() > until:
                break
        return float(self.torch.stack(losses).mean())

    def validate(self) -> tuple[float, float]:
        """Return loss and correlation on the validation games."""
        torch, estimates, losses = self.torch, [], []
        with torch.no_grad():
            for start in range(0, len(self.validation), BATCH):
                batch = self.validation[start : start + BATCH]
                losses.append(float(self._loss(batch, 0.0)) * len(batch))
                estimates.append(self._estimates(batch, 0.0).cpu().numpy())
        targets = self.targets[torch.tensor(self.validation, device=self.device)].cpu().numpy()
        head = 0 if targets[:, 0].std() > 0 else 1  # if every game is won, the points matter
        correlation = np.corrcoef(np.concatenate(estimates)[:, head], targets[:, head])[0, 1]
        return sum(losses) / len(self.validation), float(np.nan_to_num(correlation))

    def _loss(self, batch: Any, dropout: float) -> Any:
        F = self.torch.nn.functional
        estimates = self._estimates(batch, dropout)
        targets = self.targets[self.torch.tensor(batch, device=self.device)]
        win = F.binary_cross_entropy_with_logits(estimates[:, 0], targets[:, 0])
        return win + MARGIN_WEIGHT * F.smooth_l1_loss(estimates[:, 1], targets[:, 1])

    def _estimates(self, batch: Any, dropout: float) -> Any:
        torch, ids = self.torch, self.torch.tensor(batch, device=self.device)
        start, count = self.ends[ids], self.ends[ids + 1] - self.ends[ids]
        first = count.cumsum(0) - count
        within = torch.arange(int(count.sum()), device=self.device) - torch.repeat_interleave(first, count)
        rows = self.rows[within + torch.repeat_interleave(start, count)].long()
        weights = (torch.rand(len(rows), device=self.device) >= dropout) / (1 - dropout) if dropout else None
        net, relu = self.net, torch.relu
        low = net["table"](rows, first, per_sample_weights=weights) + net["low"](self.numbers[ids])
        return net["heads"](relu(net["high"](relu(low))))

    def save(self) -> None:
        """Write a checkpoint atomically."""
        draft = self.checkpoint.with_suffix(".draft")
        state = {
            "net": self.net.state_dict(),
            "rule": self.optimizer.state_dict(),
            "positions": len(self.targets),
        }
        best = {"epoch": self.epoch, "best": self.best, "best_state": self.best_state}
        self.torch.save({**state, **best}, draft)
        draft.replace(self.checkpoint)

    def resume(self) -> None:
        """Load the checkpoint, if there is one for the same positions."""
        if not self.checkpoint.exists():
            return
        state = self.torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        if state["positions"] == len(self.targets):
            self.net.load_state_dict(state["net"])
            self.optimizer.load_state_dict(state["rule"])
            self.epoch, self.best, self.best_state = state["epoch"], state["best"], state["best_state"]

    def weights(self, seats: tuple[int, ...], layout: int) -> Weights:
        """Return the weights of the best network so far."""
        state = self.best_state or self.net.state_dict()
        arrays = {name: value.cpu().numpy() for name, value in state.items()}
        s = self.scales
        return Weights(
            s.entries, arrays["table.weight"], s.middle, s.spread, arrays["low.weight"], arrays["low.bias"],
            arrays["high.weight"], arrays["high.bias"], arrays["heads.weight"], arrays["heads.bias"],
            s.usual, s.reach, np.array(seats), layout,
        )  # fmt: skip


def create_network(torch: Any, entries: int, numbers: int) -> Any:
    """Create the network of `flattop.bots.learned.network` with initial weights."""
    layers = torch.nn
    table = layers.EmbeddingBag(entries, WIDTH, mode="sum")
    layers.init.normal_(table.weight, 0, 0.02)
    parts = {"low": (numbers, WIDTH), "high": (WIDTH, HIDDEN), "heads": (HIDDEN, 2)}
    return layers.ModuleDict({"table": table, **{name: layers.Linear(*size) for name, size in parts.items()}})
