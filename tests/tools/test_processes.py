"""Runs of the command as a process of its own: what cannot be seen from inside."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "onefold.tools"]
GOOD = b'{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "hi"}}}'
BAD = GOOD.replace(b"prompt", b"prompd")
VERSION = b"blake3:57ba4a2aeb7d4894d42415658306b8e5982121f232c8cf3f35b2a20c5ed9109f"


@pytest.fixture(autouse=True)
def environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [str(ROOT / each) for each in ("kernel", "frontends", "grammars", "tools")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(parts))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    folder.joinpath("a.fold.json").write_bytes(GOOD)
    folder.joinpath("b.fold.json").write_bytes(BAD)


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([*COMMAND, *arguments], input=stdin, capture_output=True, check=False)


def shell(script: str) -> subprocess.CompletedProcess[bytes]:
    full = script.replace("onefold", f"'{sys.executable}' -m onefold.tools")
    return subprocess.run(["bash", "-c", f"set -o pipefail; {full}"], capture_output=True, check=False)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check", "a.fold.json"], 0),
        (["check"], 1),
        (["check", "missing.fold.json"], 2),
        (["hash", "b.fold.json"], 1),
        (["--version"], 0),
        ([], 2),
        (["check", "--oops"], 2),
    ],
)
def test_exit_codes_reach_the_shell(arguments: list[str], code: int) -> None:
    assert run(*arguments).returncode == code


def test_standard_input_is_read_from_a_pipe() -> None:
    done = run("hash", "-", "--from", "json", stdin=GOOD)
    assert (done.returncode, done.stdout, done.stderr) == (0, VERSION + b"  -\n", b"")


def test_a_closed_standard_input_is_told() -> None:
    done = shell("onefold hash - --from json <&-")
    assert done.returncode == 2
    assert done.stderr.startswith(b"onefold: cannot read `-`: ")
    assert b"Traceback" not in done.stderr


def test_a_pipe_that_closes_early_is_no_error(folder: Path) -> None:
    for number in range(3000):
        folder.joinpath(f"c{number}.fold.json").write_bytes(GOOD)
    done = shell("onefold hash . 2> error | head -1")
    assert done.stdout == VERSION + b"  a.fold.json\n"
    assert b"Traceback" not in folder.joinpath("error").read_bytes()
    assert b"BrokenPipe" not in folder.joinpath("error").read_bytes()
    for script in ("onefold explain | true", "onefold check --help | true", "onefold check a.fold.json | true"):
        done = shell(script)
        assert (done.returncode, done.stderr) == (0, b"")


def test_standard_error_may_be_closed() -> None:
    done = shell("onefold hash b.fold.json a.fold.json 2>&-")
    assert (done.returncode, done.stdout) == (1, VERSION + b"  a.fold.json\n")


@pytest.mark.parametrize(
    "script", ["onefold hash a.fold.json", "onefold hash --help", "git init -q . && onefold check"]
)
def test_a_closed_standard_output_is_told(script: str) -> None:
    done = shell(f"{script} >&-")
    assert (done.returncode, done.stderr) == (2, b"onefold: cannot go on: standard output is closed\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_told() -> None:
    done = shell("onefold compile a.fold.json --to json > /dev/full")
    assert (done.returncode, done.stderr) == (2, b"onefold: cannot go on: no space left on device\n")


def test_being_interrupted_is_exit_code_130_without_a_traceback() -> None:
    # What is wrong with the first source is told before the second one, which never comes, is waited for.
    arguments = [*COMMAND, "hash", "b.fold.json", "-", "--from", "json"]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr
        assert process.stderr.readline().startswith(b"error[OF201]")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert b"KeyboardInterrupt" not in err


def test_colours_are_used_on_a_terminal_alone_and_not_with_no_color() -> None:
    assert b"\x1b" not in run("check", "b.fold.json").stdout
    assert b"\x1b[1;31merror" in _on_a_terminal({})
    assert b"\x1b" not in _on_a_terminal({"NO_COLOR": "1"})
    assert b"\x1b" not in _on_a_terminal({"TERM": "dumb"})


def _on_a_terminal(environment: dict[str, str]) -> bytes:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "check", "b.fold.json"], stdout=theirs, env={**os.environ, "TERM": "xterm", **environment}
    )
    os.close(theirs)
    printed = b""
    # Linux ends the reading of a terminal whose other side is closed with an error.
    while chunk := _read(ours):
        printed += chunk
    os.close(ours)
    assert process.wait() == 1
    return printed


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_output_is_utf8_whatever_the_locale_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.joinpath("é.fold.json").write_bytes(GOOD.replace(b'"hi"', '"漢"'.encode()))
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    monkeypatch.setenv("PYTHONUTF8", "0")
    assert "漢".encode() in run("compile", "é.fold.json", "--to", "jcs").stdout
    assert run("hash", "é.fold.json").stdout.endswith("  é.fold.json\n".encode())


def test_the_module_of_a_command_is_imported_for_that_command_alone() -> None:
    script = (
        "import sys; from onefold.tools.cli.main import main; main(['--version']);"
        "print([name for name in ('argparse', 'onefold.frontends', 'onefold.tools.cli.check') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.endswith(b"\n[]\n")


def test_completion_completes_in_bash() -> None:
    script = """
        source <(onefold completion bash)
        complete_words() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shtab_COMMAND; echo "${COMPREPLY[*]}"; }
        complete_words COMMAND com
        complete_words COMMAND check --form
        complete_words COMMAND check --format js
        complete_words COMMAND hash b.
    """
    full = script.replace("onefold", f"'{sys.executable}' -m onefold.tools").replace("COMMAND", "onefold")
    done = subprocess.run(["bash", "-c", full], capture_output=True, check=False)
    assert done.stdout.decode().splitlines() == ["compile completion", "--format", "json", "b.fold.json"]


HOST = """
import runpy, sys
sys.argv = ["onefold", "hash", "b.fold.json"]
try:
    runpy.run_module("onefold.tools", run_name="__main__")
except SystemExit as ended:
    print("ended with", ended.code)
"""


def test_a_program_that_runs_the_command_goes_on() -> None:
    done = subprocess.run([sys.executable, "-c", HOST], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"ended with 1\n")


def test_the_command_can_be_profiled() -> None:
    words = ["-m", "cProfile", "-m", "onefold.tools", "hash", "a.fold.json"]
    done = subprocess.run([sys.executable, *words], capture_output=True, check=False)
    assert done.stdout.startswith(VERSION)
    assert b"function calls" in done.stdout


def test_a_process_of_its_own_is_not_taken_apart() -> None:
    program = """
import sys
class Something:
    def __del__(self): print("taken apart")
something = Something()
sys.argv = ["onefold", "hash", "a.fold.json"]
from onefold.tools.start import start
start()
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, VERSION + b"  a.fold.json\n")
