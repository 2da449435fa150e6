"""The workflows that a source may define, by a glance at its bytes: most sources need not be understood to know."""

from __future__ import annotations

from onefold.kernel import patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# The word with what stands between it and the id where a source is laid out plainly: quotes, `:`, `=` and space; then
# an id, or what can begin none in any format. Anything else (a comment, an anchor, a tag, a block scalar) may hide one.
_WORD: Final = patterns.compile(
    rb"""workflow["']?[ \t\r\n]*[:=]?[ \t\r\n]*["']?"""
    rb"(?:([A-Za-z_][A-Za-z0-9_]*(?:[./:-][A-Za-z0-9_]+)*)(\\?)|[,;.?()\[\]{}`0-9-]|\Z|([\x00-\xff]))"
)
# With these, the word or the id, whose characters are ASCII, may be spelled in another way; and so with `\/`.
_ESCAPE: Final = patterns.compile(rb"\\(?:(?:x|u00|U000000)[2-7]|[ \t\r\n])")


def possible_ids(data: bytes) -> frozenset[str] | None:
    """Ids of which a source in a format of ours defines one or none; `None` where a glance cannot tell.

    >>> sorted(possible_ids(b'{"onefold": 1, "workflow": "a/b", "description": "A workflow of sorts, a workflow."}'))
    ['a/b', 'of']
    """
    if _ESCAPE.search(data):
        return None
    found = _WORD.findall(data)
    if any(escape or other for _, escape, other in found):
        return None
    return frozenset(name.decode("ascii") for name, _, _ in found if name)


def may_define(data: bytes, name: str) -> bool:
    r"""Whether a source in any format can define the workflow `name`: those that cannot do not hold the name at all.

    >>> [may_define(data, "a/b") for data in (b"workflow: a/b", b"workflow: c", b'"a\\/b"', b'"\\x61/b"')]
    [True, False, True, True]
    """
    spelled = name.encode()
    return spelled in data or spelled in data.replace(rb"\/", b"/") or _ESCAPE.search(data) is not None
