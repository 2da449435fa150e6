"""What is remarked on YAML that is valid, but is read, or means, something else than its author may think."""

from __future__ import annotations

from onefold.frontends.yaml import faults, properties
from onefold.frontends.yaml.yaml_1_1 import other_meaning, spelled_alike
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.yaml.events import Event
    from onefold.frontends.yaml.scalars import Scalar
    from onefold.kernel.source import Source

_HEADER: Final = patterns.compile(r"[|>][0-9+-]*")


def plain_scalar(source: Source, event: Event, value: Scalar) -> Finding | None:
    """Remark on a plain scalar that a reader of YAML 1.1 takes for something else."""
    text = event.value
    meaning = other_meaning(text, value)
    if meaning is None:
        return None
    from onefold.kernel.fixes import Edit, Splices  # Nearly every plain scalar means one thing.

    spelling = spelled_alike(text, value)
    span = faults.span_of(source, event)
    help_line = f"quote it: `{spelling}`" if isinstance(value, str) else f"write it as `{spelling}`"
    arguments = {"text": text, "meaning": meaning}
    fix = Splices((Edit(span, spelling),))
    return Finding("yaml-1-1-difference", Place(span=span), arguments, help=help_line, fix=fix)


def block_scalar(source: Source, event: Event, field: str) -> Finding:
    """Remark on the line ends at the end of a block scalar: several, or one in a text of our own called `field`."""
    sign = event.style
    place = Place(span=_header(source, event))
    count = len(event.value) - len(event.value.rstrip("\n"))
    if count > 1:
        help_line = f"begin the block with `{sign}` to keep one of them, with `{sign}-` to keep none"
        return Finding("kept-final-newlines", place, {"count": count}, help=help_line)
    return Finding("block-for-one-line-text", place, {"field": field}, help=f"begin the block with `{sign}-`")


def _header(source: Source, event: Event) -> Span:
    start = properties.content_start(source, event)
    header = _HEADER.match(source.text, start)
    return Span(source, start, header.end() if header else start)
