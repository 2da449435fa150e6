from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.kernel.diagnostics import Diagnostic, RelatedPlace
from onefold.kernel.source import Source, Span
from onefold.tools.show import concise
from onefold.tools.show.cells import escaped, source_cell, width
from onefold.tools.show.excerpt import excerpt
from onefold.tools.show.text import render


def found(text: str, spot: str, *related: RelatedPlace, name: str = "a.fold.yaml", message: str = "It is so.") -> str:
    source = Source(name, text)
    start = text.index(spot)
    span = Span(source, start, start + len(spot))
    return render(Diagnostic("OF201", "unknown-field", "error", message, None, span, related, "mend it"))


def test_a_diagnostic_shows_code_place_line_underline_and_help() -> None:
    assert found("onefold: 1\nsteps: x\n", "steps") == (
        "error[OF201]: It is so.\n --> a.fold.yaml:2:1\n  |\n2 | steps: x\n  | ^^^^^\n  |\n  = help: mend it"
    )


def test_a_related_place_of_the_same_source_stands_in_the_same_excerpt() -> None:
    text = "a: 1\nb: 2\nc: 3\na: 4\n"
    source = Source("a.fold.yaml", text)
    related = RelatedPlace("it is first written here", None, Span(source, 0, 1))
    diagnostic = Diagnostic("OF104", "duplicate-key", "error", "Twice.", None, Span(source, 15, 16), (related,))
    assert render(diagnostic) == (
        "error[OF104]: Twice.\n"
        " --> a.fold.yaml:4:1\n"
        "  |\n"
        "1 | a: 1\n"
        "  | - it is first written here\n"
        "...\n"
        "4 | a: 4\n"
        "  | ^"
    )


def test_a_related_place_of_another_source_has_an_excerpt_of_its_own() -> None:
    prompt = Source("prompts/p.md", "one\ntwo\n")
    related = RelatedPlace("the text is here", None, Span(prompt, 4, 7))
    assert found("steps: x\n", "x", related) == (
        "error[OF201]: It is so.\n"
        " --> a.fold.yaml:1:8\n"
        "  |\n"
        "1 | steps: x\n"
        "  |        ^\n"
        "  |\n"
        "  = note: the text is here\n"
        " --> prompts/p.md:2:1\n"
        "  |\n"
        "2 | two\n"
        "  | ---\n"
        "  = help: mend it"
    )


def test_a_related_place_without_a_span_is_told_by_its_path() -> None:
    assert "\n  = note: it is there (steps.a)\n" in found("x\n", "x", RelatedPlace("it is there", "steps.a", None))


def test_of_many_related_places_the_first_are_shown_and_the_others_counted() -> None:
    related = [RelatedPlace(f"place {number}", None, None) for number in range(9)]
    shown = found("x\n", "x", *related)
    assert "place 4" in shown
    assert "place 5" not in shown
    assert "= note: and 4 more places" in shown


def test_of_several_lines_the_first_are_underlined_without_their_indentation() -> None:
    text = "steps:\n  a:\n    kind: model\n    prompt: hi\n    effort: high\n"
    assert found(text, text[7:]).splitlines()[2:-2] == [
        "  |",
        "2 |   a:",
        "  | ^^^^",
        "3 |     kind: model",
        "  |     ^^^^^^^^^^^",
        "4 |     prompt: hi",
        "  |     ^^^^^^^^^^",
        "...",
    ]


def test_line_numbers_of_several_digits_share_one_margin() -> None:
    text = "\n" * 8 + "nine\nten\n"
    assert found(text, "nine\nten").splitlines()[1:6] == [
        "  --> a.fold.yaml:9:1",
        "   |",
        " 9 | nine",
        "   | ^^^^",
        "10 | ten",
    ]


@pytest.mark.parametrize("text", ["", "a: 1\n", "a: 1", "a: 1\r\n", "a\r"])
def test_the_end_of_the_text_is_a_place(text: str) -> None:
    source = Source("a.fold.yaml", text)
    span = Span(source, len(text), len(text))
    shown = render(Diagnostic("OF102", "empty-document", "error", "Empty.", None, span))
    assert shown.splitlines()[-1].endswith("^")


def test_a_caret_stands_under_its_character_whatever_stands_before_it() -> None:
    for before in ("漢字", "e\u0301e\u0301", "\t", "\u202e", "한국", "\x1b[31m", "🙂", "\u200d"):
        lines = found(f"{before}spot", "spot").splitlines()
        assert width(lines[3].partition("spot")[0]) == lines[4].index("^")


def test_tabs_are_four_spaces_in_the_text_and_under_it() -> None:
    assert found("\tkey:\tspot", "spot").splitlines()[3:5] == ["1 |     key:    spot", "  |             ^^^^"]


def test_a_wide_spot_is_underlined_as_wide_as_it_is() -> None:
    assert found("a: 漢字 b", "漢字").splitlines()[4] == "  |    ^^^^"


