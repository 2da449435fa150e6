"""Make an Ed25519 key to sign with: FILE is for its owner alone, FILE.pub is for everybody."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from onefold.tools.bundle.keys import Signer, fingerprint
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.refusals import telling_refusals, writing
from onefold.tools.cli.exits import DONE
from onefold.tools.cli.streams import say, write
from onefold.tools.show.cells import escaped
from onefold.tools.writing import create_file, create_private_file, remove_files


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("file", metavar="FILE", help="file of the private key, which must not be there yet")
    add_format(parser)


@telling_refusals
def run(options: Namespace) -> int:
    """Make a key; the exit code."""
    path = Path(options.file)
    public = Path(f"{path}.pub")
    signer = Signer.made()
    with writing():
        create_private_file(path, signer.private_pem())
        try:
            create_file(public, signer.public_pem())
        except OSError:
            # A key without the half that everybody needs would be in the way of the next one.
            remove_files([path])
            raise
    key_id = fingerprint(signer.public)
    if options.format == "json":
        write_envelope("keygen", True, {"key_id": key_id, "private_key": str(path), "public_key": str(public)})
    else:
        say(f"wrote {escaped(str(path))}, which nobody else can read, and {escaped(str(public))}")
        write(f"{key_id}\n")
    return DONE
