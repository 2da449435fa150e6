"""Every mistake made by rule in a golden workflow is found at its place, and nothing else; near misses are silent."""

from __future__ import annotations

from typing import Any

import pytest
from corpus import KINDS, NEAR_MISSES, findings, said
from mutations.kind import Kind, Mutant, Workflow, goldens

from onefold.api import CompileError, read
from onefold.frontends.frontend import Frontend, Unprintable
from onefold.frontends.registry import FRONTENDS

OTHERS = [each for each in FRONTENDS if each.name != "json"]


def _name(kind: Kind) -> str:
    return f"{kind.code} {kind.name}".strip()


@pytest.mark.parametrize("kind", KINDS, ids=_name)
def test_a_mistake_is_found_at_its_place_and_nothing_else_is(kind: Kind) -> None:
    mutants = kind.mutants()
    assert mutants
    for golden, mutant in mutants:
        assert said(findings(mutant)) == [(kind.code, mutant.ir_path)], golden


@pytest.mark.parametrize("kind", NEAR_MISSES, ids=_name)
def test_a_near_miss_is_silent(kind: Kind) -> None:
    mutants = kind.mutants()
    assert mutants
    for golden, mutant in mutants:
        assert said(findings(mutant)) == [], golden


@pytest.mark.parametrize(
    "frontend", [each for each in FRONTENDS if each.name != "json"], ids=lambda frontend: frontend.name
)
def test_a_mistake_is_the_same_in_every_other_format(frontend: Frontend) -> None:
    written = 0
    for kind in KINDS:
        mutant = next((each for _, each in kind.mutants(8) if _can_be_written(each.value, frontend)), None)
        if mutant is not None:
            written += 1
            told = findings(mutant, frontend)
            assert said(told) == [(kind.code, mutant.ir_path)], kind.name
            assert all(each.span is not None for each in told), kind.name
    # What is not well formed, a printer may leave out or write as something else.
    assert written > 80


def _can_be_written(value: Workflow, frontend: Frontend) -> bool:
    """Whether the printer of the format keeps everything in a value; what it does not know it leaves out."""
    assert frontend.print is not None
    try:
        return bool(_sugared(read(frontend.print(value), format=frontend.name)) == _sugared(value))
    except (CompileError, Unprintable, TypeError):
        return False


def _sugared(value: Any) -> Any:
    """The value with the short spellings that a format may choose."""
    if isinstance(value, list):
        return [_sugared(each) for each in value]
    if isinstance(value, dict):
        if value.keys() in ({"use"}, {"allow"}):
            return _sugared(next(iter(value.values())))
        return {key: _sugared(item) for key, item in value.items() if (key, item) != ("on", "success")}
    return value


def test_the_corpus_is_large_enough() -> None:
    assert sum(len(kind.mutants()) for kind in KINDS) >= 150
    assert sum(len(kind.mutants()) for kind in NEAR_MISSES) >= 40
    assert len({kind.code for kind in KINDS}) >= 50


def test_the_goldens_themselves_are_silent() -> None:
    for name, value in goldens():
        assert said(findings(Mutant(value, ""))) == [], name
