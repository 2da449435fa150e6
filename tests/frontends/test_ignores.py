"""Comments that silence findings: where they stand, what they cover, and which of them are of no use."""

from __future__ import annotations

import pytest
from readings import LIMITS

from onefold.frontends.compile import Compilation, compile_source
from onefold.frontends.policy import Ignore, Policy
from onefold.frontends.registry import FRONTENDS, named


def compiled(text: str, format_name: str = "yaml", policy: Policy | None = None) -> Compilation:
    frontend = named(FRONTENDS, format_name)
    assert frontend is not None
    return compile_source("test", text.encode(), frontend, LIMITS, policy=policy or Policy())


def codes(compilation: Compilation) -> list[str]:
    return [each.code for each in compilation.diagnostics]


def silenced(compilation: Compilation) -> list[str]:
    return [each.code for each in compilation.silenced]


# Two tool steps with the default timeout; a comment stands at one of the places A (above the first), B (on the line of
# the first), C (above the second) and D (on a line inside of the first, or at its end).
STEPS = {
    "yaml": """\
onefold: 1
workflow: w
start: a
steps:
  @A
  a: @B
    kind: tool
    tool: x.y @D
  @C
  b: {kind: tool, tool: x.y}
transitions: [{from: a, to: b}]
""",
    "toml": """\
onefold = 1
workflow = "w"
start = "a"
@A
[steps.a] @B
kind = "tool"
tool = "x.y" @D
@C
[steps.b]
kind = "tool"
tool = "x.y"
[[transitions]]
from = "a"
to = "b"
""",
    "fold": """\
fold 1
workflow w
start a
@A
tool a = x.y { @B
  verify [v] @D
}
@C
tool b = x.y
a -> b
""",
}
SIGNS = {"yaml": "#", "toml": "#", "fold": "//"}


def placed(format_name: str, place: str, codes: str = "OF605") -> str:
    text = STEPS[format_name].replace(f"@{place}", f"{SIGNS[format_name]} onefold: ignore[{codes}] a reason")
    for other in "ABCD":
        text = text.replace(f"@{other}", "")
    return text


@pytest.mark.parametrize("format_name", STEPS)
def test_a_comment_covers_its_line_or_the_line_after_it(format_name: str) -> None:
    plain = compiled(placed(format_name, "none"), format_name)
    assert codes(plain) == ["OF605", "OF605"]
    for place, line in (("A", "first"), ("B", "first"), ("C", "second")):
        compilation = compiled(placed(format_name, place), format_name)
        assert codes(compilation) == ["OF605"], place
        (left,), (gone,) = compilation.diagnostics, compilation.silenced
        assert left.ir_path == ("steps.b.timeout" if line == "first" else "steps.a.timeout")
        assert gone.ir_path != left.ir_path
        assert compilation.version == plain.version
    # Inside of the step, on a line where nothing is found, it is of no use.
    assert codes(compiled(placed(format_name, "D"), format_name)) == ["OF605", "OF190", "OF605"]


@pytest.mark.parametrize("format_name", STEPS)
@pytest.mark.parametrize("code", ["OF605", "default-timeout", "OF220, OF605", " OF605 ,OF220", "OF605,OF220"])
def test_a_comment_names_codes_by_id_or_name(format_name: str, code: str) -> None:
    compilation = compiled(placed(format_name, "A", code), format_name)
    assert silenced(compilation) == ["OF605"]
    unused = ["OF190"] if "OF220" in code else []
    assert sorted(codes(compilation)) == sorted([*unused, "OF605"])


@pytest.mark.parametrize("format_name", STEPS)
def test_comments_above_each_other_all_speak_of_the_line_after_them(format_name: str) -> None:
    sign = SIGNS[format_name]
    text = placed(format_name, "A").replace("a reason", f"one\n  {sign} a remark\n  {sign} onefold: ignore[OF220] two")
    assert silenced(compiled(text, format_name)) == ["OF605"]


