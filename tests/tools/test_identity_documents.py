"""Definitions, orchestrators and manifests are read alike in the three data formats."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from identity_documents import DATA, NAMES, catalog, definition, orchestrator, scoring, skill, spelled, workspace, write
from published_schemas import validator
from samples import sample_record

from onefold.api import build_manifest, check, compile, read_definition, read_manifest, read_orchestrator
from onefold.kernel.identity.manifests import MANIFESTS, Manifest, manifest_hash, manifest_object
from onefold.tools.documents import Unusable

Found = list[tuple[str, str | None]]


def found(path: Path) -> Found:
    """The codes of what is wrong with a file, and the text that each points at."""
    return [(each.code, each.span.text if each.span else None) for each in check(path).diagnostics]


@pytest.mark.parametrize("format_name", NAMES)
def test_a_definition_of_one_meaning_has_one_hash_in_every_format(format_name: str, tmp_path: Path) -> None:
    reference = read_definition(workspace(tmp_path / "reference", "yaml") / "review.fold.yaml")
    folder = workspace(tmp_path / format_name, format_name)
    path = write(folder, "review", definition(), format_name)
    assert check(path).diagnostics == ()
    assert read_definition(path).hash == reference.hash
    assert read_definition(path).snapshot == reference.snapshot


def test_a_written_default_is_the_same_definition(tmp_path: Path) -> None:
    plain = read_definition(write(tmp_path, "plain", scoring(), "yaml"))
    whole = scoring(
        description="",
        input=True,
        output=True,
        worker={"harness": "workflowHarness@1.0.0", "skills": []},
        tools=[],
        memory={"workflow": "rw", "org": "ro", "attached": []},
        bash={"network": False, "python": True, "javascript": True},
        fixers={},
    )
    for format_name in NAMES:
        assert read_definition(write(tmp_path, "whole", whole, format_name)).hash == plain.hash
    nulls = write(tmp_path, "nulls", scoring(bash={"network": None}, tools=None), "json")
    assert read_definition(nulls).hash == plain.hash


def test_the_text_of_a_file_counts_and_its_path_does_not(tmp_path: Path) -> None:
    inline = read_definition(write(tmp_path, "a", scoring(planner={"model": "main", "system": "Plan.\n"}), "toml"))
    (tmp_path / "plan.md").write_bytes(b"\xef\xbb\xbfPlan.\r\n")
    for format_name in NAMES:
        filed = scoring(planner={"model": "main", "system": {"file": "plan.md"}})
        assert read_definition(write(tmp_path, "b", filed, format_name)).hash == inline.hash


def test_sets_in_schemas_do_not_count_and_other_lists_do(tmp_path: Path) -> None:
    def hashed(schema: dict[str, Any]) -> str:
        return read_definition(write(tmp_path, "d", scoring(input=schema), "json")).hash

    assert hashed({"required": ["b", "a"]}) == hashed({"required": ["a", "b"]})
    assert hashed({"enum": ["b", "a"]}) != hashed({"enum": ["a", "b"]})
    assert hashed({"minimum": 1.0}) == hashed({"minimum": 1})


DIGEST = f"sha256:{'0' * 64}"


def manifest(kind: str) -> dict[str, Any]:
    """The document of a manifest that sets every member."""
    return {"manifest": kind, **manifest_object(sample_record(MANIFESTS[kind]))}


WRONG: dict[str, tuple[dict[str, Any], Found]] = {
    "an unknown field": (definition(desription="x"), [("OF201", "desription")]),
    "a bad id": (definition(definition="candidate review"), [("OF205", " ")]),
    "a misspelt slot": (definition(planner={"model": "mian"}), [("OF731", "mian")]),
    "a fixer with a misspelt slot": (
        definition(fixers={"extract": {"model": "gpt", "system": "Fix.", "max_attempts": 1}}),
        [("OF731", "gpt")],
    ),
    "a fixer without a number of attempts": (
        definition(fixers={"extract": {"model": "main", "system": "Fix."}}),
        [("OF202", "extract")],
    ),
    "a mode that there is not": (definition(memory={"workflow": "wr"}), [("OF206", "wr")]),
    "attached memory to be written": (definition(memory={"attached": [{"id": "x", "mode": "rw"}]}), [("OF206", "rw")]),
    "a memory that two would share": (
        definition(memory={"attached": [{"id": "candidate-review"}]}),
        [("OF733", "candidate-review")],
    ),
    "all of the internet": (definition(bash={"network": True}), [("OF203", "true")]),
    "a time without a unit": (definition(bash={"network": {"timeout": 5}}), [("OF208", "5")]),
    "a schema that is none": (definition(input={"type": "objec"}), [("OF303", "objec")]),
    "a tool that is no id": (definition(tools=["a b"]), [("OF205", " ")]),
    "a tool twice": (definition(tools=["a", "a"]), [("OF220", "a")]),
    "no planner": ({"definition": "d"}, [("OF202", None)]),
    "a skill twice": (
        definition(planner={"model": "main", "skills": ["skills/triage", "skills/triage/"]}),
        [("OF734", "skills/triage/")],
    ),
    "a skill that is not there": (
        definition(worker={"skills": ["skills/nix"]}),
        [("OF231", "skills/nix")],
    ),
    "a secret": (
        definition(planner={"model": "main", "system": "key: AKIAIOSFODNN7EXAMPLF"}),
        [("OF607", "AKIA****************")],
    ),
    "an offer made twice": (
        orchestrator(workflows=["candidate.review", "candidate.review"]),
        [("OF732", "candidate.review")],
    ),
    "offers that would share a memory": (orchestrator(workflows=["a.b", "a-b"]), [("OF733", "a-b")]),
    "an orchestrator with a misspelt slot": (orchestrator(model="mian"), [("OF731", "mian")]),
    "no concurrency": (orchestrator(max_concurrent_sub_runs=0), [("OF207", "0")]),
    "a manifest of no kind": ({"manifest": "plannr"}, [("OF206", "plannr")]),
    "half a digest": ({**manifest("planner"), "skillsHash": "sha256:12"}, [("OF253", "sha256:12")]),
    "another algorithm": ({**manifest("worker"), "workflowVersionId": DIGEST}, [("OF253", DIGEST)]),
    "a member of another kind": ({**manifest("planner"), "stepPath": "a"}, [("OF201", "stepPath")]),
    "a hash of another manifest": ({**manifest("planner"), "manifestHash": DIGEST}, [("OF735", DIGEST)]),
}


def unquoted(text: str | None) -> str | None:
    return None if text is None else text.strip("\"'")


@pytest.mark.parametrize("name", WRONG)
@pytest.mark.parametrize("format_name", NAMES)
def test_what_is_wrong_is_told_alike_in_every_format(name: str, format_name: str, tmp_path: Path) -> None:
    for each in ("triage", "read"):
        skill(tmp_path, each)
    document, wanted = WRONG[name]
    result = found(write(tmp_path, "wrong", document, format_name))
    assert [code for code, _ in result] == [code for code, _ in wanted]
    for (_, text), (_, expected) in zip(result, wanted, strict=True):
        assert expected is None or unquoted(text) == expected


SKILLS: dict[str, tuple[bytes, str]] = {
    "no front matter": (b"# Just text\n", "does not begin with front matter"),
    "no end of the front matter": (b"---\nname: triage\n", "does not end with a line"),
    "an end that is none": (b"---\nname: triage\n---not-end\n", "does not end with a line"),
    "a comment alone": (b"---\n# nothing\n---\nbody\n", "its front matter is empty"),
    "empty front matter": (b"---\n---\nbody\n", "its front matter is empty"),
    "a list": (b"---\n- a\n---\n", "a list, and not a mapping"),
    "a name that is none": (b"---\nname: a b\n---\n", "its name is `a b`"),
    "a name that is a number": (b"---\nname: 7\n---\n", "its name is a number"),
    "broken YAML": (b"---\nname: triage\nname: triage\n---\n", "`name`"),
    "another tag": (b"---\nname: !x triage\n---\n", ""),
    "no UTF-8": (b"---\nname: \xff\n---\n", "is not UTF-8"),
    "aliases without end": (
        b"---\na: &a [" + b"x, " * 99 + b"x]\n"
        + b"".join(b"%c: &%c [%s]\n" % (98 + n, 98 + n, b", ".join([b"*%c" % (97 + n)] * 99)) for n in range(6))
        + b"---\n",
        "too large or nested too deeply",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SKILLS)
def test_a_skill_that_cannot_be_used_is_told_where_it_is_named(name: str, tmp_path: Path) -> None:
    text, reason = SKILLS[name]
    skill(tmp_path, "triage").write_bytes(text)
    path = write(tmp_path, "d", scoring(worker={"skills": ["skills/triage"]}), "yaml")
    (diagnostic,) = check(path).diagnostics
    assert diagnostic.severity == "error"
    assert reason in diagnostic.message
    assert diagnostic.span
    with pytest.raises(Unusable):
        read_definition(path)


def test_a_fault_in_front_matter_is_shown_at_its_line_in_the_skill(tmp_path: Path) -> None:
    file = skill(tmp_path, "triage", "---\nname: triage\ndescription: [\n---\n")
    path = write(tmp_path, "d", scoring(worker={"skills": ["skills/triage"]}), "json")
    (diagnostic,) = check(path).diagnostics
    assert diagnostic.span
    assert diagnostic.span.source.name == str(file)
    assert diagnostic.span.source.position(diagnostic.span.start).line in (3, 4)


def test_a_skill_outside_of_the_workspace_is_refused(tmp_path: Path) -> None:
    outside = skill(tmp_path / "outside", "triage")
    inside = tmp_path / "inside"
    (inside / "skills").mkdir(parents=True)
    (inside / "skills" / "linked").symlink_to(outside.parent)
    (inside / "skills" / "file").mkdir()
    (inside / "skills" / "file" / "SKILL.md").symlink_to(outside)
    (inside / "skills" / "folder" / "SKILL.md").mkdir(parents=True)
    for name in ("../outside/skills/triage", "skills/linked", "skills/file", str(outside.parent)):
        path = write(inside, "d", scoring(worker={"skills": [name]}), "toml")
        assert [code for code, _ in found(path)] == ["OF232"], name
    path = write(inside, "d", scoring(worker={"skills": ["skills/folder"]}), "toml")
    assert [code for code, _ in found(path)] == ["OF231"]


def test_a_huge_skill_is_refused_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "onefold.toml").write_text("limits = { source_bytes = 2000 }\n")
    skill(tmp_path, "triage", "---\nname: triage\n---\n" + "x" * 3000)
    path = write(tmp_path, "d", scoring(worker={"skills": ["skills/triage"]}), "yaml")
    assert [code for code, _ in found(path)] == ["OF119"]


def test_the_layout_of_front_matter_does_not_count_and_its_content_does(tmp_path: Path) -> None:
    path = write(tmp_path, "d", scoring(worker={"skills": ["skills/triage"]}), "yaml")

    def hashed(text: str) -> str:
        skill(tmp_path, "triage", text)
        return read_definition(path).hash

    first = hashed("---\nname: triage\ndescription: Sorts.\n---\nBody\n")
    assert hashed("---\r\nname: triage\r\ndescription: Sorts.\r\n---\r\nOther body\r\n") == first
    assert hashed("\ufeff---\n# note\ndescription: 'Sorts.'\nname: \"triage\"\n---") == first
    assert hashed("---\nname: triage\ndescription: Sorts all.\n---\nBody\n") != first
    assert hashed("---\nname: other\ndescription: Sorts.\n---\nBody\n") != first


def test_a_skill_without_a_name_is_called_like_its_folder(tmp_path: Path) -> None:
    skill(tmp_path, "triage", "---\ndescription: Sorts.\n---\n")
    path = write(tmp_path, "d", scoring(worker={"skills": ["skills/triage/"]}), "yaml")
    assert [each.name for each in read_definition(path).worker_skills] == ["triage"]


def test_a_definition_without_a_folder_cannot_name_skills() -> None:
    for frontend in DATA:
        text = spelled(scoring(worker={"skills": ["skills/triage"]}), frontend.name)
        (diagnostic,) = check(text, format=frontend.name).diagnostics
        assert diagnostic.code == "OF230"


@pytest.mark.parametrize("kind", MANIFESTS)
@pytest.mark.parametrize("format_name", NAMES)
def test_a_manifest_in_a_document_is_the_manifest(kind: str, format_name: str, tmp_path: Path) -> None:
    path = write(tmp_path, "m", manifest(kind), format_name)
    read: Manifest = read_manifest(path)
    assert manifest_object(read) == {name: value for name, value in manifest(kind).items() if name != "manifest"}
    with_hash = {**manifest(kind), "manifestHash": manifest_hash(read)}
    assert read_manifest(write(tmp_path, "m", with_hash, format_name)) == read
    SCHEMAS["manifest"].validate(with_hash)


SCHEMAS = {kind: validator(kind) for kind in ("definition", "orchestrator", "manifest", "catalog")}


def test_the_published_schemas_accept_what_is_right() -> None:
    SCHEMAS["definition"].validate(definition())
    SCHEMAS["definition"].validate(definition(bash={"network": False}, planner={"model": "m", "system": {"file": "x"}}))
    SCHEMAS["orchestrator"].validate(orchestrator())
    SCHEMAS["catalog"].validate(catalog())


# What only the compiler can judge.
BEYOND = ("slot", "memory that two", "would share", "schema that is none", "twice", "not there", "a secret", "hash of")


@pytest.mark.parametrize("name", [name for name in WRONG if not any(each in name for each in BEYOND)])
def test_the_published_schemas_refuse_what_has_the_wrong_shape(name: str) -> None:
    document, _ = WRONG[name]
    kind = next(iter(document))
    assert not SCHEMAS[kind].is_valid(document)


def test_another_document_than_a_workflow_has_no_version(tmp_path: Path) -> None:
    path = write(tmp_path, "d", scoring(), "yaml")
    with pytest.raises(ValueError, match="a definition has no version"):
        compile(path)


def test_the_wrong_document_is_told_of(tmp_path: Path) -> None:
    path = write(tmp_path, "d", scoring(), "yaml")
    with pytest.raises(Unusable, match="is a definition, and an orchestrator is needed here"):
        read_orchestrator(path)
    with pytest.raises(Unusable, match="is a definition, and a manifest is needed here"):
        read_manifest(path)


def test_one_id_in_two_files_is_no_answer(tmp_path: Path) -> None:
    folder = workspace(tmp_path / "w", "yaml")
    write(folder, "again", scoring(), "json")
    with pytest.raises(Unusable, match=r"`candidate.scoring` is defined twice"):
        build_manifest("orchestrator", folder / "hiring.fold.yaml")


def told(onefold: Any, folder: Path) -> Found:
    """The codes of what a check of a folder finds, and the text at which each points."""
    outcome = onefold("check", str(folder), "--format", "json")
    results = json.loads(outcome.out)["results"]
    spans = [(each["code"], each["span"]) for result in results for each in result["diagnostics"]]
    return [(code, Path(span["path"]).read_bytes()[slice(*_offsets(span))].decode()) for code, span in spans]


def _offsets(span: Any) -> tuple[int, int]:
    return span["start"]["offset"], span["end"]["offset"]


@pytest.mark.parametrize("format_name", NAMES)
def test_documents_are_held_against_each_other_and_the_catalogue(
    onefold: Any, tmp_path: Path, format_name: str
) -> None:
    folder = workspace(tmp_path / "w", format_name)
    write(folder, "hiring", orchestrator(workflows=["candidate.review", "candidate.scoring"]), format_name)
    assert told(onefold, folder) == []
    write(folder, "hiring", orchestrator(workflows=["candidate.reveiw"], tools=["web.serach"]), format_name)
    found = [(code, unquoted(text)) for code, text in told(onefold, folder)]
    assert sorted(found) == [("OF320", "web.serach"), ("OF736", "candidate.reveiw")]
    write(folder, "hiring", orchestrator(), format_name)
    write(folder, "again", scoring(), format_name)
    assert [code for code, _ in told(onefold, folder)] == ["OF737"]
    write(folder, "again", scoring(definition="candidate.again", tools=["crm.updat"]), format_name)
    assert [code for code, _ in told(onefold, folder)] == ["OF320"]


def test_a_definition_that_has_errors_is_not_missing(onefold: Any, tmp_path: Path) -> None:
    folder = workspace(tmp_path / "w", "yaml")
    write(folder, "scoring", scoring(planner={"model": "x"}), "yaml")
    assert [code for code, _ in told(onefold, folder)] == ["OF731"]


def test_a_tool_that_only_a_definition_names_is_used(onefold: Any, tmp_path: Path) -> None:
    folder = workspace(tmp_path / "w", "toml")
    assert told(onefold, folder) == []
    write(folder, "review", definition(tools=["web.search"]), "toml")
    assert [code for code, _ in told(onefold, folder)] == ["OF326"]
