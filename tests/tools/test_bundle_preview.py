"""The preview of a bundle: every member in its order, and a hostile bundle through every rendering."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from browser import Page, browser
from bundle_documents import FLOW, NAMES, changed, contract, document, fixture, workspace, write
from hostile import EVIL

from onefold.kernel.bundle.preview import preview as shown_preview
from onefold.tools.bundle.opening import open_source
from onefold.tools.bundle.scene import scene_of_preview
from onefold.tools.documents import Unusable

REJECTED = Path(__file__).parents[2] / "golden" / "reject"

# What a terminal or a page would obey or hide.
UNSAFE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\U000e0000-\U000e007f]"
)
WORDS = EVIL.replace("\x00", "")
QUICKSTART = """flowchart TD
  n_389fbfc4_node_notify["notification: Notify completion"]
  n_7507e151_node_summarize["action: Summarize input"]
  n_8725ce85_terminal_completed["terminal: Completed"]
  n_df3386d3_terminal_failed["terminal: Failed"]
  n_f5062c77_trigger_manual_start["trigger: manual-start"]
  n_389fbfc4_node_notify -->|completed| n_8725ce85_terminal_completed
  n_7507e151_node_summarize --> n_389fbfc4_node_notify
  n_f5062c77_trigger_manual_start -->|dispatch| n_7507e151_node_summarize"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


