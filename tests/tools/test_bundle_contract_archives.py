"""Archives of the public contract, of both schemas: read, hashed and verified as far as that can be done here."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
import zstandard
from contract_archives import (
    SOURCE,
    archive,
    block,
    bundle_hash,
    canonical,
    files,
    hashed,
    manifest,
    signed_by,
    squeezed,
    summed,
    tar_of,
)

from onefold.tools.bundle.gates import Gate
from onefold.tools.bundle.keys import Signer
from onefold.tools.bundle.refusal import Refused
from onefold.tools.bundle.verifying import verify

# Every byte is changed where this is set; otherwise some of them.
STEP = 1 if os.environ.get("ONEFOLD_THOROUGH") else 41


def refused(path: Path, data: bytes) -> str | None:
    path.write_bytes(data)
    try:
        verify(path, Gate())
    except Refused as refusal:
        return refusal.code
    return None


@pytest.mark.parametrize("schema", [2, 3])
@pytest.mark.parametrize("is_signed", [True, False], ids=["signed", "unsigned"])
def test_an_archive_of_the_contract_is_verified_and_run(
    onefold: Any, folder: Path, schema: int, is_signed: bool
) -> None:
    signer = Signer.made() if is_signed else None
    value, entries = manifest(schema), files(schema)
    (folder / "x.harnpack").write_bytes(archive(value, entries, signer))
    arguments = () if is_signed else ("--allow-unsigned",)
    outcome = onefold("bundle", "verify", "x.harnpack", "--json", "--strict", *arguments)
    assert outcome.code == 0, outcome
    data = json.loads(outcome.out)["data"]
    assert data["bundle_hash"] == bundle_hash(value, entries)
    assert (data["schema_version"], data["signature_verified"], data["module_count"]) == (schema, is_signed, 1)
    checks = {name for name, result in data["checks"].items() if result == "not checked"}
    unbound = {"paths", "modes", "linked_artifact"} if schema == 2 else {"bytecode", "declared"}
    assert checks == {"linked_program", "frame", *unbound, *(() if is_signed else ("signature",))}
    assert data["checks"]["modules"] == data["checks"]["sbom"] == "passed"
    assert data["checks"]["bytecode"] == ("passed" if schema == 2 else "not checked")
    assert data["checks"]["linked_artifact"] == ("passed" if schema == 3 else "not checked")
    run = json.loads(onefold("bundle", "run", "x.harnpack", "--json", *arguments).out)
    assert run["gate"]["execution"] == {2: "legacy_v2", 3: "source_fallback"}[schema]
    assert run["data"]["receipt_type"] == "harn.workflow_bundle.run"
    assert onefold("bundle", "unpack", "x.harnpack", "out").code == 0
    assert (folder / "out" / "sources" / "flows" / "main.harn").read_bytes() == SOURCE
    if not is_signed:
        assert "verify.unsigned" in onefold("bundle", "verify", "x.harnpack").err


CHANGES = [
    (2, "sources/flows/main.harn", b"other", "verify.source_mismatch"),
    (3, "sources/flows/main.harn", b"other", "verify.source_mismatch"),
    (2, "sources/flows/main.harn", None, "verify.module_missing"),
    (2, "bytecode/flows/main.harnbc", b"other", "verify.bytecode_mismatch"),
    (2, "bytecode/flows/main.harnbc", None, "verify.module_missing"),
    (3, "artifacts/program.harnlink", b"other", "verify.linked_artifact_mismatch"),
    (3, "artifacts/program.harnlink", None, "verify.linked_artifact_missing"),
    (2, "extra.txt", b"x", "harnpack.archive_validation"),
]


@pytest.mark.parametrize(("schema", "path", "data", "code"), CHANGES)
def test_what_the_manifest_does_not_say_is_refused(
    onefold: Any, folder: Path, schema: int, path: str, data: bytes | None, code: str
) -> None:
    entries = {name: each for name, each in {**files(schema), path: data}.items() if each is not None}
    (folder / "x.harnpack").write_bytes(archive(manifest(schema), entries, Signer.made()))
    outcome = onefold("bundle", "verify", "x.harnpack", "--json")
    assert outcome.code == 1
    assert json.loads(outcome.out)["error"]["code"] == code
    # The same change after the signature was made is told of by the signature.
    if schema == 3:
        signed = archive(manifest(3), files(3), Signer.made())
        tar = zstandard.ZstdDecompressor().decompress(signed, max_output_size=2**20)
        (folder / "y.harnpack").write_bytes(squeezed(tar.replace(SOURCE, SOURCE.upper())))
        assert "verify.signature_failed" in onefold("bundle", "verify", "y.harnpack").err


def test_the_schema_of_the_contract_cannot_be_lowered(onefold: Any, folder: Path) -> None:
    signer, entries = Signer.made(), files(3)
    value = manifest(3)
    signature = signed_by(signer, value, entries)["signature"]
    (folder / "x.harnpack").write_bytes(archive({**value, "schema_version": 2, "signature": signature}, entries, None))
    assert "verify.signature_failed" in onefold("bundle", "verify", "x.harnpack").err
    (folder / "y.harnpack").write_bytes(archive({**value, "schema_version": 1}, entries, None))
    assert "its schema is 1, not 2 and 3" in onefold("bundle", "verify", "y.harnpack", "--allow-unsigned").err


def test_a_part_without_its_file_is_found_when_all_is_compared(onefold: Any, folder: Path) -> None:
    value = manifest(3)
    value["sbom"]["packages"].append({"name": "asset:prompts/x.md", "package_hash_blake3": hashed(b"x")})
    (folder / "x.harnpack").write_bytes(archive(value, files(3), Signer.made()))
    assert onefold("bundle", "verify", "x.harnpack").code == 0
    assert "verify.sbom_mismatch" in onefold("bundle", "verify", "x.harnpack", "--strict").err


def test_a_foreign_program_that_nothing_may_stand_for_is_not_run(onefold: Any, folder: Path) -> None:
    value, entries = manifest(3), files(3)
    value["execution_artifact"]["fallback"] = "deny"
    (folder / "x.harnpack").write_bytes(archive(value, entries, None))
    arguments = ("x.harnpack", "--allow-unsigned", "--json")
    assert json.loads(onefold("bundle", "verify", *arguments).out)["data"]["checks"]["linked_program"] == "not checked"
    outcome = onefold("bundle", "run", *arguments)
    assert outcome.code == 1
    assert json.loads(outcome.out)["error"]["code"] == "linked_program.incompatible"
    assert "it is for another runtime" in outcome.err


@pytest.mark.parametrize("mask", [0o000, 0o077])
def test_files_are_unpacked_with_their_modes_and_the_manifest_can_be_read(
    onefold: Any, folder: Path, mask: int
) -> None:
    modes = {"sources/flows/main.harn": 0o755, "sbom.spdx.json": 0o600}
    (folder / "x.harnpack").write_bytes(squeezed(tar_of(manifest(2, name="N\u00e9"), files(2), modes)))
    before = os.umask(mask)
    try:
        assert onefold("bundle", "unpack", "x.harnpack", "out").code == 0
    finally:
        os.umask(before)
    found = {path.relative_to(folder / "out").as_posix(): path for path in (folder / "out").rglob("*.*")}
    assert set(found) == {"harnpack.json", *files(2)}
    for name, path in found.items():
        assert path.stat().st_mode & 0o7777 == modes.get(name, 0o644), name
    text = found["harnpack.json"].read_text()
    assert text == json.dumps(json.loads(canonical(manifest(2, name="N\u00e9"))), indent=2, ensure_ascii=False)
    assert text.startswith('{\n  "schema_version": 2,\n  "entrypoint": ')


ALTERED: dict[str, tuple[int, bytes]] = {
    "a time": (136, b"00000000001"),
    "an owner": (108, b"0000001"),
    "a group": (116, b"0000001"),
    "the name of an owner": (265, b"root"),
    "the name of a group": (297, b"wheel"),
    "a setuid bit": (100, b"0004644"),
    "a setgid bit": (100, b"0002644"),
    "a sticky bit": (100, b"0001644"),
    "a mode of no file": (100, b"0100644"),
    "a link": (157, b"x"),
    "a device": (329, b"0000001"),
    "an access time": (345, b"00000000001"),
    "the magic of another tar": (257, b"ustar\x0000"),
    "an old kind of file": (156, b"\0"),
    "spaces for zeros": (108, b"      0"),
    "something at its end": (511, b"x"),
}


@pytest.mark.parametrize("schema", [2, 3])
@pytest.mark.parametrize("what", ALTERED)
def test_a_header_that_the_writer_of_the_contract_never_writes_is_refused(
    onefold: Any, folder: Path, schema: int, what: str
) -> None:
    entries = files(schema)
    tar = tar_of(signed_by(Signer.made(), manifest(schema), entries), entries)
    offset, field = ALTERED[what]
    for path in ("harnpack.json", "sources/flows/main.harn"):
        start = tar.index(block(path, len(SOURCE) if path != "harnpack.json" else tar_size(tar))[:100])
        header = bytearray(tar[start : start + 512])
        header[offset : offset + len(field)] = field
        (folder / "x.harnpack").write_bytes(squeezed(tar[:start] + summed(header) + tar[start + 512 :]))
        for word in ("verify", "run"):
            outcome = onefold("bundle", word, "x.harnpack", "--json")
            error = json.loads(outcome.out)["error"]
            assert (outcome.code, error["code"]) == (1, "verify.archive_failed")
            assert error["message"].startswith(f"The header of the entry `{path}` is not one")
        assert onefold("bundle", "unpack", "x.harnpack", "out").code == 1


def tar_size(tar: bytes) -> int:
    """The size of the first entry."""
    return int(tar[124:135], 8)


def test_an_archive_of_the_contract_stands_in_the_order_of_its_writer(onefold: Any, folder: Path) -> None:
    entries = files(2)
    value = signed_by(Signer.made(), manifest(2), entries)
    tar = tar_of(value, entries)
    first = 512 + tar_size(tar) + -tar_size(tar) % 512
    bodies = [block(path, len(data)) + data + bytes(-len(data) % 512) for path, data in sorted(entries.items())]
    for changed, name in (
        (b"".join(bodies) + tar[:first] + bytes(1024), "foreign-archive-header"),
        (tar[:first] + b"".join(reversed(bodies)) + bytes(1024), "foreign-archive-header"),
        (tar + bytes(512), "unreadable-archive"),
        (tar[:-512], "unreadable-archive"),
    ):
        (folder / "x.harnpack").write_bytes(squeezed(changed))
        outcome = onefold("bundle", "verify", "x.harnpack", "--json")
        assert (outcome.code, json.loads(outcome.out)["error"]["name"]) == (1, name)


def test_a_manifest_of_the_contract_that_is_spelled_anew_is_refused_where_it_was_signed(
    onefold: Any, folder: Path
) -> None:
    for signer, code in ((Signer.made(), 1), (None, 0)):
        value = manifest(3) if signer is None else signed_by(signer, manifest(3), files(3))
        tar = tar_of(value, files(3))
        size = tar_size(tar)
        pretty = json.dumps(json.loads(canonical(value)), indent=1).encode()
        rest = tar[512 + size + -size % 512 :]
        anew = block("harnpack.json", len(pretty)) + pretty + bytes(-len(pretty) % 512) + rest
        (folder / "x.harnpack").write_bytes(squeezed(anew))
        outcome = onefold("bundle", "verify", "x.harnpack", "--json", "--allow-unsigned")
        assert outcome.code == code
        printed = json.loads(outcome.out)
        if code:
            assert printed["error"]["name"] == "bad-bundle-manifest"
        else:
            assert printed["data"]["checks"]["manifest"] == "not checked"


@pytest.mark.parametrize("schema", [2, 3])
def test_every_byte_of_an_archive_of_the_contract_counts_or_is_told_as_not_checked(folder: Path, schema: int) -> None:
    entries = files(schema)
    tar = tar_of(signed_by(Signer.made(), manifest(schema), entries), entries)
    generator = random.Random(schema)  # noqa: S311 - the same ones at every run
    headers = [0]
    while any(tar[headers[-1] : headers[-1] + 512]):
        size = int(tar[headers[-1] + 124 : headers[-1] + 135], 8)
        headers.append(headers[-1] + 512 + size + -size % 512)
    free = set()
    for index in range(generator.randrange(STEP), len(tar), STEP):
        changed = bytearray(tar)
        changed[index] ^= 1 << generator.randrange(8)
        start = max((each for each in headers[:-1] if each <= index < each + 512), default=None)
        if start is not None:
            # Whoever alters a header makes its sum right.
            changed[start : start + 512] = summed(changed[start : start + 512])
        if refused(folder / "x.harnpack", squeezed(bytes(changed))) is None and changed != tar:
            free.add(index - (start or 0))
    # The hash of schema 2 covers no modes: `verify` says so.
    assert free <= (set(range(100, 107)) if schema == 2 else set()), sorted(free)
