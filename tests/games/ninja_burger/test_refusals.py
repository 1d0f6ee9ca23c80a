"""Every refusal has a reason with a rule, and changes nothing."""

import pytest

from flattop.kernel import Illegal, canonical

from .scenes import CARD, GAME, A, B, C, do, handing_over, new_table, parse_action, passes, scene

RULES = {rule.id for rule in GAME.rules}


def refused(t, seat, line, code, rule):
    before = canonical(t)
    with pytest.raises(Illegal) as found:
        t.play(seat, parse_action(line) if isinstance(line, str) else line)
    assert (found.value.code, found.value.rule) == (code, rule), found.value
    assert found.value.sentence.endswith(".")
    assert found.value.rule in RULES
    assert canonical(t) == before


def test_the_end():
    t = scene("discard", honor=[12, 6, 6], active=C)
    do(t, C, "finish")
    refused(t, A, "roll", "over", "NB-06")


@pytest.mark.rule("NB-08", "NB-R41")
def test_set_up():
    t = new_table(3)
    strange = next(n for n in range(16) if n not in t.dealt[A])
    refused(t, A, ("pick", strange), "not-dealt", "NB-08")
    refused(t, A, "buy headset", "set-up", "NB-R41")
    refused(t, 99, "roll", "not-your-turn", "NB-R40")
    refused(t, A, (), "not-now", "NB-R40")
    refused(t, A, ("fly", 3), "not-now", "NB-R40")


@pytest.mark.rule("NB-67", "NB-66", "NB-R29")
def test_purchases_and_courses():
    t = scene("mission", hands="badge_kevin toll_troll course_combat", money=100)
    passes(t)
    refused(t, A, "buy badge_kevin", "cannot-pay", "NB-67")
    refused(t, A, "buy headset", "not-held", "NB-66")
    refused(t, A, "buy toll_troll", "no-stuff", "NB-67")
    refused(t, A, ("buy", "sword"), "no-such", "NB-R40")
    refused(t, A, ("buy",), "no-such", "NB-R40")
    refused(t, A, "study course_combat", "on-mission", "NB-R29")
    refused(t, A, "study course_service", "not-held", "NB-66")
    refused(t, A, ("study", 999), "no-such", "NB-R40")
    refused(t, A, "study badge_kevin", "wrong-time", "NB-66")
    refused(t, A, "lend badge_kevin", "no-loan", "NB-R38")
    refused(t, B, "roll", "not-your-turn", "NB-R40")


@pytest.mark.rule("NB-74", "NB-66", "NB-65", "NB-R31")
def test_cards():
    t = scene(missions="front_row_fries", hands={B: "fresh_paint second_wind", A: "rota_revision"})
    refused(t, B, "play fresh_paint", "wrong-time", "NB-74")
    refused(t, B, "play second_wind", "wrong-time", "NB-66")
    refused(t, B, "play headset", "not-held", "NB-66")
    refused(t, B, ("play", -1), "no-such", "NB-R40")
    passes(t)
    refused(t, A, "play rota_revision", "wrong-time", "NB-66")
    t = scene(missions="fryer_duty", hands={B: "rival_riders"}, items={B: "headset"})
    refused(t, B, "play rival_riders", "errand", "NB-65")
    t = scene(
        missions="front_row_fries",
        hands={B: "toll_troll guard_black_belt"},
        items={B: "headset"},
        max_times_per_mission=1,
    )
    do(t, B, "play toll_troll")
    refused(t, B, "play guard_black_belt", "enough", "NB-R31")


@pytest.mark.rule("NB-42", "NB-53", "NB-R45", "NB-R30")
def test_rolls():
    t = scene(missions="plank_and_patty", rolls=18)
    refused(t, A, "use combat", "not-listed", "NB-42")
    do(t, A, "use climbing")
    refused(t, A, "use_ability", "no-ability", "NB-R30")
    do(t, A, "roll")
    refused(t, A, "ask_help", "no-help", "NB-R45")
    refused(t, A, "roll", "not-now", "NB-R40")
    t = scene(missions="plank_and_patty", free=(A,), items={A: "bungee_apron", B: "headset"}, rolls=18)
    do(t, A, "use climbing")
    passes(t)
    refused(t, A, "use_item headset", "not-owned", "NB-67")
    do(t, A, "roll")
    refused(t, A, "reroll second_wind", "no-reroll", "NB-53")
    do(t, A, "ask_help")
    refused(t, B, "lend bungee_apron", "no-loan", "NB-R38")


@pytest.mark.rule("NB-62", "NB-R39", "NB-35", "NB-56")
def test_meeting_and_losses():
    t = scene("errands", honor=[9, 7, 5], missions="fryer_duty", attending=(A, B, C))
    refused(t, A, "push 1", "no-target", "NB-62")
    t = scene("talk", 4, missions={B: "fryer_duty"}, attending=(A, B, C), hands="rota_revision")
    do(t, A, "play rota_revision")
    refused(t, A, "swap_with 1", "no-partner", "NB-R39")
    refused(t, B, "deal 2", "closed", "NB-R41")
    t = scene("discard", hands="toll_troll headset roadworks second_wind second_wind look_twice")
    refused(t, A, "finish", "too-many", "NB-35")
    refused(t, A, "discard badge_kevin", "not-held", "NB-56")


@pytest.mark.rule("NB-R42", "NB-R43", "NB-79", "NB-80", "NB-02", "NB-R16", "NB-69")
def test_deals():
    t = scene("discard", money=100)
    refused(t, A, "deal 0", "no-such", "NB-R40")
    refused(t, A, ("deal", "Ben"), "no-such", "NB-R40")
    t.play(A, ("deal", B))
    refused(t, A, "offer", "empty", "NB-R42")
    refused(t, A, "put_money 75", "no-amount", "NB-02")
    refused(t, A, "put_money 150", "cannot-pay", "NB-R42")
    refused(t, A, "want_money 50", "no-money", "NB-R42")
    refused(t, A, "swap_missions", "no-swap", "NB-79")
    refused(t, A, "want_item headset", "not-owned", "NB-80")
    refused(t, A, "deal 2", "closed", "NB-R41")
    refused(t, C, "deal 1", "closed", "NB-R41")
    do(t, A, "put_money 100")
    refused(t, A, "put_money 50", "no-money", "NB-R42")
    do(t, A, "offer")
    refused(t, B, ("agree", 3), "no-such", "NB-R40")
    t = scene("talk", honor=[8, 7, 5], missions={C: "fryer_duty"}, attending=(A, B, C))
    t.play(B, ("deal", C))
    refused(t, B, "swap_missions", "no-swap", "NB-R16")
    t = scene(missions="mile_twenty_two", hands={A: "headset", B: "toll_troll"}, money={A: 100, B: 50})
    do(t, B, "play toll_troll")
    refused(t, B, "deal 0", "locked", "NB-69")
    refused(t, A, "deal 1", "locked", "NB-69")
    t = scene(missions="front_row_fries", money={A: 100, B: 50}, items={B: "badge_kevin"}, rolls=18)
    do(t, A, "roll")
    refused(t, A, "deal 1", "not-useful", "NB-R35")


@pytest.mark.rule("NB-69")
def test_an_item_that_must_be_handed_over_cannot_be_sold_first():
    t = handing_over(money={C: 50})
    refused(t, A, "deal 2", "locked", "NB-69")
    refused(t, C, "deal 0", "locked", "NB-69")
    refused(t, A, "hand_over headset", "not-owned", "NB-R39")
    do(t, A, "hand_over badge_kevin")
    assert t.locked < 0
    assert CARD["badge_kevin"] in t.items[B]
