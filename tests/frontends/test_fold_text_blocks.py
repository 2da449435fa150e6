"""Text blocks: what they give, where their characters stand, and what is refused in them."""

from __future__ import annotations

import pytest
from readings import located, read_text

from onefold.frontends.fold import FRONTEND
from onefold.frontends.tree import MappingNode, ScalarNode

HEAD = "fold 1 description "

BLOCKS = [
    ("alone on its line, the closing delimiter gives a final newline", '"""\n  a\n  """', "a\n"),
    ("else there is none", '"""\n  a"""', "a"),
    ("its white space is lost from every line", '"""\n    a\n   b\n  """', "  a\n b\n"),
    ("without white space none is lost", '"""\n  a\n"""', "  a\n"),
    ("tabs are white space as they are", '"""\n\t a\n\t """', "a\n"),
    ("the last line may hold text and indentation", '"""\n    a\n    b"""', "a\nb"),
    ("a block without lines is empty", '"""\n"""', ""),
    ("also when its delimiter is indented", '"""\n    """', ""),
    ("an empty line is a line", '"""\n\n"""', "\n"),
    ("lines of white space may be shorter", '"""\n    a\n  \n\n\t\n    b\n    """', "a\n\n\n\nb\n"),
    ("lines of white space keep what is beyond", '"""\n  a\n    \n  """', "a\n  \n"),
    ("white space at the end of a line stays", '"""\n  a \t\n  """', "a \t\n"),
    ("CRLF is read as LF", '"""\r\n  a\r\n\r\n  b\r\n  """', "a\n\nb\n"),
    (
        "escapes of JSON",
        r'''"""
  \"\\\/\b\f\n\r\t\u0041\ud83d\ude00
  """''',
        '"\\/\b\f\n\r\tA😀\n',
    ),
    ("an escape is no indentation", '"""\n  \\u0020 a\n  """', "  a\n"),
    ("an escaped newline joins lines", '"""\n  a\\\n  b\n  """', "ab\n"),
    ("so a block can end without newline", '"""\n  a\\\n  """', "a"),
    ("also with CRLF", '"""\r\n  a\\\r\n  b\\\r\n  """', "ab"),
    ("indentation is lost before lines are joined", '"""\n  a \\\n    b\n  """', "a   b\n"),
    ("two backslashes before the line end are one", '"""\n  a\\\\\n  b\n  """', "a\\\nb\n"),
    ("and three join after one", '"""\n  a\\\\\\\n  b\n  """', "a\\b\n"),
    ("quotation marks need no escape", '"""\n  "a" ""b""\n  """', '"a" ""b""\n'),
    ("but three do", '"""\n  \\"""a""\\"\n  """', '"""a"""\n'),
    ("comments are text", '"""\n  // a /* b */\n  """', "// a /* b */\n"),
    ("templates are text", '"""\n  {{ inputs.x }} \\\\{{ y }}\n  """', "{{ inputs.x }} \\{{ y }}\n"),
    ("only LF and CRLF end lines", '"""\n  a\u2028b\u2029c\n  """', "a\u2028b\u2029c\n"),
]


@pytest.mark.parametrize(("written", "value"), [each[1:] for each in BLOCKS], ids=[each[0] for each in BLOCKS])
def test_a_text_block_gives_its_text(written: str, value: str) -> None:
    for text in (HEAD + written, HEAD + written + " start a // c", HEAD + written + ", meta {}"):
        reading = read_text(FRONTEND, text)
        assert reading.findings == ()
        assert isinstance(reading.value, dict)
        assert reading.value["description"] == value
    in_json = read_text(FRONTEND, f"fold 1 meta {{a: {written}, b: [{written}]}}")
    assert in_json.value == {"onefold": 1, "meta": {"a": value, "b": [value]}}


