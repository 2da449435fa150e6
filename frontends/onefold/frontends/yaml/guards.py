"""What is refused by rule although a parser accepts it: known misreadings and leniencies.

Each guard looks at the text or at the marks of one event, in time linear in what it looks at.
"""

from __future__ import annotations

from onefold.frontends.refusal import Refused, excerpt, syntax_error
from onefold.frontends.yaml import properties
from onefold.frontends.yaml.ambiguous import ambiguous
from onefold.kernel import patterns
from onefold.kernel.diagnostics import Finding, Place
from onefold.kernel.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Sequence
    from typing import Final

    from onefold.frontends.yaml.events import Event
    from onefold.kernel.source import Source

_LINE_SEPARATORS: Final = {"\x85": r"\N", "\u2028": r"\L", "\u2029": r"\P"}
_UNREADABLE: Final = patterns.compile(
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_PROLOGUE: Final = patterns.compile(r"(?:(?:%|[ \t]*+(?=[#\r\n]))[^\r\n]*+(?:\r\n|\r|\n|\Z))*+")
_DIRECTIVES: Final = patterns.compile(r"(?:^|(?<=[\r\n]))%YAML[ \t]+(?P<version>[^ \t\r\n]+)")
# What a token can end with where a comment may be taken to follow at once.
_LATE_COMMENT: Final = patterns.compile(r"#(?<=[,\[\]{}\"'|>:?+\-0-9]#)")
_UP_TO_LATE_COMMENT: Final = patterns.compile(r"(?:[^#]++|(?<![^ \t\r\n])#[^\r\n]*+)*+#")
_LINE_END: Final = patterns.compile(r"[\r\n]")
_NEXT_LINE: Final = patterns.compile(r"(?:\r\n|\r|\n)(?P<indent> *+)[ \t]*+(?P<first>[^ \t\r\n])")
_TABBED_COLON: Final = patterns.compile(r"[ ]*+\t[ \t]*+:[^ \t\r\n,\[\]{}]")
_SPACES: Final = patterns.compile(r" +")
_VISIBLE: Final = patterns.compile(r"[^ \t\r\n]")
_BLOCK: Final = patterns.compile(
    r"(?P<header>[|>](?P<indicators>[1-9+-]*)[^\r\n]*+(?:\r\n|\r|\n|\Z))(?: *+(?:\r\n|\r|\n))*+"
)


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
    if "%YAML" not in source.text:
        return
    for directive in _DIRECTIVES.finditer(source.text, 0, _prologue_end(source.text)):
        if directive["version"] != "1.2":
            span = Span(source, directive.start("version"), directive.end("version"))
            arguments = {"version": excerpt(directive["version"])}
            raise Refused(Finding("yaml-version", Place(span=span), arguments))


def may_have_late_comment(text: str) -> bool:
    """Whether `require_spaced_comments` has anything to look at."""
    return _LATE_COMMENT.search(text) is not None


def require_spaced_comments(source: Source, scalars: Sequence[tuple[int, int]]) -> None:
    """Refuse a comment without white space before it; `scalars` are the ranges where `#` is text, in order."""
    text = source.text
    gap = 0
    for start, end in (*scalars, (len(text), len(text))):
        if text.find("#", gap, start) >= 0:
            match = _UP_TO_LATE_COMMENT.match(text, gap, start)
            if match:
                span = Span(source, match.end() - 1, match.end())
                message = "a comment needs a space before its `#`"
                raise syntax_error("YAML", span, message, "put a space before it")
        gap = max(gap, end)


def require_indented_lines(source: Source, start: int, end: int, parent: int, *, quoted: bool) -> None:
    """Refuse a flow collection or quoted scalar with a line that is not indented enough.

    `parent` is the column of the block around it, which every line must be beyond. In a collection, comments stand
    where they like, and a closing bracket may stand as far left as the key it belongs to: nothing can be misread
    there, and people write it so.
    """
    if parent < 0:
        return
    for match in _NEXT_LINE.finditer(source.text, start, end):
        indent, first = len(match["indent"]), match["first"]
        if indent > parent or (not quoted and (first == "#" or (first in "]}" and indent == parent))):
            continue
        noun = "quoted text" if quoted else "list or mapping in brackets"
        span = Span(source, match.start("first"), match.end("first"))
        message = f"this line belongs to a {noun} but is not indented more than what holds it"
        raise syntax_error("YAML", span, message, f"begin the line with more than {parent} spaces")


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
    if key and _TABBED_COLON.match(source.text, event.end_mark.index):
        span = Span(source, start, event.end_mark.index)
        reason = f"some readers end the key `{excerpt(text)}` at the tab after it, others go on"
        raise ambiguous(span, reason, "write spaces, and one after the colon")
    if key and not text and event.tag is not None:
        span = Span(source, start, event.end_mark.index)
        reason = "this tag belongs to an empty key for some readers only"
        raise ambiguous(span, reason, "quote the key")


def require_spaced_question_mark(source: Source, event: Event) -> None:
    """Refuse a key inside brackets that begins with a `?` for some readers and comes after one for others."""
    start = event.start_mark.index
    if source.text.startswith("?", start - 1):
        span = Span(source, start - 1, event.end_mark.index)
        reason = f"some readers drop the `?` of `{excerpt(span.text)}`"
        raise ambiguous(span, reason, "quote it, or put a space after the `?`")


def require_unambiguous_block(source: Source, event: Event, parent: int) -> None:
    """Refuse a block scalar that readers do not agree on; `parent` as for indented lines."""
    text, start = source.text, properties.content_start(source, event)
    if _column(text, event, start) <= parent:
        message = f"this `{text[start]}` is not indented more than the key before it"
        raise syntax_error("YAML", Span(source, start, start + 1), message, "put it on the line of the key")
    block = _BLOCK.match(text, start)
    if not block or (block.end() == block.end("header") and parent >= 0 and "+" not in block["indicators"]):
        return
    if not block["indicators"].strip("+-"):
        _require_plain_beginning(source, block, parent)
    if "+" in block["indicators"] and text.endswith(" ") and _blank_from(text, event.end_mark.index):
        _require_last_line_end(source)


def _require_plain_beginning(source: Source, block: re.Match[str], parent: int) -> None:
    """Refuse blank lines with more spaces than the text after them, and text that looks like something else."""
    first = block.end()
    indent = _leading_spaces(source.text, first)
    if indent <= parent or _blank_from(source.text, first):
        return
    for line in _SPACES.finditer(source.text, block.end("header"), first):
        if len(line[0]) > indent:
            span = Span(source, line.start(), line.end())
            message = "this blank line has more spaces than the text that follows it"
            raise syntax_error("YAML", span, message, "remove the spaces, or give the block's indentation")
    if parent < 0 and source.text.startswith(("#", "---", "..."), first):
        reason = "some readers take the first line of this block for a comment or the end of the document"
        raise ambiguous(Span(source, first, first + 1), reason, "indent the block")


def _require_last_line_end(source: Source) -> None:
    """Refuse a kept last line of spaces without a line end."""
    last = len(source.text.rstrip(" "))
    if source.text[last - 1] in "\r\n":
        reason = "a last line of spaces without a line end is kept by some readers only"
        raise ambiguous(Span(source, last, len(source.text)), reason, "end the line, or remove the spaces")


def text_range(source: Source, event: Event) -> tuple[int, int]:
    """The range of a scalar in which `#` is text: the header of a block scalar may hold a comment."""
    start = properties.content_start(source, event)
    if event.style in ("|", ">"):
        header = _LINE_END.search(source.text, start)
        start = header.start() if header else start
    return start, event.end_mark.index


def without_blank_lines_after(span: Span) -> Span:
    """A block scalar up to the end of its last line that is not blank; white space there belongs to the text."""
    text = span.source.text
    visible = span.start + len(span.text.rstrip(" \t\r\n"))
    line_end = _LINE_END.search(text, visible, span.end)
    return Span(span.source, span.start, line_end.start() if line_end else span.end)


def _column(text: str, event: Event, start: int) -> int:
    """The column of a node's content, or of its properties where they stand on the same line."""
    line_end = max(text.rfind("\n", event.start_mark.index, start), text.rfind("\r", event.start_mark.index, start))
    return event.start_mark.column if line_end < 0 else start - line_end - 1


def _leading_spaces(text: str, index: int) -> int:
    match = _SPACES.match(text, index)
    return match.end() - index if match else 0


def _blank_from(text: str, index: int) -> bool:
    return _VISIBLE.search(text, index) is None


def _prologue_end(text: str) -> int:
    """Where the blank lines, comments and directives before the document end."""
    match = _PROLOGUE.match(text)
    return match.end() if match else 0


def _unreadable(source: Source, index: int) -> Refused:
    span = Span(source, index, index + 1)
    code = ord(source.text[index])
    escape = f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}"
    help_line = f"in double quotes write it as `{escape}`; else remove it"
    return Refused(Finding("unreadable-character", Place(span=span), {"character": f"U+{code:04X}"}, help=help_line))
