r"""References in templates: `{{ inputs.x }}` in prompts and arguments.

A reference is a path: a root, then `.name`, `[0]` or `["any key"]` any number of times, then `?` if it may be
absent. Backslashes right before `{{` come in pairs that stand for one each; one that is left over makes the `{{`
literal. So `\{{` is a literal `{{`, `\\{{ inputs.x }}` is a backslash and a reference, and every text can be written.

The scan reads every character a fixed number of times, whatever the text holds.
"""

from __future__ import annotations

from sys import intern

from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.typed import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match
    from typing import Final, TypeAlias

    TemplatePath: TypeAlias = tuple["str | int", ...]

OPENING: Final = "{{"
_CLOSING: Final = "}}"
_SPACES: Final = r"[ \t\f\r\n]*+"
_NAME: Final = "[A-Za-z_][A-Za-z0-9_]*+"
# No list has more items than an index of fifteen digits can tell apart.
_INDEX: Final = "0|[1-9][0-9]{0,14}"
_KEY: Final = r'(?:[^"\\]|\\["\\])*+'
_SEGMENT: Final = patterns.compile(rf'\.({_NAME})|\[({_INDEX})\]|\["({_KEY})"\]')
# Groups in what is repeated and not given back would be set wrongly by some versions of the engine.
_PATH: Final = rf'{_NAME}(?:\.{_NAME}|\[(?:{_INDEX})\]|\["{_KEY}"\])*+'
_REFERENCE: Final = patterns.compile(rf"{{{{{_SPACES}({_PATH})\??{_SPACES}}}}}")
_PATH_GROUP: Final = 1
# What stands between the dots and brackets of a path; an index begins with a digit, and a key with a quote.
_WORD: Final = patterns.compile(rf'"{_KEY}"|[A-Za-z0-9_]++')
_WHOLE_PATH: Final = patterns.compile(_PATH)
_SPACE: Final = patterns.compile(_SPACES)
_FIELD: Final = patterns.compile(rf"\.({_NAME})")
_HYPHENS: Final = patterns.compile(r"(?:-[A-Za-z0-9_]+)+")
_ESCAPE: Final = patterns.compile(r"\\([\"\\])")
# A longer name is not repeated in a message.
_LONGEST_SHOWN: Final = 100
_PATH_HELP: Final = 'a reference is a path, such as `steps.review.output.items[0]` or `steps["unit-test"].outcome`'
_HELP: Final = {
    "?": "write `?` right after the path",
    "[": 'write an index or a key in double quotes in brackets: `[0]`, `["unit-test"]`',
}


class Reference(NamedTuple):
    """One placeholder. All ranges are half-open and count the characters of the template."""

    text: str
    """The template."""
    path: TemplatePath
    """The root's name, then the keys (strings) and indexes (integers) below it."""
    optional: bool
    """Whether it may be absent, and then renders empty."""
    start: int
    """Where its `{{` begins."""
    end: int
    """Where its `}}` ends."""
    path_start: int
    path_end: int
    """Where its path ends; the `?` does not belong to the path."""

    @property
    def segments(self) -> tuple[tuple[int, int], ...]:
        """Where each segment of the path stands: a name without its dot, an index or a key with its brackets."""
        root_end = self.path_start + len(str(self.path[0]))
        found = _SEGMENT.finditer(self.text, root_end, self.path_end)
        return ((self.path_start, root_end), *(each.span(1 if each[1] else 0) for each in found))


@frozen
class TemplateFault:
    """Something between braces that is no reference."""

    start: int
    end: int
    message: str
    """A clause in lower case without a full stop."""
    help: str


@frozen
class Template:
    """What a text refers to. Everything else in it is plain text."""

    references: tuple[Reference, ...] = ()
    faults: tuple[TemplateFault, ...] = ()