@pytest.mark.parametrize(("written", "value"), [each[1:] for each in BLOCKS], ids=[each[0] for each in BLOCKS])
def test_every_character_of_a_text_block_has_its_place(written: str, value: str) -> None:
    text = HEAD + written
    root = located(FRONTEND, text)
    assert isinstance(root, MappingNode)
    node = root.entries["description"].node
    assert isinstance(node, ScalarNode)
    places = FRONTEND.characters(node)
    assert places is not None
    assert len(places) == len(value) + 1
    assert list(places) == sorted(places)
    for character, place in zip(value, places, strict=False):
        if text[place] == "\\":
            continue
        assert text[place] == character or (character == "\n" and text[place] in "\r\n")


REFUSED = [
    ("text after the opening delimiter", '"""«a»\n"""', 'a line end was expected after `"""`'),
    ("white space after the opening delimiter", '"""« »\n"""', 'a line end was expected after `"""`'),
    ("a block on one line", '"""«a"""»', 'a line end was expected after `"""`'),
    ("a comment after the opening delimiter", '"""« // c»\n"""', 'a line end was expected after `"""`'),
    ("a lone CR after the opening delimiter", '"""«\r»a\n"""', "the control character U+000D stands raw in a text"),
    ("a lone CR", '"""\n  a«\r»b\n  """', "the control character U+000D stands raw in a text"),
    ("a lone CR at the end of a line", '"""\n  a«\r»\r\n  """', "the control character U+000D stands raw in a text"),
    ("NUL", '"""\n  a«\0»\n  """', "the control character U+0000 stands raw in a text"),
    ("ESC", '"""\n  a«\x1b»[1m\n  """', "the control character U+001B stands raw in a text"),
    ("a form feed", '"""\n  a«\f»\n  """', "the control character U+000C stands raw in a text"),
    ("DEL", '"""\n  a«\x7f»\n  """', "the control character U+007F stands raw in a text"),
    ("NEL", '"""\n  a«\x85»\n  """', "the control character U+0085 stands raw in a text"),
    ("another escape", '"""\n  a«\\q»\n  """', "`\\q` is no escape"),
    ("a backslash before white space", '"""\n  a«\\ »\n  b"""', None),
    ("an escape in the last line", '"""\n  a«\\x»00"""', "`\\x` is no escape"),
    ("the escape of a template", '"""\n  «\\{{» x }}\n  """', "`\\{{` is no escape"),
    ("half an escape", '"""\n  «\\u00e»\n  """', "`\\u00e` lacks some of its four hexadecimal digits"),
    ("a line with less white space", '"""\n    a\n«  »b\n    """', None),
    ("a line without white space", '"""\n  a\n«b»\n  """', None),
    ("a line with other white space", '"""\n  a\n«\t»b\n  """', None),
    ("a longer line of other white space", '"""\n  a\n«\t\t»\n  """', None),
    ("no closing delimiter", '«"""»\n  a\n  ""', 'the text block that begins here has no closing `"""`'),
    ("an escaped closing delimiter", '«"""»\n  a\\"""\n', 'the text block that begins here has no closing `"""`'),
]


@pytest.mark.parametrize(("marked", "message"), [each[1:] for each in REFUSED], ids=[each[0] for each in REFUSED])
def test_what_is_wrong_in_a_text_block_is_refused_at_its_place(marked: str, message: str | None) -> None:
    text = HEAD + marked
    start, end = text.index("«"), text.index("»") - 1
    (finding,) = read_text(FRONTEND, text.replace("«", "").replace("»", "")).findings
    assert finding.code == "syntax-error"
    assert finding.place.span is not None
    assert (finding.place.span.start, finding.place.span.end) == (start, end)
    if message is not None:
        assert finding.arguments["message"] == message


def test_the_closing_line_is_shown_with_a_line_that_does_not_fit_it() -> None:
    (finding,) = read_text(FRONTEND, HEAD + '"""\n  a\nb\n    """').findings
    (related,) = finding.related
    assert related.place.span is not None
    assert related.place.span.text == "    "


def test_a_lone_surrogate_in_a_text_block_has_its_own_code() -> None:
    (finding,) = read_text(FRONTEND, HEAD + '"""\n  \\ud83d\\\n  \\ude00\n  """').findings
    assert finding.code == "lone-surrogate"
    assert finding.place.span is not None
    assert finding.place.span.text == "\\ud83d"
