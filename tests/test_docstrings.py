"""Every example in a docstring is run."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest
from test_architecture import PACKAGES

MODULES = [
    module.name
    for package in PACKAGES
    for module in [
        *pkgutil.walk_packages(package.__path__, f"{package.__name__}."),
        pkgutil.ModuleInfo(None, package.__name__, True),  # type: ignore[arg-type]  # the finder plays no part here
    ]
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
