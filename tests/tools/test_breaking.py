from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from repositories import Repository

BASE = """fold 1
workflow w
description "Does it."
inputs { type: "object" }
budget { tokens 10 }
model a { prompt "one two three" }
model b { prompt "four five six" }
a -> b
"""
CHANGES = {
    "interface": ('inputs { type: "object" }', 'inputs { type: "object", required: ["x"] }'),
    "topology": ("a -> b", "a -> b on failure\na -> b"),
    "behaviour": ("one two three", "one two four"),
    "budget": ("tokens 10", "tokens 20"),
    "label": ("Does it.", "Does it well."),
}


@pytest.fixture
def old(folder: Path) -> Path:
    path = folder / "old.fold"
    path.write_text(BASE, encoding="utf-8")
    return path


def write_new(folder: Path, *classes: str, text: str = BASE) -> None:
    for each in classes:
        text = text.replace(*CHANGES[each])
    (folder / "new.fold").write_text(text, encoding="utf-8")


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_has_its_class_and_fails_where_that_is_asked(onefold: Any, folder: Path, name: str) -> None:
    write_new(folder, name)
    fails = name in ("interface", "topology", "behaviour")
    outcome = onefold("breaking", "old.fold", "new.fold")
    assert outcome.code == int(fails)
    assert outcome.out.startswith(f"{name}\n  {'fails ' if fails else 'passes'}")
    assert onefold("breaking", "old.fold", "new.fold", "--fail-on", name).code == 1
    others = ",".join(each for each in CHANGES if each != name)
    assert onefold("breaking", "old.fold", "new.fold", "--fail-on", others).code == 0


@pytest.mark.usefixtures("old")
def test_changes_stand_together_by_class_and_are_counted(onefold: Any, folder: Path) -> None:
    write_new(folder, *CHANGES)
    outcome = onefold("breaking", "old.fold", "new.fold")
    assert [line for line in outcome.out.split("\n") if line in CHANGES] == [*CHANGES]
    assert outcome.out.endswith("\nw: 3 breaking changes, 2 other changes\n")
    assert outcome.err == "accept what is meant with --accept\n"


@pytest.mark.usefixtures("old")
def test_nothing_breaks_where_nothing_differs(onefold: Any, folder: Path) -> None:
    write_new(folder)
    outcome = onefold("breaking", "old.fold", "new.fold")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("same version")


@pytest.mark.usefixtures("old")
def test_an_unknown_class_is_a_usage_error(onefold: Any, folder: Path) -> None:
    write_new(folder)
    outcome = onefold("breaking", "old.fold", "new.fold", "--fail-on", "interface,labels")
    assert outcome.code == 2
    assert "there is no class `labels`: the classes are interface, topology, behaviour, budget, label" in outcome.err


@pytest.mark.usefixtures("old")
def test_an_accepted_change_does_not_fail_again_whatever_else_changes(onefold: Any, folder: Path) -> None:
    write_new(folder, "interface", "label")
    outcome = onefold("breaking", "old.fold", "new.fold", "--accept")
    assert outcome.code == 0
    assert outcome.err == "1 change accepted in .onefold/accepted.toml: commit it with the change\n"
    again = onefold("breaking", "old.fold", "new.fold")
    assert again.code == 0
    assert "  accepted  changed  inputs" in again.out
    # A later commit changes something else: only that fails.
    write_new(folder, "interface", "behaviour", "budget")
    later = onefold("breaking", "old.fold", "new.fold")
    assert later.code == 1
    assert later.out.count("fails") == 1
    assert "steps.a.prompt" in later.out
    # The accepted field changes again: that was not accepted.
    write_new(folder, text=BASE.replace('"object" }', '"object", required: ["y"] }'))
    assert onefold("breaking", "old.fold", "new.fold").code == 1


