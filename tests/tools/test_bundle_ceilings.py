"""Ceilings from the command line: what files ask for, whether that is too much, and what is wrong with ceilings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import FLOW, NAMES, SUFFIX, contract, document, fixture, workspace, write
from hypothesis import given
from hypothesis import strategies as st
from published_schemas import validator
from samples import sample, sample_record
from widenings import BASE, OURS, PARENT

from onefold.api import check, compile
from onefold.frontends.documents import understand
from onefold.frontends.frontend import Limits
from onefold.frontends.lower.document import lower_document
from onefold.frontends.registry import FRONTENDS
from onefold.kernel.ceiling.documents import CeilingDef, ceiling_of_document, definition_of, document_of
from onefold.kernel.classes import evolve
from onefold.kernel.document import record_document
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declarations

FIXTURES = "docs/fixtures/workflow-bundles"
FLOW_WITH_ALL = """fold 1
workflow nightly
budget { steps 50 cost 2.50 USD }
tool fetch = github.get_diff { timeout 30s }
model look { prompt "Look at {{ steps.fetch.output }}." tools [fs.*, "git.*.read"] model small }
subworkflow close = ops.merge @ latest { timeout 1m }
fetch -> look -> close
"""
MERGE = """fold 1
workflow ops.merge
budget { steps 900 }
tool merge = git.merge { timeout 1m }
subworkflow tell = ops.tell @ latest { timeout 1m }
merge -> tell
"""
TELL = 'fold 1\nworkflow ops.tell\nmodel tell { prompt "Tell them." }\n'
TOOLS = {
    "github.get_diff": {"open_world": True},
    "fs.read": {"read_only": True},
    "git.merge": {"side_effect": "process_exec"},
}


def printed(onefold: Any, *arguments: str, code: int = 0) -> dict[str, Any]:
    """What a word of `bundle` prints for programs; it fits its schema."""
    outcome = onefold("bundle", *arguments, "--json")
    assert outcome.code == code, outcome
    read: dict[str, Any] = json.loads(outcome.out)
    assert read["ok"] is (code == 0)
    validator(f"bundle-{arguments[0]}").validate(read)
    return read


def sources(folder: Path, tools: dict[str, Any] = TOOLS) -> None:
    """A workspace with a workflow, those that it runs, and a catalogue."""
    (folder / "flow.fold").write_text(FLOW_WITH_ALL)
    (folder / "merge.fold").write_text(MERGE)
    (folder / "tell.fold").write_text(TELL)
    entries = {name: {"annotations": each} for name, each in tools.items()}
    (folder / "tools.fold.json").write_text(json.dumps({"catalog": "tools", "tools": entries}))
    (folder / "onefold.toml").write_text('catalogs = ["tools.fold.json"]\n')


ASKED = """ceiling: nightly

tools:
  - fs.*
  - git.*
  - github.get_diff

capabilities:
  llm:
    - call

workspace_roots: none
read_only_roots: none
side_effect_level: network
autonomy_tier: shadow
connector_scopes: none
command_gates: none

models:
  - default
  - small

budget:
  tokens: all
  cost: 2.5 USD
  wall_time: all
  steps: 50

