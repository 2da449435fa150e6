"""A previewed bundle as one web page: the picture, and everything that a reviewer asks about it in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from onefold.kernel.bundle.preview import Preview
from onefold.tools.graph.scene import Scene
from onefold.tools.graph.svg import draw
from onefold.tools.show.web import lines, page, sheet, words

_LEGEND: Final = "dashed arrows bind connectors; the dot is where a trigger starts a run"


def render(shown: Preview, scene: Scene) -> str:
    """The page. Raises `TooLarge`."""
    manifest, data = shown.manifest, shown.data
    parts = [
        f"<header><h1>{words(manifest.name or manifest.id)}</h1>",
        f'<p class="summary">{words(f"{manifest.id} {manifest.version}, workflow {manifest.workflow.id}")}</p>',
        "</header>",
        f'<section class="drawing" aria-label="Graph"><ul class="legend"><li class="plain">{_LEGEND}</li></ul>',
        '<div class="canvas" tabindex="0" role="region" aria-label="Graph">',
        draw(scene, links={name: f"#node-{index}" for index, name in enumerate(scene.boxes)}),
        "</div></section>",
        _validation(data),
        _nodes(scene),
        _triggers(shown),
        _policy(shown),
        _connectors(shown),
        _prompts(shown),
        _editable(data),
        _digests(data),
    ]
    body = "\n".join(["<main>", *parts, "</main>"])
    styles = sheet("onefold.tools.show", "page.css"), sheet("onefold.tools.graph", "graph.css")
    return page(f"{manifest.id}: preview", body, *styles)


def _section(title: str, content: str) -> str:
    return f'<section class="changes"><h2>{title}</h2>{content}</section>'


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]], anchors: str = "") -> str:
    """A table; the cells are markup. With `anchors` the rows can be linked to by their number."""
    top = "".join(f'<th scope="col">{each}</th>' for each in heads)
    written = "".join(
        f"<tr{f' id={chr(34)}{anchors}-{index}{chr(34)}' if anchors else ''}>"
        f"{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
        for index, row in enumerate(rows)
    )
    return f'<table class="steps"><tr>{top}</tr>{written}</table>' if written else "<p>None.</p>"


def _code(text: object) -> str:
    return f"<code>{words(str(text))}</code>"


def _listed(items: Iterable[object]) -> str:
    return ", ".join(_code(each) for each in items)


def _validation(data: Any) -> str:  # noqa: ANN401 - what a preview holds
    found = [*data["validation"]["errors"], *data["validation"]["warnings"]]
    if not found:
        return _section("Validation", "<p>Nothing to report.</p>")
    rows = [
        [words(each["severity"]), _code(each["code"]), _code(each["path"]), words(each["message"])] for each in found
    ]
    return _section("Validation", _table(("Severity", "Code", "Where", "What"), rows))


def _nodes(scene: Scene) -> str:
    ways: dict[str, list[str]] = {name: [] for name in scene.boxes}
    for arrow in scene.arrows:
        label = f"{words(arrow.label)} " if arrow.label else ""
        ways[arrow.origin].append(f"<li>{label}→ {_code(arrow.target)}</li>")
    rows = [
        [_code(box.name), words(box.kind), words(box.detail), f'<ul class="ways">{"".join(ways[box.name])}</ul>']
        for box in scene.boxes.values()
    ]
    return _section("Nodes", _table(("Node", "Kind", "What", "Goes on"), rows, "node"))


def _triggers(shown: Preview) -> str:
    entry = shown.manifest.workflow.entry
    rows = []
    for each in shown.manifest.triggers:
        when = each.schedule or each.delay or each.webhook_path or each.mcp_tool or ", ".join(each.events)
        rows.append([_code(each.id), words(each.kind), words(when), _code(each.node_id or entry)])
    return _section("Triggers", _table(("Trigger", "Kind", "When", "Starts at"), rows))


def _policy(shown: Preview) -> str:
    policy, environment = shown.manifest.policy, shown.manifest.environment
    rows = [
        ["Autonomy", _code(policy.autonomy_tier)],
        ["Approval", _listed(policy.approval_required) or "nothing"],
        ["Attempts", words(f"{policy.retry.max_attempts}, backoff {policy.retry.backoff}")],
        ["Missed events", words(f"{policy.catchup.mode}, at most {policy.catchup.max_events}")],
        ["Tools", _listed(policy.tool_policy) or "none named"],
        ["Worktree", _code(environment.worktree_policy)],
        ["Command gates", _listed(environment.command_gates) or "none"],
    ]
    return _section("Policy", _table(("What", "How"), rows))


def _connectors(shown: Preview) -> str:
    rows = [
        [_code(each.id), _code(each.provider_id), _listed(each.scopes), "yes" if each.setup_required else "no"]
        for each in shown.manifest.connectors
    ]
    return _section("Connectors", _table(("Connector", "Provider", "Scopes", "Set up first"), rows))


def _prompts(shown: Preview) -> str:
    rows = []
    for key, each in shown.manifest.prompt_capsules.items():
        system = f'<p>System:</p><pre class="text">{lines(each.system)}</pre>' if each.system else ""
        prompt = f'<pre class="text">{lines(each.prompt)}</pre>'
        rows.append([_code(key), _code(each.node_id), f"{system}{prompt}"])
    return _section("Prompts", _table(("Prompt", "Node", "Text"), rows))


def _editable(data: Any) -> str:  # noqa: ANN401 - what a preview holds
    rows = [
        [_code(each["json_pointer"]), words(each["value_type"]), "yes" if each["required"] else "no"]
        for each in data["graph"]["editable_fields"]
    ]
    return _section("Editable fields", _table(("Pointer", "Type", "Required"), rows))


def _digests(data: Any) -> str:  # noqa: ANN401 - what a preview holds
    rows = [[words(name), _code(value)] for name, value in data["digests"].items() if value is not None]
    rows.append(
        ["contract" if str(data["graph_digest"]).startswith("sha256:") else "shown", _code(data["graph_digest"])]
    )
    return _section("Digests", _table(("Concern", "Digest"), rows))
