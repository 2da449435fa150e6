"""The graph of a workflow as one web page: the picture, and its steps and arrows in words."""

from __future__ import annotations

from typing import Final

from onefold.tools.graph.scene import Scene
from onefold.tools.graph.svg import draw
from onefold.tools.show.web import lines, page, sheet, words

_LEGEND: Final = "an arrow without words is taken on success; the dot is where a run starts"


def render(scene: Scene, description: str, version: str) -> str:
    """The page. Raises `TooLarge`."""
    parts = [
        f'<header><h1>{words(scene.title)}</h1>\n<p class="summary">{lines(description)}</p>',
        f'<p><code class="version">{words(version)}</code></p></header>',
        f'<section class="drawing" aria-label="Graph"><ul class="legend"><li class="plain">{_LEGEND}</li></ul>',
        '<div class="canvas" tabindex="0" role="region" aria-label="Graph">',
        draw(scene, links={name: f"#step-{index}" for index, name in enumerate(scene.boxes)}),
        "</div></section>",
        _steps(scene),
    ]
    body = "\n".join(["<main>", *parts, "</main>"])
    styles = sheet("onefold.tools.show", "page.css"), sheet("onefold.tools.graph", "graph.css")
    return page(f"{scene.title}: graph", body, *styles)


def _steps(scene: Scene) -> str:
    ways: dict[str, list[str]] = {name: [] for name in scene.boxes}
    for arrow in scene.arrows:
        label = arrow.label or ("branch" if arrow.kind == "branch" else "success")
        ways[arrow.origin].append(f"<li>{words(label)} → <code>{words(arrow.target)}</code></li>")
    rows = "".join(
        f'<tr id="step-{index}"><td><code>{words(box.name)}</code></td><td>{words(box.kind)}</td>'
        f"<td>{words(box.detail if box.detail != box.kind else '')}</td>"
        f'<td><ul class="ways">{"".join(ways[box.name])}</ul></td></tr>'
        for index, box in enumerate(scene.boxes.values())
    )
    heads = "".join(f'<th scope="col">{each}</th>' for each in ("Step", "Kind", "What", "Goes on"))
    return f'<section class="changes"><h2>Steps</h2><table class="steps"><tr>{heads}</tr>{rows}</table></section>'
