"""A definition and an orchestrator that set every field, written in the three data formats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from onefold.frontends.frontend import Frontend
from onefold.frontends.registry import FRONTENDS

DATA: tuple[Frontend, ...] = tuple(each for each in FRONTENDS if each.name != "fold")
NAMES = [each.name for each in DATA]
SUFFIX = {"yaml": ".fold.yaml", "toml": ".fold.toml", "json": ".fold.json"}


def definition(**fields: Any) -> dict[str, Any]:
    """The document of a definition; `fields` replace those of the same name."""
    return {
        "definition": "candidate.review",
        "description": "Reviews one candidate.",
        "input": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
        "output": {"type": "object", "properties": {"score": {"type": "number"}}},
        "models": {
            "main": {"provider": "openai", "model": "gpt-5", "description": "Careful."},
            "cheap": {"provider": "openai", "model": "gpt-4o-mini"},
        },
        "planner": {"model": "main", "system": "Plan safely.", "skills": ["skills/triage"]},
        "worker": {"harness": "workflowHarness@1.0.0", "skills": ["skills/read", "skills/triage"]},
        "tools": ["web.search", "crm.update"],
        "memory": {"workflow": "rw", "org": "ro", "attached": [{"id": "hiring", "mode": "ro"}]},
        "bash": {"network": {"allowed_url_prefixes": ["https://api.example.test/"], "timeout": "5s"}, "python": False},
        "fixers": {"extract": {"model": "cheap", "system": "Fix it.", "max_attempts": 2}},
        **fields,
    }


def orchestrator(**fields: Any) -> dict[str, Any]:
    """The document of an orchestrator; `fields` replace those of the same name."""
    return {
        "orchestrator": "hiring",
        "model": "main",
        "models": {
            "main": {"provider": "openai", "model": "gpt-5"},
            "cheap": {"provider": "openai", "model": "gpt-4o-mini"},
        },
        "system": "Choose well.",
        "skills": ["skills/triage"],
        "workflows": ["candidate.review", "candidate.scoring"],
        **fields,
    }


def scoring(**fields: Any) -> dict[str, Any]:
    """The document of another definition."""
    return {
        "definition": "candidate.scoring",
        "models": {"main": {"provider": "openai", "model": "gpt-5"}},
        "planner": {"model": "main"},
        **fields,
    }


def catalog(**tools: Any) -> dict[str, Any]:
    """A catalogue with two tools; `tools` are added, or replace one of them."""
    known = {
        "web.search": {"description": "Finds pages.", "input": {"type": "object"}},
        "crm.update": {"description": "Writes a record.", "input": {"type": "object"}, "output": {"type": "boolean"}},
    }
    return {"catalog": "team", "tools": {**known, **{name.replace("__", "."): each for name, each in tools.items()}}}


WORKFLOW: dict[str, Any] = {
    "onefold": 1,
    "workflow": "plan",
    "steps": {
        "candidates": {"kind": "parallel", "branches": ["extract", "review"]},
        "extract": {"kind": "tool", "tool": "web.search", "timeout": "30s"},
        "review": {"kind": "model", "prompt": "Review.", "system": "Be fair.", "model": "main", "tools": ["web.*"]},
    },
}


def skill(folder: Path, name: str, text: str | None = None) -> Path:
    """Write a skill below a folder; its SKILL.md."""
    path = folder / "skills" / name / "SKILL.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    written = f"---\nname: {name}\ndescription: What {name} does.\n---\n# Body\n" if text is None else text
    path.write_bytes(written.encode())
    return path


def write(folder: Path, stem: str, document: dict[str, Any], format_name: str) -> Path:
    """Write a document in a format; its file. Files of the same stem in other formats are removed."""
    for suffix in SUFFIX.values():
        folder.joinpath(f"{stem}{suffix}").unlink(missing_ok=True)
    path = folder / f"{stem}{SUFFIX[format_name]}"
    path.write_text(spelled(document, format_name), encoding="utf-8")
    return path


def spelled(document: dict[str, Any], format_name: str) -> str:
    """A document in a format."""
    frontend = next(each for each in DATA if each.name == format_name)
    assert frontend.print
    return frontend.print(document)


def workspace(folder: Path, format_name: str) -> Path:
    """A workspace with both definitions, the orchestrator, a catalogue, a workflow and the skills; its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "onefold.toml").write_text('catalogs = ["catalog.yaml"]\n')
    for name in ("triage", "read"):
        skill(folder, name)
    (folder / "catalog.yaml").write_text(spelled(catalog(), "yaml"))
    write(folder, "review", definition(), format_name)
    write(folder, "scoring", scoring(), format_name)
    write(folder, "hiring", orchestrator(), format_name)
    write(folder, "plan", WORKFLOW, format_name)
    return folder
