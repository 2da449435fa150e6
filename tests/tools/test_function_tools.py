"""Function tools: one declaration each, calls that answer or say why not, and nothing read outside the workspace."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import fixture
from jsonschema import Draft202012Validator
from patch_documents import add, bundle_policy, insert, patch
from published_schemas import validator
from served_workspace import ESCAPES, FLOWS, MARK, served

from onefold.tools.confinement import Confinement
from onefold.tools.functions.calls import LARGEST, call
from onefold.tools.functions.declare import ToolFailure
from onefold.tools.functions.outputs import output_schema
from onefold.tools.functions.tools import TOOLS
from onefold.tools.show.json import printed

BUNDLE_TOOLS = ("workflow_bundle_validate", "workflow_bundle_preview", "workflow_bundle_capability_ceiling")
PATCH_TOOL = "workflow_patch_validate"
NAMES = (*BUNDLE_TOOLS, PATCH_TOOL)
HINTS = {"readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False}


@pytest.fixture
def root(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = served(folder)
    monkeypatch.chdir(path)
    return path


def answer(root: Path, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """What a tool answers, after it was held against its schema; for a failure the error."""
    try:
        data = dict(call(TOOLS[name], arguments, Confinement.of(root, LARGEST)))
    except ToolFailure as failure:
        Draft202012Validator(output_schema("failure")).validate(failure.error())
        return failure.error()
    Draft202012Validator(output_schema(TOOLS[name].answer)).validate(data)
    return data


def test_the_tools_are_listed_in_the_members_of_the_contract(onefold: Any, snapshot: Any) -> None:
    outcome = onefold("function-tools", "--format", "json")
    assert (outcome.code, outcome.err) == (0, "")
    assert onefold("function-tools", "--json") == outcome
    envelope = json.loads(outcome.out)
    validator("function-tools").validate(envelope)
    assert tuple(each["name"] for each in envelope["data"]) == NAMES
    assert outcome.out == snapshot


def test_people_get_a_list_too(onefold: Any, snapshot: Any) -> None:
    outcome = onefold("function-tools")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == snapshot


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_reads_and_says_so(name: str) -> None:
    tool = TOOLS[name]
    said: Any = tool.annotations()
    assert said["kind"] in ("read", "search", "think", "fetch")
    assert said["side_effect_level"] in ("none", "read_only")
    assert said["capabilities"] == {"workspace": ["read_text"]}
    assert {hint: said[hint] for hint in HINTS} == HINTS
    schema: Any = tool.arg_schema()
    Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    paths = [each for each, of in schema["properties"].items() if "string" in of["type"]]
    assert said["arg_schema"]["path_params"] == paths
    assert said["arg_schema"]["required"] == schema["required"]


@pytest.mark.parametrize("name", NAMES)
def test_the_schema_of_an_answer_stands_by_itself(name: str) -> None:
    schema = output_schema(TOOLS[name].answer)
    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    text = json.dumps(schema)
    used = {each.partition('"')[0] for each in text.split("#/$defs/")[1:]}
    assert used == set(schema.get("$defs", {}))


def test_the_published_schemas_are_printed(onefold: Any) -> None:
    for kind in ("function-tools", "function-outputs"):
        Draft202012Validator.check_schema(json.loads(onefold("schema", kind).out))


@pytest.mark.parametrize("file", ["bundle.fold.yaml", "contract.json", "flow.fold", "invalid.json", "inner.fold.yaml"])
def test_tools_answer_what_the_commands_print(onefold: Any, root: Path, file: str) -> None:
    for word in ("validate", "preview"):
        printed_data = json.loads(onefold("bundle", word, file, "--json").out)["data"]
        assert answer(root, f"workflow_bundle_{word}", {"bundle": file}) == printed_data


def test_a_packed_bundle_is_looked_at_whoever_signed_it(onefold: Any, root: Path) -> None:
    assert onefold("bundle", "pack", "bundle.fold.yaml", "-o", "b.foldpack").code == 0
    said = answer(root, "workflow_bundle_validate", {"bundle": "b.foldpack"})
    assert said["valid"]
    assert said["bundle_hash"].startswith("blake3:")
    (root / "b.foldpack").write_bytes((root / "b.foldpack").read_bytes()[:-9])
    assert answer(root, "workflow_bundle_preview", {"bundle": "b.foldpack"})["code"] == "verify.archive_failed"


def test_the_public_fixtures_are_answered(tmp_path: Path) -> None:
    path = fixture("docs/fixtures/workflow-bundles/quickstart-minimal.bundle.json")
    said = answer(path.parent, "workflow_bundle_validate", {"bundle": path.name})
    assert (said["valid"], said["errors"], said["warnings"]) == (True, [], [])
    assert tmp_path.is_dir()


ARGUMENTS: dict[str, tuple[dict[str, Any], str]] = {
    "none": ({}, "`{tool}` needs `bundle`"),
    "null": ({"bundle": None}, "`{tool}` needs `bundle`"),
    "a misspelled name": ({"bundel": "x"}, "`{tool}` has no argument `bundel`: did you mean `bundle`?"),
    "a number": ({"bundle": 7}, "`bundle` must be a path, not a number"),
    "a truth value": ({"bundle": True}, "`bundle` must be a path, not a boolean"),
    "a list": ({"bundle": ["bundle.fold.yaml"]}, "`bundle` must be a path, not a list"),
    "a document": ({"bundle": {"bundle": "x"}}, "`bundle` must be a path, not a mapping"),
    "nothing": ({"bundle": ""}, "`bundle` must have 1 to 4096 characters, not 0"),
    "too much": ({"bundle": "a/" * 4096}, "`bundle` must have 1 to 4096 characters, not 8192"),
}


@pytest.mark.parametrize("case", ARGUMENTS)
@pytest.mark.parametrize("tool", BUNDLE_TOOLS)
def test_wrong_arguments_are_told_of(root: Path, tool: str, case: str) -> None:
    arguments, message = ARGUMENTS[case]
    assert answer(root, tool, arguments) == {"code": "invalid_arguments", "message": message.format(tool=tool)}


PATHS = {
    "up": ("../outside/bundle.fold.yaml", "path_outside_workspace"),
    "down and up": ("sub/../../outside/bundle.fold.yaml", "path_outside_workspace"),
    "absolute": ("/etc/passwd", "path_outside_workspace"),
    "a link": ("linked.fold.yaml", "path_outside_workspace"),
    "a link to nothing": ("linked.json", "path_outside_workspace"),
    "through a link": ("linked-folder/bundle.fold.yaml", "path_outside_workspace"),
    "through a link to the root": ("linked-root/etc/passwd", "path_outside_workspace"),
    "a link to itself": ("loop.json", "io_error"),
    "NUL": ("bundle.fold.yaml\0.json", "path_outside_workspace"),
    "a Windows separator": ("..\\outside\\bundle.fold.yaml", "path_outside_workspace"),
    "a drive": ("C:bundle.fold.yaml", "path_outside_workspace"),
    "a share": ("//server/share/x.json", "path_outside_workspace"),
    "a name that no file has": ("n" * 300 + ".json", "io_error"),
    "nothing": ("gone.json", "io_error"),
    "below a file": ("contract.json/x.json", "io_error"),
    "a folder": ("sub", "io_error"),
    "the root": (".", "io_error"),
    "a pipe": ("fifo.json", "io_error"),
    "a large file": ("large.json", "file_too_large"),
    "a secret": (".env", "secret_path"),
    "a key": ("sub/id_rsa.json", "secret_path"),
    "the repository": (".git/config", "secret_path"),
    "an unknown ending": ("notes.txt", "unknown_format"),
    "what cannot be read": ("broken.fold.yaml", "invalid_source"),
}


@pytest.mark.parametrize("case", PATHS)
@pytest.mark.parametrize("tool", BUNDLE_TOOLS)
def test_what_cannot_be_read_is_an_error_that_tells_nothing_else(root: Path, tool: str, case: str) -> None:
    path, code = PATHS[case]
    (root / "notes.txt").write_text("hello")
    (root / ".env").write_text(MARK)
    said = answer(root, tool, {"bundle": path})
    assert said["code"] == code, said
    assert MARK not in printed(said)
    assert str(root.parent) not in printed(said)


@pytest.mark.parametrize("name", [*(f"{each}.json" for each in ESCAPES), *(f"{each}.fold.json" for each in FLOWS)])
@pytest.mark.parametrize("tool", BUNDLE_TOOLS)
def test_what_a_bundle_names_is_confined_too(root: Path, tool: str, name: str) -> None:
    said = answer(root, tool, {"bundle": name})
    # A preview shows what can be read, and tells of the rest.
    assert not said["validation"]["valid"] if tool == "workflow_bundle_preview" else said["code"] == "invalid_source"
    assert MARK not in printed(said)
    assert "outside" in printed(said) or "relative to the source" in printed(said) or "link" in printed(said)


def test_configurations_and_catalogues_outside_are_not_looked_at(root: Path) -> None:
    before = answer(root, "workflow_bundle_validate", {"bundle": "bundle.fold.yaml"})
    (root.parent / "onefold.toml").write_text(f"{MARK} = [")
    assert answer(root, "workflow_bundle_validate", {"bundle": "bundle.fold.yaml"}) == before
    catalog = root.parent / "outside" / "tools.fold.yaml"
    catalog.write_text(f"catalog: c\ntools: {{{MARK}: {{}}}}\n")
    for name in ("../outside/tools.fold.yaml", str(catalog), "linked-folder/tools.fold.yaml"):
        (root / "onefold.toml").write_text(f'catalogs = ["{name}"]\n')
        for tool in BUNDLE_TOOLS:
            assert MARK not in printed(answer(root, tool, {"bundle": "bundle.fold.yaml"}))
    (root / "onefold.toml").unlink()
    (root / "onefold.toml").symlink_to(root.parent / "onefold.toml")
    assert answer(root, "workflow_bundle_validate", {"bundle": "bundle.fold.yaml"}) == before


def test_sub_workflows_are_looked_for_in_the_workspace_alone(root: Path) -> None:
    (root / "onefold.toml").write_text("")
    asked = answer(root, "workflow_bundle_capability_ceiling", {"bundle": "nested.fold.json"})
    assert asked["ceiling"]["tools"] == ["sub.tool"]
    asked = answer(root, "workflow_bundle_capability_ceiling", {"bundle": "nested-outside.fold.json"})
    assert asked["ceiling"]["tools"] == "all"
    assert "stranger" in " ".join(asked["unknown"])
    assert MARK not in printed(asked)


def test_what_is_not_valid_has_no_ceiling(root: Path) -> None:
    said = answer(root, "workflow_bundle_capability_ceiling", {"bundle": "invalid.json"})
    assert said["code"] == "invalid_bundle"
    assert said["details"][0]["code"].startswith("OF8")


def test_a_broken_configuration_is_told_of(root: Path) -> None:
    (root / "onefold.toml").write_text("exclud = []\n")
    said = answer(root, "workflow_bundle_validate", {"bundle": "bundle.fold.yaml"})
    assert (said["code"], said["message"]) == ("broken_configuration", "`onefold.toml` has errors")
    assert said["details"][0]["span"]["path"] == "onefold.toml"


def test_the_served_folder_is_the_workspace_where_nothing_else_says_so(root: Path) -> None:
    (root / "sub" / "b.json").write_text((root / "up.json").read_text().replace("../outside/flow.fold", "../flow.fold"))
    assert answer(root, "workflow_bundle_validate", {"bundle": "sub/b.json"})["valid"]


PATCHED = "docs/fixtures/workflow-bundles/"


@pytest.mark.parametrize("form", ["path", "object"])
@pytest.mark.parametrize("with_parent", [True, False])
def test_a_patch_is_judged_wherever_it_stands(root: Path, form: str, with_parent: bool) -> None:
    names = {"bundle": "github-pr-monitor.bundle.json", "patch": "pr-monitor-verifier.patch.json"}
    names |= {"parent_ceiling": "parent-act-with-approval.policy.json"} if with_parent else {}
    arguments: dict[str, Any] = {}
    for argument, name in names.items():
        data = fixture(PATCHED + name).read_bytes()
        (root / name).write_bytes(data)
        arguments[argument] = name if form == "path" or argument == "bundle" else json.loads(data)
    said = answer(root, PATCH_TOOL, arguments)
    assert said["graph_diff"]["added_nodes"] == ["repair_logs", "verify_logs"]
    assert said["graph_diff"]["updated_capsules"] == ["verify-logs"]
    assert said["apply_errors"] == []
    assert said["base"] == "not stated"
    assert (said["capability_delta"]["parent"] is not None) == with_parent


def test_tools_and_commands_agree_about_patches(onefold: Any, root: Path) -> None:
    found = answer(root, "workflow_bundle_validate", {"bundle": "contract.json"})["bundle_hash"]
    patches = {
        "good": patch(insert("new", kind="action"), add("a", "new"), base=found),
        "old": patch(insert("new", kind="action")),
        "bad": patch(add("a", "nobody"), base=found),
        "wide": patch(bundle_policy(autonomy_tier="act_auto"), base=found),
    }
    (root / "ceiling.json").write_text(json.dumps({"ceiling": "c", "tools": "all"}))
    for name, value in patches.items():
        (root / f"{name}.json").write_text(json.dumps(value))
        words = ("--bundle", "contract.json", "--patch", f"{name}.json", "--parent-ceiling", "ceiling.json")
        data = json.loads(onefold("patch", "validate", *words, "--json").out)["data"]
        arguments = {"bundle": "contract.json", "patch": value, "parent_ceiling": {"ceiling": "c", "tools": "all"}}
        assert answer(root, PATCH_TOOL, arguments) == data
        assert answer(root, PATCH_TOOL, {**arguments, "patch": f"{name}.json"}) == data
        assert data["valid"] is False


@pytest.mark.parametrize("argument", ["patch", "parent_ceiling"])
@pytest.mark.parametrize("case", PATHS)
def test_every_path_of_a_patch_is_confined(root: Path, argument: str, case: str) -> None:
    path, code = PATHS[case]
    (root / "notes.txt").write_text("hello")
    (root / ".env").write_text(MARK)
    arguments = {"bundle": "contract.json", "patch": patch(insert("new")), argument: path}
    said = answer(root, PATCH_TOOL, arguments)
    assert said["code"] == code, said
    assert MARK not in printed(said)


DOCUMENTS: dict[str, Any] = {
    "an empty patch": {},
    "no patch": {"onefold": 1},
    "a patch with an unknown operation": patch({"op": "remove_node", "node_id": "a"}),
    "a patch with an unknown member": patch(insert("new"), bases=1),
    "a patch with a number too many": {"patch": "p", "base": float("nan"), "operations": []},
}


@pytest.mark.parametrize("case", DOCUMENTS)
def test_a_patch_that_is_none_is_told_of(root: Path, case: str) -> None:
    said = answer(root, PATCH_TOOL, {"bundle": "contract.json", "patch": DOCUMENTS[case]})
    assert said["code"] == "invalid_source"
    assert "`patch`" in said["message"]


def test_a_ceiling_that_is_none_is_told_of(root: Path) -> None:
    ceilings: tuple[dict[str, Any], ...] = ({"ceiling": 1}, {"tolls": []}, {"onefold": 1})
    for ceiling in ceilings:
        arguments = {"bundle": "contract.json", "patch": patch(insert("new")), "parent_ceiling": ceiling}
        said = answer(root, PATCH_TOOL, arguments)
        assert (said["code"], said["message"][:16]) == ("invalid_source", "`parent_ceiling`")


@pytest.mark.parametrize("value", [7, True, ["x"]])
@pytest.mark.parametrize("argument", ["patch", "parent_ceiling"])
def test_a_document_is_a_mapping_or_a_path(root: Path, argument: str, value: Any) -> None:
    said = answer(root, PATCH_TOOL, {"bundle": "contract.json", "patch": patch(), argument: value})
    assert said["code"] == "invalid_arguments"
    assert said["message"].startswith(f"`{argument}` must be a mapping or a path, not a")


class _Watch:
    """Every file that is opened while a call runs, as the interpreter tells of it; hooks cannot be taken away."""

    def __init__(self) -> None:
        self.seen: list[str] | None = None
        sys.addaudithook(self.hear)

    def hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and self.seen is not None and isinstance(arguments[0], str | Path):
            self.seen.append(str(arguments[0]))


@pytest.fixture(scope="module")
def watch() -> _Watch:
    return _Watch()


@pytest.mark.parametrize("file", ["bundle.fold.yaml", "nested.fold.json"])
@pytest.mark.parametrize("tool", BUNDLE_TOOLS)
def test_no_file_is_opened_but_through_the_confinement(
    onefold: Any, root: Path, tool: str, file: str, watch: _Watch
) -> None:
    (root / "onefold.toml").write_text('catalogs = ["tools.fold.yaml"]\n')
    (root / "tools.fold.yaml").write_text("catalog: c\ntools: {ci.lint: {}}\n")
    (root / ".gitignore").write_text("x\r\n")
    assert onefold("record", "sub/child.fold.json").code == 0
    answer(root, tool, {"bundle": file})  # what is imported is imported
    watch.seen = []
    answer(root, tool, {"bundle": file})
    seen, watch.seen = watch.seen, None
    # The confinement opens the root, and then one step at a time; whoever opens a path by itself goes round it.
    assert {file, "onefold.toml"} <= set(seen)
    assert [each for each in seen if "/" in each and each != str(root)] == []