def preview(onefold: Any, name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(onefold("bundle", "preview", name, "--json").out)["data"]
    return data


def hostile(folder: Path) -> str:
    """A bundle of the contract with hostile text wherever text may stand."""
    value = contract(
        id=WORDS,
        name=WORDS,
        triggers=[{"id": WORDS, "kind": "github", "provider": WORDS, "events": [WORDS], "node_id": "a"}],
        prompt_capsules={WORDS: {"id": WORDS, "node_id": "a", "prompt": WORDS, "system": WORDS}},
        connectors=[{"id": WORDS, "provider_id": WORDS, "scopes": [WORDS]}],
        policy={"autonomy_tier": WORDS, "approval_required": [WORDS]},
        environment={"command_gates": [WORDS]},
        metadata={WORDS: WORDS},
    )
    value = changed(value, "workflow.nodes.a.task_label", WORDS)
    value = changed(value, "workflow.edges.0", {"from": "a", "to": "c", "label": WORDS, "branch": WORDS})
    value["workflow"]["nodes"][WORDS] = {"kind": WORDS, "prompt": WORDS}
    (folder / "evil.json").write_text(json.dumps(value))
    return "evil.json"


def test_the_members_stand_in_the_order_of_the_contract(onefold: Any, folder: Path) -> None:
    data = preview(onefold, workspace(folder))
    assert [*data] == [
        *("schema_version", "bundle_id", "bundle_version", "workflow_id", "workflow_version", "graph_digest"),
        *("validation", "graph", "mermaid", "triggers", "connectors", "environment", "nodes", "edges", "metadata"),
        "digests",
    ]
    graph = data["graph"]
    assert [*graph] == [
        *("schema_version", "graph_id", "graph_digest", "nodes", "edges", "diagnostics", "editable_fields", "mermaid"),
    ]
    assert graph["mermaid"] == data["mermaid"]
    for key in ("nodes", "editable_fields"):
        assert [each["id"] for each in graph[key]] == sorted(each["id"] for each in graph[key])
    ends = [(each["from"], each["to"]) for each in graph["edges"]]
    assert ends == sorted(ends)
    assert [*graph["nodes"][0]] == [
        *("id", "node_type", "label", "workflow_node_id", "trigger_id", "connector_id", "editable_fields", "metadata"),
    ]
    kinds = {each["id"]: each["node_type"] for each in graph["nodes"]}
    assert kinds["connector/gh"] == "connector_call"
    assert (kinds["policy/catchup"], kinds["policy/dlq"]) == ("catchup", "dlq")
    assert {kinds[f"node/{each}"] for each in ("look", "fetch", "checks", "checks.join", "gate", "gate.end")} == {
        *("agent", "action", "fork", "join", "condition", "terminal"),
    }


def test_the_mermaid_text_of_the_public_fixture(onefold: Any) -> None:
    path = str(fixture("docs/fixtures/workflow-bundles/quickstart-minimal.bundle.json"))
    assert preview(onefold, path)["mermaid"] == QUICKSTART
    assert onefold("bundle", "preview", path, "--mermaid").out == f"{QUICKSTART}\n"


def test_what_can_be_edited_is_there(onefold: Any, folder: Path) -> None:
    data = preview(onefold, workspace(folder))
    fields = {each["id"]: each for each in data["graph"]["editable_fields"]}
    assert fields["trigger.pr.provider"]["required"] is True
    assert fields["trigger.pr.kind"]["enum_values"] == ["github", "cron", "delay", "manual", "webhook", "mcp"]
    assert fields["workflow.unit-test.prompt"]["json_pointer"] == "/workflow/nodes/unit-test/prompt"
    assert fields["prompt_capsule.look.prompt"]["json_pointer"] == "/prompt_capsules/look/prompt"
    assert fields["policy.catchup.mode"]["enum_values"] == ["none", "latest", "all"]
    odd = changed(contract(), "prompt_capsules", {"a/b~c": {"id": "a/b~c", "node_id": "a", "prompt": "x"}})
    (folder / "odd.json").write_text(json.dumps(odd))
    pointers = {each["json_pointer"] for each in preview(onefold, "odd.json")["graph"]["editable_fields"]}
    assert "/prompt_capsules/a~1b~0c/prompt" in pointers


def test_an_invalid_bundle_is_shown_all_the_same(onefold: Any, folder: Path) -> None:
    name = workspace(folder, triggers=[{"id": "t", "kind": "cron", "schedule": "x", "node_id": "gone"}])
    outcome = onefold("bundle", "preview", name, "--json", "--svg", "a.svg", "--html", "a.html")
    assert outcome.code == 1
    data = json.loads(outcome.out)["data"]
    assert data["validation"]["valid"] is False
    assert {each["graph_node_id"] for each in data["graph"]["diagnostics"]} == {"node/gone"}
    assert "OF827" in (folder / "a.html").read_text()
    assert ElementTree.parse(folder / "a.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own drawing


def shown_all_ways(onefold: Any, folder: Path, name: str) -> tuple[Any, str]:
    """The data of a preview that has errors, which every way of showing it gives; and what people are told."""
    outcome = onefold("bundle", "preview", name, "--json", "--svg", "a.svg", "--html", "a.html")
    assert outcome.code == 1, outcome
    printed = json.loads(outcome.out)
    assert (printed["ok"], printed["error"]) == (False, None)
    data = printed["data"]
    assert data["validation"]["valid"] is False
    errors = data["validation"]["errors"]
    page = (folder / "a.html").read_text()
    assert all(each["code"] in page for each in errors)
    assert ElementTree.parse(folder / "a.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own drawing
    for arguments in ((), ("--mermaid",)):
        outcome = onefold("bundle", "preview", name, *arguments)
        assert (outcome.code, all(each["code"] in outcome.err for each in errors)) == (1, True)
    assert onefold("bundle", "preview", name, "--mermaid").out == f"{data['mermaid']}\n"
    told = onefold("bundle", "preview", name)
    assert f"validation: {len(errors)} error" in told.out
    return data, told.out


TYPED: list[tuple[str, Any, str]] = [
    ("version", 1, "version"),
    ("version", ..., ""),
    ("triggers.1.schedule", 5, "triggers[1].schedule"),
    ("triggers.2", "later", "triggers[2]"),
    ("triggers", {}, "triggers"),
    ("policy.retry.max_attempts", "three", "policy.retry.max_attempts"),
    ("connectors.0.scopes", "all", "connectors[0].scopes"),
    ("metadata", [], "metadata"),
    ("colour", "red", "colour"),
]


@pytest.mark.parametrize("format_name", NAMES)
@pytest.mark.parametrize(("path", "value", "where"), TYPED)
def test_fields_of_the_wrong_type_are_told_of_and_the_rest_is_shown(
    onefold: Any, folder: Path, format_name: str, path: str, value: Any, where: str
) -> None:
    (folder / "flow.fold").write_text(FLOW)
    name = write(folder, "b", changed(document(), path, value), format_name)
    data, told = shown_all_ways(onefold, folder, name)
    # One fault is one finding: what stands in the place of the field is not judged.
    assert [each["path"] for each in data["validation"]["errors"]] == [where]
    assert {each["id"] for each in data["nodes"]} >= {"fetch", "checks", "look", "gate"}
    assert "look  agent" in told
    if not path.startswith("triggers"):
        assert len(data["triggers"]) == 6


@pytest.mark.parametrize(
    ("path", "value", "where", "nodes"),
    [
        ("id", 1, "id", 6),
        ("workflow.nodes.a.kind", 1, "workflow.nodes.a.kind", 6),
        ("workflow.nodes", [], "workflow.nodes", 0),
        ("workflow.edges.0.to", 1, "workflow.edges[0].to", 6),
        ("workflow", "x", "workflow", 0),
        ("transitive_modules", {}, "transitive_modules", 6),
    ],
)
def test_a_bundle_of_the_contract_with_fields_of_the_wrong_type_is_shown(
    onefold: Any, folder: Path, path: str, value: Any, where: str, nodes: int
) -> None:
    (folder / "b.json").write_text(json.dumps(changed(contract(), path, value)))
    data, _ = shown_all_ways(onefold, folder, "b.json")
    assert [each["path"] for each in data["validation"]["errors"]] == [where]
    assert len(data["nodes"]) == nodes


@pytest.mark.parametrize(
    ("flow", "code", "nodes"),
    [
        (FLOW.replace("-> look -> gate", "-> lok -> gate"), "OF301", 8),
        (FLOW.replace("then close", "then clse"), "OF301", 8),
        (FLOW.replace("[lint, unit-test]", "[lint, unit]"), "OF301", 8),
        (FLOW.replace("timeout 30s", "timeout 30"), "OF", 0),
        ("fold 1\nworkflow nightly\n", "OF", 0),
    ],
)
def test_a_bundle_whose_workflow_has_errors_is_shown(
    onefold: Any, folder: Path, flow: str, code: str, nodes: int
) -> None:
    name = workspace(folder)
    (folder / "flow.fold").write_text(flow)
    for shown in (name, "flow.fold"):
        data, _ = shown_all_ways(onefold, folder, shown)
        assert {each["path"] for each in data["validation"]["errors"]} == {"workflow"}
        assert data["validation"]["errors"][0]["code"].startswith(code)
        assert len(data["nodes"]) == nodes
        assert len(data["triggers"]) == (6 if shown == name else 1)
        for word in ("run", "validate"):
            assert onefold("bundle", word, shown, "--json").code == 1
        assert onefold("bundle", "pack", shown, "-o", "x.foldpack").code == 1
    (folder / "flow.fold").unlink()
    data, _ = shown_all_ways(onefold, folder, name)
    assert [each["path"] for each in data["validation"]["errors"]] == ["workflow.file"]


@pytest.mark.parametrize("arguments", [(), ("--mermaid",), ("--json",)], ids=["text", "mermaid", "json"])
def test_nothing_that_a_terminal_obeys_is_printed(onefold: Any, folder: Path, arguments: tuple[str, ...]) -> None:
    outcome = onefold("bundle", "preview", hostile(folder), *arguments)
    assert outcome.code == 1
    assert "alert" in outcome.out
    assert not UNSAFE.search(outcome.out)
    assert not UNSAFE.search(outcome.err)
    if arguments == ("--mermaid",):
        assert not re.search(r"[<>`]", outcome.out.replace("-->", ""))
        assert all(line.count('"') in (0, 2) for line in outcome.out.split("\n"))


def test_a_hostile_page_is_seen_and_runs_and_requests_nothing(onefold: Any, folder: Path, page: Page) -> None:
    assert onefold("bundle", "preview", hostile(folder), "--html", "page.html", "--svg", "a.svg").code == 1
    assert not UNSAFE.search((folder / "page.html").read_text())
    ElementTree.parse(folder / "a.svg")  # noqa: S314 - our own drawing
    page.load(folder / "page.html")
    assert page.value("document.scripts.length + document.images.length + document.links.length") == 0
    assert page.value("document.querySelectorAll('main').length") == 1
    assert (page.requests, page.complaints) == ([], [])


def test_the_page_shows_all_that_a_reviewer_asks_for(onefold: Any, folder: Path, page: Page) -> None:
    assert onefold("bundle", "preview", workspace(folder), "--html", "page.html").code == 0
    page.load(folder / "page.html")
    heads = page.value("[...document.querySelectorAll('h2')].map(each => each.textContent)")
    assert heads == [
        *("Validation", "Nodes", "Triggers", "Policy", "Connectors", "Prompts", "Editable fields", "Digests"),
    ]
    boxes = page.value("[...document.querySelectorAll('svg .step')].map(each => each.getAttribute('class'))")
    kinds = {name for each in boxes for name in each.split() if name.startswith("kind-")}
    assert kinds >= {"kind-trigger", "kind-agent", "kind-action", "kind-fork", "kind-condition", "kind-catchup"}
    text = page.value("document.body.innerText")
    for words in ("0 3 * * 1-5", "act_with" if "act_with" in text else "suggest", "make test", "Mend it.", "Be brief."):
        assert words in text
    page.value("document.querySelector('svg a').focus()")
    page.press("Enter")
    assert page.value("document.querySelector(':target').tagName") == "TR"
    for width in (1280, 900, 720, 500, 360):
        page.load(folder / "page.html", width=width)
        assert page.value("document.documentElement.scrollWidth <= innerWidth"), width
    assert (page.requests, page.complaints) == ([], [])


def test_whatever_is_wrong_with_a_workflow_it_is_shown_or_told_of() -> None:
    shown = 0
    for path in sorted(REJECTED.glob("*/*/input.fold.json")):
        try:
            bundle = open_source(path, is_shown=True)
        except Unusable:
            continue
        assert scene_of_preview(shown_preview(bundle.manifest, bundle.rows, is_contract=False)).boxes
        shown += not bundle.is_valid
    assert shown > 100
