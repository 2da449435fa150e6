"""Write a bundle as one file: deterministic, and signed where a key is given."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from onefold.frontends.json.render import render
from onefold.kernel.bundle.canonical import manifest_object
from onefold.tools.bundle.arriving import is_archive
from onefold.tools.bundle.keys import Signer
from onefold.tools.bundle.opened import OpenedBundle
from onefold.tools.bundle.opening import open_source
from onefold.tools.bundle.packing import Packed, Wishes, pack, pack_report
from onefold.tools.bundle.refusal import Refused
from onefold.tools.bundle.releases import created_at, installed_version, with_release
from onefold.tools.bundle.upgrading import upgraded
from onefold.tools.bundle.verifying import ENVELOPE
from onefold.tools.cli.bundles.apart import require_apart
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.refusals import telling_refusals, writing
from onefold.tools.cli.exits import DONE, FINDINGS, UsageError
from onefold.tools.cli.streams import complain, say_diagnostics, write
from onefold.tools.files import read_at_most
from onefold.tools.show.cells import escaped
from onefold.tools.witness import require_free
from onefold.tools.writing import remove_files, write_files


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this word."""
    parser.add_argument("entry", metavar="ENTRY", help="workflow, or document of a bundle")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="the file that is written")
    parser.add_argument("--sign", action="store_true", help="sign it with the key that --key names")
    parser.add_argument("--key", metavar="FILE", help="Ed25519 private key, PKCS#8 PEM")
    parser.add_argument("--unsigned", action="store_true", help="do not sign it, as without --sign")
    parser.add_argument("--exclude-secrets", action="store_true", help="leave out what looks like a secret")
    parser.add_argument("--include-secrets", action="store_true", help="pack what looks like a secret too")
    parser.add_argument("--trust-log", metavar="FILE", help="add a record of the release to this file")
    parser.add_argument("--upgrade", metavar="OLD", help="keep triggers, policy and the like of this bundle")
    add_format(parser)


@telling_refusals
def run(options: Namespace) -> int:
    """Pack; the exit code."""
    _require_sense(options)
    output = Path(options.output)
    beside = Path(f"{output}{ENVELOPE}")
    require_apart(output, beside, options.trust_log)
    entry = Path(options.entry)
    if is_archive(entry):
        reason = f"`{entry}` is packed already; name what it was made of, or take over what it says with --upgrade"
        raise Refused("entrypoint.invalid", "unpackable-bundle", is_usage=True, reason=reason)
    bundle = open_source(entry)
    if options.upgrade:
        bundle = upgraded(bundle, Path(options.upgrade))
    if not bundle.is_valid:
        say_diagnostics(bundle.diagnostics, str(bundle.path))
        if options.format == "json":
            write_envelope("pack", False, None, _invalid(bundle))
        return FINDINGS
    signer = _signer(Path(options.key)) if options.sign else None
    version = installed_version()
    packed = pack(bundle, Wishes(created_at(), version, signer, options.exclude_secrets, options.include_secrets))
    log = Path(options.trust_log) if options.trust_log else None
    files = {output: packed.data, **_statement(beside, packed), **_release(log, packed, version)}
    with writing():
        write_files(files, over=() if log is None else (log,))
        if packed.envelope is None:
            # What lies there is about another archive.
            remove_files([beside])
    for path in packed.skipped:
        complain(f"[pack.asset_skipped_secret] `{path}` looks like a secret and was left out")
    if options.format == "json":
        report = {**pack_report(packed, output), "manifest": manifest_object(packed.manifest)}
        write_envelope("pack", True, report, warnings=_warnings(packed))
    else:
        signed = "unsigned" if signer is None else "signed"
        write(f"{packed.hash}  {escaped(str(output))}  {len(packed.data)} bytes, {signed}\n")
    return DONE


def _require_sense(options: Namespace) -> None:
    if options.sign and options.unsigned:
        raise UsageError("--sign and --unsigned contradict each other")
    if options.sign and not options.key:
        raise UsageError("--sign needs --key FILE")
    if options.key and not options.sign:
        raise UsageError("--key is for --sign")
    if options.exclude_secrets and options.include_secrets:
        raise UsageError("--exclude-secrets and --include-secrets contradict each other")


def _signer(path: Path) -> Signer:
    data = read_at_most(path, 2**16, follows=True)
    if data is None:
        raise Refused("pack.sign_key_failed", "bad-signing-key", file=path, reason="it is too large")
    return Signer.read(path, data)


def _statement(beside: Path, packed: Packed) -> dict[Path, bytes]:
    return {} if packed.envelope is None else {beside: render(packed.envelope).encode()}


def _release(log: Path | None, packed: Packed, version: str) -> dict[Path, bytes]:
    """The log with this release, where there is to be one; it is none of the other files that were read."""
    if log is None:
        return {}
    with writing():
        require_free([log])
    return {log: with_release(log, packed, version)}


def _warnings(packed: Packed) -> list[dict[str, str]]:
    return [
        {"code": "pack.asset_skipped_secret", "message": f"`{path}` looks like a secret and was left out"}
        for path in packed.skipped
    ]


def _invalid(bundle: OpenedBundle) -> dict[str, object]:
    rows = [dict(each) for each in bundle.rows if each["severity"] == "error"]
    first = rows[0]["code"] if rows else None
    message = "the bundle has errors"
    return {"code": "pack.metadata_failed", "diagnostic": first, "name": None, "message": message, "details": rows}
