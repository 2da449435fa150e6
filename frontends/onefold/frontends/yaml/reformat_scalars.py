"""Scalars of a YAML text as they are printed; blocks stay blocks, numbers and wrapped texts stay as written."""

from __future__ import annotations

from typing import Final

from onefold.frontends.yaml.blocks import block_lines
from onefold.frontends.yaml.scalars import TAG_PREFIX, resolve
from onefold.frontends.yaml.spelling import inline, quoted, spelled, written_block
from onefold.frontends.yaml.written import Node
from onefold.kernel import patterns
from onefold.kernel.source import Source, Span

_HEADER: Final = patterns.compile(r">[1-9+-]*")
_FLOW_INDICATORS: Final = patterns.compile(r"[,\[\]{}]")


def properties(node: Node) -> str:
    """The anchor and the tag of a node, each with a space behind it."""
    anchor = f"&{node.event.anchor} " if node.event.anchor is not None else ""
    return f"{anchor}{_tag(node.event.tag)}"


def one_line(node: Node) -> str:
    """A scalar without its properties, as it stands within brackets."""
    text = _untouched(node)
    if text is not None:
        return text
    plain = inline(node.event.value)
    return quoted(node.event.value) if _FLOW_INDICATORS.search(plain) and not plain.startswith('"') else plain


def scalar(source: Source, node: Node, indent: str, *, is_line: bool) -> str:
    """A scalar without its properties; the lines of a block begin with `indent`."""
    text, value = _untouched(node), node.event.value
    if text is not None:
        return text
    if node.event.style == ">" and value.strip():
        return _folded(source, node, indent)
    text = spelled(value, indent, is_line=is_line)
    if node.event.style == "|" and not text.startswith("|") and "\n" in value:
        return written_block(value, indent) or text
    return text


def _tag(tag: str | None) -> str:
    """What a tag is written as; `!` alone only says that a scalar is a string, which quotes say too."""
    if tag is None or tag == "!":
        return ""
    return f"!!{tag.removeprefix(TAG_PREFIX)} "


def _untouched(node: Node) -> str | None:
    """How a scalar that is no string is written; `None` for a string."""
    event = node.event
    if event.tag not in (None, "!", f"{TAG_PREFIX}str"):
        return quoted(event.value) if event.style else event.value
    if event.style or event.tag is not None:
        return None
    value = resolve(event.value)
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return None if isinstance(value, str) else event.value


def _folded(source: Source, node: Node, indent: str) -> str:
    """A folded block with the lines that its author gave it."""
    span = Span(source, node.content, node.end)
    header = _HEADER.match(span.text)
    chomping = header[0].strip(">123456789") if header else ""
    lines = block_lines(span, node.event.value)
    while chomping != "+" and lines and not lines[-1]:
        lines.pop()
    indicator = "2" if lines[0][:1] in ("", " ", "\t") else ""
    return "\n".join([f">{indicator}{chomping}", *(indent + line if line else "" for line in lines)])
