"""One YAML text through each parser alone, and what a third party reads in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml12

from onefold.frontends.frontend import Limits
from onefold.frontends.refusal import Refused
from onefold.frontends.yaml import guards
from onefold.frontends.yaml.builder import Builder
from onefold.frontends.yaml.events import Declined, fast, reference
from onefold.kernel.source import Source

if TYPE_CHECKING:
    from typing import Any

    from onefold.frontends.yaml.built import Built

NOTHING = object()
"""What a text gives that is not read."""


def through(parser: str, text: str) -> Built | object:
    """The value by the events of the parser called `fast` or `reference`."""
    source = Source("test", text)
    events = {"fast": fast, "reference": reference}[parser](text)
    assert events is not None, "PyYAML lacks its C part"
    try:
        guards.require_agreed_characters(source)
        guards.require_known_version(source)
        guards.require_readable_characters(source)
        return Builder(source, Limits(), tree=False).build(events)
    except (Refused, Declined):
        return NOTHING


def through_third_party(text: str) -> object:
    """The value by a strict reader of YAML 1.2 that shares nothing with the other two.

    It reads a block scalar without content as a line end, and knows no `!`; both are made equal here.
    """
    try:
        return comparable(yaml12.parse_yaml(text))
    except (ValueError, TypeError):
        return NOTHING


def comparable(value: Any) -> object:
    """A value without what the third party reads in a way of its own; `true` is told from `1`."""
    if isinstance(value, yaml12.Yaml):
        return comparable(value.value) if value.tag == "!" else NOTHING
    if isinstance(value, dict):
        return {comparable(key): comparable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [comparable(item) for item in value]
    if isinstance(value, bool):
        return ("boolean", value)
    return "" if value == "\n" else value
