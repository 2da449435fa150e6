"""The pages in a real browser: the graph and the changed words are seen, and nothing is requested."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Page, browser
from hostile import hostile

OLD = """fold 1
workflow review
budget { steps 50 }
tool fetch = github.get_diff { timeout 30s }
parallel checks { branches [lint, unit-test] }
tool lint = ci.lint { timeout 5m }
tool unit-test = ci.test { timeout 5m }
model look { prompt \"""
  Look at this:
  {{ steps.fetch.output }}
  One.
  Two.
  Three.
  Four.
  Be polite and brief.
  \"""
}
model mend { prompt "Mend it." }
fetch -> checks -> look -> mend
"""
NEW = (
    OLD.replace("polite and brief", "polite, and not too brief")
    .replace("-> mend", "-> close")
    .replace('model mend { prompt "Mend it." }', "tool close = github.close { timeout 1m }")
)
SEEN = """
(() => {
  const found = {};
  for (const each of document.querySelectorAll(SELECTOR)) {
    const box = each.getBoundingClientRect();
    const style = getComputedStyle(each);
    const shown = box.width > 0 && box.height > 0 && style.visibility === "visible" && style.display !== "none";
    if (shown) found[each.dataset.step || each.textContent] = [box.left, box.top, box.right, box.bottom];
  }
  return found;
})()
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def difference(onefold: Any, folder: Path) -> Path:
    (folder / "old.fold").write_text(OLD, encoding="utf-8")
    (folder / "new.fold").write_text(NEW, encoding="utf-8")
    path = folder / "page.html"
    path.write_text(onefold("diff", "--format", "html", "old.fold", "new.fold").out, encoding="utf-8")
    return path


def seen(page: Page, selector: str) -> dict[str, list[float]]:
    found: dict[str, list[float]] = page.value(SEEN.replace("SELECTOR", repr(selector)))
    return found


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_graph_and_the_changed_words_are_seen_and_nothing_is_requested(
    page: Page, difference: Path, dark: bool
) -> None:
    page.load(difference, dark=dark)
    assert seen(page, "svg .box").keys() == {"fetch", "checks", "lint", "unit-test", "look", "mend", "close"}
    assert seen(page, ".is-added .box").keys() == {"close"}
    assert seen(page, ".is-removed .box").keys() == {"mend"}
    assert seen(page, ".is-changed .box").keys() == {"look"}
    assert {"added", "removed", "changed", "unchanged"} <= seen(page, ".legend li").keys()
    assert seen(page, ".sides ins").keys() == {",", " not too"}
    assert page.value("document.querySelector('.sides').innerText").count("brief") == 2
    assert (page.requests, page.complaints) == ([], [])


def test_light_and_dark_look_different_and_words_stand_out(page: Page, difference: Path) -> None:
    colours = []
    for dark in (False, True):
        page.load(difference, dark=dark)
        script = "['body', 'ins', 'del'].map(each => getComputedStyle(document.querySelector(each)).backgroundColor)"
        colours.append(page.value(script))
        assert len(set(colours[-1])) == 3
    assert not set(colours[0]) & set(colours[1])


def test_before_and_after_stand_side_by_side(page: Page, difference: Path) -> None:
    page.load(difference)
    heads = seen(page, ".sides th")
    assert heads["Before"][2] <= heads["After"][0]
    assert heads["Before"][1] == heads["After"][1]
    page.load(difference, width=500)
    assert page.value("document.documentElement.scrollWidth <= innerWidth")


def test_on_a_narrow_screen_lines_that_did_not_change_stand_once(page: Page, difference: Path) -> None:
    words = "document.querySelector('.sides').innerText"
    for width, count in [(1280, 2), (500, 1)]:
        page.load(difference, width=width)
        assert page.value(words).count("Four.") == count
        assert page.value(words).count("polite") == 2


def test_arrows_that_run_together_are_as_faint_as_one(page: Page, difference: Path) -> None:
    page.load(difference)
    faint = "[...document.querySelectorAll('svg .arrow.is-same')].map(each => getComputedStyle(each).opacity)"
    assert {*page.value(faint)} == {"1"}
    lines = "['.arrow.is-same .line', '.arrow.is-added .line']"
    colours = page.value(f"{lines}.map(each => getComputedStyle(document.querySelector(each)).stroke)")
    assert len({*colours}) == 2


def test_where_a_step_leads_to_stands_on_one_line(onefold: Any, folder: Path, page: Page) -> None:
    source = f"{OLD}look -> mend on failure\n".replace("mend", "mend-what-was-found-in-the-last-look")
    (folder / "old.fold").write_text(source, encoding="utf-8")
    path = folder / "page.html"
    path.write_text(onefold("graph", "--format", "html", "old.fold").out, encoding="utf-8")
    page.load(path)
    heights = "[...document.querySelectorAll('.ways li')].map(each => each.getBoundingClientRect().height)"
    assert len({round(each) for each in page.value(heights)}) == 1
    assert page.value("document.documentElement.scrollWidth <= innerWidth")


def test_words_in_the_graph_stay_inside_of_their_boxes(page: Page, difference: Path) -> None:
    page.load(difference)
    over = """
      [...document.querySelectorAll('svg .step')].filter(step => {
        const box = step.querySelector('.box').getBoundingClientRect();
        return [...step.querySelectorAll('text')].some(text => text.getBoundingClientRect().right > box.right - 2);
      }).length
    """
    assert page.value(over) == 0


def test_the_page_can_be_read_with_the_keyboard(page: Page, difference: Path) -> None:
    page.load(difference)
    page.press("Tab")
    assert page.value("document.activeElement.className") == "canvas"
    stops = []
    for _ in range(4):
        page.press("Tab")
        stops.append(page.value("document.activeElement.getAttribute('href') || document.activeElement.tagName"))
    assert [stop for stop in stops if stop.startswith("#change-")] == stops[:3]
    assert stops[3].lower() == "summary"
    assert not page.value("document.activeElement.parentElement.open")
    page.press("Enter")
    assert page.value("document.activeElement.parentElement.open")
    assert page.value("document.querySelector(':target')") is None
    page.value("document.querySelector('svg a').focus()")
    page.press("Enter")
    assert page.value("document.querySelector(':target').className") == "changes"


@pytest.mark.parametrize("command", ["diff", "graph"])
def test_a_hostile_workflow_runs_nothing_and_requests_nothing(
    onefold: Any, folder: Path, page: Page, command: str
) -> None:
    for turn in (0, 1):
        (folder / f"{turn}.json").write_text(hostile(turn), encoding="utf-8")
    given = ("0.json", "1.json") if command == "diff" else ("0.json",)
    path = folder / "page.html"
    path.write_text(onefold(command, "--format", "html", *given).out, encoding="utf-8")
    page.load(path)
    assert page.value("document.scripts.length + document.images.length + document.links.length") == 0
    assert page.value("document.querySelectorAll('main').length") == 1
    assert len(seen(page, "svg .box")) >= 5
    assert (page.requests, page.complaints) == ([], [])


def test_a_picture_is_drawn_as_a_file_of_its_own(onefold: Any, folder: Path, page: Page) -> None:
    (folder / "old.fold").write_text(OLD, encoding="utf-8")
    path = folder / "graph.svg"
    path.write_text(onefold("graph", "--format", "svg", "old.fold").out, encoding="utf-8")
    page.load(path)
    assert len(seen(page, ".box")) == 6
    assert page.value("getComputedStyle(document.querySelector('.box')).strokeWidth") == "1.2px"
    assert (page.requests, page.complaints) == ([], [])


def test_a_browser_would_tell_of_a_request(folder: Path, page: Page) -> None:
    # The check itself: a page that asks for something is found out.
    path = folder / "page.html"
    path.write_text('<!doctype html><img src="missing.png">', encoding="utf-8")
    page.load(path)
    assert [each.rpartition("/")[2] for each in page.requests] == ["missing.png"]
    page.requests.clear()
    page.complaints.clear()
