"""Whatever is changed between two checks: what is kept makes the second say what it would say without."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mixed_workspace import CLEAN, calling

from onefold.tools.cache import digests, standing
from onefold.tools.cli import checking, moved
from onefold.tools.cli.main import main
from onefold.tools.show.report import REPORTERS

HOUR: Final = 3600 * 10**9
PINNED: Final = "blake3:" + "0" * 64
NAMES: Final = ("a.fold.json", "b.fold.yaml", "c.fold.toml", "d/e.fold.json", "d/f.fold.yaml", "g.fold", "hidden.fold")
TEXTS: Final = ("p.md", "d/p.md")
DOUBTFUL: Final = CLEAN.format(id="new").replace('"hi"', '"{{ inputs.nothing }}"')
TOML: Final = 'onefold = 1\nworkflow = "t"\n[steps.a]\nkind = "model"\nprompt = "hi"\n'


def named(name: str) -> str:
    """A workflow whose prompt is a text."""
    return CLEAN.format(id="told").replace('"hi"', f'{{"file": "{name}"}}')


# Any of them may stand in any file: where it is no document in that format, that is what is found.
CONTENTS: Final = (
    CLEAN.format(id="one"),
    CLEAN.format(id="one") + " ",
    CLEAN.format(id="one").replace("hi", "ho"),
    CLEAN.format(id="two"),
    CLEAN.format(id="two").replace("prompt", "prompd"),
    CLEAN.format(id="two").replace('"hi"', '"{{ inputs.nothing }}"'),
    CLEAN.format(id="two").replace('"a"', '"a", "models": {}').replace("prompt", "prömpt"),
    CLEAN.format(id="two")[:-1],
    named("p.md"),
    named("missing.md"),
    named("catalog.yaml"),
    named(".gitignore"),
    calling("caller", "one"),
    calling("caller", "two", "latest"),
    calling("caller", "oen"),
    calling("one", "caller"),
    calling("one", "caller").replace("stable,", "stable, # onefold: ignore[OF331]\n   "),
    calling("other", "one", PINNED),
    "onefold: 1\nworkflow: tools\nsteps: {a: {kind: tool, tool: git.mrege, timeout: 1m}}\n",
    "onefold: 1\nworkflow: ignored\nsteps:\n  a: {kind: model, prompt: hi} # onefold: ignore[OF605]\n",
    TOML,
    TOML.replace("hi", "ho"),
    'fold 1\nworkflow sketch\nmodel a { prompt "hi" }\n',
    "catalog: team\ntools: {git.merge: {}, git.unused: {}}\n",
    "",
)
CONFIGURATIONS: Final = (
    None,
    "",
    'catalogs = ["catalog.yaml"]\n',
    "[severity]\nOF605 = 'error'\nOF220 = 'note'\n",
    "[ignore]\n'*.json' = ['OF205']\n",
    "exclude = ['d/']\n",
    "oops = 1\n",
)
IGNORED: Final = (None, "hidden*\n", "d/\n", "*.json\n!a.fold.json\n")

Edit = Callable[[], object]


def written(name: str, text: str | None) -> Edit:
    def edit() -> None:
        path = Path(name)
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")

    return edit


def saved(name: str, text: str) -> Edit:
    """As editors do that write beside the place first."""

    def edit() -> None:
        path = Path(name)
        path.parent.mkdir(exist_ok=True)
        path.with_suffix(".swp").write_text(text, encoding="utf-8")
        path.with_suffix(".swp").rename(path)

    return edit


def renamed(old: str, new: str) -> Edit:
    return lambda: Path(old).exists() and Path(new).parent.exists() and Path(old).rename(new)


def touched(name: str) -> Edit:
    return lambda: os.utime(name) if Path(name).exists() else None


# What is typed into a source, and mostly leaves it what it is to others.
TYPED: Final = (
    ("hi", "ho"), ("ho", "hi"), ('"hi"', '"{{ inputs.nothing }}"'), ("{{ inputs.nothing }}", "hi"), ("\n", "\n\n"),
    ("# onefold", "#"), ("onefold", " onefold"), ("prompt", "prompd"), ("prompd", "prompt"), ("one", "two"),
    ("p.md", "missing.md"),
)  # fmt: skip


def typed(name: str, typing: tuple[str, str]) -> Edit:
    def edit() -> None:
        path = Path(name)
        if path.exists():
            path.write_text(path.read_text(encoding="utf-8").replace(*typing), encoding="utf-8")

    return edit


files, contents = st.sampled_from(NAMES), st.sampled_from(CONTENTS)
fresh = st.sampled_from([CLEAN.format(id=each) for each in ("new", "newer", "onf", "two")] + [DOUBTFUL, named("p.md")])
texts = st.sampled_from((None, "Say hello.", "Say hullo.", "{{ x", "{{ inputs.nothing }}"))
small = st.one_of(
    st.builds(typed, files, st.sampled_from(TYPED)),
    st.builds(typed, files, st.sampled_from(TYPED)),
    st.builds(touched, files),
    st.builds(written, st.sampled_from(TEXTS), texts),
)
# What comes and goes mostly is nobody else's concern.
moves = st.one_of(
    st.builds(written, files, fresh),
    st.builds(saved, files, fresh),
    st.builds(written, files, st.none()),
    st.builds(renamed, files, files),
)
large = st.one_of(
    st.builds(written, files, contents),
    st.builds(saved, files, contents),
    st.builds(written, files, st.none()),
    st.builds(renamed, files, files),
    st.builds(written, st.just("onefold.toml"), st.sampled_from(CONFIGURATIONS)),
    st.builds(written, st.just("catalog.yaml"), st.sampled_from((None, *CONTENTS[-2:], "catalog: x\nmodels: {}\n"))),
    st.builds(written, st.just(".gitignore"), st.sampled_from(IGNORED)),
)
changes = st.one_of(
    *[st.lists(small, max_size=2)] * 3,
    *[st.lists(st.one_of(moves, small), max_size=2)] * 3,
    st.lists(large, max_size=2),
)
late = st.sampled_from((True, True, True, False))
steps = st.lists(st.tuples(changes, late), min_size=4, max_size=16)
starts = st.lists(contents, min_size=len(NAMES), max_size=len(NAMES))


def checked(*options: str) -> tuple[int, bytes, bytes]:
    out, err = BytesIO(), BytesIO()
    with redirect_stdout(TextIOWrapper(out)) as stdout, redirect_stderr(TextIOWrapper(err)) as stderr:
        code = main(["check", "--jobs", "1", *options])
        stdout.flush()
        stderr.flush()
        return code, out.getvalue(), err.getvalue()


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let few sources be treated as many."""
    monkeypatch.setattr(checking, "_MANY", 1)
    monkeypatch.setattr(moved, "_FEWEST", 2)
    with TemporaryDirectory() as folder:
        monkeypatch.setenv("XDG_CACHE_HOME", folder)
        yield


@pytest.mark.usefixtures("many")
@settings(max_examples=settings().max_examples // 2)
@given(starts, steps, st.sampled_from(sorted(REPORTERS)))
def test_what_is_kept_changes_nothing(starts: list[str], steps: list[tuple[list[Edit], bool]], form: str) -> None:
    with TemporaryDirectory() as folder, chdir(folder), pytest.MonkeyPatch.context() as patch:
        for name, text in zip((*NAMES, *TEXTS), (*starts, "Say hello.", "{{ x"), strict=True):
            written(name, text)()
        for edits, is_late in steps:
            for edit in edits:
                edit()
            # What was just written may be written again unnoticed, unless time has passed.
            for module in (digests, standing):
                patch.setattr(module, "_now", lambda later=HOUR if is_late else 0: time.time_ns() + later)
            kept = checked("--format", form)
            assert kept == checked("--format", form, "--no-cache")
