"""Whom a bundle is believed: a list of fingerprints, and a folder of public keys. Nothing is ever fetched."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from onefold.kernel import patterns
from onefold.kernel.classes import frozen
from onefold.kernel.json_text import members_once
from onefold.tools.bundle.keys import public_bytes_of
from onefold.tools.bundle.refusal import Refused
from onefold.tools.files import read_at_most

_LARGEST: Final = 2**20
_FINGERPRINT: Final = patterns.compile(r"[0-9a-f]{64}", patterns.ASCII)
_ADDRESS: Final = patterns.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


@frozen
class TrustPolicy:
    """Whom to trust."""

    signers: frozenset[str] | None
    """The fingerprints; `None` where the registry alone decides."""
    registry: Path | None

    def fault(self, fingerprint: str, public: bytes) -> str | None:
        """Why the owner of a key is not trusted; `None` where they are."""
        if self.signers is not None and fingerprint not in self.signers:
            return "it is not among the trusted signers"
        if self.registry is None:
            return None if self.signers is not None else "the trust policy names nobody"
        try:
            pem = read_at_most(self.registry / f"{fingerprint}.pub", _LARGEST)
        except OSError:
            return "the registry has no such key"
        known = None if pem is None else public_bytes_of(pem)
        return None if known == public else "the registry has another key of that name"


def read_policy(path: Path) -> TrustPolicy:
    """The trust policy in a JSON file. Raises `Refused`."""
    try:
        data = read_at_most(path, _LARGEST, follows=True)
        value = json.loads(data or b"", object_pairs_hook=members_once)
    except OSError as fault:
        raise _unusable(path, (fault.strerror or str(fault)).lower()) from None
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError):
        raise _unusable(path, "it is not JSON") from None
    except ValueError:
        raise _unusable(path, "one of its names stands in it twice") from None
    if not isinstance(value, dict) or not set(value) <= {"signer_registry_url", "trusted_signers"}:
        raise _unusable(path, "its members are `trusted_signers` and `signer_registry_url`")
    signers = value.get("trusted_signers")
    if signers is not None and not _are_fingerprints(signers):
        raise _unusable(path, "`trusted_signers` is a list of fingerprints: 64 hex digits in lower case")
    return TrustPolicy(
        None if signers is None else frozenset(signers), _registry(path, value.get("signer_registry_url"))
    )


def _are_fingerprints(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) and _FINGERPRINT.fullmatch(each) for each in value)


def _registry(policy: Path, address: object) -> Path | None:
    """The folder of the registry; relative paths begin at the policy's file."""
    if address is None:
        return None
    if not isinstance(address, str) or not address:
        raise _unusable(policy, "`signer_registry_url` is a path or a `file:` address")
    name = _path_of(policy, address) if _ADDRESS.match(address) else address
    if not _can_be_path(name):
        raise _unusable(policy, "`signer_registry_url` holds a character that no path has")
    return policy.absolute().parent / name


def _path_of(policy: Path, address: str) -> str:
    """The path in a `file:` address, which may be relative."""
    try:
        parts = urlsplit(address)
    except ValueError:
        raise _unusable(policy, "`signer_registry_url` is no address") from None
    if parts.scheme != "file" or parts.netloc not in ("", "localhost") or not parts.path:
        raise _unusable(policy, "`signer_registry_url` is a path or a `file:` address: nothing is fetched")
    return unquote(parts.path)


def _can_be_path(name: str) -> bool:
    try:
        return b"\0" not in os.fsencode(name)
    except UnicodeEncodeError:
        return False


def _unusable(path: Path, reason: str) -> Refused:
    return Refused("verify.trust_policy_failed", "bad-trust-policy", is_usage=True, file=path, reason=reason)
