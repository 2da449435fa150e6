"""No command writes over a file that it reads, whatever the file is for and whatever it is called there."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import workspace, write

from onefold.tools.files import read_source
from onefold.tools.witness import keep, keep_what_is_read, let_go, require_free
from onefold.tools.workspace import Workspaces
from onefold.tools.writing import write_files

FLOW = """fold 1
workflow nightly
model look { prompt file "look.md" }
tool lint = ci.lint { timeout 1m }
subworkflow merge = ops.merge @ latest { timeout 1m }
look -> lint -> merge
"""


@pytest.fixture
def read(onefold: Any, folder: Path) -> Path:
    """A folder in which one bundle reads a file of every kind."""
    (folder / "onefold.toml").write_text('catalogs = ["tools.fold.json"]\n')
    write(folder, "tools", {"catalog": "tools", "tools": {"ci.lint": {"description": "Lints."}}}, "json")
    (folder / "asset.md").write_text("a")
    (folder / "look.md").write_text("Look.")
    (folder / "merge.fold").write_text("fold 1\nworkflow ops.merge\ntool merge = github.merge { timeout 1m }\n")
    policy: dict[str, Any] = {"policy": {"approval_required": []}, "prompt_capsules": {}, "triggers": []}
    workspace(folder, metadata={"contributes": ["asset.md"]}, **policy)
    (folder / "flow.fold").write_text(FLOW)
    (folder / "outputs.fold.json").write_text('{"steps": {}}')
    (folder / "most.fold.yaml").write_text(onefold("bundle", "ceiling", "flow.fold").out)
    key = onefold("bundle", "keygen", "key.pem").out.strip()
    packed = onefold("bundle", "pack", "bundle.fold.yaml", "-o", "b.foldpack", "--trust-log", "log.json", *SIGN)
    assert packed.code == 0, packed
    (folder / "keys").mkdir()
    (folder / "keys" / f"{key}.pub").write_bytes((folder / "key.pem.pub").read_bytes())
    (folder / "trust.json").write_text(json.dumps({"trusted_signers": [key], "signer_registry_url": "keys"}))
    (folder / "keys" / "pub").symlink_to(f"{key}.pub")
    (folder / "link").symlink_to("look.md")
    os.link(folder / "look.md", folder / "hard")
    return folder


SOURCES = ("flow.fold", "look.md", "link", "hard", "./look.md")
WORKSPACE = (*SOURCES, "tools.fold.json", "onefold.toml")
BUNDLE = ("bundle.fold.yaml", *SOURCES, "onefold.toml")
PACKED = ("bundle.fold.yaml", *WORKSPACE, "merge.fold", "asset.md")
OUTPUTS = ("--outputs", "outputs.fold.json")
SIGN = ("--sign", "--key", "key.pem")
GATE = ("b.foldpack", "--trust-policy", "trust.json")
GATED = ("b.foldpack", "b.foldpack.dsse.json", "trust.json", "keys/pub")
WRITING: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (("compile", "flow.fold", "-o"), BUNDLE[2:]),
    (("bundle", "preview", "bundle.fold.yaml", "--svg"), BUNDLE),
    (("bundle", "preview", "bundle.fold.yaml", "--html"), BUNDLE),
    (("bundle", "preview", "b.foldpack", "--html"), ("b.foldpack", "b.foldpack.dsse.json")),
    (("bundle", "run", "bundle.fold.yaml", *OUTPUTS, "--receipt-out"), (*BUNDLE, "outputs.fold.json")),
    (("bundle", "run", *GATE, "--receipt-out"), GATED),
    (("bundle", "run", "flow.fold", "--ceiling", "most.fold.yaml", "--receipt-out"), ("most.fold.yaml", "flow.fold")),
    (("bundle", "pack", "bundle.fold.yaml", *SIGN, "-o"), (*PACKED, "key.pem")),
    (("bundle", "pack", "bundle.fold.yaml", "--upgrade", "b.foldpack", "-o"), ("b.foldpack",)),
    (("bundle", "pack", "bundle.fold.yaml", *SIGN, "-o", "new", "--trust-log"), (*PACKED, "key.pem")),
    (("bundle", "pack", "bundle.fold.yaml", "--trust-log", "log.json", "-o"), ("log.json",)),
]  # fmt: skip
CASES = [(arguments, name) for arguments, names in WRITING for name in names]


def contents(folder: Path) -> dict[Path, bytes]:
    return {each: each.read_bytes() for each in folder.rglob("*") if each.is_file()}


@pytest.mark.parametrize(
    ("arguments", "name"), CASES, ids=lambda each: each if isinstance(each, str) else " ".join(each)
)
def test_nothing_that_a_command_reads_is_written_over(
    onefold: Any, read: Path, arguments: tuple[str, ...], name: str
) -> None:
    before = contents(read)
    outcome = onefold(*arguments, name)
    assert (outcome.code, "would be written over" in outcome.err) == (2, True), outcome
    assert contents(read) == before
    if arguments[0] == "bundle":
        outcome = onefold(*arguments, name, "--json")
        assert (outcome.code, json.loads(outcome.out)["ok"]) == (2, False)


@pytest.mark.usefixtures("read")
def test_what_was_only_glanced_at_may_be_written_over(onefold: Any) -> None:
    target = "built.fold.json"
    for _ in range(2):
        # The second time, the file is one of those that might define the sub-workflow.
        assert onefold("compile", "flow.fold", "--to", "json", "-o", target).code == 0
        assert onefold("bundle", "pack", "flow.fold", "-o", "c.foldpack").code == 0
    assert onefold("bundle", "run", "flow.fold", "--receipt-out", target).code == 0


def test_an_archive_in_the_folder_that_is_replaced_stays(onefold: Any, read: Path) -> None:
    assert onefold("bundle", "unpack", "b.foldpack", "out").code == 0
    (read / "b.foldpack").rename(read / "out" / "b.foldpack")
    before = contents(read)
    outcome = onefold("bundle", "unpack", "out/b.foldpack", "out", "--force")
    assert (outcome.code, "`out/b.foldpack`" in outcome.err) == (2, True), outcome
    assert contents(read) == before


def test_a_log_of_releases_that_cannot_be_read_is_told_as_that(onefold: Any, read: Path) -> None:
    (read / "folder").mkdir()
    outcome = onefold("bundle", "pack", "bundle.fold.yaml", "-o", "c.foldpack", "--trust-log", "folder", "--json")
    assert outcome.err == "onefold: cannot read `folder`: is a directory\n"
    assert (outcome.code, json.loads(outcome.out)["error"]["code"]) == (2, "pack.read_failed")
    assert not (read / "c.foldpack").exists()


def test_the_statement_about_an_archive_stays_where_it_cannot_be_replaced(onefold: Any, read: Path) -> None:
    before = contents(read)
    outcome = onefold("bundle", "pack", "bundle.fold.yaml", "--upgrade", "b.foldpack", "-o", "b.foldpack")
    assert (outcome.code, contents(read)) == (2, before)


def test_whoever_calls_from_python_decides_alone(folder: Path) -> None:
    path = folder / "w.fold.json"
    path.write_text("{}")
    read_source(path, Workspaces().of(path).limits)
    write_files({path: b"{}"})
    keep_what_is_read()
    keep(path)
    with pytest.raises(OSError, match="used here too"):
        require_free([path])
    let_go()
    require_free([path])
