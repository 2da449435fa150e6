"""How a span-giving reading ends early: the finding that ended it, and the words for a syntax error."""

from __future__ import annotations

from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place, Related
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.source import Source

_WORD: Final = patterns.compile(r"\w[\w.+-]*|.", patterns.DOTALL)
_LONGEST_EXCERPT: Final = 40


class Refused(Exception):  # noqa: N818 - it is a refusal by rule, not a fault
    """The reading cannot go on; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        """`finding` has a span."""
        super().__init__(finding)
        self.finding = finding


def duplicate_key(name: str, span: Span, first: Span, help: str | None = None) -> Finding:  # noqa: A002 - the field's name
    """A key at `span` that was written before at `first`."""
    related = (Related(Place(span=first), "it is first written here"),)
    return Finding("duplicate-key", Place(span=span), {"key": excerpt(name)}, related, help)


def syntax_error(
    format_name: str,
    span: Span,
    message: str,
    help: str | None = None,  # noqa: A002 - the field's name
    opening: Span | None = None,
) -> Refused:
    """The refusal of a text that breaks the syntax; `opening` is a bracket or quote that is not closed."""
    related = () if opening is None else (Related(Place(span=opening), "this is still open"),)
    arguments = {"format": format_name, "message": message}
    return Refused(Finding("syntax-error", Place(span=span), arguments, related, help))


def word_at(source: Source, index: int) -> Span:
    """The word or the single character at `index`; empty at the end of the text."""
    match = _WORD.match(source.text, index)
    return Span(source, index, match.end() if match else index)


def found(span: Span) -> str:
    """What stands at a place, in words."""
    if not span.text:
        return "the end of the file"
    if span.text[0] in "\r\n":
        return "the end of the line"
    if len(span.text) == 1 and not span.text.isprintable():
        return f"the character U+{ord(span.text):04X}"
    return f"`{excerpt(span.text)}`"


def excerpt(text: str) -> str:
    """At most the first forty characters of a text; a secret in it is masked, since cut it looks like none."""
    from onefold.frontends.redaction import redacted  # Loaded only where something is wrong.

    shown = redacted(text)
    return shown if len(shown) <= _LONGEST_EXCERPT else f"{shown[:_LONGEST_EXCERPT]}…"
