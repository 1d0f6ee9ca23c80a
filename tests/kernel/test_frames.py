"""Frames: secret answers, reply windows, interruptions, time, and the contract of a step."""

import pytest

from flattop.kernel import PASS, Chance, Frame, Illegal, RulesBug, Table, canonical, part

from .toys import CLOCK, Draft, DraftTable, Shift, ShiftTable, TwoStepDraft, draft, pile


def test_secret_answers_are_revealed_together():
    t = draft(Chance(1))
    t.play(2, ("keep", 5))
    t.play(0, ("keep", 1))
    assert t.rows == [[], [], []]
    assert list(t.asks) == [1]
    t.play(1, ("keep", 4))
    assert t.rows == [[1], [4], [5]]
    assert t.hands == [[6], [2], [3]]


def test_fork_forgets_secret_answers_of_other_seats():
    t = draft(Chance(1))
    t.play(2, ("keep", 5))
    ahead = t.fork(1, Chance(2))
    assert sorted(ahead.asks) == [0, 1, 2]
    own = t.fork(2, Chance(2))
    assert sorted(own.asks) == [0, 1]


def test_event_says_that_all_have_decided_but_not_what():
    t = draft(Chance(1))
    t.events = []
    for seat in (2, 0, 1):
        assert t.events == []
        t.play(seat, next(iter(t.asks[seat])))
    assert [event for event in t.events if event[1][0] == "decided"] == [(None, ("decided", (0, 1, 2)))]


def two_step(hands=((1, 2), (3, 4))):
    t = DraftTable([list(h) for h in hands], [[], []], [], seats=2, chance=Chance(1))
    t.start(TwoStepDraft())
    return t


def test_secret_answer_may_take_several_questions():
    t = two_step()
    t.play(0, ("keep", 2))
    assert t.asks[0] == [("side", 4), ("side", 5)]
    assert t.asks[1] == [("keep", 3), ("keep", 4)]
    t.play(1, ("keep", 3))
    t.play(1, ("side", 7))
    t.play(0, ("side", 4))
    assert t.rows == [[4], [7]]


def test_incomplete_secret_answer_is_kept_for_its_seat_only():
    t = two_step()
    t.play(0, ("keep", 2))
    assert t.fork(1, Chance(1)).asks[0] == [("keep", 1), ("keep", 2)]
    assert t.fork(0, Chance(1)).asks[0] == [("side", 4), ("side", 5)]


def test_second_secret_answer_is_refused_and_changes_nothing():
    t = draft(Chance(1))
    t.play(0, ("keep", 1))
    before = t.clone()
    with pytest.raises(Illegal) as refused:
        t.play(0, ("keep", 2))
    assert refused.value.code == "not-your-turn"
    assert t == before


def test_clock_is_a_seat():
    t = ShiftTable(0, [0, 0], [0, 0], seats=2, chance=Chance(1))
    t.start(Shift())
    t.play(1, ("cook",))
    assert list(t.asks) == [CLOCK, 0]
    for _ in range(30):
        t.play(CLOCK, ("tick", 1))
    assert list(t.asks) == [CLOCK, 0, 1]
    for _ in range(30):
        t.play(CLOCK, ("tick", 1))
    assert t.over


def test_each_runs_one_frame_per_seat_in_order():
    t = pile(Chance(1))
    assert list(t.asks) == [0]
    t.play(0, ("draw",))
    assert list(t.asks) == [1]


def after_the_turns(hands):
    t = pile(Chance(1), hands)
    for seat in range(len(hands)):
        t.play(seat, ("lay", hands[seat][0]))
    return t


def test_window_asks_seats_that_can_reply_until_all_have_passed_in_a_row():
    t = after_the_turns(((1, 4), (5,), (2, 3, 5)))
    assert t.asks == {0: [PASS, ("answer", 4)]}
    t.play(0, PASS)
    assert t.asks == {2: [PASS, ("answer", 3), ("answer", 5)]}  # seat 1 has nothing left and is not asked
    t.play(2, ("answer", 3))
    assert list(t.asks) == [0]  # somebody played, so it goes round again
    t.play(0, PASS)
    t.play(2, PASS)
    assert t.over


def test_window_without_possible_replies_is_skipped():
    t = after_the_turns(((1,), (5,), (2,)))
    assert t.over


def test_anytime_play_interrupts_and_the_step_asks_again():
    t = pile(Chance(1))
    before = t.clone()
    t.play(1, ("strike", 3))
    assert [type(f).__name__ for f in t.stack] == ["Round", "Each", "Turn", "Interruption", "Strike"]
    t.play(1, ("loudly",))
    assert t.struck == 2
    assert t.asks == before.asks
    assert before.hands[1] == [3]


def test_illegal_anytime_play_is_refused():
    t = pile(Chance(1))
    with pytest.raises(Illegal):
        t.play(0, ("strike", 1))


def test_frame_method_that_is_not_an_option_is_refused():
    t = pile(Chance(1))
    for action in (("choose",), ("forget", 0), ("lay", 5), ("draw", 1), ()):
        with pytest.raises(Illegal):
            t.play(0, action)


def test_nothing_can_be_played_once_the_game_is_over():
    t = after_the_turns(((1,), (5,), (2,)))
    with pytest.raises(Illegal) as refused:
        t.play(0, ("draw",))
    assert refused.value.code == "over"


@part
class Hasty(Frame):
    """A frame that breaks the contract: its verb asks."""

    at: str = "ask"

    def ask(self, t):
        return t.ask(0, [("go",)])

    def go(self, t, seat):
        return t.ask(0, [("again",)])


@part
class Greedy(Frame):
    """A frame that breaks the contract: the step that gets a result asks."""

    at: str = "begin"

    def begin(self, t):
        return t.call(Child(), self.back)

    def back(self, t, result):
        return t.ask(0, [("go",)])


@part
class Child(Frame):
    at: str = "end"

    def end(self, t):
        return t.done(1)


def test_step_with_nouns_may_not_ask():
    t = Table(seats=1, chance=Chance(1))
    t.start(Hasty())
    with pytest.raises(RulesBug):
        t.push(0, ("go",))


def test_step_with_a_result_may_not_ask():
    t = Table(seats=1, chance=Chance(1))
    with pytest.raises(RulesBug):
        t.start(Greedy())


def test_table_in_the_middle_of_a_rule_equals_its_clone():
    t = draft(Chance(1))
    t.play(0, ("keep", 1))
    u = t.clone()
    assert u == t
    assert canonical(u) == canonical(t)
    u.play(1, ("keep", 3))
    assert u != t
    assert canonical(t)[0] == "DraftTable"
    assert isinstance(t.stack[0], Draft)


@part
class Patience(Frame):
    """Seats may ring. It counts how often it asked, which rules must not do."""

    asked = 0
    at: str = "wait"

    def wait(self, t):
        Patience.asked += 1
        return t.ask_any({CLOCK: [("tick", 1)], 0: [("ring",)], 1: [("ring",)]})

    def tick(self, t, seat, n):
        return t.still(CLOCK, [("tick", n + 1)])

    def ring(self, t, seat):
        return self.wait


def test_still_replaces_the_options_of_one_seat_only():
    t = Table(seats=2, chance=Chance(1))
    t.start(Patience())
    before, asked = t.clone(), Patience.asked
    t.play(CLOCK, ("tick", 1))
    assert t.asks == {CLOCK: [("tick", 2)], 0: [("ring",)], 1: [("ring",)]}
    assert before.asks[CLOCK] == [("tick", 1)]
    assert Patience.asked == asked
    t.play(1, ("ring",))
    assert Patience.asked == asked + 1
