"""A hostile workflow through every rendering of differences and graphs: its text stays text."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hostile import EVIL, hostile

markdown_it = pytest.importorskip("markdown_it")

# What a terminal, a page or an editor would obey or hide; tabs and line ends are white space everywhere.
UNSAFE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)
# A program that reads JSON may be told of characters that are only hard to see.
OBEYED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")
# What no output holds, a source neither.
TURNING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
COMMANDS = {
    "text": ("diff",),
    "json": ("diff", "--format", "json"),
    "markdown": ("diff", "--format", "markdown"),
    "html": ("diff", "--format", "html"),
    "breaking": ("breaking",),
    "breaking json": ("breaking", "--format", "json"),
}
TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "header", "section", "article", "h1", "h2", "h3", "p",
    "dl", "dt", "dd", "ul", "li", "table", "thead", "tbody", "tr", "th", "td", "del", "ins", "code", "pre", "span",
    "div", "details", "summary", "svg", "g", "rect", "path", "text", "circle", "a",
}  # fmt: skip
ATTRIBUTES = {
    "lang", "charset", "http-equiv", "content", "name", "class", "id", "href", "role", "aria-label", "tabindex",
    "scope", "colspan", "xmlns", "width", "height", "viewbox", "transform", "x", "y", "rx", "d", "cx", "cy", "r",
    "data-step", "data-from", "data-to",
}  # fmt: skip


@pytest.fixture
def sources(folder: Path) -> tuple[str, str]:
    for turn in (0, 1):
        (folder / f"{turn}.json").write_text(hostile(turn), encoding="utf-8")
    return "0.json", "1.json"


class _Markup(HTMLParser):
    """Collects what a page consists of."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: set[str] = set()
        self.oddities: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links |= {value or "" for name, value in attrs if name in ("href", "src")}

    def handle_comment(self, data: str) -> None:
        self.oddities.append(data)

    def handle_pi(self, data: str) -> None:
        self.oddities.append(data)

    def unknown_decl(self, data: str) -> None:
        self.oddities.append(data)


def markup_of(page: str) -> _Markup:
    markup = _Markup()
    markup.feed(page)
    markup.close()
    return markup


def test_the_workflow_is_as_hostile_as_it_is_meant_to_be(onefold: Any, sources: tuple[str, str]) -> None:
    for source in sources:
        assert onefold("hash", "--quiet", source).code == 0


@pytest.mark.parametrize("name", COMMANDS)
def test_nothing_that_a_terminal_obeys_is_printed(onefold: Any, sources: tuple[str, str], name: str) -> None:
    outcome = onefold(*COMMANDS[name], *sources)
    assert outcome.code == 1
    assert not (OBEYED if "json" in name else UNSAFE).search(outcome.out)


def test_the_fields_of_a_hostile_workflow_are_listed_harmlessly(onefold: Any, sources: tuple[str, str]) -> None:
    outcome = onefold("hash", "--explain", sources[0])
    assert (outcome.code, outcome.err) == (0, "")
    assert "alert(1)" in outcome.out
    assert not UNSAFE.search(outcome.out)


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_history_of_a_hostile_workflow_is_shown_harmlessly(
    onefold: Any, sources: tuple[str, str], monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    words = EVIL.replace("\x00", "")
    monkeypatch.setenv("GIT_AUTHOR_NAME", words)
    assert onefold("record", sources[0], "-m", words).code == 0
    for command in ("log", "show"):
        outcome = onefold(command, "evil", "--format", form)
        assert (outcome.code, outcome.err) == (0, "")
        assert "http://evil.example" in outcome.out
        # Below its head `show` prints a source, in which a letter stands for itself, seen or not.
        is_source = (command, form) == ("show", "text")
        head = [line for line in outcome.out.split("\n") if line.startswith("#")]
        assert not (OBEYED if form == "json" else UNSAFE).search("\n".join(head) if is_source else outcome.out)
        assert not TURNING.search(outcome.out)


@pytest.mark.parametrize("form", ["mermaid", "dot", "svg", "html"])
def test_nothing_unsafe_is_in_a_graph(onefold: Any, sources: tuple[str, str], form: str) -> None:
    outcome = onefold("graph", "--format", form, sources[0])
    assert (outcome.code, outcome.err) == (0, "")
    assert not UNSAFE.search(outcome.out)
    assert "<script" not in outcome.out
    assert "<img" not in outcome.out


@pytest.mark.parametrize("command", [("diff",), ("graph",)])
def test_a_page_consists_of_our_own_markup(onefold: Any, sources: tuple[str, str], command: tuple[str, ...]) -> None:
    given = sources if command == ("diff",) else sources[:1]
    markup = markup_of(onefold(*command, "--format", "html", *given).out)
    assert markup.tags <= TAGS
    assert markup.attributes <= ATTRIBUTES
    assert markup.oddities == []
    assert all(re.fullmatch(r"#(change|step)-\d+", link) for link in markup.links)


def test_a_page_forbids_the_browser_everything_but_its_style(onefold: Any, sources: tuple[str, str]) -> None:
    page = onefold("diff", "--format", "html", *sources).out
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]+='; base-uri 'none'; form-action 'none'", policy[1]
    )
    assert page.index("Content-Security-Policy") < page.index("<style>")
    assert page.count("<style>") == 1


