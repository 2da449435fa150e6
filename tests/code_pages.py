"""The modules of all codes, and the parts of their pages."""

from __future__ import annotations

import re
from importlib import import_module
from types import ModuleType

from onefold.frontends import codes
from onefold.kernel import rules
from onefold.kernel.rules.registry import RULES


def _modules() -> list[ModuleType]:
    reading = [import_module(f"{codes.__name__}.{name}") for name in codes.NAMES]
    kernel = [import_module(f"{rules.__name__}.{rule.name.replace('-', '_')}") for rule in RULES]
    return [*reading, *kernel]


MODULES = {name.rsplit(".", 1)[1].replace("_", "-"): module for module in _modules() for name in [module.__name__]}
FENCE = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)


# Where an example takes several files, each begins with a comment that names it.
FILE = re.compile(r"```\w+\n# (\S+\.(?:yaml|toml))\n")


def page(name: str) -> str:
    return MODULES[name].__doc__ or ""


def section(name: str, heading: str) -> str:
    return page(name).split(f"## {heading}\n")[1].split("\n## ")[0]