UNUSED = [
    ("OF220", "`OF220` is not found here"),
    ("repeated-member", "`repeated-member` is not found here"),
    ("OF999", "there is no code `OF999`"),
    ("of605", "there is no code `of605`"),
    ("OF6", "there is no code `OF6`"),
    ("default-timout", "there is no code `default-timout`"),
    ("", "it names no code"),
    (" , ", "it names no code"),
]


@pytest.mark.parametrize("format_name", STEPS)
@pytest.mark.parametrize(("code", "reason"), UNUSED)
def test_a_comment_that_silences_nothing_is_told_at_the_code(format_name: str, code: str, reason: str) -> None:
    found = [each for each in compiled(placed(format_name, "A", code), format_name).diagnostics if each.code == "OF190"]
    (unused,) = found
    assert unused.message == f"This comment silences nothing: {reason}."
    assert unused.severity == "warning"
    assert unused.span is not None
    expected = code if code.strip(" ,") else f"{SIGNS[format_name]} onefold: ignore[{code}] a reason"
    assert unused.span.text == expected


def test_the_nearest_name_is_offered() -> None:
    found = compiled(placed("yaml", "A", "default-timout")).diagnostics
    assert [each.help for each in found if each.code == "OF190"] == ["did you mean `default-timeout`?"]


@pytest.mark.parametrize(
    "words",
    ["onefold: ignore", "onefold:ignore OF605", "onefold: ignore(OF605)", "onefold: ignore [", "onefold: ignore]"],
)
def test_a_comment_without_brackets_names_no_code(words: str) -> None:
    text = placed("yaml", "A").replace("onefold: ignore[OF605]", words)
    assert sorted(codes(compiled(text))) == ["OF190", "OF605", "OF605"]


@pytest.mark.parametrize(
    "words", ["onefold: 1", "ignore[OF605]", "see onefold: ignore[OF605]", "onefold: ignored[OF605]"]
)
def test_other_comments_mean_nothing(words: str) -> None:
    text = placed("yaml", "A").replace("onefold: ignore[OF605] a reason", words)
    assert codes(compiled(text)) == ["OF605", "OF605"]


IN_TEXTS = [
    (
        "yaml",
        """\
onefold: 1
workflow: w
steps:
  a:
    kind: model
    prompt: |
      # onefold: ignore[OF240]
      a\u200bb
""",
    ),
    (
        "yaml",
        """\
onefold: 1
workflow: w
steps:
  a: {kind: model, prompt: "# onefold: ignore[OF240] \\u200b"}
""",
    ),
    (
        "toml",
        '''\
onefold = 1
workflow = "w"
[steps.a]
kind = "model"
prompt = """
# onefold: ignore[OF240]
\u200b"""
''',
    ),
    (
        "fold",
        '''\
fold 1 workflow w model a { prompt """
  // onefold: ignore[OF240]
  a\u200bb
  """ }
''',
    ),
    (
        "json",
        """\
{"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": "# onefold: ignore[OF240]\\u200b"}}}""",
    ),
]


@pytest.mark.parametrize(("format_name", "text"), IN_TEXTS)
def test_text_inside_of_a_scalar_is_no_comment(format_name: str, text: str) -> None:
    assert codes(compiled(text, format_name)) == ["OF240"]


