"""`./flattop test`: gates, pytest arguments and retries."""

import json
import os

import pytest


@pytest.fixture
def gates(script, monkeypatch):
    """The tools that were run, and the exit codes that they shall have."""

    class Gates(list):
        codes = {}

        failed = ()

    gates = Gates()

    def call(command, cwd):
        assert cwd == script.ROOT
        gates.append(command[2:])
        if command[2:] == ["pytest", "-n", "4"] and gates.failed:
            script.LAST_FAILED.parent.mkdir(parents=True, exist_ok=True)
            script.LAST_FAILED.write_text(json.dumps(dict.fromkeys(gates.failed, True)), "utf-8")
        return next((code for gate, code in gates.codes.items() if gate in " ".join(command)), 0)

    monkeypatch.setattr(script.subprocess, "call", call)
    monkeypatch.setattr(script.signal, "signal", lambda *_: None)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    return gates


def test_all_gates_run_in_order(script, gates, capsys):
    assert script.test([]) == 0
    ruff = [["ruff", "check", "."], ["ruff", "format", "--check", "."]]
    assert gates == [*ruff, ["mypy", "--strict", "src"], ["pytest", "-n", "4"]]
    output = ["ruff check: passed", "ruff format: passed", "mypy: passed"]
    assert capsys.readouterr().out.splitlines() == output


@pytest.mark.parametrize("failing", ["ruff check", "ruff format", "mypy", "pytest"])
def test_failing_gate_fails_the_run_but_does_not_stop_it(script, gates, failing):
    gates.codes = {failing: 1}
    assert script.test([]) == 1
    assert len(gates) == 4


def test_failing_gate_is_reported(script, gates, capsys):
    gates.codes = {"mypy": 1}
    script.test([])
    assert capsys.readouterr().out.splitlines() == [
        "ruff check: passed",
        "ruff format: passed",
        "mypy: failed",
    ]


def test_fast_leaves_out_slow_tests(script, gates):
    script.test(["--fast"])
    assert gates[-1] == ["pytest", "-n", "4", "-m", "not slow"]
    assert len(gates) == 4


def test_gates_option_runs_the_gates_of_python_and_of_the_page(script, gates):
    assert script.test(["--gates"]) == 0
    assert [tool for tool, *_ in gates] == ["ruff", "ruff", "mypy", "pytest"]
    assert gates[-1] == ["pytest", "-n", "4", "tests/web/test_units.py"]


def test_pytest_arguments_run_pytest_alone(script, gates):
    script.test(["-k", "buns", "--fast"])
    assert gates == [["pytest", "-n", "4", "-m", "not slow", "-k", "buns"]]


def test_debugger_runs_in_one_process(script, gates):
    script.test(["--pdb"])
    assert gates == [["pytest", "--pdb"]]


def test_no_tests_at_all_is_a_failure(script, gates, capsys):
    gates.codes = {"pytest": 5}
    assert script.test(["-k", "nonsense"]) == 1
    assert capsys.readouterr().err.startswith("flattop: no tests ran")


def test_usage_error_of_pytest_has_exit_code_2(script, gates):
    gates.codes = {"pytest": 4}
    assert script.test(["--no-such-option"]) == 2


def test_failed_real_time_tests_are_retried_alone(script, gates, capsys):
    gates.codes = {"pytest -n 4": 1}
    gates.failed = ["tests/web/test_table.py::test_buns"]
    assert script.test([]) == 0
    assert gates[-1] == ["pytest", "-n", "0", "tests/web/test_table.py::test_buns"]
    assert "a race condition that should be fixed" in capsys.readouterr().err


def test_failures_of_earlier_runs_are_ignored(script, gates):
    gates.failed = ["tests/web/test_table.py::test_gone"]
    script.test([])
    gates.codes, gates.failed = {"pytest": 1}, ()
    assert script.test([]) == 1
    assert script.failed_tests() == []


def test_test_that_fails_alone_too_has_failed(script, gates, capsys):
    gates.codes = {"pytest": 1}
    gates.failed = ["tests/server/test_socket.py::test_buns"]
    assert script.test([]) == 1
    assert "failed alone too" in capsys.readouterr().err


@pytest.mark.parametrize(
    "names", [["tests/games/x.py::test_a"], [f"tests/web/x.py::test_{n}" for n in range(4)]]
)
def test_other_tests_and_many_failures_are_not_retried(script, gates, names):
    gates.codes = {"pytest": 1}
    gates.failed = names
    assert script.test([]) == 1
    assert len(gates) == 4
