"""What nobody sees is printed in escapes, in every format; what an emoji or a spelling asks for stands as itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from readings import LIMITS

from onefold.frontends.registry import FRONTENDS
from onefold.kernel.characters.bidirectional import bidirectional
from onefold.kernel.characters.invisible import invisible
from onefold.kernel.source import Source

if TYPE_CHECKING:
    from typing import Final

    from onefold.frontends.frontend import Frontend
    from onefold.kernel.values import JsonObject, JsonValue

# Each holds something that is reported as invisible or as turning the direction of text.
TEXTS: Final = [
    "a\u200bb",
    'so\u00adft "q" \\',
    "tags \U000e0041\U000e0042",
    "\U000e0041 first",
    "two\nli\u200bnes",
    "turned \u202e\u2060",
    "mark\ufeff",
    "filler \u3164 \u115f",
    "style a\ufe0f",
]
PLAIN: Final = [
    "no\u00a0break",
    "family \U0001f468\u200d\U0001f469 \u2764\ufe0f",
    "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
]


def document(texts: list[str]) -> JsonObject:
    keys: dict[str, JsonValue] = {text: text for text in texts}
    steps: JsonObject = {"a": {"kind": "model", "prompt": texts[0]}}
    return {"onefold": 1, "workflow": "w", "steps": steps, "meta": {"texts": [*texts], "keys": keys}}


def printed(frontend: Frontend, given: JsonObject) -> str:
    assert frontend.print is not None
    return frontend.print(given)


def hidden(text: str) -> list[str]:
    return [text[each.start : each.end] for find in (invisible, bidirectional) for each in find(text)]


def test_the_texts_are_what_they_are_meant_to_be() -> None:
    assert all(map(hidden, TEXTS))
    assert not any(map(hidden, PLAIN))


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda each: each.name)
def test_what_nobody_sees_is_printed_in_escapes(frontend: Frontend) -> None:
    text = printed(frontend, document(TEXTS))
    assert not hidden(text)
    assert frontend.reformat is not None
    assert frontend.reformat(Source("printed", text), LIMITS) == text
    assert frontend.read(Source("printed", text), LIMITS).value == document(TEXTS)


@pytest.mark.parametrize("frontend", FRONTENDS, ids=lambda each: each.name)
def test_what_belongs_to_a_text_is_printed_as_itself(frontend: Frontend) -> None:
    text = printed(frontend, document(PLAIN))
    assert all(each in text for each in PLAIN)
    assert frontend.read(Source("printed", text), LIMITS).value == document(PLAIN)


def test_a_predicate_of_fold_has_its_escapes_too() -> None:
    (fold,) = (each for each in FRONTENDS if each.name == "fold")
    branch: JsonObject = {"kind": "conditional", "on": 'x == "a\u200b\U000e0041"', "then": "b"}
    text = printed(fold, {"onefold": 1, "workflow": "w", "steps": {"a": branch}})
    assert 'on x == "a\\u200b\\udb40\\udc41"\n' in text
    assert fold.reformat is not None
    assert fold.reformat(Source("printed", text), LIMITS) == text