AROUND_TEXTS = [
    (
        "yaml",
        """\
onefold: 1
workflow: w
steps:
  a:
    kind: model
    # onefold: ignore[OF240]
    prompt: |
      a

      b\u200bc
""",
    ),
    (
        "yaml",
        """\
onefold: 1
workflow: w
steps:
  a:
    kind: model
    prompt: | # onefold: ignore[OF240]
      a
      b\u200bc
""",
    ),
    (
        "yaml",
        """\
onefold: 1
workflow: w
steps:
  # onefold: ignore[OF240]
  a:
    kind: model
    prompt: >
      a
      b\u200bc
""",
    ),
    (
        "yaml",
        """\
onefold: 1
workflow: w
steps:
  a:
    kind: model
    prompt: "x
      b\u200bc
      d" # onefold: ignore[OF240]
""",
    ),
    (
        "toml",
        '''\
onefold = 1
workflow = "w"
[steps.a]
kind = "model"
# onefold: ignore[OF240]
prompt = """
a
\u200b"""
''',
    ),
    (
        "toml",
        '''\
onefold = 1
workflow = "w"
[steps.a]
kind = "model"
prompt = """
a
\u200b
""" # onefold: ignore[OF240]
''',
    ),
    (
        "toml",
        '''\
onefold = 1
workflow = "w"
# onefold: ignore[OF240]
[steps.a]
kind = "model"
prompt = """
a
\u200b"""
''',
    ),
    (
        "fold",
        '''\
fold 1 workflow w
// onefold: ignore[OF240]
model a { prompt """
  a
  b\u200bc
  """ }
''',
    ),
    (
        "fold",
        '''\
fold 1 workflow w
model a {
  prompt """
  a
  b\u200bc
  """ // onefold: ignore[OF240]
}
''',
    ),
    (
        "fold",
        '''\
fold 1 workflow w
model a {
  /* onefold: ignore[OF240] */
  prompt """
  a
  b\u200bc
  """
}
''',
    ),
]


@pytest.mark.parametrize(("format_name", "text"), AROUND_TEXTS)
def test_a_comment_covers_the_whole_of_the_node_that_begins_there(format_name: str, text: str) -> None:
    compilation = compiled(text, format_name)
    assert (codes(compilation), silenced(compilation)) == ([], ["OF240"])


def test_a_comment_covers_what_stands_inside_of_what_begins_there_and_nothing_beside_it() -> None:
    text = "onefold: 1\nworkflow: w\n# onefold: ignore[OF160]\nsteps:\n"
    text += "  a: {kind: tool, tool: x, args: {b: no}, timeout: 1s}\nmeta: {c: yes}\n"
    compilation = compiled(text)
    assert [each.span and each.span.text for each in compilation.diagnostics] == ["yes"]
    # The first entry of the document begins where the document does, and is not the document.
    text = "# onefold: ignore[OF160]\nonefold: 1\nworkflow: w\nsteps: {a: {kind: model, prompt: hi}}\nmeta: {c: yes}\n"
    assert codes(compiled(text)) == ["OF190", "OF160"]


def test_the_first_entry_of_a_list_is_not_the_list() -> None:
    text = "onefold: 1\nworkflow: w\nsteps: {a: {kind: model, prompt: hi}}\n"
    text += "rubric:\n  criteria:\n    # onefold: ignore[OF243]\n    p: {check: a}\n    q:\n      check: |\n        b\n"
    assert codes(compiled(text)) == ["OF190", "OF243"]
    text = 'onefold = 1\nworkflow = "w"\nsteps.a = {kind = "model", prompt = "hi", outcomes = ["x"]}\n'
    text += "# onefold: ignore[OF220]\n"
    text += '[[transitions]]\nfrom = "a"\nto = "a"\non = "x"\n[budget]\nsteps = 2\ntokens = 3\n'
    assert codes(compiled(text, "toml")) == ["OF190"]


def test_a_silenced_error_is_not_reported_and_still_leaves_no_version() -> None:
    text = (
        "onefold: 1\nworkflow: w\nsteps:\n  a: {kind: model, prompt: null} # onefold: ignore[OF204] mended next week\n"
    )
    compilation = compiled(text)
    assert (codes(compilation), silenced(compilation)) == ([], ["OF204"])
    assert (compilation.version, compilation.canonical, compilation.data) == (None, None, None)
    assert [each.code for each in compilation.complaints] == ["OF204"]


def test_while_there_are_errors_only_unknown_codes_are_told() -> None:
    text = "onefold: 1\nworkflow: w\nsteps:\n  # onefold: ignore[OF605, OF999]\n"
    text += "  a: {kind: tool, tool: x, timeout: null, foo: 1}\n"
    assert codes(compiled(text)) == ["OF190", "OF201"]


@pytest.mark.parametrize("code", ["OF320", "OF330"])
def test_what_takes_more_than_the_source_to_judge_is_not_called_unused(code: str) -> None:
    assert codes(compiled(placed("yaml", "A", code))) == ["OF605", "OF605"]


