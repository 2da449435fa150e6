"""What the words of `bundle` print for programs has the shape that is published, whatever becomes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from bundle_documents import FLOW, changed, contract, document, workspace, write
from contract_archives import archive, manifest
from contract_archives import files as entries_of
from published_schemas import validator

from onefold.tools.bundle.keys import Signer
from onefold.tools.cli.bundle import WORDS

VALIDATORS = {word: validator(f"bundle-{word}") for word in WORDS}
SIGN = ("--sign", "--key", "key.pem")
CASES: list[tuple[int, tuple[str, ...]]] = [
    (0, ("keygen", "other.pem")),
    (2, ("keygen", "key.pem")),
    (0, ("validate", "b.fold.yaml")),
    (0, ("validate", "b.foldpack")),
    (0, ("validate", "c.json")),
    (1, ("validate", "bad.fold.yaml")),
    (1, ("validate", "typed.fold.yaml")),
    (2, ("validate", "gone.fold.yaml")),
    (0, ("preview", "b.fold.yaml")),
    (0, ("preview", "b.foldpack")),
    (0, ("preview", "x.harnpack")),
    (0, ("preview", "flow.fold")),
    (0, ("preview", "c.json")),
    (1, ("preview", "bad.fold.yaml")),
    (1, ("preview", "typed.fold.yaml")),
    (1, ("preview", "broken.fold")),
    (1, ("preview", "old.json")),
    (2, ("preview", "gone.fold.yaml")),
    (0, ("run", "b.fold.yaml")),
    (0, ("run", "b.foldpack", "--event-id", "e")),
    (0, ("run", "x.harnpack")),
    (0, ("run", "c.json")),
    (1, ("run", "b.fold.yaml", "--outputs", "outputs.fold.json")),
    (1, ("run", "bad.fold.yaml")),
    (1, ("run", "unsigned.foldpack")),
    (1, ("run", "typed.fold.yaml")),
    (2, ("run", "b.fold.yaml", "--trigger-id", "x")),
    (0, ("pack", "b.fold.yaml", "-o", "new.foldpack")),
    (0, ("pack", "b.fold.yaml", "-o", "new.foldpack", *SIGN)),
    (0, ("pack", "secret.fold.yaml", "-o", "new.foldpack", "--exclude-secrets")),
    (1, ("pack", "secret.fold.yaml", "-o", "new.foldpack")),
    (1, ("pack", "bad.fold.yaml", "-o", "new.foldpack")),
    (1, ("pack", "c.json", "-o", "new.foldpack")),
    (2, ("pack", "b.fold.yaml", "-o", "b.fold.yaml")),
    (2, ("pack", "b.fold.yaml", "-o", "x", "--sign")),
    (0, ("verify", "b.foldpack", "--strict")),
    (0, ("verify", "x.harnpack")),
    (0, ("verify", "unsigned.foldpack", "--allow-unsigned")),
    (1, ("verify", "unsigned.foldpack")),
    (1, ("verify", "c.json")),
    (2, ("verify", "gone")),
    (0, ("inspect", "b.foldpack")),
    (0, ("inspect", "x.harnpack")),
    (1, ("inspect", "c.json")),
    (0, ("unpack", "b.foldpack", "out")),
    (2, ("unpack", "b.foldpack", "docs")),
    *((2, (word, "--no-such-option")) for word in WORDS),
]


@pytest.fixture
def made(onefold: Any, folder: Path) -> Path:
    """A folder with bundles of every kind, good and bad."""
    workspace(folder)
    (folder / "bundle.fold.yaml").rename(folder / "b.fold.yaml")
    (folder / "docs").mkdir()
    (folder / "docs" / ".env").write_text("x")
    write(folder, "bad", document(triggers=[{"id": "t", "kind": "cron", "schedule": "x"}]), "yaml")
    write(folder, "typed", document(version=1), "yaml")
    write(folder, "secret", document(metadata={"contributes": ["docs"]}), "yaml")
    (folder / "broken.fold").write_text(FLOW.replace("then close", "then clse"))
    (folder / "c.json").write_text(json.dumps(contract()))
    (folder / "old.json").write_text(json.dumps(changed(contract(), "schema_version", 1)))
    (folder / "x.harnpack").write_bytes(archive(manifest(3), entries_of(3), Signer.made()))
    write(folder, "outputs", {"steps": {"look": {"outcome": "failure"}}}, "json")
    assert onefold("bundle", "keygen", "key.pem").code == 0
    assert onefold("bundle", "pack", "b.fold.yaml", "-o", "b.foldpack", *SIGN).code == 0
    assert onefold("bundle", "pack", "b.fold.yaml", "-o", "unsigned.foldpack").code == 0
    return folder


@pytest.mark.usefixtures("made")
def test_every_object_has_the_shape_that_is_published(onefold: Any) -> None:
    for code, (word, *arguments) in CASES:
        outcome = onefold("bundle", word, *arguments, "--json")
        assert outcome.code == code, (word, arguments, outcome)
        printed = json.loads(outcome.out)
        VALIDATORS[word].validate(printed)
        assert printed["ok"] is (code == 0)
        assert (printed["error"] is None) or outcome.err


@pytest.mark.usefixtures("made")
def test_an_object_of_another_shape_is_refused_by_what_is_published(onefold: Any) -> None:
    for word, arguments in (("verify", ("b.foldpack",)), ("run", ("c.json",)), ("preview", ("c.json",))):
        printed = json.loads(onefold("bundle", word, *arguments, "--json").out)
        for name in printed["data"]:
            less = {**printed, "data": {each: value for each, value in printed["data"].items() if each != name}}
            assert not VALIDATORS[word].is_valid(less), name
        assert not VALIDATORS[word].is_valid({**printed, "data": {**printed["data"], "more": 1}})


def test_the_schemas_are_printed(onefold: Any) -> None:
    for word, published in VALIDATORS.items():
        assert json.loads(onefold("schema", f"bundle-{word}").out) == published.schema
