"""Every rule, for whoever needs its code or its page."""

from __future__ import annotations

from onefold.kernel.rules.of_bundles import BUNDLE_RULES
from onefold.kernel.rules.of_catalogs import CATALOG_DOCUMENT_RULES, CATALOG_RULES
from onefold.kernel.rules.of_ceilings import CEILING_RULES
from onefold.kernel.rules.of_data_flow import DATA_FLOW_RULES
from onefold.kernel.rules.of_definitions import DEFINITION_RULES, ORCHESTRATOR_RULES
from onefold.kernel.rules.of_types import TYPE_RULES
from onefold.kernel.rules.of_workflows import COST_RULES, GRAPH_RULES, LOCAL_RULES
from onefold.kernel.rules.of_workspaces import WORKSPACE_RULES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from onefold.kernel.rules.rule import AnyRule

RULES: Final[tuple[AnyRule, ...]] = tuple(
    dict.fromkeys(
        (
            *LOCAL_RULES,
            *GRAPH_RULES,
            *DATA_FLOW_RULES,
            *COST_RULES,
            *TYPE_RULES,
            *CATALOG_RULES,
            *CATALOG_DOCUMENT_RULES,
            *DEFINITION_RULES,
            *ORCHESTRATOR_RULES,
            *WORKSPACE_RULES,
            *BUNDLE_RULES,
            *CEILING_RULES,
        )
    )
)
# Ids that were given once and must never mean anything else.
RETIRED: Final[tuple[str, ...]] = ()
