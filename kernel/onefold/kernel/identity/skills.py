"""Skills: folders that a session may read. What counts of one is its name and its front matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel import patterns
from onefold.kernel.classes import field, frozen
from onefold.kernel.identity.digests import digest_of
from onefold.kernel.values import utf16_order

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

    from onefold.kernel.values import JsonObject

SKILL_FILE: Final = "SKILL.md"
_NAME: Final = patterns.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9_-])?", patterns.ASCII)


@frozen
class SkillIdentity:
    """What of a skill reaches hashes; its body does not."""

    name: str
    front_matter_hash: str


@frozen
class Skill:
    """A skill that was read."""

    name: str
    front_matter: JsonObject = field(eq=False, repr=False)

    @property
    def identity(self) -> SkillIdentity:
        """Its name and the digest of its front matter, in which layout and the order of keys do not count."""
        return SkillIdentity(self.name, digest_of(self.front_matter))


def is_skill_name(text: str) -> bool:
    """Whether a text can name a skill: ASCII letters, digits, `.`, `_`, `-`; at most 128 of them.

    >>> [is_skill_name(each) for each in ("triage", "a.b-c", "-a", "a.", "a b", "")]
    [True, True, False, False, False, False]
    """
    return _NAME.fullmatch(text) is not None


def skills_hash(skills: Iterable[SkillIdentity]) -> str:
    """The digest of a set of skills.

    >>> skills_hash([])
    'sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945'
    """
    ordered = sorted(set(skills), key=lambda each: (utf16_order(each.name), utf16_order(each.front_matter_hash)))
    return digest_of([{"name": each.name, "frontmatterHash": each.front_matter_hash} for each in ordered])
