"""Ed25519 keys: made, read, used to sign and to verify. The library is loaded when there is something to sign."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from onefold.kernel.bundle.package import Signature
from onefold.kernel.classes import frozen
from onefold.tools.bundle.refusal import Refused


def fingerprint(public: bytes) -> str:
    """The fingerprint of a key: the SHA-256 of its 32 bytes, in hex."""
    return sha256(public).hexdigest()


@frozen
class Signer:
    """A private key."""

    key: Any

    @classmethod
    def made(cls) -> Signer:
        """A new one."""
        return cls(_ed25519().Ed25519PrivateKey.generate())

    @classmethod
    def read(cls, path: Path, data: bytes) -> Signer:
        """The key in the bytes of a PEM file. Raises `Refused`."""
        from cryptography.exceptions import UnsupportedAlgorithm

        try:
            key = _serialization().load_pem_private_key(data, password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise _unusable(path, "it is no PEM of a private key without a passphrase") from None
        if not isinstance(key, _ed25519().Ed25519PrivateKey):
            raise _unusable(path, "it is not for Ed25519")
        return cls(key)

    @property
    def public(self) -> bytes:
        """The 32 bytes of the public key."""
        raw: bytes = self.key.public_key().public_bytes_raw()
        return raw

    def sign(self, data: bytes) -> bytes:
        """The 64 bytes of a signature."""
        signed: bytes = self.key.sign(data)
        return signed

    def signature(self, hash_: str) -> Signature:
        """The signature of a bundle hash, as a manifest has it."""
        return Signature(
            key_id=fingerprint(self.public),
            public_key=self.public.hex(),
            signature=self.sign(hash_.encode()).hex(),
            hash=hash_,
            algorithm="ed25519",
        )

    def private_pem(self) -> bytes:
        """The private key as PKCS#8."""
        parts = _serialization()
        pem: bytes = self.key.private_bytes(parts.Encoding.PEM, parts.PrivateFormat.PKCS8, parts.NoEncryption())
        return pem

    def public_pem(self) -> bytes:
        """The public key as SPKI."""
        parts = _serialization()
        pem: bytes = self.key.public_key().public_bytes(parts.Encoding.PEM, parts.PublicFormat.SubjectPublicKeyInfo)
        return pem


def verifies(public: bytes, signature: bytes, data: bytes) -> bool:
    """Whether a signature over some bytes was made by the owner of a public key."""
    from cryptography.exceptions import InvalidSignature

    try:
        _ed25519().Ed25519PublicKey.from_public_bytes(public).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def public_bytes_of(pem: bytes) -> bytes | None:
    """The 32 bytes of the Ed25519 public key in a PEM; `None` where there is none."""
    from cryptography.exceptions import UnsupportedAlgorithm

    try:
        key = _serialization().load_pem_public_key(pem)
    except (ValueError, UnsupportedAlgorithm):
        return None
    if not isinstance(key, _ed25519().Ed25519PublicKey):
        return None
    raw: bytes = key.public_bytes_raw()
    return raw


def _unusable(path: Path, reason: str) -> Refused:
    return Refused("pack.sign_key_failed", "bad-signing-key", file=path, reason=reason)


def _ed25519() -> Any:  # noqa: ANN401 - the module
    _require()
    from cryptography.hazmat.primitives.asymmetric import ed25519

    return ed25519


def _serialization() -> Any:  # noqa: ANN401 - the module
    _require()
    from cryptography.hazmat.primitives import serialization

    return serialization


def _require() -> None:
    """Raise `Refused` where the library is not installed."""
    try:
        import cryptography  # noqa: F401 - only whether it is there is asked
    except ImportError:
        raise Refused(
            "pack.sign_key_failed",
            "unpackable-bundle",
            is_usage=True,
            reason="there is nothing to sign or verify with; the extra onefold[bundles] brings it",
        ) from None
