"""What is refused by rule although a parser accepts it: known misreadings and leniencies.

Each guard looks at the text or at the marks of one event, in time linear in what it looks at.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

from onefold.frontends.refusal import Refused, excerpt, syntax_error
from onefold.frontends.yaml.ambiguous import ambiguous
from onefold.frontends.yaml.events import Event
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Source, Span

_LINE_SEPARATORS: Final = {"\x85": r"\N", "\u2028": r"\L", "\u2029": r"\P"}
_UNREADABLE: Final = re.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_PROLOGUE_LINE: Final = re.compile(r"(?P<line>(?P<directive>%)?[^\r\n]*+)(?:\r\n|\r|\n|\Z)")
_VERSION: Final = re.compile(r"%YAML[ \t]+(\S+)")
# What a token can end with where a comment may be taken to follow at once.
_LATE_COMMENT: Final = re.compile(r"[,\[\]{}\"'|>:?+\-0-9]#")
_COMMENT: Final = re.compile(r"(?<![^ \t\r\n])#")
_LINE_END: Final = re.compile(r"[\r\n]")
_NEXT_LINE: Final = re.compile(r"(?:\r\n|\r|\n)(?P<indent> *)[ \t]*(?P<first>[^ \t\r\n])")
_BLANK_LINES: Final = re.compile(r"(?:(?: *)(?:\r\n|\r|\n))*")
_INDENT: Final = re.compile(r" *")


def require_agreed_characters(source: Source) -> None:
    """Refuse the raw characters that some readers take for line ends, and byte order marks inside the text."""
    if source.text.isascii():
        return
    for character, escape in _LINE_SEPARATORS.items():
        index = source.text.find(character)
        if index >= 0:
            name = f"U+{ord(character):04X}"
            place = Place(span=Span(source, index, index + 1))
            help_line = f"write it as `{escape}` in double quotes"
            raise Refused(Finding("raw-line-separator", place, {"character": name}, help=help_line))
    index = source.text.find("\ufeff")
    if index >= 0:
        raise _unreadable(source, index)


def require_readable_characters(source: Source) -> None:
    """Refuse control characters and noncharacters, which YAML does not allow."""
    match = _UNREADABLE.search(source.text)
    if match:
        raise _unreadable(source, match.start())


def require_known_version(source: Source) -> None:
    """Refuse `%YAML` directives other than 1.2, before a parser sees one."""
    index = 0
    while index < len(source.text):
        match = _PROLOGUE_LINE.match(source.text, index)
        if not match or not (match["directive"] or match["line"].lstrip(" \t")[:1] in ("", "#")):
            return
        version = _VERSION.match(match["line"])
        if version and version[1] != "1.2":
            span = Span(source, index + version.start(1), index + version.end(1))
            raise Refused(Finding("yaml-version", Place(span=span), {"version": excerpt(version[1])}))
        index = match.end()


def may_have_late_comment(text: str) -> bool:
    """Whether `require_spaced_comments` has anything to look at."""
    return _LATE_COMMENT.search(text) is not None


def require_spaced_comments(source: Source, scalars: Sequence[tuple[int, int]]) -> None:
    """Refuse a comment without white space before it; `scalars` are the ranges where `#` is text."""
    starts = [start for start, _ in scalars]
    for match in _LATE_COMMENT.finditer(source.text):
        hash_sign = match.end() - 1
        before = bisect_right(starts, hash_sign) - 1
        gap = scalars[before][1] if before >= 0 else 0
        if hash_sign < gap:
            continue
        line_ends = [end.end() for end in _LINE_END.finditer(source.text, gap, hash_sign)]
        line = line_ends[-1] if line_ends else gap
        if not _COMMENT.search(source.text, line, hash_sign):
            span = Span(source, hash_sign, hash_sign + 1)
            raise syntax_error("YAML", span, "a comment needs a space before its `#`", "put a space before it")


def require_indented_lines(source: Source, start: int, end: int, parent: int, *, quoted: bool) -> None:
    """Refuse a flow collection or quoted scalar with a line indented no more than `parent`, the column of the
    block around it.

    In a collection, comments stand where they like, and a closing bracket may stand as far left as the key it
    belongs to: nothing can be misread there, and people write it so.
    """
    if parent < 0:
        return
    for match in _NEXT_LINE.finditer(source.text, start, end):
        indent, first = len(match["indent"]), match["first"]
        if indent > parent or (not quoted and (first == "#" or (first in "]}" and indent == parent))):
            continue
        noun = "quoted text" if quoted else "list or mapping in brackets"
        span = Span(source, match.start("first"), match.end("first"))
        message = f"this line belongs to a {noun} but is not indented more than the key before it"
        raise syntax_error("YAML", span, message, f"indent it with {parent + 1} spaces or more")


def require_unambiguous_plain(source: Source, event: Event, *, key: bool) -> None:
    """Refuse plain scalars inside brackets that are read without their first or last character by some."""
    text, start = event.value, event.start_mark.index
    if text == "-":
        span = Span(source, start, event.end_mark.index)
        raise ambiguous(span, "inside brackets a lone `-` is no text to some readers", 'quote it: `"-"`')
    if text.endswith(":"):
        span = Span(source, event.end_mark.index - 1, event.end_mark.index)
        reason = f"the colon of `{excerpt(text)}` belongs to the text for some readers and ends a key for others"
        raise ambiguous(span, reason, "put a space after the colon, or quote the text")
    if key and start and source.text[start - 1] == "?":
        span = Span(source, start - 1, event.end_mark.index)
        reason = f"some readers drop the `?` of `?{excerpt(text)}`"
        raise ambiguous(span, reason, "quote it, or put a space after the `?`")


def require_unambiguous_block(source: Source, event: Event, parent: int) -> None:
    """Refuse block scalars whose blank lines readers count differently.

    These are blank lines at the beginning with more spaces than the text, and a kept block of blank lines only
    that is not ended by a line end.
    """
    text, start, end = source.text, event.start_mark.index, event.end_mark.index
