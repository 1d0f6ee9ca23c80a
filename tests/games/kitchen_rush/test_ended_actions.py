"""Actions end by themselves when another seat has made them pointless."""

import pytest

from flattop.match import Match, replay
from flattop.match.record import read

from .scenes import ANN, AREA, BEN, CLEO, FOOD, GAME, Scenario


@pytest.mark.rule("KR-R17")
@pytest.mark.parametrize(("tables", "deck"), [("F1 -", "R1 R2"), ("- -", "R1")])
def test_a_seat_action_without_a_step_ends_when_table_or_card_is_gone(tables, deck):
    k = Scenario(3, seats=4, tables=tables).stack_deck(deck, rest=False)
    k.do(ANN, "place ann1 reception").do(BEN, "place ben1 reception", "admit")
    assert k.t.jobs == {}


@pytest.mark.rule("KR-R17")
def test_reception_stays_open_while_a_patron_could_be_thrown_out():
    k = Scenario(6, seats=4, tables="F1 -", deck="R1 R2").do(ANN, "place ann1 reception")
    k.do(BEN, "place ben1 reception", "admit")
    assert k.is_working(ANN)


@pytest.mark.rule("KR-R17")
def test_a_dining_action_without_a_step_ends_when_another_asks_the_last_patron():
    k = Scenario(3, seats=4, tables="F1").put(cupboard=[0] * 4).do(ANN, "place ann1 dining")
    k.do(BEN, "place ben1 dining", "order 1")
    assert not k.is_working(ANN)
    assert k.is_working(BEN), "his order waits for its plate"


@pytest.mark.rule("KR-R17", "KR-R21")
def test_it_goes_on_when_the_patron_thrown_out_is_followed_by_another():
    k = Scenario(6, seats=4, tables="F1", deck="R1").do(ANN, "place ann1 dining")
    k.do(BEN, "place ben1 reception", "throw_out 1")
    assert k.at_tables()[0] == "R1"
    assert not k.is_working(BEN), "no patron was left to throw out"
    assert k.can(ANN, "order 1")


@pytest.mark.rule("KR-R17", "KR-R21")
def test_actions_that_end_together_are_closed_by_seat_whoever_began_first():
    ends = []
    for order in (1, -1):
        k = Scenario(6, seats=3, tables="F1 R1 C1", deck="C5 R7 F2")
        k.do(ANN, "place ann1 reception", "throw_out 1").do(BEN, "place ben1 reception", "throw_out 2")
        k.put(jobs=dict([*k.t.jobs.items()][::order]))
        k.do(CLEO, "place cleo1 dining", "order 3")
        assert not k.is_working(ANN)
        assert k.is_working(BEN), "a patron sits again whom he may throw out"
        assert k.at_tables()[:2] == ["C5", "h"]
        ends.append(k.t)
    assert ends[0] == ends[1]


@pytest.mark.rule("KR-R17", "KR-R18")
def test_shopping_without_a_step_ends_when_another_has_bought_the_last():
    k = Scenario(4).put(coins=5, larder=[0] * 6, rack=[1, 0, 0, 0, 0])
    k.do(ANN, "place ann1 van").do(BEN, "place ben1 van", "buy_spice salt")
    assert k.t.jobs == {}
    assert k.t.coins == 3, "the price is not given back"


@pytest.mark.rule("KR-R17", "KR-51")
def test_washing_without_a_step_ends_when_another_has_washed_the_last():
    k = Scenario(3, seats=4).put(sink=[1, 0, 0, 0]).do(ANN, "place ann1 sink")
    k.do(BEN, "place ben1 sink", "wash 1")
    assert k.t.jobs == {}


@pytest.mark.rule("KR-R17", "KR-R28")
def test_cooking_without_a_step_ends_when_its_dish_is_thrown_away():
    k = Scenario(3).make(ANN, "R4").do(ANN, "place ann1 stove", "scrap R4")
    assert not k.is_working(ANN)


@pytest.mark.rule("KR-R17")
def test_a_storage_room_waits_for_done_though_another_has_taken_the_last():
    rooms = [[0] * 6 for _ in range(3)]
    rooms[0][FOOD["salad"]] = 1
    k = Scenario(2).give(ANN, "R1", size=1).give(BEN, "R2", size=1).put(rooms=rooms)
    k.do(ANN, "place ann1 storage-a").do(BEN, "place ben1 storage-a", "take salad R2")
    assert k.is_working(ANN)
    assert k.is_working(BEN)


@pytest.mark.rule("KR-R17")
def test_an_older_record_that_says_done_to_such_an_action_is_played_as_it_is(tmp_path):
    match = Match(GAME, ["Ann", "Ben"], 1, {"scenario": 4})
    for seat, play in ((BEN, ("ready",)), (ANN, ("start",)), (ANN, ("place", 0, AREA["van"]))):
        match.play(seat, play)
    assert not match.keep_superfluous(ANN, ("done",)), "her action is open"
    match.play(ANN, ("done",))
    assert match.keep_superfluous(ANN, ("done",))
    assert not match.keep_superfluous(ANN, ("pass",))
    path = tmp_path / "old.jsonl"
    path.write_text(match.record.text(), "utf-8")
    again = replay(read(path))
    assert (again.table, again.record.text()) == (match.table, path.read_text("utf-8"))
