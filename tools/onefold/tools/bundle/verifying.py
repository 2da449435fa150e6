"""Verify a packed bundle: the contract's checks, in its order, with its codes. It stops at the first that fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

from onefold.kernel.bundle.envelope import read_envelope, signed_bytes, statement
from onefold.kernel.bundle.manifest import Manifest
from onefold.kernel.classes import Factory, define
from onefold.tools.bundle.archives import Archive, read_archive
from onefold.tools.bundle.compression import LARGEST_FILE
from onefold.tools.bundle.gates import Gate
from onefold.tools.bundle.integrity import CONTRACT_CHECKS, OWN_CHECKS, Check
from onefold.tools.bundle.keys import fingerprint, verifies
from onefold.tools.bundle.refusal import Refused
from onefold.tools.bundle.trust import TrustPolicy, read_policy
from onefold.tools.files import read_at_most

PASSED = "passed"
NOT_CHECKED = "not checked"
INCOMPATIBLE = "incompatible"
ENVELOPE = ".dsse.json"
STRICT = ("sbom", "frame")
"""Checks that are made only when all is to be compared."""


@define
class Verified:
    """An archive that passed."""

    archive: Archive
    hash: str
    key_id: str | None
    """Fingerprint of the key that verified."""
    checks: dict[str, str] = Factory(dict)
    """What was checked, and what could not be."""

    @property
    def state(self) -> str:
        """What of it runs: the linked program, the modules of schema 2, the sources, or (`incompatible`) nothing."""
        if self.archive.manifest.schema_version == 2:
            return "legacy_v2"
        artifact = self.archive.manifest.execution_artifact
        # The program of another runtime cannot run here; its sources may stand for it where the bundle allows that.
        if self.checks.get("linked_program") != NOT_CHECKED:
            return "linked"
        return "source_fallback" if artifact is not None and artifact.fallback == "exact_sources" else INCOMPATIBLE


def read_bundle_file(path: Path) -> bytes:
    """The bytes of a packed bundle. Raises `Refused`, and `OSError` where it cannot be read."""
    data = read_at_most(path, LARGEST_FILE, follows=True)
    if data is None:
        reason = f"the file has more than {LARGEST_FILE} bytes"
        raise Refused("verify.archive_failed", "archive-too-large", reason=reason)
    return data


def verify(path: Path, gate: Gate) -> Verified:
    """Let the archive in a file through the gate; what is used afterwards is what was verified. Raises `Refused`."""
    archive = read_archive(read_bundle_file(path))
    verified = Verified(archive, archive.hash(), None)
    policy = None if gate.policy is None else read_policy(gate.policy)
    beside = Path(f"{path}{ENVELOPE}")
    _verify_signature(verified, gate, policy, beside)
    checks = CONTRACT_CHECKS if archive.is_contract else OWN_CHECKS
    for name, check in checks.items():
        _record(verified, name, check, gate)
    return verified


def _record(verified: Verified, name: str, check: Check, gate: Gate) -> None:
    if name in STRICT and not gate.strict:
        verified.checks[name] = NOT_CHECKED
        return
    verified.checks[name] = PASSED if check(verified.archive) else NOT_CHECKED


def _verify_signature(verified: Verified, gate: Gate, policy: TrustPolicy | None, beside: Path) -> None:
    manifest = verified.archive.manifest
    has_envelope = beside.exists() or beside.is_symlink()
    wants_trust = gate.require_trusted or policy is not None
    if manifest.signature is None:
        if wants_trust:
            reason = "nobody signed the bundle"
            raise Refused("verify.untrusted_signer", "untrusted-signer", signer="nobody", reason=reason)
        if has_envelope:
            _invalid("there is a statement beside it, and no signature in it")
        if not gate.allow_unsigned:
            raise Refused("verify.unsigned", "unsigned-bundle")
        verified.checks["signature"] = NOT_CHECKED
        return
    public = _verified_key(manifest, verified.hash, is_contract=verified.archive.is_contract)
    verified.key_id = fingerprint(public)
    verified.checks["signature"] = PASSED
    if wants_trust:
        fault = "there is no trust policy" if policy is None else policy.fault(verified.key_id, public)
        if fault is not None:
            raise Refused("verify.untrusted_signer", "untrusted-signer", signer=verified.key_id, reason=fault)
        verified.checks["trusted_signer"] = PASSED
    if has_envelope:
        _verify_envelope(beside, manifest, verified.hash, public)
        verified.checks["statement"] = PASSED


def _verified_key(manifest: Manifest, hash_: str, *, is_contract: bool) -> bytes:
    """The key that a manifest was signed with. Raises `Refused`."""
    signature = manifest.signature
    assert signature is not None  # noqa: S101 - the caller asked
    if signature.algorithm != "ed25519":
        _invalid(f"there is no algorithm `{signature.algorithm}`")
    if signature.hash != hash_:
        _invalid("it is that of another bundle, or the bundle was changed")
    public, signed = _hex(signature.public_key, 32), _hex(signature.signature, 64)
    if public is None or signed is None:
        _invalid("it is no hex of 32 and 64 bytes")
    if not verifies(public, signed, hash_.encode()):
        _invalid("it was not made by the key that stands beside it")
    # The name of the key is no part of the hash, so it must not be free to go; the contract lets it be absent.
    is_left_out = signature.key_id is None and is_contract
    if signature.key_id != fingerprint(public) and not is_left_out:
        _invalid("it names another key than the one that verifies it")
    return public


def _hex(text: str, size: int) -> bytes | None:
    if len(text) != 2 * size or not all(each in "0123456789abcdef" for each in text):
        return None
    return bytes.fromhex(text)


def _verify_envelope(path: Path, manifest: Manifest, hash_: str, public: bytes) -> None:
    try:
        data = read_at_most(path, 2**20)
        said = read_envelope(data or b"")
    except (OSError, ValueError):
        _invalid(f"`{path.name}` is no statement that can be read")
    if said.payload != statement(manifest.id, manifest.version, hash_):
        _invalid(f"`{path.name}` is about another bundle")
    if said.key_id != fingerprint(public) or not verifies(public, said.signature, signed_bytes(said.payload)):
        _invalid(f"`{path.name}` was not signed with the key of the bundle")


def _invalid(reason: str) -> NoReturn:
    raise Refused("verify.signature_failed", "wrong-bundle-signature", reason=reason)


def verify_report(path: Path, verified: Verified) -> dict[str, Any]:
    """The contract's data about a verified bundle, and what was checked."""
    manifest = verified.archive.manifest
    artifact, signature = manifest.execution_artifact, manifest.signature
    return {
        "bundle": str(path),
        "bundle_hash": verified.hash,
        "recorded_bundle_hash": None if signature is None else signature.hash,
        "signature_present": signature is not None,
        "signature_verified": verified.key_id is not None,
        "key_id": verified.key_id,
        "schema_version": manifest.schema_version,
        "entrypoint": manifest.entrypoint,
        "module_count": len(manifest.transitive_modules),
        "content_entry_count": len(verified.archive.entries),
        "link_report": None if artifact is None else artifact.link_report,
        "checks": dict(verified.checks),
    }
