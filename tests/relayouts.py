"""Other layouts of one source: texts that differ in indentation, empty lines, spacing and quoting alone.

Each function takes a text as `onefold fmt` leaves it and a source of choices. Where a comment stands (before what, or
behind what) is kept; so are blocks of lines, brackets and the order of everything.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from readings import LIMITS

from onefold.frontends.fold.parse import Parse
from onefold.frontends.fold.tables import tables
from onefold.frontends.splices import insertion, replacement, splice
from onefold.frontends.tally import Tally
from onefold.frontends.toml import literals
from onefold.frontends.toml.locate import written as written_toml
from onefold.frontends.tree import MappingNode, ScalarNode, SequenceNode
from onefold.frontends.yaml.events import accepted
from onefold.frontends.yaml.scalars import resolve
from onefold.frontends.yaml.spelling import inline, quoted
from onefold.kernel.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from onefold.frontends.tree import Node
    from onefold.kernel.fixes import Edit


def relaid(format_name: str, text: str, random: Random) -> bytes:
    """The text in another layout; sometimes with a byte order mark, and with lines that end as on Windows."""
    other = RELAYOUTS[format_name](text, random)
    if random.random() < 0.3:
        other = other.replace("\n", "\r\n")
    return (("\ufeff" if random.random() < 0.2 else "") + other).encode("utf-8")


def spaces(random: Random, least: int = 0) -> str:
    """A few spaces, and now and then a tab."""
    return "".join(random.choice("  \t") if index else " " for index in range(random.randint(least, 3)))


def blank_lines(random: Random) -> str:
    """As often as not, some empty lines."""
    return "".join(random.choice(("\n", "  \n")) for _ in range(random.choice((0, 0, 1, 3))))


# JSON


def relaid_json(text: str, random: Random) -> str:
    """White space between all tokens, and escapes in strings."""
    tokens = re.findall(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', text)
    spelled = (_json_string(each, random) if each.startswith('"') else each for each in tokens)
    return "".join(random.choice(("", " ", "\n", "\t", "\n\n  ")) + each for each in spelled) + "\n"


def _json_string(token: str, random: Random) -> str:
    return json.dumps(json.loads(token), ensure_ascii=random.random() < 0.5).replace("/", random.choice(("/", "\\/")))


# YAML


def relaid_yaml(text: str, random: Random) -> str:
    """Quotes first, while the places of scalars are known; then the lines."""
    source = Source("relaid", text)
    edits = [edit for event in accepted(text) for edit in _yaml_quotes(source, event, random)]
    return _YamlLines(random).relaid(splice(source, edits))


def _yaml_quotes(source: Source, event: object, random: Random) -> Iterator[Edit]:
    if event.__class__.__name__ != "ScalarEvent":
        return
    start, end = event.start_mark.index, event.end_mark.index  # type: ignore[attr-defined] # it is a scalar
    value, style = event.value, event.style  # type: ignore[attr-defined] # it is a scalar
    is_merge = value == "<<" and not style
    if (
        style in ("|", ">")
        or source.text[start] in "&!"
        or is_merge
        or (not style and not isinstance(resolve(value), str))
    ):
        return
    spellings = [source.text[start:end], quoted(value)]
    if "\n" not in value and '"' not in inline(value)[:1]:
        spellings.append("'" + value.replace("'", "''") + "'")
    yield replacement(source, start, end, random.choice(spellings))


class _YamlLines:
    """Gives every level of a text in block style another indentation."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.levels = [(0, 0)]
        self.lines: list[str] = []

    def relaid(self, text: str) -> str:
        lines = text.split("\n")[:-1]
        self.commented = {len(line) - len(line.lstrip()) for line in lines if line.lstrip().startswith("#")}
        index = 0
        while index < len(lines):
            index = self.line(lines, index)
        return "".join(f"{line}\n" for line in self.lines)

    def line(self, lines: list[str], index: int) -> int:
        line = lines[index]
        if not line:
            return index + 1
        old = len(line) - len(line.lstrip(" "))
        rest = line[old:]
        # Spaces on a line after a block could belong to its text.
        self.lines += [""] * self.random.choice((0, 0, 1, 3))
        new = self.level(old, may_stay=rest.startswith("- ") and old not in self.commented)
        before = " " * new
        while rest.startswith("- "):
            gap = " " * self.random.randint(1, 3)
            before, rest, old = f"{before}-{gap}", rest[2:], old + 2
            self.levels.append((old, len(before)))
        header = re.search(r"(?:^|[:\-] )(?:&\S+ )?([|>])(\d?)([+-]?)(  #.*)?$", rest)
        if header and not rest.startswith("#"):
            return self.block(lines, index + 1, before, rest, header)
        self.lines.append(before + self.spaced(rest))
        return index + 1

    def level(self, old: int, *, may_stay: bool) -> int:
        while self.levels[-1][0] > old:
            self.levels.pop()
        if self.levels[-1][0] < old:
            least = 0 if may_stay else 1
            self.levels.append((old, self.levels[-1][1] + self.random.randint(least, 4)))
        return self.levels[-1][1]

    def spaced(self, rest: str) -> str:
        """Another distance between a key and its value, and before a comment."""
        if rest.startswith("#"):
            return rest
        spaced = re.sub(r"^([\w-]+:) (?=\S)", lambda match: f"{match[1]} {spaces(self.random)}", rest)
        return re.sub(r"  (#[^\"']*)$", lambda match: f" {spaces(self.random)}{match[1]}", spaced)

    def block(self, lines: list[str], index: int, before: str, rest: str, header: re.Match[str]) -> int:
        """A block scalar, further in or less far."""
        # Before an item, the block is indented more than its dash; before a value, more than its key.
        width = self.random.randint(1, 4)
        outer = self.levels[-1] if header.start() or not self.levels[-2:-1] else self.levels[-2]
        digit = str(width) if header[2] else ""
        self.lines.append(before + rest[: header.start(1)] + header[1] + digit + header[3] + (header[4] or ""))
        margin = " " * (outer[1] + width)
        kept = outer[0] + 2
        body: list[str] = []
        while index < len(lines) and (not lines[index] or lines[index].startswith(" " * kept)):
            body.append(margin + lines[index][kept:] if lines[index] else "")
            index += 1
        self.lines += body
        return index


