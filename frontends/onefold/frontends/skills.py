"""Read the skills that a document names: folders with a SKILL.md, whose front matter is YAML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.frontends.bounds import measure
from onefold.frontends.report import code_named
from onefold.frontends.texts import Refusal
from onefold.frontends.yaml import FRONTEND as YAML
from onefold.kernel import patterns
from onefold.kernel.classes import Factory, define, frozen
from onefold.kernel.diagnostics import Finding, Place, Related
from onefold.kernel.identity.skills import SKILL_FILE, Skill, is_skill_name
from onefold.kernel.source import Source
from onefold.kernel.words import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from onefold.frontends.frontend import Limits
    from onefold.frontends.texts import Resolver
    from onefold.kernel.ir.path import IrPath
    from onefold.kernel.values import JsonObject

_EMPTY: Final = "its front matter is empty"
_OPENING: Final = patterns.compile(r"---[ \t]*(?:\r\n|\r|\n)")
_CLOSING: Final = patterns.compile(r"(?<=[\r\n])---[ \t]*(?=[\r\n]|\Z)")


@frozen
class SkillsRead:
    """What became of the skills in one field."""

    skills: tuple[Skill, ...]
    """In the order they are named, without those that cannot be used."""
    findings: tuple[Finding, ...]


def read_skills(names: Iterable[str], path: IrPath, resolve: Resolver | None, limits: Limits) -> SkillsRead:
    """Read the folders that stand in the field at `path`; `resolve` gives the texts of files, if there is a way."""
    run = _Run(resolve, limits)
    for index, name in enumerate(names):
        run.read(name, Place((*path, index)))
    return SkillsRead(tuple(skill for skill, _ in run.known.values()), tuple(run.findings))


@define
class _Run:
    resolve: Resolver | None
    limits: Limits
    known: dict[str, tuple[Skill, Place]] = Factory(dict)
    """By name, each with the place that names it."""
    findings: list[Finding] = Factory(list)

    def read(self, folder: str, place: Place) -> None:
        """Read one skill, or note what is wrong with it."""
        source = self._source(folder, place)
        front_matter = None if source is None else self._front_matter(source)
        if isinstance(front_matter, str):
            self._bad(folder, place, front_matter)
        if not isinstance(front_matter, dict):
            return
        name = front_matter.get("name", folder.rstrip("/").rpartition("/")[2])
        if not isinstance(name, str) or not is_skill_name(name):
            shown = f"`{name}`" if isinstance(name, str) else kind_of(name)
            self._bad(folder, place, f"its name is {shown}, and not letters, digits, `.`, `_` and `-`")
        elif name in self.known:
            related = (Related(self.known[name][1], "it is named here first"),)
            self.findings.append(Finding("repeated-skill", place, {"name": name}, related))
        else:
            self.known[name] = (Skill(name, front_matter), place)

    def _source(self, folder: str, place: Place) -> Source | None:
        name = f"{folder.rstrip('/')}/{SKILL_FILE}"
        if self.resolve is None:
            hint = "name the file with `--stdin-filename`"
            self.findings.append(Finding("file-without-a-place", place, {"path": name}, help=hint))
            return None
        answer = self.resolve(name)
        if isinstance(answer, Refusal):
            arguments = {**answer.arguments, "source": f"`{name}`", "path": name}
            self.findings.append(Finding(answer.code, place, arguments))
            return None
        return answer

    def _front_matter(self, source: Source) -> JsonObject | str | None:
        """The front matter of a skill, or why there is none, as a clause; `None` where that was noted."""
        yaml = _front_matter_of(source)
        if isinstance(yaml, str):
            return yaml
        reading = YAML.read(yaml, self.limits)
        if any(each.code == "empty-document" for each in reading.findings):
            return _EMPTY
        errors = [each for each in reading.findings if code_named(each.code).severity == "error"]
        if errors:
            self.findings.extend(errors)
            return None
        if measure(reading.value, self.limits).finding is not None:
            return "its front matter is too large or nested too deeply"
        if not isinstance(reading.value, dict):
            return f"its front matter is {kind_of(reading.value)}, and not a mapping"
        return reading.value

    def _bad(self, folder: str, place: Place, reason: str) -> None:
        self.findings.append(Finding("bad-skill", place, {"path": folder, "reason": reason}))


def _front_matter_of(source: Source) -> Source | str:
    """The part of a text that is front matter, every character at its place; or why there is none, as a clause."""
    opening = _OPENING.match(source.text)
    if opening is None:
        return "its SKILL.md does not begin with front matter, a line `---`"
    closing = _CLOSING.search(source.text, opening.end())
    if closing is None:
        return "its front matter does not end with a line `---`"
    # Spaces in place of the opening line keep every place what it is in the file.
    head = f"   {source.text[3 : closing.start()]}"
    return Source(source.name, head, source.marked) if head.strip() else _EMPTY