def test_a_long_line_is_cut_around_the_spot() -> None:
    lines = found(f"{'x' * 1000} spot {'y' * 1000}", "spot").splitlines()
    assert lines[1] == " --> a.fold.yaml:1:1002"
    assert lines[3].startswith("1 | …xxx")
    assert lines[3].endswith("yyy…")
    assert len(lines[3]) < 130
    assert lines[3].index("spot") == lines[4].index("^^^^")


def test_two_places_in_one_long_line_are_both_shown() -> None:
    text = f"first{'x' * 1000}second"
    source = Source("a.fold.json", text)
    related = RelatedPlace("here", None, Span(source, 0, 5))
    lines = render(Diagnostic("OF104", "x", "error", "Twice.", None, Span(source, 1005, 1011), (related,))).splitlines()
    assert [line.strip("1 |-^…x") for line in lines if "first" in line or "second" in line] == ["second", "first"]


def test_a_megabyte_of_one_line_costs_no_more_than_what_is_shown() -> None:
    text = "\u0301" * 1_000_000 + "spot"
    assert len(found(text, "spot")) < 1000


def test_control_escape_and_bidirectional_characters_are_never_shown_raw() -> None:
    hostile = "\x1b]0;title\x07\u202e\u2066\u200f\x00\x9b\u2028"
    related = RelatedPlace(hostile, hostile, None)
    shown = found(f"a: {hostile} spot", "spot", related, name=f"{hostile}\n.fold.yaml", message=f"`{hostile}\r\n`.")
    assert r"\u{1b}]0;title\u{7}\u{202e}\u{2066}\u{200f}\u{0}\u{9b}\u{2028}" in shown
    assert r"\u{a}.fold.yaml" in shown
    assert r"\u{d}\u{a}`." in shown
    assert all(each == "\n" or each.isprintable() for each in shown)


@given(st.text(), st.text(), st.text())
def test_no_text_of_an_author_reaches_the_terminal_raw(name: str, text: str, message: str) -> None:
    source = Source(name, text)
    span = Span(source, len(text) // 3, len(text) // 3 * 2)
    related = RelatedPlace(message, message, Span(source, 0, len(text)))
    diagnostic = Diagnostic("OF201", "x", "error", message, message, span, (related,), message)
    shown = render(diagnostic) + concise.render(diagnostic, path=name)
    assert all(each == "\n" or unicodedata.category(each) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for each in shown)


@given(st.text(), st.integers(20, 60), st.data())
def test_an_excerpt_is_as_wide_as_asked_and_underlines_its_spot(text: str, columns: int, data: st.DataObject) -> None:
    source = Source("a", text)
    number = data.draw(st.integers(1, len(source.line_starts)))
    first, last = source.line(number)
    start = data.draw(st.integers(first, last))
    end = data.draw(st.integers(start, last))
    drawn = excerpt(source, number, start, end, columns)
    spot = "".join(map(source_cell, text[start:end]))
    assert width(drawn.text) <= columns + 2
    assert drawn.end > drawn.start
    assert spot in drawn.text or drawn.text.endswith("…")


@given(st.text())
def test_escaping_keeps_what_is_harmless_and_is_done_once(text: str) -> None:
    assert escaped(escaped(text)) == escaped(text)
    if text.isprintable():
        assert escaped(text) == text


def test_colours_surround_parts_and_change_no_text() -> None:
    source = Source("a.fold.yaml", "steps: x\n")
    diagnostic = Diagnostic("OF201", "x", "warning", "So.", None, Span(source, 0, 5), (), "mend it")
    plain, coloured = render(diagnostic), render(diagnostic, colour=True)
    assert "\x1b[1;33mwarning[OF201]\x1b[0m" in coloured
    assert "\x1b[1;33m^^^^^\x1b[0m" in coloured
    for code in ("\x1b[0m", "\x1b[1m", "\x1b[1;33m", "\x1b[1;34m", "\x1b[1;32m"):
        coloured = coloured.replace(code, "")
    assert coloured == plain


def test_the_concise_form_is_one_line() -> None:
    source = Source("a b.fold.yaml", "x\n  y\n")
    diagnostic = Diagnostic("OF201", "x", "error", "It\nis so.", None, Span(source, 4, 5))
    assert concise.render(diagnostic, path="?") == r"a b.fold.yaml:2:3: error[OF201] It\u{a}is so."


def test_without_a_span_the_source_and_the_path_in_the_workflow_are_named() -> None:
    diagnostic = Diagnostic("OF121", "too-many-nodes", "error", "Too many.", "steps.a", None)
    assert render(diagnostic, path="a.fold.yaml") == "error[OF121]: Too many.\n --> a.fold.yaml: steps.a"
    assert concise.render(diagnostic, path="a.fold.yaml") == "a.fold.yaml: error[OF121] Too many."