def scan(text: str) -> Template:
    r"""All references of a template, and all placeholders that are none, in the order of the text.

    >>> [(each.path, each.optional) for each in scan(r"{{ steps.a.output[0]? }} \{{ plain }}").references]
    [(('steps', 'a', 'output', 0), True)]
    """
    references: list[Reference] = []
    faults: list[TemplateFault] = []
    position = 0
    while (start := text.find(OPENING, position)) >= 0:
        if start and text[start - 1] == "\\" and _is_escaped(text, position, start):
            position = start + 2
            continue
        found = _REFERENCE.match(text, start)
        if found is not None:
            references.append(_reference(text, found))
            position = found.end()
            continue
        faults.append(_fault(text, start))
        # A placeholder ends at its closing braces whatever is in it; without any, so does the text.
        closing = text.find(_CLOSING, start + 2)
        if closing < 0:
            break
        position = closing + 2
    return Template(tuple(references), tuple(faults))


def _is_escaped(text: str, begin: int, opening: int) -> bool:
    first = opening
    while first > begin and text[first - 1] == "\\":
        first -= 1
    return (opening - first) % 2 == 1


def _reference(text: str, found: Match[str]) -> Reference:
    start, end = found.span()
    path_start, path_end = found.span(_PATH_GROUP)
    path: list[str | int] = []
    for word in _WORD.findall(text, path_start, path_end):
        first = word[0]
        # Of the same few words thousands of references are made. Letters and `_` come after digits and quotes.
        if first > "9":
            path.append(intern(word))
        elif first == '"':
            path.append(intern(_ESCAPE.sub(_escaped, word[1:-1]) if "\\" in word else word[1:-1]))
        else:
            path.append(int(word))
    return Reference._make((text, tuple(path), text[path_end] == "?", start, end, path_start, path_end))


def _escaped(escape: Match[str]) -> str:
    return escape[1]


def _fault(text: str, start: int) -> TemplateFault:
    """What is wrong with what stands between braces."""
    path_start = _after_space(text, start + 2)
    path = _WHOLE_PATH.match(text, path_start)
    if path is None:
        return _no_root(text, start, path_start)
    is_optional = text.startswith("?", path.end())
    return _bad_path(text, start, path_start, path.end(), _after_space(text, path.end() + is_optional))


def _after_space(text: str, index: int) -> int:
    space = _SPACE.match(text, index)
    return space.end() if space else index


def _unclosed(start: int) -> TemplateFault:
    return TemplateFault(start, start + 2, "`{{` is not closed", r"close it with `}}`, or write `\{{` for plain text")


def _no_root(text: str, start: int, path_start: int) -> TemplateFault:
    closing = text.find(_CLOSING, start + 2)
    if closing < 0:
        return _unclosed(start)
    help_line = r"name what stands here, such as `{{ inputs.topic }}`, or write `\{{` for plain text"
    if closing <= path_start:
        return TemplateFault(start, closing + 2, "the reference is empty", help_line)
    message = f"a reference begins with a name, not `{text[path_start]}`"
    return TemplateFault(path_start, path_start + 1, message, help_line)


def _bad_path(text: str, start: int, path_start: int, path_end: int, end: int) -> TemplateFault:
    """Why a path that was read up to `path_end` is not followed by closing braces at `end`."""
    if hyphens := _HYPHENS.match(text, path_end):
        return _hyphen_mistake(text, path_start, path_end, hyphens.end())
    closing = text.find(_CLOSING, end)
    if closing < 0 or text.find(OPENING, end, closing) >= 0:
        return _unclosed(start)
    message = f"`{text[end]}` cannot stand in a reference"
    return TemplateFault(end, end + 1, message, _HELP.get(text[end], _PATH_HELP))


def _hyphen_mistake(text: str, path_start: int, path_end: int, end: int) -> TemplateFault:
    dot = text.rfind(".", path_start, path_end)
    if dot < 0 or not _FIELD.fullmatch(text, dot, path_end) or end - dot > _LONGEST_SHOWN:
        message = f"`{text[path_end : min(end, path_end + _LONGEST_SHOWN)]}` cannot stand in a reference"
        return TemplateFault(path_end, end, message, 'write what has a hyphen as a key: `["my-key"]`')
    from onefold.kernel.jcs import quote  # Few make this mistake.

    name = text[dot + 1 : end]
    help_line = f"write `{text[path_start:dot]}[{quote(name)}]`"
    return TemplateFault(dot + 1, end, f"`{name}` has a hyphen, so it cannot stand after a dot", help_line)
