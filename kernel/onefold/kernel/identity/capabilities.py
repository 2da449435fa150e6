"""What definitions and orchestrators have in common: model slots, bash, and the words for memory."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared
from onefold.kernel.ir.nodes import SLOT_ID, Duration

DEFAULT_HARNESS: Final = "workflowHarness@1.0.0"
HARNESS: Final = declare.Text(empty=False)
ACCESS: Final = declare.Choice(("rw", "ro", "none"))
SKILLS: Final = declare.Unordered(declare.Text(empty=False))
MODELS_DOC: Final = "The model slots there are, by id."
SKILLS_DOC: Final = "Folders of skills, each with a SKILL.md; relative to this file."
NO_FIELDS: Final[Mapping[str, object]] = MappingProxyType({})


@frozen
class ModelSlotDef:
    """A model that can be chosen by the id of its slot."""

    provider: str = declared("provider", declare.Text(empty=False), doc="Who serves the model.")
    model: str = declared("model", declare.Text(empty=False), doc="The model that answers, as its provider calls it.")
    description: str = declared("description", declare.Text(), default="", doc="What the slot is for.")


MODELS: Final = declare.Keyed(SLOT_ID, declare.Record(ModelSlotDef), noun="model slot")


@frozen
class NetworkDef:
    """What bash may reach. What is left out is not limited here."""

    allowed_url_prefixes: tuple[str, ...] | None = declared(
        "allowed_url_prefixes",
        declare.Unordered(declare.Text(empty=False)),
        default=None,
        doc="What addresses must begin with; an empty list allows none.",
    )
    allowed_methods: tuple[str, ...] | None = declared(
        "allowed_methods",
        declare.Unordered(declare.Text(empty=False)),
        default=None,
        doc="HTTP methods that may be used, such as GET; an empty list allows none.",
    )
    deny_private_ranges: bool = declared(
        "deny_private_ranges",
        declare.Boolean(),
        default=True,
        doc="Whether addresses of private networks are refused.",
    )
    max_redirects: int | None = declared(
        "max_redirects", declare.Integer(minimum=0), default=None, doc="How many redirects are followed."
    )
    timeout: Duration | None = declared(
        "timeout", declare.DurationText(minimum=1), default=None, doc="Longest time of one request."
    )
    max_response_size: int | None = declared(
        "max_response_size", declare.Integer(minimum=0), default=None, doc="Largest response, in bytes."
    )


@frozen
class BashDef:
    """What bash may do in a session."""

    network: NetworkDef | Literal[False] = declared(
        "network",
        declare.Record(NetworkDef, off=True),
        default=False,
        doc="What it may reach; false for nothing.",
    )
    python: bool = declared("python", declare.Boolean(), default=True, doc="Whether Python may run.")
    javascript: bool = declared("javascript", declare.Boolean(), default=True, doc="Whether JavaScript may run.")
