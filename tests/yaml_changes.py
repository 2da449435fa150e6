"""YAML texts changed at random: pieces put in and taken out, lines moved, indented, quoted, folded and cut off."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

# All that YAML has, and what nearly is.
PIECES = (
    *(
        "a",
        " ",
        "  ",
        "\n",
        " \n",
        "\n ",
        "\n  ",
        "\n    ",
        "   \n",
        "\n\n",
        "- ",
        "-",
        ": ",
        ":",
        "? ",
        "?",
        ", ",
        ",",
    ),
    *("[", "]", "{", "}", "#", " #", " # ", "|", ">", "|-", ">-", "|+", ">+", "|2", "|1+", "|1-", ">2-", "&a ", "&b"),
    *("*a", "*a ", "!", "! ", "!!str ", "!!int ", "!!seq ", "!!map ", '"', "'", "''", "\\", "\\n", '\\"', "\\u0041"),
    *("\\ud83d", "\\ude00", "\\x41", "%", "@", "`", "~", "null", "true", "yes", "no", "on", "0", "1", "1.5", "0x1"),
    *(
        "0o7",
        "1e3",
        "-1",
        "+1",
        ".5",
        "1:30",
        "2024-01-01",
        "1.0.0",
        "<<: ",
        "=",
        "---",
        "--- ",
        "---\n",
        "...",
        "...\n",
    ),
    *("\t", "\r", "\r\n", "\ufeff", "\x85", "\u2028", "é", "\U0001f600", "\xa0", "\x07", "%YAML 1.2\n", "x: ", "y: "),
    *("description: |\n", "check: |\n", "k:", "k:\n", "k: |\n", "k: >\n", "- |\n", "a: b\n", "- c\n", "\n# c\n"),
    *("\n  # c\n", "[]", "{}", "[a, b]", "{a: b}", "{x: 1}", '{"a":1}', "[a,]", '"s"', "'t'", '"a\n b"', "http://x"),
    *("a:b", "-a", ".", "*", "&", "% "),
)
_WHOLE = (
    *(
        "# c",
        "#",
        "a: b",
        "- a",
        "text",
        "k:",
        "- k: v",
        "-",
        "...",
        "---",
        "'q'",
        '"q"',
        "|",
        ">",
        "? a",
        ": b",
        "[a]",
    ),
    *("{}", "", " ", "   "),
)
_ENDS = (" # c", "#c", " #", '  # it\'s: "x"', " #: ", " ", "   ")
_BEGINNINGS = ("- ", "- - ", "-  ", "? ", "'x': ", '"x": ', "x: ", "&a ", "!t ")
_VALUES = (
    *("|", "|-", "|+", ">", ">-", ">+", "|2", "|1", ">1-", "|4+", "|9", "|0", "|22", "|-+", "| #c", "|# c", "", "~"),
    *("yes", "0o7", "-1", "1.2.3", "-", "'@'", '"@"', "'@", "@:", "@: c", "[@]", "{@}", "[@", "- @"),
)
Lines = list[str]


def changed(text: str, random: Random) -> str:
    """The text with a few changes, sometimes none."""
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3, 5))):
        if random.random() < 0.4:
            start = random.randrange(len(text) + 1)
            end = start + random.choice((0, 0, 0, 1, 1, 2, 4, 20))
            text = text[:start] + random.choice((*PIECES, "")) + text[end:]
        else:
            lines = text.split("\n")
            random.choice(_LINE_CHANGES)(lines, random.randrange(len(lines)), random)
            text = "\n".join(lines)
    return text


def part(text: str, random: Random) -> str:
    """Some lines of the text, mostly moved to the left edge, nearly always with the last line end."""
    lines = text.split("\n")
    count = random.choice((3, 5, 8, 12, 20, 40))
    start = random.randrange(max(1, len(lines) - count))
    lines = lines[start : start + count]
    if random.random() < 0.8:
        margin = min((_indent(line) for line in lines if line.strip(" ")), default=0)
        lines = [line[margin:] for line in lines]
    return "\n".join(lines) + ("\n" if random.random() < 0.9 else "")


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _remove(lines: Lines, at: int, _: Random) -> None:
    del lines[at]


def _repeat(lines: Lines, at: int, random: Random) -> None:
    lines.insert(at, random.choice(lines))


def _put(lines: Lines, at: int, random: Random) -> None:
    lines.insert(at, " " * random.randrange(8) + random.choice(_WHOLE))


def _indent_more(lines: Lines, at: int, random: Random) -> None:
    lines[at] = " " * random.randint(1, 3) + lines[at]


def _indent_less(lines: Lines, at: int, random: Random) -> None:
    lines[at] = lines[at][min(_indent(lines[at]), random.randint(1, 3)) :]


def _indent_rest(lines: Lines, at: int, _: Random) -> None:
    lines[at:] = [f"  {line}" for line in lines[at:]]


def _begin(lines: Lines, at: int, random: Random) -> None:
    margin = _indent(lines[at])
    lines[at] = lines[at][:margin] + random.choice(_BEGINNINGS) + lines[at][margin:]


def _end(lines: Lines, at: int, random: Random) -> None:
    lines[at] += random.choice(_ENDS)


def _replace_value(lines: Lines, at: int, random: Random) -> None:
    key, colon, value = lines[at].partition(": ")
    if colon:
        lines[at] = key + colon + random.choice(_VALUES).replace("@", value)


def _break(lines: Lines, at: int, random: Random) -> None:
    line = lines[at]
    where = random.randrange(len(line) + 1)
    lines[at : at + 1] = [line[:where], " " * random.randrange(9) + line[where:].lstrip(" ")]


def _join(lines: Lines, at: int, _: Random) -> None:
    lines[at : at + 2] = [
        " ".join(line.lstrip(" ") if number else line for number, line in enumerate(lines[at : at + 2]))
    ]


def _cut_off(lines: Lines, at: int, _: Random) -> None:
    del lines[at + 1 :]


_LINE_CHANGES: tuple[Callable[[Lines, int, Random], None], ...] = (
    *(_remove, _repeat, _put, _indent_more, _indent_less, _indent_rest),
    *(_begin, _end, _replace_value, _break, _join, _cut_off),
)
