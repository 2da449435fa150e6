"""What a glance says of the workflows that a source may define, against what the source says when it is understood."""

from __future__ import annotations

from pathlib import Path

import pytest
from golden_cases import accept_cases, inputs

from onefold.frontends.compile import read_document
from onefold.frontends.frontend import Limits
from onefold.frontends.registry import FRONTENDS, for_file
from onefold.tools.glance import may_define, possible_ids

SOURCES = [path for case in accept_cases() for path in inputs(case)]


def holds(name: str, data: bytes) -> bool | None:
    """Whether the glance finds the id that the source has; `None` where it cannot tell."""
    frontend = for_file(FRONTENDS, name, explicit=True)
    assert frontend
    value = read_document(name, data, frontend, Limits()).value
    found = possible_ids(data)
    if not isinstance(value, dict):
        return None  # It cannot be read, and defines none.
    assert may_define(data, str(value["workflow"]))
    return None if found is None else value["workflow"] in found


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_id_of_a_workflow_is_among_those_it_may_have(path: Path) -> None:
    assert holds(path.name, path.read_bytes()) is not False


def test_a_glance_tells_of_most_workflows() -> None:
    told = [possible_ids(path.read_bytes()) is not None for path in SOURCES]
    assert sum(told) > len(told) / 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "onefold: 1\nworkflow: a/b:c.d-e_f\n"),
        ("a.yaml", "? workflow\n: a\n"),
        ("a.yaml", "'workflow' :\n  'a'\n"),
        ("a.yaml", '{"workflow":"a"}'),
        ("a.yaml", "description: the workflow (2), a workflow. Workflow\nworkflow: a"),
        ("a.toml", "workflow='a'"),
        ("a.toml", '"workflow"\t=\t"a"'),
        ("a.json", '{"description": "workflow", "workflow"\n:\r\n"a"}'),
        ("a.fold", "fold 1\nworkflow a\n"),
        ("a.fold", 'fold 1\nworkflow "a"\n'),
    ],
)
def test_ids_in_plain_layouts_are_seen(name: str, text: str) -> None:
    assert holds(name, text.encode()) is True


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.yaml", "workflow: # b\n  a\n"),
        ("a.yaml", "workflow: &b a\n"),
        ("a.yaml", "x: &b a\nworkflow: *b\n"),
        ("a.yaml", "workflow: !!str a\n"),
        ("a.yaml", "workflow: >-\n  a\n"),
        ("a.yaml", '"work\\x66low": a\n'),
        ("a.yaml", '"work\\\n  flow": a\n'),
        ("a.yaml", 'workflow: "\\x61"\n'),
        ("a.toml", 'workflow = """\na"""'),
        ("a.toml", 'workflow = "\\u0061"'),
        ("a.json", '{"\\u0077orkflow": "a"}'),
        ("a.json", '{"workflow": "a\\/b"}'),
        ("a.toml", 'workflow = """a\\  \n  b"""'),
        ("a.fold", "fold 1\nworkflow /* b */ a\n"),
        ("a.fold", "fold 1\nworkflow // b\n a\n"),
        ("a.fold", "fold 1\nworkflow # b\n a\n"),
    ],
)
def test_ids_in_other_layouts_are_left_to_those_who_read(name: str, text: str) -> None:
    assert holds(name, text.encode()) is not False


def test_what_is_no_workflow_may_define_none() -> None:
    assert possible_ids(b"catalog: team\ntools: {}\n") == frozenset()
    assert possible_ids(b"") == frozenset()