def test_a_source_that_cannot_be_read_has_no_comments() -> None:
    assert codes(compiled("# onefold: ignore[OF106]\na: [\n")) == ["OF106"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_make_no_difference(line_end: str, mark: str) -> None:
    for format_name in STEPS:
        text = mark + placed(format_name, "A").replace("\n", line_end)
        assert silenced(compiled(text, format_name)) == ["OF605"]


def test_a_policy_raises_lowers_and_drops_warnings() -> None:
    text = placed("yaml", "none")
    for key in ("OF605", "OF6", "OF", "default-timeout"):
        for level in ("error", "note"):
            compilation = compiled(text, policy=Policy({key: level}))
            assert {each.severity for each in compilation.diagnostics} == {level}
            assert compilation.version is not None
        dropped = compiled(text, policy=Policy({key: "ignore"}))
        assert (codes(dropped), silenced(dropped)) == ([], ["OF605", "OF605"])
    most = Policy({"OF6": "ignore", "OF605": "note", "default-timeout": "error"})
    assert {each.severity for each in compiled(text, policy=most).diagnostics} == {"error"}


@pytest.mark.parametrize("level", ["warning", "note", "ignore"])
def test_no_policy_makes_an_error_of_the_language_less(level: str) -> None:
    policy = Policy({"OF2": level, "unknown-field": level, "OF201": level})  # type: ignore[dict-item] # one of the levels
    compilation = compiled("onefold: 1\nworkflow: w\nsteps: {a: {kind: model, prompt: hi, x: 1}}\n", policy=policy)
    assert [(each.code, each.severity) for each in compilation.diagnostics] == [("OF201", "error")]
    assert compilation.version is None


def test_a_policy_ignores_findings_at_places_and_tells_which_of_its_words_were_used() -> None:
    text = '{"onefold": 1, "workflow": "w", "start": "a", "transitions": [{"from": "a", "to": "my-b"}],'
    text += ' "steps": {"a": {"kind": "tool", "tool": "x"}, "my-b": {"kind": "tool", "tool": "x"}}}'
    ignores = tuple(
        map(Ignore.parse, ['OF605 steps["my-b"]', "OF605 steps.a.tool", "OF220", "default-timeout   steps.a.timeout"])
    )
    compilation = compiled(text, "json", Policy(ignores=ignores))
    assert (codes(compilation), silenced(compilation)) == ([], ["OF605", "OF605"])
    assert compilation.used == {ignores[0], ignores[3]}
    assert [str(each) for each in ignores[:2]] == ['OF605 steps["my-b"]', "OF605 steps.a.tool"]
    whole = compiled(text, "json", Policy(ignores=(Ignore("OF605"),)))
    assert codes(whole) == []


def test_an_ignored_unused_comment_can_be_dropped_by_severity() -> None:
    assert codes(compiled(placed("yaml", "A", "OF220"), policy=Policy({"OF190": "ignore"}))) == ["OF605", "OF605"]


def test_many_comments_and_findings_are_matched_at_once() -> None:
    steps = "".join(f"  # onefold: ignore[OF605]\n  s{index}: {{kind: tool, tool: x}}\n" for index in range(3000))
    edges = "".join(f"  - {{from: s{index}, to: s{index + 1}}}\n" for index in range(2999))
    compilation = compiled(f"onefold: 1\nworkflow: w\nsteps:\n{steps}transitions:\n{edges}")
    assert codes(compilation) == []
    assert len(compilation.silenced) == 3000


@pytest.mark.parametrize("format_name", STEPS)
def test_empty_lines_below_a_comment_mean_nothing(format_name: str) -> None:
    sign = "//" if format_name == "fold" else "#"
    text = STEPS[format_name].replace("@A", f"{sign} onefold: ignore[OF605]\n\n  \n")
    for place in "BCD":
        text = text.replace(f"@{place}", "")
    found = compiled(text, format_name)
    assert silenced(found) == ["OF605"]
    assert "OF190" not in codes(found)
