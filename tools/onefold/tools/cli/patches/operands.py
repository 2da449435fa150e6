"""What every word of `patch` is given: a bundle or a source, a patch, and the ceiling it has to stay below."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from onefold.tools.bundle.ceilings import read_ceiling
from onefold.tools.cli.bundles.envelope import add_format
from onefold.tools.cli.bundles.gate import opened
from onefold.tools.cli.exits import UsageError
from onefold.tools.patch.judging import judge_patch
from onefold.tools.patch.reading import read_patch

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from onefold.tools.patch.judging import JudgedPatch


def add_operands(parser: ArgumentParser) -> None:
    """The arguments that say what is patched, and with what."""
    target = parser.add_mutually_exclusive_group(required=True)
    target.add_argument("--bundle", metavar="FILE", help="bundle or workflow; it stays as it is")
    target.add_argument("--source", metavar="FILE", help="bundle or workflow whose text is to say the patched thing")
    parser.add_argument("--patch", metavar="FILE", required=True, help="the patch")
    parser.add_argument("--parent-ceiling", metavar="FILE", help="the most that the patched bundle may do")
    parser.add_argument("--base", metavar="HASH", help="hash of the bundle that the patch is for")
    add_format(parser)
    parser.set_defaults(strict=False, allow_unsigned=True, require_trusted_signer=False, trust_policy=None)


def target_of(options: Namespace) -> Path:
    """The file that is patched."""
    return Path(options.bundle or options.source)


def judged(options: Namespace) -> JudgedPatch:
    """What comes of the patch. Raises what `opened` raises, for each of the files."""
    patch = read_patch(Path(options.patch))
    options.file = str(target_of(options))
    bundle = opened(options)
    if options.source and bundle.gate is not None:
        raise UsageError(f"`{options.source}` is a packed bundle and no source")
    parent = None if options.parent_ceiling is None else read_ceiling(Path(options.parent_ceiling)).ceiling
    return judge_patch(patch, bundle, parent, options.base)


def require_sayable(options: Namespace, found: JudgedPatch) -> None:
    """Raise `Refused` where a source was named that cannot say the patched bundle."""
    if options.source and not found.failures and found.after.is_valid:
        from onefold.tools.patch.sources import patched_sources  # Most patches are held against bundles.

        patched_sources(found.before, found.after.manifest)
