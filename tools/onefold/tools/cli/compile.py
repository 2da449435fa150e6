"""Print the canonical document of a workflow: what its version names, with defaults left out.

Several workflows need --out-dir. Files are written whole or not at all, and none is written when any workflow
does not compile. TOML has no null: a workflow that needs one is refused there, with every place named.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from onefold.tools.cli.exits import DONE, FINDINGS, UNABLE, UsageError
from onefold.tools.cli.inputs import STANDARD_INPUT, Compiled, Failed, add_inputs, compile_inputs
from onefold.tools.cli.printing import printed, printer_called
from onefold.tools.cli.streams import complain, reason_of, say_diagnostics, write_bytes
from onefold.tools.files import real_path
from onefold.tools.writing import write_files

EXAMPLE: Final = """\
onefold compile review.fold.toml
onefold compile review.fold.yaml --to jcs | b3sum
onefold compile flows/ --to json --out-dir build/"""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_inputs(parser)
    parser.add_argument(
        "--to",
        default="yaml",
        metavar="FORMAT",
        help="yaml (default), toml, json, fold, an installed format, or jcs: the exact hashed bytes and nothing more",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("-o", "--output", metavar="FILE", help="write to this file; - is standard output")
    where.add_argument(
        "--out-dir", metavar="DIR", help="write each to a file of this folder, named like its source (flow.fold.yaml)"
    )


def run(options: Namespace) -> int:
    """Print or write the canonical documents; the exit code."""
    printer = printer_called(options.to)
    compiled: list[Compiled] = []
    code = DONE
    for each in compile_inputs(options):
        if isinstance(each, Failed):
            code = UNABLE
            continue
        compiled.append(each)
        if each.compilation.canonical is None:
            say_diagnostics(each.compilation.complaints, each.input.name)
            code = max(code, FINDINGS)
    if len(compiled) > 1 and options.out_dir is None:
        raise UsageError(f"{len(compiled)} workflows need --out-dir DIR")
    made = [(each.compilation.canonical, each.input.name) for each in compiled]
    texts = [printed(canonical, printer, name) for canonical, name in made if canonical]
    if code != DONE or None in texts:
        return max(code, FINDINGS)
    return _deliver(options, compiled, [text for text in texts if text is not None])


def _deliver(options: Namespace, compiled: Sequence[Compiled], texts: Sequence[bytes]) -> int:
    if options.output in (None, STANDARD_INPUT) and options.out_dir is None:
        write_bytes(texts[0])
        return DONE
    targets = [_target(options, each) for each in compiled]
    _refuse_losses(targets, compiled)
    try:
        if options.out_dir is not None:
            Path(options.out_dir).mkdir(parents=True, exist_ok=True)
        write_files(dict(zip(targets, texts, strict=True)))
    except (OSError, ValueError) as error:
        complain(f"cannot write `{getattr(error, 'filename', None) or targets[0]}`: {reason_of(error)}")
        return UNABLE
    return DONE


def _target(options: Namespace, compiled: Compiled) -> Path:
    """The file that a document goes to."""
    if options.output is not None:
        return Path(options.output)
    printer = printer_called(options.to)
    suffix = printer.suffixes[0] if printer else ".jcs"
    return Path(options.out_dir) / f"{_stem(compiled)}{suffix}"


def _stem(compiled: Compiled) -> str:
    """The name of a source without its ending; the workflow's id for standard input without a name."""
    path = compiled.input.path
    if path is None:
        assert compiled.compilation.canonical  # noqa: S101 - only what compiled is delivered
        return compiled.compilation.canonical.workflow.workflow.replace("/", "-").replace(":", "-")
    endings = (*compiled.frontend.suffixes, *compiled.frontend.explicit_suffixes)
    ending = max((each for each in endings if path.name.endswith(each)), key=len, default="")
    return path.name.removesuffix(ending)


def _refuse_losses(targets: Sequence[Path], compiled: Sequence[Compiled]) -> None:
    """Raise `UsageError` where a document would replace a source or another document."""
    sources = {real_path(each.input.path): each.input.name for each in compiled if each.input.path}
    taken: dict[str, str] = {}
    for target, each in zip(targets, compiled, strict=True):
        if real_path(target) in sources:
            raise UsageError(f"`{target}` is one of the sources and would be overwritten")
        other = taken.setdefault(str(target).casefold(), each.input.name)
        if other != each.input.name:
            raise UsageError(f"`{other}` and `{each.input.name}` would both be written to `{target}`")
