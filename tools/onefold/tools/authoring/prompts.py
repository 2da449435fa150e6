"""What a model is given: the authoring pack around the case, the case, and after a bad answer why it is bad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from onefold.frontends.frontend import Limits
from onefold.tools.authoring.cases import Case
from onefold.tools.bundle.opening import open_source
from onefold.tools.files import is_file, read_source

PACK: Final = ("SKILL.md", "prompting.md")
"""The texts of a pack, `PACK/cases/NAME.case.json` being one of its cases."""


def prompt_of(case: Case) -> str:
    """The whole prompt. Raises as `open_source` does."""
    texts = (case.path.absolute().parent.parent / name for name in PACK)
    known = [_without_card(read_source(text, Limits()).decode("utf-8", "replace")) for text in texts if is_file(text)]
    parts = (*known, case.asked.system_prompt, case.asked.user_prompt, *_base_of(case))
    return "\n\n".join(each.strip() for each in parts) + "\n"


def _base_of(case: Case) -> Iterator[str]:
    """The bundle that a patch is for: its hash, and its files. Raises as `open_source` does."""
    if case.base is None:
        return
    bundle = open_source(case.base)
    yield f"The bundle has the hash `{bundle.hash}`. Its files:"
    for path in filter(None, (bundle.path, bundle.workflow_path)):
        text = read_source(path, Limits()).decode("utf-8", "replace")
        yield f'<file path="{path.name}">\n{text.strip()}\n</file>'


def _without_card(text: str) -> str:
    """The text without the front matter, which is for programs."""
    if not text.startswith("---\n"):
        return text
    _, end, rest = text.partition("\n---\n")
    return rest if end else text


def prompt_again(first: str, answer: str, reason: str) -> str:
    """The prompt for the one retry."""
    parts = (
        first.strip(),
        "Your answer was:",
        answer.strip(),
        "onefold does not accept it:",
        reason.strip(),
        "Answer once more, with all blocks, whole.",
    )
    return "\n\n".join(parts) + "\n"
