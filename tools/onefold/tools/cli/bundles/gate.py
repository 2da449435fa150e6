"""The bundle that a word is given, whatever it is packed in; an archive passes the gate first."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from onefold.tools.bundle.arriving import open_bundle
from onefold.tools.bundle.gates import Gate
from onefold.tools.bundle.opened import OpenedBundle


def add_gate(parser: ArgumentParser) -> None:
    """The arguments that say whom an archive is believed."""
    parser.add_argument(
        "--strict", action="store_true", help="compare every part that has a digest, and the compressed bytes"
    )
    parser.add_argument("--allow-unsigned", action="store_true", help="take an archive that nobody signed")
    parser.add_argument("--require-trusted-signer", action="store_true", help="only from those the trust policy names")
    parser.add_argument("--trust-policy", metavar="FILE", help="JSON: trusted_signers, signer_registry_url")


def opened(options: Namespace, *, is_shown: bool = False) -> OpenedBundle:
    """The bundle in `options.file`. Raises what `open_source` raises, and `Refused` for an archive."""
    return open_bundle(Path(options.file), gate_of(options), is_shown=is_shown)


def gate_of(options: Namespace) -> Gate:
    """The gate that the arguments describe."""
    policy = None if options.trust_policy is None else Path(options.trust_policy)
    return Gate(options.allow_unsigned, options.require_trusted_signer, policy, options.strict)
