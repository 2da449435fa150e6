"""What YAML refuses: by which code, at which place, in which words."""

from __future__ import annotations

import pytest
from readings import codes, only_finding, read_text, span_text

from onefold.frontends.yaml import FRONTEND


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "empty-document", ""),
        ("# nothing\n\n", "empty-document", ""),
        ("a: 1\n---\nb: 2\n", "several-documents", "---"),
        ("a: 1\n...\n---\nb: 2\n", "several-documents", "---"),
        ("a: 1\nb: 2\na: 3\n", "duplicate-key", "a"),
        ('a: {b: 1, "\\u0062": 2}\n', "duplicate-key", '"\\u0062"'),
        ("a: &x {}\nb: {<<: *x, <<: *x}\n", "duplicate-key", "<<"),
        ("&x a: 1\n*x : 2\n", "duplicate-key", "*x"),
        ("1: x\n", "non-string-key", "1"),
        ("true: x\n", "non-string-key", "true"),
        ("~: x\n", "non-string-key", "~"),
        (": x\n", "non-string-key", ""),
        ("!!int 1: x\n", "non-string-key", "1"),
        ("? [a]\n: x\n", "non-string-key", "["),
        ("a: &x [1]\nb: {*x : 1}\n", "non-string-key", "*x"),
        ("prompt: {{ inputs.x }}\n", "non-string-key", "{{ inputs.x }}"),
        ("a: .nan\n", "not-finite-number", ".nan"),
        ("a: [-.INF]\n", "not-finite-number", "-.INF"),
        ("a: 1e400\n", "not-finite-number", "1e400"),
        ("a: !!float .inf\n", "not-finite-number", ".inf"),
        ("a: 9007199254740993\n", "inexact-integer", "9007199254740993"),
        ("a: 1e16\n", "inexact-integer", "1e16"),
        ("a: 0x20000000000000\n", "inexact-integer", "0x20000000000000"),
        ('a: "\\ud800"\n', "lone-surrogate", "\\ud800"),
        ('a: "\\ud83d\\ude00"\n', "ambiguous-yaml", "\\ud83d\\ude00"),
        ("%YAML 1.1\n---\na: 1\n", "yaml-version", "1.1"),
        ("# first\n\n%YAML 1.3 # second\n---\na: 1\n", "yaml-version", "1.3"),
        ("%YAML 1.2\n%YAML 1.1\n---\na: 1\n", "yaml-version", "1.1"),
        ("a: !x y\n", "foreign-tag", "!x"),
        ("a: !!set {b: }\n", "foreign-tag", "!!set"),
        ("a: !!binary aGk=\n", "foreign-tag", "!!binary"),
        ("%TAG !! tag:example.com:\n---\na: !!int 1\n", "foreign-tag", "!!int"),
        ("a: &x [*x]\n", "cyclic-alias", "*x"),
        ("a: &x\n  <<: *x\n", "cyclic-alias", "*x"),
        ("a: *x\n", "undefined-alias", "*x"),
        ("<<: 1\n", "bad-merge", "1"),
        ("<<: [{}, 1]\n", "bad-merge", "[{}, 1]"),
        ("<<:\n", "bad-merge", ""),
        ("a: !!int x\n", "tag-mismatch", "x"),
        ("a: !!int 1.5\n", "tag-mismatch", "1.5"),
        ("a: !!bool 'yes'\n", "tag-mismatch", "'yes'"),
        ("a: !!null x\n", "tag-mismatch", "x"),
        ("a: !!map [x]\n", "tag-mismatch", "!!map"),
        ("a: !!str [x]\n", "tag-mismatch", "!!str"),
        ("a: !!seq x\n", "tag-mismatch", "!!seq"),
        ("a: b\x85", "raw-line-separator", "\x85"),
        ("a: b # c\u2028\n", "raw-line-separator", "\u2028"),
        ('a: "b\u2029"\n', "raw-line-separator", "\u2029"),
        ("a: b\x07\n", "unreadable-character", "\x07"),
        ("a: b\x7f\n", "unreadable-character", "\x7f"),
        ("a: b\ufeff\n", "unreadable-character", "\ufeff"),
        ("a: b\uffff\n", "unreadable-character", "\uffff"),
    ],
)
def test_what_holds_in_every_format_is_refused_at_its_place(text: str, code: str, place: str) -> None:
    finding = only_finding(FRONTEND, text)
    assert (finding.code, span_text(finding)) == (code, place)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{?foo: bar}\n", "ambiguous-yaml"),
        ("[?foo]\n", "ambiguous-yaml"),
        ('{?"foo": bar}\n', "ambiguous-yaml"),
        ("key: &an:chor value\n", "ambiguous-yaml"),
        ("key: &x 1\nother: {*x: 1}\n", "ambiguous-yaml"),
        ("&x a: 1\n*x: 2\n", "ambiguous-yaml"),
        ("&x a: 1\nb: {*x :2}\n", "ambiguous-yaml"),
        ("[a, -]\n", "ambiguous-yaml"),
        ("{a:, b: 1}\n", "ambiguous-yaml"),
        ("[http:]\n", "ambiguous-yaml"),
        ("[! :x]\n", "ambiguous-yaml"),
        ("- |+\n   ", "ambiguous-yaml"),
        ("- |+\n  a\n   ", "ambiguous-yaml"),
        ("--- |\n#a\n", "ambiguous-yaml"),
        ("--- >\n...\n", "ambiguous-yaml"),
        ("a: [b,#c\n]\n", "syntax-error"),
        ('a: "b"#c\n', "syntax-error"),
        ("a: 'b'#c\n", "syntax-error"),
        ("a: {b: c}#d\n", "syntax-error"),
        ("a: |#b\n  c\n", "syntax-error"),
        ("a: >2#b\n  c\n", "syntax-error"),
        ("a: [b,\nc]\n", "syntax-error"),
        ("a: {b: c,\nd: e}\n", "syntax-error"),
        ('a: "b\nc"\n', "syntax-error"),
        ("a: 'b\nc'\n", "syntax-error"),
        ("- a: [\n  b]\n", "syntax-error"),
        ("a:\n  - [b,\n  c]\n", "syntax-error"),
        ("a: [b,\n\tc]\n", "syntax-error"),
        ("a: >\n \n  \n   \n # b\n", "syntax-error"),
        ("a:\n|\n b\n", "syntax-error"),
        ("a: |\n\tb\n", "syntax-error"),
    ],
)
def test_what_readers_take_differently_or_too_easily_is_refused(text: str, code: str) -> None:
    assert codes(read_text(FRONTEND, text)) == [code]