# TOML


def relaid_toml(text: str, random: Random) -> str:
    """Quotes of keys and texts, white space around everything, and lists on one line or on several."""
    source = Source("relaid", text)
    found = written_toml(source, LIMITS)
    edits: list[Edit] = []
    keys = [(part, each) for each in found.statements for part in each.key]
    keys += [(part, each) for members in found.members.values() for each in members for part in each.key]
    for part, _ in keys:
        spelling = random.choice((literals.key(part.name), literals.basic_string(part.name)))
        edits.append(replacement(source, part.span.start, part.span.end, spelling))
    for each in found.statements:
        edits.append(insertion(source, each.start, spaces(random)))
        node = getattr(each, "node", None)
        if node is not None:
            edits += _toml_values(source, node, random, is_direct=True)
    gaps = [match.start() for match in re.finditer(r"(?m)^$", text) if not _is_in_text(found, match.start())]
    edits += [insertion(source, index, blank_lines(random)) for index in gaps]
    return splice(source, edits)


def _is_in_text(found: object, index: int) -> bool:
    nodes = [each.node for each in found.statements if hasattr(each, "node")]  # type: ignore[attr-defined] # as written
    return any(node.span.start <= index < node.span.end for node in nodes)


def _toml_values(source: Source, node: Node, random: Random, *, is_direct: bool) -> Iterator[Edit]:
    if isinstance(node, ScalarNode):
        if isinstance(node.value, str) and not node.span.text.startswith(('"""', "'''")):
            spellings = [node.span.text, literals.basic_string(node.value)]
            if is_direct and not literals.has_lines(node.value):
                spellings.append(literals.lines(node.value))
            yield replacement(source, node.span.start, node.span.end, random.choice(spellings))
        elif is_direct and isinstance(node.value, str) and "\\\n" not in node.span.text:
            spellings = [node.span.text, literals.basic_string(node.value)]
            yield replacement(source, node.span.start, node.span.end, random.choice(spellings))
        return
    children = list(node.items if isinstance(node, SequenceNode) else (each.node for each in node.entries.values()))
    has_comments = "#" in node.span.text
    for child in children:
        if isinstance(node, SequenceNode) and not has_comments:
            yield insertion(source, child.span.start, random.choice(("", "\n", " ", "\n\n\t")))
        if not (isinstance(node, MappingNode) and isinstance(child, MappingNode) and child.span.text[:1] != "{"):
            yield from _toml_values(source, child, random, is_direct=False)


# fold


class _Tokens(Parse):
    """A parse that notes every token it takes."""

    def _token(self, text: str, state: int) -> tuple[str, int, int]:
        found = super()._token(text, state)
        self.found.append(found)  # type: ignore[attr-defined] # set by whoever runs it
        return found


def fold_tokens(text: str) -> list[tuple[str, int, int]]:
    """The tokens of a fold text: terminal, start and end."""
    source, made = Source("relaid", text), tables()
    parse = _Tokens(source, made, Tally(source, LIMITS, refuses_depth=False), [made.start])
    parse.found = []  # type: ignore[attr-defined] # what it notes
    parse.advance(len(text) + 1)
    found: list[tuple[str, int, int]] = parse.found  # type: ignore[attr-defined] # as above
    return [each for each in dict.fromkeys(found) if each[0] and each[0] != "$END"]


def relaid_fold(text: str, random: Random) -> str:
    """White space between tokens, quotes of words, and the margins of text blocks."""
    pieces, end = [], 0
    for terminal, start, stop in fold_tokens(text):
        pieces.append(_fold_gap(text[end:start], text[start:stop], random))
        pieces.append(_fold_token(terminal, text[start:stop], random))
        end = stop
    return "".join([*pieces, text[end:], blank_lines(random)])


