"""Evaluate a case of an authoring pack: validate, preview and run the answer, and look at its structure.

Without options the golden answer of the case is replayed. An answer is text with a block <bundle>, <patch> or
<workflow>, then <rationale> and <verify>; the commands in it are never run. A model gets on its standard input the
texts of the pack that the case stands in (PACK/cases/NAME.case.json), and the case; where its answer is not sound, it
is asked once more, with what was found.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from onefold.frontends.frontend import Limits
from onefold.frontends.lower.durations import parse_duration
from onefold.tools.authoring.answers import MOST_BYTES
from onefold.tools.authoring.cases import Case, read_case
from onefold.tools.authoring.evaluating import Evaluation, asked, given, replayed
from onefold.tools.authoring.models import NoAnswer, ask
from onefold.tools.authoring.prompts import prompt_of
from onefold.tools.authoring.report import lines, report
from onefold.tools.cli.bundles.envelope import add_format, write_envelope
from onefold.tools.cli.bundles.refusals import CannotRun, telling_refusals, writing
from onefold.tools.cli.exits import DONE, FINDINGS, UsageError
from onefold.tools.cli.streams import complain, say, write
from onefold.tools.files import is_there, read_source
from onefold.tools.writing import ordinary, write_folder

EXAMPLE: Final = """\
onefold eval golden/authoring/cases/pr-monitor.case.json
onefold eval golden/authoring/cases/pr-monitor.case.json --answer answer.txt --format json
onefold eval golden/authoring/cases/pr-monitor.case.json --timeout 5m --model-command llm -m some-model"""
TAKES_THE_REST: Final = "--model-command"
"""All arguments after it are those of another program."""


def arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("case", metavar="CASE", help="document of the case")
    add_format(parser)
    parser.add_argument("--answer", metavar="FILE", help="judge the answer in a file; - is standard input")
    parser.add_argument("--show-prompt", action="store_true", help="print what a model would be given, and end")
    parser.add_argument("--out-dir", metavar="DIR", help="write the files of the answer there; it must not exist")
    parser.add_argument("--timeout", default="10m", metavar="DURATION", help="for each answer of a model (default 10m)")
    parser.add_argument(
        TAKES_THE_REST,
        nargs="+",
        metavar="ARG",
        help="ask a model: the program and its arguments, as the last option; it runs without a shell, gets the prompt "
        "on standard input and writes the answer to standard output",
    )


@telling_refusals
def run(options: Namespace) -> int:
    """Evaluate the case; the exit code."""
    _require_sense(options)
    case = read_case(Path(options.case))
    if options.show_prompt:
        write(prompt_of(case))
        return DONE
    try:
        evaluation = _evaluated(case, options)
    except NoAnswer as failure:
        raise CannotRun("eval.no_answer", str(failure)) from None
    if options.out_dir and evaluation.answer is not None:
        with writing():
            write_folder(Path(options.out_dir), ordinary(evaluation.answer.files))
    _print(evaluation, options.format)
    return DONE if evaluation.is_good else FINDINGS


def _require_sense(options: Namespace) -> None:
    """Raise `UsageError` for options that cannot go together."""
    if options.answer is not None and options.model_command is not None:
        raise UsageError("an answer is given (--answer) or asked for (--model-command), not both")
    if options.out_dir and options.answer is None and options.model_command is None:
        raise UsageError("--out-dir is for the files of an answer, and the golden one is there already")
    if options.out_dir and is_there(Path(options.out_dir)):
        raise UsageError(f"`{options.out_dir}` exists already")


def _evaluated(case: Case, options: Namespace) -> Evaluation:
    """Raises `NoAnswer`, `UsageError` and what reading raises."""
    if options.answer == "-":
        return given(case, sys.stdin.buffer.read(MOST_BYTES + 1))
    if options.answer is not None:
        return given(case, read_source(Path(options.answer), Limits()))
    command = options.model_command
    if command is None:
        return replayed(case)
    milliseconds = parse_duration(options.timeout)
    if not isinstance(milliseconds, int) or milliseconds == 0:
        raise UsageError(f"`{options.timeout}` is no duration such as `5m` or `30s`")
    return asked(case, lambda prompt: ask(command, prompt, milliseconds / 1000, MOST_BYTES), Path(command[0]).name)


def _print(evaluation: Evaluation, format_name: str) -> None:
    unfit, answer = evaluation.unfit, evaluation.answer
    remarks = () if answer is None else answer.remarks
    if format_name == "json":
        blank = {"diagnostic": None, "name": None, "details": None}
        error = None if unfit is None else {"code": unfit.code, **blank, "message": str(unfit)}
        write_envelope("eval", evaluation.is_good, report(evaluation), error, remarks, command="")
        return
    if evaluation.told:
        say(f"{evaluation.told}\n")
    for each in remarks:
        complain(each)
    write("".join(f"{each}\n" for each in lines(evaluation)))