@pytest.mark.usefixtures("old")
def test_what_was_accepted_is_a_sorted_list_that_keeps_reasons(onefold: Any, folder: Path) -> None:
    path = folder / ".onefold" / "accepted.toml"
    write_new(folder, "interface")
    onefold("breaking", "old.fold", "new.fold", "--accept")
    path.write_text(f'{path.read_text(encoding="utf-8")}reason = "Agreed, with \\"all\\"."\n', encoding="utf-8")
    write_new(folder, *CHANGES)
    onefold("breaking", "old.fold", "new.fold", "--accept", "--fail-on", ",".join(CHANGES))
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["accepted"]
    assert [each["fingerprint"] for each in entries] == sorted(each["fingerprint"] for each in entries)
    assert {each["class"] for each in entries} == set(CHANGES)
    assert [each["reason"] for each in entries if "reason" in each] == ['Agreed, with "all".']
    assert {each["workflow"] for each in entries} == {"w"}
    before = path.read_bytes()
    assert onefold("breaking", "old.fold", "new.fold", "--accept", "--fail-on", ",".join(CHANGES)).code == 0
    assert path.read_bytes() == before


@pytest.mark.usefixtures("old")
def test_what_was_accepted_stands_at_the_root_of_the_workspace(onefold: Any, folder: Path) -> None:
    (folder / "onefold.toml").write_text("", encoding="utf-8")
    (folder / "flows").mkdir()
    write_new(folder / "flows", "interface")
    assert onefold("breaking", "old.fold", "flows/new.fold", "--accept").code == 0
    assert (folder / ".onefold" / "accepted.toml").is_file()
    assert onefold("breaking", "old.fold", "flows/new.fold").code == 0


@pytest.mark.usefixtures("old")
@pytest.mark.parametrize("text", ["accepted = 3", "[[accepted]]\nx = 1", "[[accepted]]\nworkflow = 'w'", "x", "\xff"])
def test_a_broken_list_is_told_and_left_alone(onefold: Any, folder: Path, text: str) -> None:
    path = folder / ".onefold" / "accepted.toml"
    path.parent.mkdir()
    path.write_bytes(text.encode("latin-1"))
    write_new(folder, "interface")
    for more in ((), ("--accept",)):
        outcome = onefold("breaking", "old.fold", "new.fold", *more)
        assert (outcome.code, outcome.out) == (2, "")
        assert "accepted.toml" in outcome.err
    assert path.read_bytes() == text.encode("latin-1")


@pytest.mark.usefixtures("old")
def test_a_list_that_holds_nothing_accepts_nothing(onefold: Any, folder: Path) -> None:
    path = folder / ".onefold" / "accepted.toml"
    path.parent.mkdir()
    path.write_text("# Nothing yet.\n", encoding="utf-8")
    write_new(folder, "interface")
    assert onefold("breaking", "old.fold", "new.fold").code == 1


@pytest.mark.usefixtures("old")
def test_the_json_has_the_published_shape(onefold: Any, folder: Path) -> None:
    write_new(folder, "interface")
    onefold("breaking", "old.fold", "new.fold", "--accept")
    write_new(folder, *CHANGES)
    outcome = onefold("breaking", "old.fold", "new.fold", "--format", "json")
    value = json.loads(outcome.out)
    Draft202012Validator(json.loads(onefold("schema", "breaking").out)).validate(value)
    assert (outcome.code, outcome.err, value["ok"]) == (1, "", False)
    standings = {each["class"]: each["standing"] for each in value["changes"]}
    assert standings == {
        "interface": "accepted",
        "topology": "fails",
        "behaviour": "fails",
        "budget": "passes",
        "label": "passes",
    }


@pytest.mark.usefixtures("old")
def test_an_operand_that_does_not_compile_ends_with_two(onefold: Any, folder: Path) -> None:
    write_new(folder, text="fold 1 workflow w model a { prompt 1 }")
    outcome = onefold("breaking", "old.fold", "new.fold", "--accept")
    assert (outcome.code, outcome.out) == (2, "")
    assert not (folder / ".onefold").exists()


def test_a_merge_is_compared_with_the_branch_it_goes_to(onefold: Any, folder: Path) -> None:
    repository = Repository(folder)
    repository.commit({"flows/a.fold": BASE})
    repository.git("checkout", "--quiet", "-b", "change")
    repository.commit({"flows/a.fold": BASE.replace(*CHANGES["interface"])})
    assert onefold("breaking", "main:flows/a.fold", "flows/a.fold").code == 1
    assert onefold("breaking", "main:flows/a.fold", "flows/a.fold", "--accept").code == 0
    repository.commit()
    assert onefold("breaking", "main:flows/a.fold", "change:flows/a.fold").code == 0
