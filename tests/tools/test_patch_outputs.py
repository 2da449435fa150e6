"""What the words of `patch` print for programs has the shape that is published, whatever becomes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import contract, workspace
from patch_documents import add, bundle_policy, contract_patch, insert, node_policy, patch, prompt, remove
from published_schemas import validator

from onefold.tools.cli.patch import WORDS

VALIDATORS = {word: validator(f"patch-{word}") for word in WORDS}
# Exit code, target, patch and other arguments.
CASES: list[tuple[int, tuple[str, ...]]] = [
    (0, ("--bundle", "c.json", "--patch", "good.json")),
    (0, ("--source", "c.json", "--patch", "good.json")),
    (0, ("--source", "bundle.fold.yaml", "--patch", "ours.json")),
    (1, ("--bundle", "c.json", "--patch", "twice.json")),
    (1, ("--bundle", "c.json", "--patch", "broken.json")),
    (1, ("--bundle", "c.json", "--patch", "untold.json")),
    (1, ("--bundle", "c.json", "--patch", "wider.json", "--parent-ceiling", "policy.json")),
    (1, ("--source", "flow.fold", "--patch", "unsayable.json")),
    (1, ("--bundle", "c.json", "--patch", "misspelt.json")),
    (2, ("--bundle", "c.json", "--patch", "c.json")),
    (2, ("--bundle", "gone.json", "--patch", "good.json")),
]
# Only a base keeps a patch from being applied, and only `preview` does not ask whether more is asked for.
CONTRACT = ("--bundle", "c.json", "--patch", "theirs.json")


@pytest.fixture
def made(onefold: Any, folder: Path) -> Path:
    """A folder with bundles and patches, good and bad."""
    workspace(folder)
    (folder / "c.json").write_text(json.dumps(contract()))
    (folder / "policy.json").write_text(json.dumps({"side_effect_level": "read_only"}))

    def base(name: str) -> str:
        found: str = json.loads(onefold("bundle", "validate", name, "--json").out)["data"]["bundle_hash"]
        return found

    theirs, ours, flow = base("c.json"), base("bundle.fold.yaml"), base("flow.fold")
    for name, value in {
        "good": patch(insert("n"), add("a", "n"), prompt("q", "n"), node_policy("a", task_label="A."), base=theirs),
        "ours": patch(bundle_policy(retry={"max_attempts": 1}), base=ours),
        "twice": patch(add("a", "r"), remove("a", "r"), base=theirs),
        "broken": patch(bundle_policy(autonomy_tier="god"), base=theirs),
        "untold": patch(node_policy("a", model_policy=1), base=theirs),
        "wider": patch(bundle_policy(autonomy_tier="act_auto"), base=theirs),
        "unsayable": patch(bundle_policy(autonomy_tier="shadow"), base=flow),
        "misspelt": patch({**add("a", "r"), "lable": ""}, base=theirs),
        "theirs": contract_patch(insert("n"), add("a", "n")),
    }.items():
        (folder / f"{name}.json").write_text(json.dumps(value))
    return folder


@pytest.mark.usefixtures("made")
@pytest.mark.parametrize("word", WORDS)
def test_every_object_has_the_shape_that_is_published(word: str, onefold: Any) -> None:
    for code, arguments in CASES:
        outcome = onefold("patch", word, *arguments, "--json")
        is_shown = word == "preview" and "wider.json" in arguments
        assert outcome.code == (0 if is_shown else code), (word, arguments, outcome)
        printed = json.loads(outcome.out)
        VALIDATORS[word].validate(printed)
        assert printed["ok"] is (outcome.code == 0)
        if word == "apply" and code == 0 and "--source" in arguments:
            assert printed["data"]["written"]
    outcome = onefold("patch", word, *CONTRACT, "--json")
    assert outcome.code == (1 if word == "apply" else 0)
    VALIDATORS[word].validate(json.loads(outcome.out))


@pytest.mark.usefixtures("made")
def test_an_object_of_another_shape_is_refused_by_what_is_published(onefold: Any) -> None:
    printed = json.loads(onefold("patch", "validate", *CASES[0][1], "--json").out)
    for name in printed["data"]:
        less = {**printed, "data": {each: value for each, value in printed["data"].items() if each != name}}
        assert not VALIDATORS["validate"].is_valid(less), name
    assert not VALIDATORS["validate"].is_valid({**printed, "data": {**printed["data"], "more": 1}})


def test_the_schemas_are_printed(onefold: Any) -> None:
    for word, published in VALIDATORS.items():
        assert json.loads(onefold("schema", f"patch-{word}").out) == published.schema


@pytest.mark.usefixtures("made")
def test_what_people_are_told(onefold: Any, snapshot: Any) -> None:
    told = []
    for _, arguments in (*CASES, (0, CONTRACT)):
        outcome = onefold("patch", "validate", *arguments)
        told.append(f"$ onefold patch validate {' '.join(arguments)}\n{outcome.out}{outcome.err}exit {outcome.code}\n")
    assert "\n".join(told) == snapshot