recursion_limit: 2
sandbox_profile: os_hardened
"""


def test_a_workflow_asks_for_what_its_steps_and_the_workflows_it_runs_do(onefold: Any, folder: Path) -> None:
    sources(folder)
    outcome = onefold("bundle", "ceiling", "flow.fold")
    assert (outcome.code, outcome.out, outcome.err) == (0, ASKED, "")
    (folder / "kept.fold.yaml").write_text(outcome.out)
    assert check(folder / "kept.fold.yaml").diagnostics == ()
    assert onefold("bundle", "nested-ceiling", "flow.fold", "--parent", "kept.fold.yaml").code == 0


def test_a_workflow_asks_for_the_same_in_every_format(onefold: Any, folder: Path) -> None:
    sources(folder)
    expected = printed(onefold, "ceiling", "flow.fold")["ceiling"]
    plain = json.loads(onefold("compile", "--to", "json", "flow.fold").out)
    for frontend in FRONTENDS:
        assert frontend.print is not None
        (folder / "flow.fold").unlink(missing_ok=True)
        name = "flow.fold" if frontend.name == "fold" else f"flow{SUFFIX[frontend.name]}"
        (folder / name).write_text(frontend.print(plain))
        assert printed(onefold, "ceiling", name)["ceiling"] == expected
        (folder / name).unlink()


def test_what_is_not_known_asks_for_everything_and_is_told_of(onefold: Any, folder: Path) -> None:
    sources(folder, {"fs.read": {"read_only": True}})
    (folder / "tell.fold").unlink()
    outcome = onefold("bundle", "ceiling", "flow.fold")
    assert "tools: all\n" in outcome.out
    assert "recursion_limit: all\n" in outcome.out
    assert (
        "onefold: nothing is known of the workflow `ops.tell` at `latest`: it may ask for everything\n" in outcome.err
    )
    (folder / "tell.fold").write_text(TELL)
    sources(folder, {**TOOLS, "github.get_diff": {"destructive": True}})
    read = printed(onefold, "ceiling", "flow.fold")
    assert read["ceiling"]["side_effect_level"] == "desktop_control"
    assert read["ceiling"]["tools"] == ["fs.*", "git.*", "github.get_diff"]
    (told,) = read["warnings"]
    assert (
        told["message"] == "no catalogue says what the side effect of the tool `github.get_diff` is: it may do anything"
    )


def test_workflows_that_run_each_other_ask_for_everything(onefold: Any, folder: Path) -> None:
    sources(folder)
    (folder / "tell.fold").write_text(
        "fold 1\nworkflow ops.tell\nsubworkflow again = ops.merge @ latest { timeout 1m }\n"
    )
    assert printed(onefold, "ceiling", "flow.fold")["ceiling"]["recursion_limit"] == "all"


def test_a_bundle_asks_for_what_its_workflow_does_and_what_is_around_it(onefold: Any, folder: Path) -> None:
    sources(folder)
    workspace(folder)
    (folder / "flow.fold").write_text(FLOW_WITH_ALL)
    asked = printed(onefold, "ceiling", "bundle.fold.yaml")
    alone = printed(onefold, "ceiling", "flow.fold")["ceiling"]
    expected = {
        **alone,
        "ceiling": "nightly",
        "capabilities": {"connector": ["call"], "llm": ["call"], "process": ["exec"]},
        "autonomy_tier": "suggest",
        "connector_scopes": {"github": ["pull_requests:read"]},
        "command_gates": ["make test"],
        "sandbox_profile": "worktree",
    }
    assert asked["ceiling"] == expected
    assert asked["data"]["side_effect_level"] == "network"


def test_connectors_and_models_of_our_bundles_count_as_network(onefold: Any, folder: Path) -> None:
    sources(folder)
    flow = "fold 1\nworkflow quiet\ntool read = fs.read { timeout 1m }\n"
    (folder / "flow.fold").write_text(flow)
    bare = document(connectors=[], environment={}, policy={"autonomy_tier": "shadow"}, triggers=[], prompt_capsules={})
    write(folder, "bundle", bare, "yaml")
    assert printed(onefold, "ceiling", "bundle.fold.yaml")["data"]["side_effect_level"] == "read_only"
    write(folder, "bundle", {**bare, "connectors": [{"id": "gh", "provider_id": "github"}]}, "yaml")
    read = printed(onefold, "ceiling", "bundle.fold.yaml")
    assert read["data"]["side_effect_level"] == "network"
    assert read["ceiling"]["connector_scopes"] == {"github": "all"}
    (folder / "flow.fold").write_text('fold 1\nworkflow quiet\nmodel read { prompt "Read." }\n')
    write(folder, "bundle", bare, "yaml")
    assert printed(onefold, "ceiling", "bundle.fold.yaml")["data"]["side_effect_level"] == "network"


def test_a_packed_bundle_asks_for_what_its_source_does(onefold: Any, folder: Path) -> None:
    pytest.importorskip("zstandard")
    sources(folder)
    workspace(folder)
    (folder / "flow.fold").write_text(FLOW_WITH_ALL)
    asked = printed(onefold, "ceiling", "bundle.fold.yaml")["ceiling"]
    assert onefold("bundle", "pack", "bundle.fold.yaml", "-o", "b.foldpack").code == 0
    for name in ("merge.fold", "tell.fold"):
        (folder / name).unlink()
    assert printed(onefold, "ceiling", "b.foldpack")["ceiling"] == asked


def test_the_public_fixtures_are_projected_as_the_contract_does(onefold: Any) -> None:
    bundle = str(fixture(f"{FIXTURES}/github-pr-monitor.bundle.json"))
    asked = printed(onefold, "ceiling", bundle)
    assert asked["data"] == {
        "tools": [],
        "capabilities": {"connector": ["call"], "process": ["exec"]},
        "workspace_roots": [],
        "read_only_roots": [],
        "side_effect_level": "process_exec",
        "recursion_limit": None,
        "tool_arg_constraints": [],
        "tool_annotations": {},
        "sandbox_profile": "worktree",
    }
    parent = str(fixture(f"{FIXTURES}/parent-act-with-approval.policy.json"))
    report = printed(onefold, "nested-ceiling", bundle, "--parent", parent)["data"]
    assert (report["target_kind"], report["target_label"]) == ("workflow_bundle", "github-pr-monitor")
    assert report["violations"] == []
    assert report["parent"]["capabilities"]["llm"] == ["call"]


@pytest.mark.parametrize("format_name", NAMES)
def test_a_bundle_that_asks_for_more_is_told_of_along_every_dimension(
    onefold: Any, folder: Path, format_name: str
) -> None:
    bundle = write(folder, "release", BASE, "json")
    assert onefold("bundle", "nested-ceiling", bundle, "--parent", write(folder, "p", OURS, format_name)).code == 0
    least = {"ceiling": "least", "models": ["large"], "recursion_limit": 0}
    name = write(folder, "least", least, format_name)
    report = printed(onefold, "nested-ceiling", bundle, "--parent", name, code=1)
    assert {each["kind"] for each in report["data"]["violations"]} == {
        *("tool", "capability", "workspace_root", "read_only_root", "side_effect_level", "autonomy_tier"),
        *("connector_scope", "command_gate", "model_slot", "budget"),
    }
    assert report["ceilings"]["parent"]["ceiling"] == "least"
    outcome = onefold("bundle", "nested-ceiling", bundle, "--parent", name)
    first, *lines = outcome.out.splitlines()
    assert first == f"[OF880] `release` asks for more than `{name}` allows."
    assert "  tool               asks for the tool `git.fetch`, and the ceiling allows none" in lines
    assert "  budget             asks for a time of `1h`, and the ceiling allows none" in lines


def test_a_parent_of_the_contract_keeps_its_meaning(onefold: Any, folder: Path) -> None:
    bundle = write(folder, "release", BASE, "json")
    for parent, code in (({}, 0), (PARENT, 0), ({**PARENT, "tools": ["git.*"]}, 1), ({"tools_restricted": True}, 1)):
        (folder / "parent.json").write_text(json.dumps(parent))
        assert printed(onefold, "nested-ceiling", bundle, "--parent", "parent.json", code=code)["data"]


HARNESSES: list[tuple[dict[str, Any], set[str], str]] = [
    ({}, {"tool", "capability", "workspace_root", "side_effect_level"}, "<unknown>"),
    ({"id": "h", "name": "Harness"}, {"tool", "capability", "workspace_root", "side_effect_level"}, "h"),
    ({"id": "h", "tools": ["git.pull"]}, {"capability", "workspace_root", "side_effect_level"}, "h"),
    ({"id": "h", "capability_ceiling": {}}, {"tool", "capability", "workspace_root", "side_effect_level"}, "h"),
    ({"id": "h", "capability_ceiling": {**PARENT, "tools": ["git.pull"]}}, set(), "h"),
    ({"id": "h", "capability_ceiling": {**PARENT, "tools": ["sh"]}}, {"tool"}, "h"),
    (
        {"id": "h", "capability_ceiling": {**PARENT, "tools": ["git.pull"], "workspace_roots": []}},
        {"workspace_root"},
        "h",
    ),
    ({"manifest": "worker", "harnessId": "w@1"}, {"tool", "capability", "workspace_root", "side_effect_level"}, "w@1"),
]


@pytest.mark.parametrize("format_name", NAMES)
@pytest.mark.parametrize(("harness", "kinds", "label"), HARNESSES)
def test_a_harness_asks_for_everything_that_it_does_not_say(
    onefold: Any, folder: Path, harness: dict[str, Any], kinds: set[str], label: str, format_name: str
) -> None:
    if harness == {} and format_name != "json":
        pytest.skip("an empty document is none in this format")
    parent = write(folder, "parent", PARENT, "json")
    name = write(folder, "harness", harness, format_name)
    report = printed(onefold, "nested-ceiling", name, "--parent", parent, code=1 if kinds else 0)["data"]
    assert {each["kind"] for each in report["violations"]} >= kinds
    assert bool(report["violations"]) is bool(kinds)
    assert (report["target_kind"], report["target_label"]) == ("burin_harness", label)


def test_a_ceiling_that_is_handed_on_is_within_the_one_above(onefold: Any, folder: Path) -> None:
    parent, child = write(folder, "parent", OURS, "yaml"), {**OURS, "ceiling": "child", "tools": ["git.*"]}
    assert onefold("bundle", "nested-ceiling", write(folder, "c", child, "toml"), "--parent", parent).code == 0
    outcome = onefold("bundle", "nested-ceiling", parent, "--parent", "c.fold.toml")
    assert (outcome.code, "the tool `fs.read`, and the ceiling allows `git.*`" in outcome.out) == (1, True)


def test_a_run_that_asks_for_more_does_not_begin(onefold: Any, folder: Path) -> None:
    bundle = write(folder, "release", BASE, "json")
    write(folder, "wide", OURS, "yaml")
    write(folder, "narrow", {**OURS, "side_effect_level": "read_only"}, "yaml")
    assert onefold("bundle", "run", bundle, "--ceiling", "wide.fold.yaml", "--receipt-out", "r.json").code == 0
    (folder / "r.json").unlink()
    outcome = onefold("bundle", "run", bundle, "--ceiling", "narrow.fold.yaml", "--receipt-out", "r.json")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == (
        "[OF880] `release` asks for more than `narrow.fold.yaml` allows.\n"
        "  side_effect_level  asks for the side-effect level `process_exec`, and the ceiling allows `read_only`\n"
        "  = help: ask for less, or let whoever starts it be given more\n"
    )
    assert not (folder / "r.json").exists()
    read = printed(onefold, "run", bundle, "--ceiling", "narrow.fold.yaml", code=1)
    assert (read["error"]["code"], read["error"]["diagnostic"]) == ("run.beyond_ceiling", "OF880")
    assert [each["kind"] for each in read["data"]["violations"]] == ["side_effect_level"]
    outcome = onefold("bundle", "run", bundle, "--ceiling", "wide.fold.yaml", "--receipt-out", "wide.fold.yaml")
    assert (outcome.code, (folder / "wide.fold.yaml").read_text()[:7]) == (2, "ceiling")


def test_a_folder_that_leads_elsewhere_is_judged_by_where_it_leads(onefold: Any, folder: Path) -> None:
    work, other = folder / "work", folder / "other"
    work.mkdir()
    other.mkdir()
    (work / "link").symlink_to(other)
    (folder / "same").symlink_to(work)

    def judged(root: str) -> list[str]:
        policy = {**PARENT, "tools": ["git.pull"], "workspace_roots": [root], "read_only_roots": [str(work)]}
        name = write(folder, "harness", {"id": "h", "capability_ceiling": policy}, "json")
        parent = {**PARENT, "tools": [], "workspace_roots": [str(work), str(folder / "same")]}
        read = json.loads(
            onefold("bundle", "nested-ceiling", name, "--parent", write(folder, "p", parent, "json"), "--json").out
        )
        return [each["kind"] for each in read["data"]["violations"]]

    assert judged(str(work / "new")) == []
    assert judged(str(folder / "same" / "x")) == []
    assert judged(str(work / "link")) == ["workspace_root"]
    assert judged(str(work / "link" / "deeper")) == ["workspace_root"]
    assert judged(f"{work}/../other") == ["workspace_root"]


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"tools": "every"}, "OF206", "every"),
    ({"tools": [""]}, "OF215", ""),
    ({"tools": ["git.[ab]"]}, "OF881", "git.[ab]"),
    ({"tools": [3]}, "OF203", "3"),
    ({"capabilities": {"llm": "calls"}}, "OF206", "calls"),
    ({"capabilities": ["llm"]}, "OF203", ""),
    ({"side_effect_level": "netwrok"}, "OF206", "netwrok"),
    ({"autonomy_tier": "act"}, "OF206", "act"),
    ({"budget": {"cost": "3"}}, "OF209", "3"),
    ({"budget": {"wall_time": "soon"}}, "OF208", "s"),
    ({"budget": "much"}, "OF206", "much"),
    ({"recursion_limit": -1}, "OF207", "-1"),
    ({"sandbox_profile": "none"}, "OF206", "none"),
    ({"workspace_root": "all"}, "OF201", "workspace_root"),
    ({"ceiling": "two words"}, "OF205", " "),
    ({"tools": ["*.read"]}, "OF881", "*.read"),
    ({"models": ["a*b*"]}, "OF881", "a*b*"),
    ({"workspace_roots": ["~/x"]}, "OF882", "~/x"),
    ({"read_only_roots": ["C:/x"]}, "OF882", "C:/x"),
    ({"tools": ["git.*", "git.push"]}, "OF883", "git.push"),
    ({"workspace_roots": ["src"], "read_only_roots": ["./src/a"]}, "OF883", "./src/a"),
    ({"command_gates": ["make\u200b test"]}, "OF240", ""),
]


@pytest.mark.parametrize("format_name", NAMES)
@pytest.mark.parametrize(("fields", "code", "text"), WRONG, ids=[f"{code}-{fields}" for fields, code, _ in WRONG])
def test_what_is_wrong_with_a_ceiling_is_told_with_its_place(
    onefold: Any, folder: Path, fields: dict[str, Any], code: str, text: str, format_name: str
) -> None:
    name = write(folder, "c", {"ceiling": "c", **fields}, format_name)
    (found,) = check(folder / name).diagnostics
    assert found.code == code
    assert found.span is not None
    assert text in found.span.text
    outcome = onefold("bundle", "nested-ceiling", write(folder, "r", BASE, "json"), "--parent", name)
    assert outcome.code == 1
    assert f"[{code}]" in outcome.err
    assert f"{name}:" in outcome.err
    if found.severity == "error":
        assert outcome.out == ""
        assert not SCHEMA.is_valid({"ceiling": "c", **fields})
    else:
        SCHEMA.validate({"ceiling": "c", **fields})


SCHEMA = validator("ceiling")
WHOLE: CeilingDef = evolve(sample_record(CeilingDef, 1), read_only_roots=("Elsewhere.",), tools="all")


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.sampled_from(("all", "none", "a", "a*", "network", "1h", "2 USD")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("llm", "tokens", "cost", "tool")), inner)
    ),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from([each.name for each in declarations(CeilingDef)][1:]), VALUES, max_size=4))
def test_any_ceiling_is_read_or_refused_and_the_schema_accepts_what_is_read(fields: dict[str, Any]) -> None:
    written = {"ceiling": "c", **fields}
    understood = understand("ceiling", written, Limits(), None)
    if understood.meaning is None:
        assert understood.findings
        return
    SCHEMA.validate(written)
    assert isinstance(understood.meaning, CeilingDef)
    ceiling = ceiling_of_document(understood.meaning)
    assert ceiling_of_document(definition_of(ceiling, "c")) == ceiling
    lowered = lower_document(document_of(ceiling, "c"), CeilingDef, Limits(), called="a ceiling")
    assert lowered.record == definition_of(ceiling, "c")


@pytest.mark.parametrize("format_name", NAMES)
def test_a_ceiling_means_the_same_in_every_format(folder: Path, format_name: str) -> None:
    from onefold.tools.bundle.ceilings import read_ceiling

    written = record_document(WHOLE)
    SCHEMA.validate(written)
    SCHEMA.validate(OURS)
    assert read_ceiling(folder / write(folder, "c", written, format_name)).ceiling == ceiling_of_document(WHOLE)


@pytest.mark.parametrize("field", declarations(CeilingDef), ids=lambda field: field.name)
def test_every_field_of_a_ceiling_is_read_and_counts(field: declare.Declaration) -> None:
    other = evolve(WHOLE, **{field.attribute: _another(field)})
    lowered = lower_document(record_document(other, defaults=True), CeilingDef, Limits(), called="a ceiling")
    assert lowered.findings == ()
    assert lowered.record == other
    counts = field.name not in ("ceiling", "description")
    assert (ceiling_of_document(other) != ceiling_of_document(WHOLE)) is counts


def _another(field: declare.Declaration) -> Any:
    if field.name == "tool_arg_constraints":
        return ()
    return next(
        each
        for each in (sample(field.shape, number) for number in range(1, 9))
        if each != getattr(WHOLE, field.attribute)
    )


def test_documents_of_another_kind_are_told_of(onefold: Any, folder: Path) -> None:
    bundle = write(folder, "release", BASE, "json")
    (folder / "flow.fold").write_text(FLOW)
    (folder / "empty.yaml").write_text("")
    (folder / "list.json").write_text("[1]")
    for name, told in (
        ("flow.fold", "`flow.fold` is a workflow, and a ceiling is needed here"),
        (bundle, f"`{bundle}` is a bundle, and a ceiling is needed here"),
        ("nowhere.yaml", "cannot read `nowhere.yaml`: no such file or directory"),
        ("list.json", "`list.json` is a workflow, and a ceiling is needed here"),
    ):
        outcome = onefold("bundle", "nested-ceiling", bundle, "--parent", name)
        assert (outcome.code, outcome.out, outcome.err) == (2, "", f"onefold: {told}\n")
        read = printed(onefold, "nested-ceiling", bundle, "--parent", name, code=2)
        assert read["error"]["message"] == told
        assert read["error"]["code"].startswith("nested-ceiling.")
    assert onefold("bundle", "nested-ceiling", bundle, "--parent", "empty.yaml").code == 1
    write(folder, "catalog", {"catalog": "c"}, "yaml")
    outcome = onefold("bundle", "ceiling", "catalog.fold.yaml")
    assert outcome.err == (
        "onefold: `catalog.fold.yaml` is a catalogue, and a bundle, a workflow or a harness manifest is needed here\n"
    )
    assert onefold("bundle", "nested-ceiling", bundle).code == 2


def test_a_bundle_with_errors_is_not_held_against_a_ceiling(onefold: Any, folder: Path) -> None:
    parent = write(folder, "parent", OURS, "json")
    bundle = write(folder, "b", contract(id=""), "json")
    outcome = onefold("bundle", "nested-ceiling", bundle, "--parent", parent)
    assert (outcome.code, outcome.out, "[OF801]" in outcome.err) == (1, "", True)
    assert printed(onefold, "nested-ceiling", bundle, "--parent", parent, code=1)["data"]["valid"] is False
    assert printed(onefold, "ceiling", bundle, code=1)["data"]["valid"] is False
    (folder / "flow.fold").write_text("fold 1\nworkflow w\ntool a = b {")
    assert onefold("bundle", "nested-ceiling", "flow.fold", "--parent", parent).code == 1


@pytest.mark.parametrize(
    ("policy", "code"),
    [
        ({"side_effect_level": "Network"}, "OF206"),
        ({"tool": []}, "OF201"),
        ({"capabilities": {"llm": "call"}}, "OF203"),
    ],
)
def test_a_policy_of_the_contract_is_read_strictly(
    onefold: Any, folder: Path, policy: dict[str, Any], code: str
) -> None:
    bundle = write(folder, "release", BASE, "json")
    for format_name in NAMES:
        name = write(folder, "parent", policy, format_name)
        outcome = onefold("bundle", "nested-ceiling", bundle, "--parent", name)
        assert (outcome.code, f"[{code}]" in outcome.err) == (1, True)
        name = write(folder, "harness", {"capability_ceiling": policy}, format_name)
        outcome = onefold("bundle", "ceiling", name)
        assert (outcome.code, f"[{code}]" in outcome.err) == (1, True)


def test_a_ceiling_has_no_version(folder: Path) -> None:
    with pytest.raises(ValueError, match="a ceiling has no version"):
        compile(folder / write(folder, "c", OURS, "yaml"))


@pytest.mark.parametrize("format_name", NAMES)
def test_a_ceiling_is_laid_out_and_keeps_its_comments(onefold: Any, folder: Path, format_name: str) -> None:
    name = write(folder, "c", OURS, format_name)
    if format_name == "yaml":
        text = (folder / name).read_text()
        (folder / name).write_text(f"# ours\n{text.replace('autonomy_tier: ', 'autonomy_tier:    ')}")
        assert onefold("fmt", name).code == 0
        assert (folder / name).read_text().startswith("# ours\n")
    assert onefold("fmt", "--check", name).code == 0