@pytest.mark.parametrize(
    "text",
    [
        'a: "b" #c\n',
        'a: "b#c" # d"#e\n',
        "a: b#c\nd: [e#f, '#g']\n",
        "# 'a'#b\na: |\n  c'#d\n  '#e\n",
        "a: | # b'#c\n  d\n",
        "a: [\n  b\n]\n",
        "a: {\n  b: c\n}\n",
        "[a,\nb]\n",
        "a: [b,\n# c\n c]\n",
        'a: "b\n\n c"\n',
        "a: &x_1-y b\nc: *x_1-y\n",
        "? a\n: b\n",
        "{? a : b}\n",
        "a: ?b\nc: -d\ne: :f\n",
        "a: [b?, -c, d-]\n",
        "a: |\n\n  b\n",
        "a: |\n  \n  b\n",
        "a: |2\n    \n  b\n",
        "a: |+\n  b\n\n",
        "a: |+\n  b",
    ],
)
def test_what_only_looks_like_it_is_read(text: str) -> None:
    assert read_text(FRONTEND, text).findings == ()


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("a: [1, 2\n", "", "a comma or `]` was expected, not the end of the file"),
        ("a: {b: 1,\nc: 2}\n", "c", "this line belongs to a list or mapping in brackets but is not indented more"),
        ('a: "b\n', '"', "the quoted text that begins here has no closing quote"),
        ('a: "\\q"\n', "\\q", "`\\q` is no escape"),
        ('a: "\\x1"\n', "\\x1", "`\\x1` lacks some of its hexadecimal digits"),
        ('a: "\\UFFFFFFFF"\n', "\\UFFFFFFFF", "`\\UFFFFFFFF` stands for no character"),
        ("a:\n\tb: 1\n", "\t", "a tab cannot stand here"),
        ("a: @b\n", "@", "an unquoted text cannot begin with `@`"),
        ("a: b: c\n", ":", "this `:` would end a key, but no key can stand here"),
        ("a: 1\nb\n", "b", "a key was expected, but no `:` follows `b`"),
        ("a:\n  - b\n c: 1\n", "c", "`c` does not belong to the mapping before it"),
        ("- a\nb: 1\n", "b", "`b` does not belong to the list before it"),
        ("a: 'b' c\n", "c", "`c` stands after the end of the value on its line"),
        ("a: |x\n  b\n", "|", "the text block that begins here is not written as YAML has it"),
        ("a: [*]\n", "*]", "`*` begins an alias, but no name follows"),
        ("a: &\n", "&", "`&` begins an anchor, but no name follows"),
        ("a: !e!x y\n", "!e!x", "the handle of the tag `!e!x` is not declared"),
        ("%YAML 1.2 x\n---\na\n", "%YAML 1.2 x", "this directive is not written as YAML has it"),
        ("a: 1\n... b\n", "b", "`b` stands after the end of the document"),
        ("a: '\n---\n'\n", "-", "the document ends inside the quoted text before this line"),
        ("[,]\n", ",", "a value was expected, not `,`"),
        ("a: - b\n", "-", "an item of a list cannot begin here"),
    ],
)
def test_a_fault_is_explained_in_words_at_its_place(text: str, place: str, message: str) -> None:
    finding = only_finding(FRONTEND, text)
    assert finding.code == "syntax-error"
    assert finding.arguments["format"] == "YAML"
    assert str(finding.arguments["message"]).startswith(message)
    assert span_text(finding) == place


