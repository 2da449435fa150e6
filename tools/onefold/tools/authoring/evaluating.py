"""Evaluate a case: replay its golden answer, judge a given one, or ask a model, twice at most."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from onefold.kernel.classes import evolve, frozen
from onefold.tools.authoring.answers import Answer, Unfit, taken_apart
from onefold.tools.authoring.cases import Case
from onefold.tools.authoring.judging import Verdict, judge
from onefold.tools.authoring.prompts import prompt_again, prompt_of
from onefold.tools.show.text import render
from onefold.tools.workspace import CONFIGURATION
from onefold.tools.writing import ordinary, write_files, write_folder


@frozen
class Evaluation:
    """What became of a case."""

    case: Case
    provider: str
    """`golden`, `file` or `command`."""
    model: str | None = None
    """The program that was asked."""
    path: str = ""
    """The document: its path, or its path within the answer."""
    verdict: Verdict | None = None
    """`None` where the answer could not be taken apart."""
    told: str = ""
    """What was found, as people are told."""
    unfit: Unfit | None = None
    answer: Answer | None = None
    attempts: int = 1

    @property
    def is_good(self) -> bool:
        """Whether the case is answered."""
        return self.verdict is not None and self.verdict.is_good


def replayed(case: Case) -> Evaluation:
    """The golden answer, judged where it is. Raises as `judge` does."""
    verdict = judge(case, case.golden)
    return Evaluation(case, "golden", path=str(case.golden), verdict=verdict, told=_told(verdict))


def given(case: Case, data: bytes, provider: str = "file", model: str | None = None) -> Evaluation:
    """An answer that somebody has."""
    try:
        answer = taken_apart(data, case.word)
    except Unfit as unfit:
        return Evaluation(case, provider, model, unfit=unfit)
    name = next(iter(answer.files))
    with _folder(answer) as folder:
        verdict = judge(case, folder / name)
        # Nobody knows the folder, and it is gone when they read of it.
        told = _told(verdict).replace(f"{folder}{os.sep}", "")
    return Evaluation(case, provider, model, name, verdict, told, None, answer)


def asked(case: Case, ask: Callable[[str], bytes], model: str) -> Evaluation:
    """What a model answers, and where that is not sound, what it answers when it is told why."""
    prompt = prompt_of(case)
    data = ask(prompt)
    first = given(case, data, "command", model)
    if first.verdict is not None and first.verdict.is_sound:
        return first
    reason = first.told if first.unfit is None else f"{first.unfit}."
    again = ask(prompt_again(prompt, data.decode("utf-8", "replace"), reason))
    return evolve(given(case, again, "command", model), attempts=2)


def _told(verdict: Verdict) -> str:
    """All that was found, a paragraph each."""
    found = [render(each, path=str(verdict.path)) for each in verdict.diagnostics]
    found += [f"{each}." for each in verdict.complaints]
    if verdict.is_valid and not verdict.has_run:
        found.append("It is valid, and its run does not complete.")
    return "\n\n".join(found)


@contextmanager
def _folder(answer: Answer) -> Iterator[Path]:
    """A folder with the files of an answer, which is a workspace of its own: what it names must lie in it."""
    with TemporaryDirectory(prefix="onefold-eval-") as name:
        folder = Path(name).resolve() / "answer"
        write_folder(folder, ordinary(answer.files))
        write_files({folder / CONFIGURATION: b""})
        yield folder
