"""The laws of `onefold fmt`: one source has one layout, its meaning stays, and what is printed has that layout."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from golden_cases import accept_cases, case_name, inputs
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from readings import LIMITS, read_bytes
from relayouts import AFTER_BLOCK, commented, relaid
from strategies import workflows

from onefold.frontends.compile import Compilation, compile_source
from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS, for_file
from onefold.kernel.canonicalize import canonicalize
from onefold.kernel.document import document
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.kernel.source import Source
from onefold.tools.files import text_resolver
from onefold.tools.formatting import formatted

SOURCES = [source for case in accept_cases() for source in inputs(case)]
# A Random draws each of its numbers from Hypothesis, which is slow; a seed is one number.
seeds = st.integers(0, 2**32).map(Random)


def frontend_of(path: Path) -> Frontend:
    found = for_file(FRONTENDS, path.name, explicit=True)
    assert found is not None
    return found


def sources_of(frontend: Frontend) -> list[Path]:
    return [each for each in SOURCES if frontend_of(each) is frontend]


def fmt(data: bytes, frontend: Frontend, path: Path = Path("source")) -> bytes:
    """What the command writes; it fails where one of the command's proofs does."""
    resolve = text_resolver(path, path.parent, LIMITS)

    def compiled(text: bytes) -> Compilation:
        return compile_source(str(path), text, frontend, LIMITS, resolve)

    before = compiled(data)
    assert before.workflow is not None, before.diagnostics
    return formatted(data, before, frontend, LIMITS, compiled)


@cache
def laid_out(path: Path) -> bytes:
    return fmt(path.read_bytes(), frontend_of(path), path)


@pytest.mark.parametrize("path", SOURCES[::5], ids=lambda path: f"{case_name(path.parent)}/{path.name}")
def test_a_layout_is_its_own_layout(path: Path) -> None:
    assert fmt(laid_out(path), frontend_of(path), path) == laid_out(path)


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda each: each.name)
@settings(max_examples=12)
@given(st.data(), seeds)
def test_other_layouts_of_one_source_come_out_as_the_same_bytes(
    frontend: Frontend, data: st.DataObject, random: Random
) -> None:
    path = data.draw(st.sampled_from(sources_of(frontend)))
    other = relaid(frontend.name, laid_out(path).decode("utf-8"), random)
    assert fmt(other, frontend, path) == laid_out(path)


@settings(max_examples=10)
@given(workflows(null=False), seeds)
def test_what_is_printed_has_the_layout_and_so_have_its_other_layouts(workflow: WorkflowDef, random: Random) -> None:
    for frontend in FRONTENDS:
        assert frontend.print is not None
        text = frontend.print(document(canonicalize(workflow).workflow))
        assert frontend.reformat is not None
        assert frontend.reformat(Source("printed", text), LIMITS) == text
        assert fmt(relaid(frontend.name, text, random), frontend) == text.encode("utf-8")


@pytest.mark.parametrize("frontend", [each for each in FRONTENDS if each.comments], ids=lambda each: each.name)
@settings(max_examples=8)
@given(st.data(), seeds)
def test_comments_may_stand_anywhere(frontend: Frontend, data: st.DataObject, random: Random) -> None:
    path = data.draw(st.sampled_from(sources_of(frontend)))
    other = commented(frontend.name, laid_out(path).decode("utf-8"), random).encode("utf-8")
    # Some places are within texts after all.
    assume(read_bytes(frontend, other)[1].findings == ())
    once = fmt(other, frontend, path)
    assert fmt(once, frontend, path) == once
    lines = once.decode("utf-8").splitlines()
    assert all(line.lstrip().startswith(AFTER_BLOCK) for line in lines if AFTER_BLOCK in line)
