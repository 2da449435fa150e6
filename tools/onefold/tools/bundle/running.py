"""Run bundles: recorded outputs from files, and what evaluates predicates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.frontend import Limits
from onefold.frontends.predicate.parse import parse
from onefold.kernel.bundle.evaluate import Evaluator, Undecided
from onefold.kernel.bundle.outputs import OutputsDef, with_lists
from onefold.kernel.bundle.receipt import receipt
from onefold.kernel.schema_types.patterns import compiled
from onefold.tools.documents import read_record

if TYPE_CHECKING:
    from pathlib import Path

    from onefold.kernel.bundle.receipt import Run
    from onefold.kernel.ir.expression import Expression
    from onefold.kernel.values import JsonObject

_LIMITS = Limits()


def read_outputs(path: Path) -> OutputsDef:
    """The recorded ends in a file of any data format. Raises `Unusable`, `OSError` and `UnknownFormat`."""
    return read_record(path, OutputsDef, "a document of outputs", with_lists)


def run(what: Run) -> JsonObject:
    """The receipt of a run. Raises `UnknownTrigger` and `UnknownEnd`."""
    return receipt(what, Evaluator(_matches), _expression)


def _expression(text: str) -> Expression:
    parsed = parse(text, _LIMITS)
    if parsed.expression is None:
        raise Undecided("it is no predicate")
    return parsed.expression


def _matches(text: str, pattern: str) -> bool:
    """Whether a pattern is found in a text, on an engine whose time is linear. Raises `ValueError`."""
    expression = compiled(pattern)
    if expression is None:
        raise ValueError("its pattern cannot be matched here; the extra onefold[patterns] brings the engine")
    return expression.search(text) is not None
