"""Scanning templates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onefold.kernel.template import Reference, Template, TemplateFault, scan


def only_reference(text: str) -> Reference:
    found = scan(text)
    assert found.faults == ()
    (reference,) = found.references
    return reference


@pytest.mark.parametrize(
    ("text", "path", "optional"),
    [
        ("{{ inputs.x }}", ("inputs", "x"), False),
        ("{{inputs.x}}", ("inputs", "x"), False),
        ("{{\n\t inputs.x\r\n}}", ("inputs", "x"), False),
        ("{{ inputs }}", ("inputs",), False),
        ("{{ steps.ID.output.x[0] }}", ("steps", "ID", "output", "x", 0), False),
        ('{{ steps["an-id"].output }}', ("steps", "an-id", "output"), False),
        ("{{ steps.ID.outcome }}", ("steps", "ID", "outcome"), False),
        ("{{ workflow.id }}", ("workflow", "id"), False),
        ("{{ steps.revise.output? }}", ("steps", "revise", "output"), True),
        ("{{ inputs.x[12][0]?}}", ("inputs", "x", 12, 0), True),
        ('{{ a["}}"]["{{"][""] }}', ("a", "}}", "{{", ""), False),
        (r'{{ a["\"\\"] }}', ("a", '"\\'), False),
        ('{{ a["é ü"] }}', ("a", "é ü"), False),
        ("{{ a.in.true._1 }}", ("a", "in", "true", "_1"), False),
        ("{{ unknown.root }}", ("unknown", "root"), False),
        ("{{ a }}}", ("a",), False),
    ],
)
def test_a_reference_is_a_path(text: str, path: tuple[str | int, ...], optional: bool) -> None:
    reference = only_reference(text)
    assert (reference.path, reference.optional) == (path, optional)


@pytest.mark.parametrize("text", ["", "plain", "{ x }", "{ { x } }", "}} }", "{", "\\", "$ {x}"])
def test_a_text_without_double_braces_refers_to_nothing(text: str) -> None:
    assert scan(text) == Template()


def test_the_places_of_a_reference_are_told() -> None:
    text = "é \U0001f600 {{ inputs.x }}, {{  steps.a.output[0]?  }}."
    first, second = scan(text).references
    assert text[first.start : first.end] == "{{ inputs.x }}"
    assert text[first.path_start : first.path_end] == "inputs.x"
    assert text[second.start : second.end] == "{{  steps.a.output[0]?  }}"
    assert text[second.path_start : second.path_end] == "steps.a.output[0]"


@pytest.mark.parametrize(
    ("backslashes", "is_reference"), [(0, True), (1, False), (2, True), (3, False), (4, True), (1001, False)]
)
def test_backslashes_before_braces_come_in_pairs(backslashes: int, is_reference: bool) -> None:
    found = scan("x" + "\\" * backslashes + "{{ inputs.x }}")
    assert (len(found.references), found.faults) == (int(is_reference), ())


def test_a_backslash_elsewhere_is_only_a_backslash() -> None:
    assert only_reference("\\n \\ {{ inputs.x }} \\}} \\").path == ("inputs", "x")


def test_plain_braces_do_not_hide_a_reference_behind_them() -> None:
    assert only_reference(r"\{{{{ inputs.x }}").path == ("inputs", "x")
    assert only_reference(r"\{{ {{ inputs.x }} }}").path == ("inputs", "x")


# ⟨ and ⟩ mark the place of the fault.
@pytest.mark.parametrize(
    ("marked", "message", "help_line"),
    [
        ("a ⟨{{⟩ inputs.x", "`{{` is not closed", "close it with `}}`"),
        ("a ⟨{{⟩", "`{{` is not closed", r"`\{{`"),
        ("a ⟨{{⟩ inputs.x }", "`{{` is not closed", None),
        ("⟨{{⟩ inputs.x and {{ inputs.y }}", "`{{` is not closed", None),
        ("⟨{{}}⟩", "the reference is empty", "name what stands here"),
        ("a ⟨{{ \n }}⟩ b", "the reference is empty", None),
        ("{{ ⟨'⟩x' }}", "a reference begins with a name, not `'`", None),
        ("{{⟨{⟩ x }}}", "a reference begins with a name, not `{`", None),
        ("{{ ⟨5⟩ }}", "a reference begins with a name, not `5`", None),
        ("{{ ⟨?⟩ }}", "a reference begins with a name, not `?`", None),
        ("{{ ⟨é⟩ }}", "a reference begins with a name, not `é`", None),
        ("{{ a ⟨+⟩ b }}", "`+` cannot stand in a reference", "a reference is a path"),
        ("{{ a ⟨|⟩ upper }}", "`|` cannot stand in a reference", None),
        ("{{ a ⟨b⟩ }}", "`b` cannot stand in a reference", None),
        ("{{ a⟨é⟩ }}", "`é` cannot stand in a reference", None),
        ("{{ a⟨.⟩ }}", "`.` cannot stand in a reference", None),
        ("{{ a⟨.⟩5 }}", "`.` cannot stand in a reference", None),
        ("{{ a ⟨.⟩b }}", "`.` cannot stand in a reference", None),
        ("{{ a ⟨?⟩ }}", "`?` cannot stand in a reference", "write `?` right after the path"),
        ("{{ a?⟨.⟩b }}", "`.` cannot stand in a reference", None),
        ("{{ a⟨[⟩'b'] }}", "`[` cannot stand in a reference", "a key in double quotes"),
        ("{{ a⟨[⟩-1] }}", "`[` cannot stand in a reference", "an index"),
        ("{{ a⟨[⟩01] }}", "`[` cannot stand in a reference", None),
        ("{{ a⟨[⟩1234567890123456] }}", "`[` cannot stand in a reference", None),
        ('{{ a⟨[⟩"b\\n"] }}', "`[` cannot stand in a reference", None),
        ("{{ a⟨(⟩) }}", "`(` cannot stand in a reference", None),
        ("{{ steps.⟨my-step⟩.output }}", "`my-step` has a hyphen", 'write `steps["my-step"]`'),
        ("{{ steps.⟨a-b-2⟩ }}", "`a-b-2` has a hyphen", 'write `steps["a-b-2"]`'),
        ("{{ inputs.x[0].⟨y-z⟩? }}", "`y-z` has a hyphen", 'write `inputs.x[0]["y-z"]`'),
        ("{{ my⟨-root⟩.x }}", "`-root` cannot stand in a reference", None),
        ('{{ a["b.c"]⟨-d⟩ }}', "`-d` cannot stand in a reference", None),
    ],
)
def test_a_fault_is_told_at_its_place(marked: str, message: str, help_line: str | None) -> None:
    found = scan(marked.replace("⟨", "").replace("⟩", ""))
    assert found.references == ()
    (fault,) = found.faults
    assert (fault.start, fault.end) == (marked.index("⟨"), marked.index("⟩") - 1)
    assert fault.message.startswith(message)
    assert help_line is None or help_line in fault.help


def test_all_faults_and_references_of_a_text_are_found() -> None:
    found = scan("{{ a + b }} {{ c }} {{}} \\{{ {{ d.e-f }} {{ g? }} {{ h")
    assert [each.path for each in found.references] == [("c",), ("g",)]
    assert [each.start for each in found.faults] == [5, 20, 34, 50]


def test_a_placeholder_is_one_fault_whatever_is_in_it() -> None:
    assert len(scan("{{ " * 1000 + "}} {{ x }}").faults) == 1
    assert len(scan("{{" * 100_000).faults) == 1


@pytest.mark.parametrize(
    "unit", ["{{", "{{ a ", '{{ a["', "{{ a.b", "\\{{", "\\", "{{ -", "{{ a-b-c", '{{ a["\\"', "{ {", "}}", '{{ a["}} ']
)
def test_hostile_repetitions_are_scanned(unit: str) -> None:
    # What would be quadratic is felt here without a clock.
    found = scan(unit * (1_000_000 // len(unit)))
    assert len(found.faults) + len(found.references) <= 1_000_000 // len(unit)


_TEXTS = st.lists(
    st.sampled_from([*"{}\\ a?é\n", "{{", "}}", ".b", "-c", "[0]", '["d"]', '["', '"]', "x y"]),
    max_size=20,
).map("".join)


def _ranges(found: Template) -> list[Reference | TemplateFault]:
    return sorted([*found.references, *found.faults], key=lambda each: each.start)


@given(_TEXTS | st.text(max_size=30))
def test_what_is_found_lies_in_the_text_and_does_not_overlap(text: str) -> None:
    end = 0
    for each in _ranges(scan(text)):
        assert end <= each.start < each.end <= len(text)
        end = each.end


@given(_TEXTS)
def test_a_placeholder_alone_is_the_same_reference(text: str) -> None:
    for reference in scan(text).references:
        alone = only_reference(text[reference.start : reference.end])
        assert (alone.path, alone.optional) == (reference.path, reference.optional)


@given(_TEXTS)
def test_a_text_whose_braces_are_escaped_is_plain(text: str) -> None:
    escaped = text.replace("\\", "").replace("{", r"\{{ ")
    assert scan(escaped) == Template()


@given(_TEXTS, _TEXTS)
def test_plain_text_in_front_changes_only_the_places(plain: str, text: str) -> None:
    front = plain.replace("{", "").replace("\\", "") + "|"
    alone, moved = scan(text), scan(front + text)
    assert [each.path for each in moved.references] == [each.path for each in alone.references]
    assert [each.start - len(front) for each in _ranges(moved)] == [each.start for each in _ranges(alone)]