def _fold_gap(gap: str, following: str, random: Random) -> str:
    if "/" in gap:
        # A comment stays behind what it follows, or on a line of its own.
        first, *rest = gap.split("\n")
        margin = " " * random.randint(0, 5)
        return "\n".join([first, *(margin + line if line else "" for line in rest)])
    if not gap:
        return random.choice(("", " ")) if following in ",:" else ""
    return random.choice((" ", "  ", "\n", "\n\n\t", "\t"))


def _fold_token(terminal: str, token: str, random: Random) -> str:
    if terminal == "TEXT_BLOCK":
        return _fold_block(token, random)
    is_word = terminal in ("WORD", "GLOB") and token not in ("true", "false", "null")
    return f'"{token}"' if is_word and random.random() < 0.5 else token


def _fold_block(token: str, random: Random) -> str:
    margin = re.search(r"\n([ \t]*)[^\n]*\Z", token)
    old = len(margin[1]) if margin else 0
    new = " " * random.randint(0, 8)
    first, *lines = token.split("\n")
    return "\n".join([first, *(new + line[old:] if line[old:] or line is lines[-1] else "" for line in lines)])


# Comments anywhere

AFTER_BLOCK = "# after block "


def commented(format_name: str, text: str, random: Random) -> str:
    """The text with comments in a few of the places where its format allows them."""
    places = [*_COMMENT_PLACES[format_name](text)]
    source, edits = Source("commented", text), []
    for number, index in enumerate(sorted(random.sample(places, min(len(places), random.randint(1, 6))))):
        comment = _comment(format_name, number, random)
        # Within brackets, lines of YAML are indented more than what holds them.
        is_inside = format_name == "yaml" and text[index] != "\n"
        edits.append(insertion(source, index, comment.replace("\n", "\n" + " " * 40) if is_inside else comment))
    if format_name == "yaml":
        edits += _after_blocks(source, random)
    return splice(source, edits)


def _after_blocks(source: Source, random: Random) -> Iterator[Edit]:
    """Comments directly after blocks of text: as far in as the key of the block, or as what follows."""
    for number, event in enumerate(accepted(source.text)):
        if getattr(event, "style", None) in ("|", ">") and random.random() < 0.5:
            start, end = event.start_mark.index, event.end_mark.index
            key = source.text[source.text.rfind("\n", 0, start) + 1 : start]
            margins = [each[: len(each) - len(each.lstrip(" "))] for each in (key, source.text[end:])]
            yield insertion(source, end, f"{random.choice(margins)}{AFTER_BLOCK}{number}\n")


def _comment(format_name: str, number: int, random: Random) -> str:
    if format_name != "fold":
        return random.choice((f" # c{number}\n", f"\n# c{number}\n", f"\n     # c{number}\n\n"))
    return random.choice(
        (
            f" // c{number}\n",
            f"\n /* c{number} */ ",
            f" /* c{number}\n   and\n  more */ ",
            f" /*{number}*/ ",
            f" /* {number} */ // d{number}\n",
        )
    )


def _yaml_places(text: str) -> Iterator[int]:
    """After commas and brackets, and at line ends outside of texts."""
    ranges = [(each.start_mark.index, each.end_mark.index) for each in accepted(text) if hasattr(each, "value")]
    for match in re.finditer(r"(?<=[,\[{]) ?(?=[^ ])|\n", text):
        if not any(start < match.end() < end or start <= match.start() < end for start, end in ranges):
            yield match.start()


def _toml_places(text: str) -> Iterator[int]:
    """After commas and brackets of values, and at line ends outside of texts."""
    source = Source("commented", text)
    found = written_toml(source, LIMITS)
    values = [each.node for each in found.statements if hasattr(each, "node")]
    texts: list[Node] = []
    while values:
        value = values.pop()
        if isinstance(value, ScalarNode):
            texts.append(value)
        elif isinstance(value, SequenceNode):
            values += value.items
        else:
            values += [each.node for each in found.members[value.span.start]]
    for match in re.finditer(r"(?<=[,\[{])(?= ?[^ \[\]])|\n", text):
        is_text = any(each.span.start <= match.start() < each.span.end for each in texts)
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if (
            not is_text
            and (match[0] or not line.startswith("["))
            and not (match[0] == "" and "=" not in text[: match.start()])
        ):
            yield match.start()


def _fold_places(text: str) -> Iterator[int]:
    """Between any two tokens, and between the number and the currency of money."""
    tokens = fold_tokens(text)
    yield from (start for _, start, _ in tokens[1:])
    yield from (text.index(" ", start) for terminal, start, _ in tokens if terminal in ("MONEY", "ANY_MONEY"))


_COMMENT_PLACES: dict[str, Callable[[str], Iterator[int]]] = {
    "yaml": _yaml_places,
    "toml": _toml_places,
    "fold": _fold_places,
}
RELAYOUTS: dict[str, Callable[[str, Random], str]] = {
    "json": relaid_json,
    "yaml": relaid_yaml,
    "toml": relaid_toml,
    "fold": relaid_fold,
}
