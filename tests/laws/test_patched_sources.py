"""A patch of a source means what the same patch of its bundle means, in every format; comments and all else stay."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from bundle_documents import FLOW
from golden_cases import accept_cases
from hypothesis import given, settings
from hypothesis import strategies as st
from patch_documents import add, edge, insert, node_policy, patch, prompt, remove, replace

from onefold.api import check
from onefold.frontends.frontend import Limits
from onefold.frontends.lower.document import lower_document
from onefold.frontends.registry import FRONTENDS
from onefold.kernel.bundle.hashing import plain_hash
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.document import document
from onefold.kernel.patch.apply import apply
from onefold.kernel.patch.documents import PatchDef
from onefold.kernel.source import Source
from onefold.tools.bundle.opened import OpenedBundle
from onefold.tools.bundle.opening import open_source
from onefold.tools.bundle.refusal import Refused
from onefold.tools.patch.sources import patched_sources

CASES = [case.name for case in accept_cases()]
FORMATS = {each.name: each for each in FRONTENDS}
# There is no null in TOML.
UNSAYABLE = ("release-train-null", "toml")
# Three steps share what one of them says in several lines, with comments in it.
SHARED = {("contract-review", "yaml")}
STEPS = ("agent", "action", "subagent")


@pytest.fixture(scope="module", autouse=True)
def goldens() -> Iterator[None]:
    with TemporaryDirectory() as folder:
        for case in accept_cases():
            shutil.copytree(case, Path(folder) / case.name)
        ROOT.append(Path(folder))
        yield
        ROOT.clear()
        opened.cache_clear()


ROOT: list[Path] = []


@cache
def opened(case: str, format_name: str) -> OpenedBundle:
    suffix = FORMATS[format_name].suffixes[0]
    return open_source(ROOT[0] / case / f"input{suffix}")


def lowered(*operations: dict[str, Any]) -> PatchDef:
    found = lower_document(patch(*operations), PatchDef, Limits(), called="a patch")
    assert found.record is not None
    assert found.findings == ()
    return found.record


def plain_edges(manifest: Manifest) -> list[Any]:
    """The edges between two steps that one can put a step between."""
    graph = manifest.workflow
    return [
        each
        for each in graph.edges
        if graph.nodes[each.origin].kind in STEPS
        and graph.nodes[each.target].kind not in ("join", "terminal")
        and (each.branch, each.label) == ("success", None)
        and "transitions" not in graph.nodes[each.origin].metadata
    ]


def between(manifest: Manifest, number: int, name: str) -> list[dict[str, Any]]:
    edges = plain_edges(manifest)
    if not edges:
        return []
    chosen = edges[number % len(edges)]
    body: dict[str, Any] = {"kind": "agent", "metadata": {"timeout": "2m"}}
    if number % 2:
        body = {
            "kind": "action",
            "task_label": "ci.look",
            "capability_policy": {"tools": ["ci.look"], "tools_restricted": True},
            "metadata": {"tool": "ci.look", "args": {"what": "{{ workflow.id }}", "deep": [1, {"a": "b, c"}]}},
        }
    return [
        insert(name, **body),
        *([] if number % 2 else [prompt(name, name, "Look twice,\nthen say what you saw: #1.\n", system="Be brief.")]),
        replace(edge(chosen.origin, chosen.target, "success"), edge(chosen.origin, name, "success")),
        add(name, chosen.target, "success"),
    ]


def models(manifest: Manifest) -> list[str]:
    return sorted(name for name, each in manifest.workflow.nodes.items() if each.kind == "agent")


def another_prompt(manifest: Manifest, number: int, _name: str) -> list[dict[str, Any]]:
    names = models(manifest)
    texts = ("One line.", "Two\nlines.", 'Quotes "and" # signs: {{ workflow.id }}', "  Spaces\n\n    and more\n")
    return [prompt(names[number % len(names)], names[number % len(names)], texts[number % 4])] if names else []


def another_model(manifest: Manifest, number: int, _name: str) -> list[dict[str, Any]]:
    names = models(manifest)
    return [node_policy(names[number % len(names)], model_policy={"model": f"slot-{number % 7}"})] if names else []


def other_tools(manifest: Manifest, number: int, _name: str) -> list[dict[str, Any]]:
    names = models(manifest)
    if not names:
        return []
    allowed = ["a.b", "c.*"][: 1 + number % 2]
    policy = {"tools": allowed, "tools_restricted": True}
    return [node_policy(names[number % len(names)], tools={"allow": allowed}, capability_policy=policy)]


EDITS: tuple[Callable[[Manifest, int, str], list[dict[str, Any]]], ...] = (
    between, another_prompt, another_model, other_tools
)  # fmt: skip
NUMBERS = st.lists(st.tuples(st.sampled_from(EDITS), st.integers(0, 50)), min_size=1, max_size=3)


def comments(path: Path, data: bytes) -> list[str]:
    frontend = next(each for each in FRONTENDS if path.name.endswith(each.suffixes))
    found = frontend.comments(Source(path.name, data.decode()), Limits()) if frontend.comments else ()
    return sorted(" ".join(each.text.split()) for each in found)


def meant(path: Path, data: bytes) -> str:
    """The hash of the bundle that a source with these bytes is."""
    before = path.read_bytes()
    path.write_bytes(data)
    try:
        return open_source(path).hash
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize("format_name", FORMATS)
@given(case=st.sampled_from(CASES), chosen=NUMBERS)
@settings(max_examples=8)
def test_what_a_source_can_say_is_said_in_it(format_name: str, case: str, chosen: Any) -> None:
    if (case, format_name) == UNSAYABLE:
        return
    bundle = opened(case, format_name)
    edits = [each for index, (make, n) in enumerate(chosen) for each in make(bundle.manifest, n, f"new-{index}")]
    touched = [(each.get("from"), each.get("to")) for each in edits if each["op"] == "replace_edge"]
    if not edits or len(set(touched)) < len(touched):
        return
    applied = apply(lowered(*edits), bundle.manifest)
    if applied.failures:
        assert applied.failures[0].code == "idle-patch"
        return
    try:
        files = patched_sources(bundle, applied.manifest)
    except Refused as refused:
        if refused.name == "unspliceable-patch" and (case, format_name) in SHARED:
            return
        raise
    (path,) = files
    assert path == bundle.path
    assert meant(path, files[path]) == plain_hash(applied.manifest) != bundle.hash
    assert comments(path, files[path]) == comments(path, path.read_bytes())


ENDS = st.tuples(st.integers(0, 60), st.integers(0, 60), st.sampled_from(["success", "failure", "true", "false", None]))


def any_edits(manifest: Manifest, numbers: Any) -> list[dict[str, Any]]:
    names, edges = sorted(manifest.workflow.nodes), manifest.workflow.edges
    made = []
    for kind, (one, other, branch) in numbers:
        if kind == "add":
            made.append(add(names[one % len(names)], names[other % len(names)], branch))
            continue
        old = edges[one % len(edges)]
        written = edge(old.origin, old.target, old.branch, old.label)
        if kind == "remove":
            made.append({"op": "remove_edge", **written})
        else:
            made.append(replace(written, edge(old.origin, names[other % len(names)], branch)))
    return made


@pytest.mark.parametrize("format_name", FORMATS)
@given(
    case=st.sampled_from(CASES),
    numbers=st.lists(st.tuples(st.sampled_from(["add", "remove", "replace"]), ENDS), min_size=1, max_size=3),
)
@settings(max_examples=8)
def test_whatever_is_asked_is_said_exactly_or_refused(format_name: str, case: str, numbers: Any) -> None:
    if (case, format_name) == UNSAYABLE:
        return
    bundle = opened(case, format_name)
    applied = apply(lowered(*any_edits(bundle.manifest, numbers)), bundle.manifest)
    if applied.failures:
        return
    files = unless_unsayable(bundle, applied.manifest)
    if files is None:
        return
    (path,) = files
    assert meant(path, files[path]) == plain_hash(applied.manifest)
    assert comments(path, files[path]) == comments(path, path.read_bytes())


def unless_unsayable(bundle: OpenedBundle, patched: Manifest) -> Mapping[Path, bytes] | None:
    """The changed files; nothing where no workflow has such a graph. That a text could not be changed is no excuse."""
    try:
        return patched_sources(bundle, patched)
    except Refused as refused:
        is_shared = refused.name == "unspliceable-patch" and "contract-review" in str(bundle.path)
        if refused.name != "patch-beyond-source" and not is_shared:
            raise
        return None


TOOL = {"tools": ["ci.look"], "tools_restricted": True}
LOOK = {"kind": "action", "task_label": "ci.look", "capability_policy": TOOL, "metadata": {"tool": "ci.look"}}
# Operations on the workflow of `bundle_documents`, and what a text of it says then.
SAYABLE: dict[str, tuple[list[dict[str, Any]], str]] = {
    "another end of a condition": (
        [
            insert("approve", kind="agent"),
            prompt("approve", "approve"),
            replace(edge("gate", "close", "true"), edge("gate", "approve", "true")),
            add("approve", "close", "success"),
        ],
        "approve",
    ),
    "a longer branch": (
        [
            insert("again", **LOOK),
            replace(edge("lint", "checks.join", "success"), edge("lint", "again", "success")),
            add("again", "checks.join", "success"),
        ],
        "again",
    ),
    "a further branch": (
        [insert("docs", **LOOK), add("checks", "docs"), add("docs", "checks.join", "success")],
        "docs",
    ),
    "a step after a parallel one": (
        [
            insert("after", **LOOK),
            replace(edge("checks.join", "look", "success"), edge("checks.join", "after", "success")),
            add("after", "look", "success"),
        ],
        "after",
    ),
    "a way for failures": ([add("close", "mend", "failure")], "failure"),
    "another outcome of a way": (
        [replace(edge("look", "mend", "failure"), edge("look", "mend", "timeout"))], "timeout"
    ),
    "a system prompt that goes": ([prompt("look", "look", "Look at {{ steps.fetch.output }}.")], "Look at"),
    "a condition between ways": (
        [
            insert(
                "pick",
                kind="condition",
                task_label='steps.mend.output == "x"',
                metadata={"on": 'steps.mend.output == "x"'},
            ),
            replace(edge("mend", "look", "success"), edge("mend", "pick", "success")),
            add("pick", "look", "true"),
            add("pick", "fetch", "false"),
        ],
        "pick",
    ),
    "another workflow": (
        [
            insert("ask", kind="subagent", task_label="ops.ask @ stable", metadata={
                "workflow": "ops.ask", "version": "stable", "with": {"a": "{{ workflow.id }}"}
            }),
            replace(edge("mend", "look", "success"), edge("mend", "ask", "success")),
            add("ask", "look", "success"),
        ],
        "ops.ask",
    ),
    "ways with conditions": (
        [
            insert("sort", kind="agent", metadata={"transitions": [
                {"to": "look", "when": 'steps.sort.output == "x"', "priority": 2}, {"to": "fetch"}
            ]}),
            prompt("sort", "sort"),
            replace(edge("mend", "look", "success"), edge("mend", "sort", "success")),
            add("sort", "look", "success", 'when steps.sort.output == "x"'),
            add("sort", "fetch", "success"),
        ],
        "sort",
    ),
}  # fmt: skip


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("name", SAYABLE)
def test_every_part_of_a_graph_is_said_by_a_part_of_a_workflow(name: str, format_name: str, tmp_path: Path) -> None:
    operations, words = SAYABLE[name]
    suffix = FORMATS[format_name].suffixes[0]
    path, printer = tmp_path / f"flow{suffix}", FORMATS[format_name].print
    assert printer is not None
    ir = check(FLOW, format="fold").ir
    assert ir is not None
    path.write_text(FLOW if format_name == "fold" else printer(document(ir)), encoding="utf-8")
    bundle = open_source(path)
    applied = apply(lowered(*operations), bundle.manifest)
    assert applied.failures == ()
    data = patched_sources(bundle, applied.manifest)[path]
    assert meant(path, data) == plain_hash(applied.manifest)
    assert words in data.decode()


def test_the_law_is_broken_by_a_graph_that_no_workflow_has() -> None:
    bundle = opened("code-review", "yaml")
    applied = apply(lowered(remove("gather", "diff")), bundle.manifest)
    with pytest.raises(Refused, match=r"patch\.beyond_source"):
        patched_sources(bundle, applied.manifest)
