"""Auto-answers in the terminal: shown in words, and changed by a key or a command."""

import io

from flattop.match import verify
from flattop.terminal.line_client import play_by_lines
from flattop.terminal.session_setup import new_session

from .terminal_table import at_table, request


def play_lines(lines, **given):
    session, out = new_session(request(**given)), io.StringIO()
    play_by_lines(session, io.StringIO("\n".join(lines) + "\n"), out)
    return session, out.getvalue()


def by_hand(session, seat=0):
    return sum(f'"play":[{seat},' in line for line in session.match.record.lines)


def asked(out):
    return out.count("Your choice")


def test_line_client_gives_the_only_answer_unless_it_is_switched_off():
    session, out = play_lines(["1"] * 150, key="burgerfuck", seed=3)
    assert "- Held for you." in out
    assert asked(out) <= 151 < by_hand(session) * 1.2
    assert "Your choice, 1?" not in out
    assert verify(session.match.record.text()).good
    lines = ["auto", "auto forced", "auto windows", "auto fly"]
    session, out = play_lines(lines + ["1"] * 40, key="burgerfuck", seed=3)
    assert "Answered for you: what has only one answer; replies where you can only hold." in out
    assert "auto turn: Hold for this turn." in out
    assert "Answered for you: nothing." in out
    assert "unknown auto-answer 'fly'; there are forced, windows, turn" in out
    assert "Your choice, 1?" in out


def test_line_client_can_hold_all_replies_of_a_turn():
    lines = ["2"] * 60
    session, out = play_lines(["auto turn", *lines], key="burgerfuck", seed=3)
    turns = [line for line in out.splitlines() if "all replies of this turn" in line]
    assert len(turns) == 1
    assert session.match.auto_answers[0].hold == "ask"  # that turn is over


def test_key_o_shows_and_changes_auto_answers():
    async def scene(table):
        rnd = 0
        while not any("Held for you" in line for line in table.match.log_words(0)):
            await table.press("1")
            rnd += 1
        assert rnd < by_hand(table.session)
        await table.press("o")
        assert "Ask me for every reply" in table.text
        await table.press("w")
        assert not table.match.auto_answers[0].windows
        assert "Answered for you: what has only one answer." in table.text
        assert "o auto" in table.text.splitlines()[-1]

    at_table(scene, request("burgerfuck", seed=3), size=(130, 40))


def test_people_who_share_a_screen_are_asked_in_every_reply_window():
    session = new_session(request("burgerfuck", "you:Ann,you:Ben,house"))
    assert [auto_answers.windows for auto_answers in session.match.auto_answers.values()] == [False, False]
    alone = new_session(request("burgerfuck"))
    assert alone.match.auto_answers[0].windows
    assert 1 not in alone.match.auto_answers


def test_line_client_still_accepts_the_old_word_habits():
    _, out = play_lines(["habits forced"], key="burgerfuck", seed=3)
    assert "'habits' is now 'auto'." in out
    assert "Answered for you: replies where you can only hold." in out