def test_a_picture_is_well_formed(onefold: Any, sources: tuple[str, str]) -> None:
    root = ElementTree.fromstring(onefold("graph", "--format", "svg", sources[0]).out)  # noqa: S314 - our own drawing
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert {each.tag.rpartition("}")[2] for each in root.iter()} <= {
        "svg", "style", "g", "title", "rect", "path", "text", "circle",
    }  # fmt: skip


def test_a_comment_consists_of_our_own_markup(onefold: Any, sources: tuple[str, str]) -> None:
    text = onefold("diff", "--format", "markdown", *sources).out
    html = markdown_it.MarkdownIt("gfm-like", {"linkify": False}).render(text)
    markup = markup_of(html)
    assert markup.tags <= {"h3", "p", "strong", "code", "ul", "li", "pre", "del", "ins", "em"}
    assert markup.attributes == set()
    assert markup.oddities == []
    # Whoever is named in it is not called: code is the only place where names stand.
    outside = re.sub(r"<(pre|code)>.*?</\1>", "", html, flags=re.DOTALL)
    assert "@everyone" in html
    assert "@everyone" not in outside
    assert "example" not in outside


def test_every_line_of_a_flowchart_is_of_a_known_shape(onefold: Any, sources: tuple[str, str]) -> None:
    words = r"\"[\w\s\-.,/#;<>]*\""
    shapes = [
        r"flowchart TD",
        rf"\s+s\d+(\({words}\)|\[{words}\]|\[\[{words}\]\]|\{{\{{{words}\}}\}}|\[/{words}/\])",
        rf"\s+subgraph s\d+\[{words}\]",
        r"\s+end",
        rf"\s+s\d+ (-->|-\.->)(\|{words}\|)? s\d+",
        r"\s+style s\d+ stroke-width:3px",
    ]
    for line in onefold("graph", sources[0]).out.rstrip("\n").split("\n"):
        assert re.fullmatch("|".join(shapes), line), line
        assert not re.search(r"<(?!br/>)", line)


def test_graphviz_reads_the_graph_as_it_is_meant(onefold: Any, sources: tuple[str, str]) -> None:
    text = onefold("graph", "--format", "dot", sources[0]).out
    for line in text.split("\n"):
        # Outside of quoted strings nothing of an author's stands.
        assert re.fullmatch(r'[\w\s\[\]{}=,;>"-]*', re.sub(r'"(?:[^"\\]|\\.)*"', '""', line)), line
    program = shutil.which("dot")
    if program is None:
        pytest.skip("there is no Graphviz on the path")
    done = subprocess.run([program, "-Tplain"], input=text.encode(), capture_output=True, check=True)
    assert done.stderr == b""
    nodes = [line.split()[1] for line in done.stdout.decode().split("\n") if line.startswith("node ")]
    assert sorted(nodes) == ["s0", "s1", "s2", "s3", "s4"]