@pytest.mark.parametrize(
    "text",
    ["a: {{ b }}\n", "{a: b {{ c }}}\n", "a: !b c\n", "a: [*b]\n", "a: [*]\n", "a: *b.c\n", "a: @b\n", "a: %b\n"],
)
def test_a_text_that_needs_quotes_gets_the_help_to_quote_it(text: str) -> None:
    assert "quote" in str(only_finding(FRONTEND, text).help)


@pytest.mark.parametrize("escape", ["\\N", "\\L", "\\P"])
def test_a_raw_line_separator_gets_its_escape_as_help(escape: str) -> None:
    character = {"\\N": "\x85", "\\L": "\u2028", "\\P": "\u2029"}[escape]
    assert escape in str(only_finding(FRONTEND, f"a: x{character}y\n").help)
    assert read_text(FRONTEND, f'a: "x{escape}y"\n').value == {"a": f"x{character}y"}


def test_both_places_of_a_duplicate_key_are_shown() -> None:
    finding = only_finding(FRONTEND, "a: 1\nb: 2\n'a': 3\n")
    (related,) = finding.related
    assert related.place.span is not None
    assert (related.place.span.start, span_text(finding)) == (0, "'a'")


def test_an_open_bracket_is_shown_with_what_stands_in_its_way() -> None:
    finding = only_finding(FRONTEND, "a: [1, 2\nb: 3\n")
    (related,) = finding.related
    assert related.place.span is not None
    assert related.place.span.text == "["


def test_a_wrong_number_of_spaces_is_not_called_a_duplicate() -> None:
    assert codes(read_text(FRONTEND, "a: 1\n a: 2\n")) == ["syntax-error"]
