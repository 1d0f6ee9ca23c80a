"""Steps of the set-up: only those run whose inputs have changed."""

import fcntl

import pytest


@pytest.fixture
def lock(checkout):
    path = checkout / "some.lock"
    path.write_text("burger==1")
    return path


@pytest.fixture
def step(script, lock):
    return script.Step("grill", "heating the grill", [lock], lambda: None)


def test_step_is_fresh_after_it_was_run(step):
    assert not step.is_fresh()
    step.run()
    assert step.is_fresh()


def test_step_is_stale_exactly_while_its_input_differs(step, lock):
    step.run()
    lock.write_text("burger==2")
    assert not step.is_fresh()
    lock.write_text("burger==1")
    assert step.is_fresh()


def test_step_is_stale_after_a_new_edition_or_input(step, checkout):
    step.run()
    assert not step._replace(edition=2).is_fresh()
    assert not step._replace(inputs=[*step.inputs, checkout / "not there"]).is_fresh()


def test_step_is_stale_with_another_python(step, script):
    script.VENV_CONFIG.write_text("version = 3.11.7\n")
    step.run()
    script.VENV_CONFIG.write_text("version = 3.12.1\n")
    assert not step.is_fresh()


def test_step_is_stale_in_a_moved_checkout(step, script, monkeypatch, tmp_path):
    step.run()
    monkeypatch.setattr(script, "ROOT", tmp_path)
    assert not step.is_fresh()


def test_step_is_stale_if_its_result_is_gone(step):
    step.run()
    assert not step._replace(is_present=lambda: False).is_fresh()


def test_interrupted_step_is_stale(step):
    def break_off():
        raise KeyboardInterrupt

    step.run()
    with pytest.raises(KeyboardInterrupt):
        step._replace(action=break_off).run()
    assert not step.is_fresh()


def test_only_stale_steps_are_run(script, lock, monkeypatch, capsys):
    done = []
    fresh = script.Step("bun", "slicing buns", [], lambda: done.append("bun"))
    stale = script.Step("patty", "frying patties", [lock], lambda: done.append("patty"))
    fresh.run()
    done.clear()
    monkeypatch.setattr(script, "steps", lambda *_: [fresh, stale])
    script.set_up(testing=False)
    assert done == ["patty"]
    assert "frying patties" in capsys.readouterr().err


def test_nothing_is_printed_if_all_steps_are_fresh(script, step, monkeypatch, capsys):
    step.run()
    capsys.readouterr()
    monkeypatch.setattr(script, "steps", lambda *_: [step])
    script.set_up(testing=False)
    assert capsys.readouterr() == ("", "")


def test_test_tools_are_installed_and_kept_up_to_date(script):
    assert [step.name for step in script.steps(testing=False)] == ["environment", "installer", "packages"]
    *_, tools, page, browser = script.steps(testing=True)
    assert tools.inputs == [script.TEST_LOCK]
    assert (page.name, browser.name) == ("page", "browser")
    tools.stamp.write_bytes(b"an older digest")
    assert script.steps(testing=False)[-1].name == "tools"


def test_serve_builds_the_page_again_when_it_has_changed(script):
    (script.WEB / "src").mkdir(parents=True)
    (script.WEB / "src" / "App.svelte").write_text("one")
    (script.WEB / "node_modules" / "svelte").mkdir(parents=True)
    (script.WEB / "node_modules" / "svelte" / "index.js").touch()
    page = script.steps(testing=False, serving=True)[-1]
    assert (page.name, page.inputs) == ("page", [script.WEB / "src" / "App.svelte"])
    assert not page.is_fresh()
    built = script.ROOT / "src/flattop/server/page/index.html"
    built.parent.mkdir(parents=True)
    built.touch()
    page._replace(action=lambda: None).run()
    assert page.is_fresh()
    (script.WEB / "src" / "App.svelte").write_text("two")
    assert not script.steps(testing=False, serving=True)[-1].is_fresh()


@pytest.mark.parametrize(
    ("words", "serving"),
    [([], True), (["serve"], True), (["--port", "9000"], True), (["--version"], False), (["games"], False)],
)
def test_only_serve_builds_the_page(script, monkeypatch, words, serving):
    asked = []
    monkeypatch.setattr(script, "set_up", lambda *how: asked.append(how))
    monkeypatch.setattr(script, "run_program", lambda words: 0)
    assert script.main(words) == 0
    assert asked == [(False, serving)]


def test_setup_holds_a_lock(script, checkout):
    with (checkout / "flattop").open("rb") as other:
        with script.setup_lock(), pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_second_setup_waits_and_says_so(script, monkeypatch, capsys):
    asked = []

    def flock(_, how):
        asked.append(how)
        if how & fcntl.LOCK_NB:
            raise BlockingIOError

    monkeypatch.setattr(script.fcntl, "flock", flock)
    with script.setup_lock():
        assert asked == [fcntl.LOCK_EX | fcntl.LOCK_NB, fcntl.LOCK_EX]
    assert "waiting" in capsys.readouterr().err


def test_setup_works_without_file_locks(script, monkeypatch):
    monkeypatch.setattr(script, "fcntl", None)
    with script.setup_lock():
        assert script.fcntl is None
