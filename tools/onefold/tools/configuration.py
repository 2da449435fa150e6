"""The configuration of a workspace: what may stand in `onefold.toml` or under `[tool.onefold]`."""

from __future__ import annotations

from onefold.frontends.frontend import Limits
from onefold.frontends.policy import LEVELS
from onefold.kernel.classes import frozen
from onefold.kernel.ir import declare
from onefold.kernel.ir.declare import declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Final

    from onefold.frontends.policy import Level

_DEFAULT: Final = Limits()
# Values that deep are still read, judged and printed without exhausting a stack.
_DEEPEST: Final = 200
_LARGEST: Final = 2**40
# What `types.MappingProxyType` is.
_NOTHING: Final[Mapping[str, Any]] = type(type.__dict__)({})
_PATTERNS: Final = "patterns as in .gitignore, relative to this file"


@frozen
class LimitsDef:
    """Bounds on what is read; what exceeds one is an error."""

    source_bytes: int = declared(
        "source_bytes",
        declare.Integer(minimum=1, maximum=_LARGEST),
        default=_DEFAULT.source_bytes,
        doc="Size of one source, in bytes.",
    )
    depth: int = declared(
        "depth",
        declare.Integer(minimum=1, maximum=_DEEPEST),
        default=_DEFAULT.depth,
        doc="Levels of nesting in a source.",
    )
    nodes: int = declared(
        "nodes",
        declare.Integer(minimum=1, maximum=_LARGEST),
        default=_DEFAULT.nodes,
        doc="Values in a source, after aliases and merge keys are expanded.",
    )
    text_bytes: int = declared(
        "text_bytes",
        declare.Integer(minimum=1, maximum=_LARGEST),
        default=_DEFAULT.text_bytes,
        doc="UTF-8 bytes of all keys and texts of a source, texts from files included.",
    )
    predicate_depth: int = declared(
        "predicate_depth",
        declare.Integer(minimum=1, maximum=_DEEPEST),
        default=_DEFAULT.predicate_depth,
        doc="Nested brackets in a predicate.",
    )

    def limits(self) -> Limits:
        """The same as the front-ends take them."""
        return Limits(self.source_bytes, self.depth, self.nodes, self.text_bytes, self.predicate_depth)


@frozen
class ConfigurationDef:
    """The configuration of a workspace, whose root is the folder it stands in."""

    include: tuple[str, ...] = declared(
        "include",
        declare.Unordered(declare.Text(empty=False)),
        default=(),
        doc=f"Which sources a search takes, all without any: {_PATTERNS}.",
    )
    exclude: tuple[str, ...] = declared(
        "exclude",
        declare.Unordered(declare.Text(empty=False)),
        default=(),
        doc=f"Which files and folders a search passes over: {_PATTERNS}.",
    )
    golden: str = declared(
        "golden", declare.Text(empty=False), default="golden", doc="Folder of the golden files, relative to this file."
    )
    catalogs: tuple[str, ...] = declared(
        "catalogs",
        declare.Ordered(declare.Text(empty=False)),
        default=(),
        doc="Catalogue files, relative to this file; of several entries with one id, that of the first file counts.",
    )
    limits: LimitsDef = declared(
        "limits", declare.Record(LimitsDef), default=LimitsDef(), doc="Bounds on what is read."
    )
    severity: Mapping[str, Level] = declared(
        "severity",
        declare.Keyed(declare.Text(empty=False), declare.Choice(LEVELS), noun="severity of"),
        default=_NOTHING,
        doc="How serious findings are, by id (OF604), beginning of an id (OF6) or name (costless-loop); no error of "
        "the language becomes less.",
    )
    ignore: Mapping[str, tuple[str, ...]] = declared(
        "ignore",
        declare.Keyed(declare.Text(empty=False), declare.Unordered(declare.Text(empty=False)), noun="list for"),
        default=_NOTHING,
        doc=f"Findings that are known of, by file: {_PATTERNS}. Each is an id or a name, and a place after it if it "
        "stands for that place only (OF605 steps.fetch).",
    )
