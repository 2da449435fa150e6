"""A workspace that function tools are served, with everything around it that they must never tell of."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from bundle_documents import FLOW, contract, document, workspace

MARK = "TOP-SECRET-OUTSIDE"
"""Stands in every file outside."""


def served(folder: Path) -> Path:
    """Make the workspace `folder/served`, with files beside it that are out of bounds; the path of the workspace."""
    root = folder / "served"
    (root / "sub").mkdir(parents=True)
    workspace(root)
    (root / "contract.json").write_text(json.dumps(contract()))
    (root / "broken.fold.yaml").write_text("bundle: [\n")
    (root / "invalid.json").write_text(json.dumps(contract(triggers=[{"id": "t", "kind": "comet"}])))
    (root / "nested.fold.json").write_text(json.dumps(NESTED))
    (root / "nested-outside.fold.json").write_text(json.dumps(NESTED_OUTSIDE))
    outside(folder / "outside")
    for name, target in LINKS.items():
        (root / name).symlink_to(target, target_is_directory=not target.endswith((".yaml", ".fold", ".json")))
    for name, fields in ESCAPES.items():
        (root / f"{name}.json").write_text(json.dumps(document(**fields)))
    for name, flow in FLOWS.items():
        (root / f"{name}.fold.json").write_text(json.dumps(flow))
    (root / "sub" / "child.fold.json").write_text(json.dumps(calling("child", "sub.tool")))
    (root / "prompted.fold.json").write_text(json.dumps(_asking("Say hello.")))
    os.mkfifo(root / "fifo.json")
    with (root / "large.json").open("wb") as file:
        file.truncate(100_000_000)
    return root


def outside(folder: Path) -> None:
    """Files that are all in order but for where they are."""
    folder.mkdir()
    workspace(folder, metadata={"mark": MARK})
    (folder / "flow.fold").write_text(FLOW.replace("Be brief.", MARK))
    (folder / "p.md").write_text(MARK)
    (folder / "stranger.fold.json").write_text(json.dumps(calling("stranger", MARK)))
    (folder / "contract.json").write_text(json.dumps(contract(metadata={"mark": MARK})))


LINKS = {
    "linked.fold.yaml": "../outside/bundle.fold.yaml",
    "linked.fold": "../outside/flow.fold",
    "linked.json": "/etc/passwd.json",
    "linked-folder": "../outside",
    "linked-root": "/",
    "loop.json": "loop.json",
    "stranger.fold.json": "../outside/stranger.fold.json",
    "inner.fold.yaml": "bundle.fold.yaml",
}
ESCAPES: dict[str, dict[str, Any]] = {
    "up": {"workflow": {"file": "../outside/flow.fold"}},
    "absolute": {"workflow": {"file": "/etc/flow.fold"}},
    "through-link": {"workflow": {"file": "linked.fold"}},
    "through-folder": {"workflow": {"file": "linked-folder/flow.fold"}},
    "down-and-up": {"workflow": {"file": "sub/../../outside/flow.fold"}},
}


def _asking(prompt: object) -> dict[str, Any]:
    return {"onefold": 1, "workflow": "w", "steps": {"a": {"kind": "model", "prompt": prompt}}}


def calling(name: str, tool: str) -> dict[str, Any]:
    """A workflow that calls a tool."""
    return {"onefold": 1, "workflow": name, "steps": {"a": {"kind": "tool", "tool": tool}}}


def _running(*names: str) -> dict[str, Any]:
    steps = {each: {"kind": "subworkflow", "workflow": each, "version": "latest"} for each in names}
    return {"onefold": 1, "workflow": "outer", "start": names[0], "steps": steps}


NESTED = _running("child")
NESTED_OUTSIDE = _running("stranger")
FLOWS = {
    "prompt-up": _asking({"file": "../outside/p.md"}),
    "prompt-absolute": _asking({"file": "/etc/passwd"}),
    "prompt-linked": _asking({"file": "linked-folder/p.md"}),
}
