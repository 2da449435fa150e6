"""Archives of the public contract, of both schemas: read, hashed and verified as far as that can be done here."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path
from typing import Any

import pytest
import zstandard
from blake3 import blake3
from bundle_documents import contract

from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_document
from onefold.kernel.bundle.canonical import canonical_manifest, contract_bytes, manifest_object
from onefold.kernel.bundle.manifest import Manifest
from onefold.tools.bundle.keys import Signer, fingerprint

SOURCE = b"pipeline main() {}\n"
CODE = b"\x00code"
PROGRAM = b"HARNLINK\x01\x00\x00\x00rest"
SBOM = b'{\n  "format": "spdx-lite"\n}'


def hashed(data: bytes) -> str:
    return f"blake3:{blake3(data).hexdigest()}"


def manifest(schema: int, **fields: Any) -> dict[str, Any]:
    module = {"path": "flows/main.harn", "source_hash_blake3": hashed(SOURCE), "harnbc_hash_blake3": hashed(CODE)}
    artifact = {
        "format": "harn.linked_program.v1", "path": "artifacts/program.harnlink", "hash_blake3": hashed(PROGRAM),
        "graph_digest_blake3": hashed(b""), "fallback": "exact_sources", "link_report": {"modules": []},
    }  # fmt: skip
    value = contract(
        schema_version=schema,
        transitive_modules=[module],
        tool_manifest=[],
        execution_artifact=artifact if schema == 3 else None,
        sbom={
            "format": "spdx-lite",
            "version": "2.3",
            "packages": [{"name": "module:flows/main.harn", "package_hash_blake3": hashed(SOURCE)}],
            "relationships": [],
        },
    )
    return {**value, **fields}


def files(schema: int) -> dict[str, bytes]:
    made = {"sbom.spdx.json": SBOM, "sources/flows/main.harn": SOURCE}
    return {
        **made,
        ("artifacts/program.harnlink" if schema == 3 else "bytecode/flows/main.harnbc"): PROGRAM
        if schema == 3
        else CODE,
    }


def canonical(value: dict[str, Any]) -> bytes:
    record = lower_document(value, Manifest, Limits(), called="a bundle").record
    assert record is not None
    return contract_bytes(manifest_object(canonical_manifest(record)))


def bundle_hash(value: dict[str, Any], entries: dict[str, bytes]) -> str:
    """The contract's two formulas, written down once more."""
    data = canonical({**value, "signature": None})
    if value["schema_version"] == 2:
        digests = sorted(hashed(each) for each in entries.values())
        return hashed(data + b"".join(b"\n" + each.encode() for each in digests))
    framed = b"harn.workflow-bundle.v3\0" + data
    for path, each in sorted(entries.items()):
        name = path.encode()
        framed += b"\nentry\0" + len(name).to_bytes(8, "little") + name + (0o644).to_bytes(4, "little")
        framed += hashed(each).encode()
    return hashed(framed)


def archive(value: dict[str, Any], entries: dict[str, bytes], signer: Signer | None) -> bytes:
    """What the contract's builder writes: the manifest, then the others by path, with headers of GNU tar."""
    if signer is not None:
        hash_ = bundle_hash(value, entries)
        value = {
            **value,
            "signature": {
                "key_id": fingerprint(signer.public),
                "public_key": signer.public.hex(),
                "signature": signer.sign(hash_.encode()).hex(),
                "manifest_hash_blake3": hash_,
                "algorithm": "ed25519",
            },
        }
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w", format=tarfile.GNU_FORMAT) as tar:
        for path, data in [("harnpack.json", canonical(value)), *sorted(entries.items())]:
            info = tarfile.TarInfo(path)
            info.size, info.mode, info.mtime = len(data), 0o644, 0
            tar.addfile(info, io.BytesIO(data))
    return zstandard.ZstdCompressor().compress(target.getvalue())


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
    assert data["checks"]["linked_program"] == "not checked"
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
        (folder / "y.harnpack").write_bytes(zstandard.ZstdCompressor().compress(tar.replace(SOURCE, SOURCE.upper())))
        assert "verify.signature_failed" in onefold("bundle", "verify", "y.harnpack").err


def test_the_schema_of_the_contract_cannot_be_lowered(onefold: Any, folder: Path) -> None:
    signer, entries = Signer.made(), files(3)
    value = manifest(3)
    hash_ = bundle_hash(value, entries)
    signature = {
        "key_id": fingerprint(signer.public), "public_key": signer.public.hex(),
        "signature": signer.sign(hash_.encode()).hex(), "manifest_hash_blake3": hash_, "algorithm": "ed25519",
    }  # fmt: skip
    (folder / "x.harnpack").write_bytes(archive({**value, "schema_version": 2, "signature": signature}, entries, None))
    assert "verify.signature_failed" in onefold("bundle", "verify", "x.harnpack").err
    (folder / "y.harnpack").write_bytes(archive({**value, "schema_version": 1}, entries, None))
    assert "schema 1 is not known" in onefold("bundle", "verify", "y.harnpack", "--allow-unsigned").err


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
