"""Words of other tools are told with the word that says the same here."""

from __future__ import annotations

import pytest

from onefold.frontends.lower.foreign import ORDER, OWN_WORDS, foreign_word
from onefold.kernel.ir.declare import declarations
from onefold.kernel.ir.nodes import STEP_KINDS, Transition, VerifierRef, WorkflowDef

FIELDS = {
    "workflow": [each.name for each in declarations(WorkflowDef)],
    "transition": [each.name for each in declarations(Transition)],
    "verifier": [each.name for each in declarations(VerifierRef)],
    **{kind: ["kind", *(each.name for each in declarations(shape))] for kind, shape in STEP_KINDS.items()},
}


def test_every_word_that_is_offered_is_a_field_somewhere() -> None:
    known = {name for names in FIELDS.values() for name in names} | {"attempts"}
    assert {own for words in OWN_WORDS.values() for own in words} <= known
    assert known.isdisjoint(OWN_WORDS.keys() | ORDER)


@pytest.mark.parametrize(
    ("where", "word", "told"),
    [
        ("workflow", "name", "did you mean `workflow`?"),
        ("conditional", "if", "did you mean `on`?"),
        ("transition", "if", "did you mean `when`?"),
        ("transition", "Source", "did you mean `from`?"),
        ("tool", "type", "did you mean `kind`?"),
        ("subworkflow", "params", "did you mean `with`?"),
        ("model", "depends-on", "what follows on what is said under `transitions`, in fold with arrows: `a -> b`"),
        ("workflow", "edges", "what follows on what is said under `transitions`, in fold with arrows: `a -> b`"),
        ("model", "promt", "did you mean `prompt`?"),
        ("verifier", "next", None),
    ],
)
def test_a_word_of_another_tool_is_told_with_ours(where: str, word: str, told: str | None) -> None:
    assert foreign_word(word, FIELDS[where]) == told
