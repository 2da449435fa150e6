"""The other workflows of a workspace, each read when somebody asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from onefold.frontends.compile import any_error, read_document
from onefold.frontends.frontend import Limits
from onefold.frontends.lower import lower_workflow
from onefold.frontends.texts import Refusal
from onefold.kernel.classes import define, field, frozen
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.tools.compiling import UnknownFormat, frontend_for
from onefold.tools.files import inside, is_file, read_source, text_resolver
from onefold.tools.workspace import workspace_root


@frozen
class Listed:
    """The file of a workflow as a catalogue names it."""

    folder: Path
    """Absolute folder of the catalogue."""
    name: str


@define(eq=False)
class Neighbours(Mapping[str, WorkflowDef]):
    """Workflows by id: first those that catalogues list with a file, then those among the candidates."""

    listed: Mapping[str, Listed]
    candidates: Callable[[], Sequence[Path]]
    """Sources that may define a workflow; the first that does counts."""
    root: Path
    """What a listed file must stay below."""
    limits: Limits
    _read: dict[Path, WorkflowDef | str] = field(factory=dict, init=False)
    _found: dict[str, WorkflowDef | None] = field(factory=dict, init=False)

    def __getitem__(self, name: str) -> WorkflowDef:
        if name not in self._found:
            self._found[name] = self._look_for(name)
        found = self._found[name]
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        everyone = (self._workflow(path) for path in self._paths)
        names = (each.workflow for each in everyone if isinstance(each, WorkflowDef))
        return iter(dict.fromkeys((*(name for name in self.listed if name in self), *names)))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def fault(self, name: str, listed: Listed) -> str | None:
        """Why a listed file cannot be used for the workflow called `name`, as a clause."""
        path = inside(listed.folder, self.root, listed.name)
        if isinstance(path, Refusal):
            return str(path.arguments.get("reason", "it may hold secrets"))
        found = self._workflow(path)
        if isinstance(found, str):
            return found
        return None if found.workflow == name else f"it defines the workflow `{found.workflow}`"

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        return tuple(self.candidates())

    def _look_for(self, name: str) -> WorkflowDef | None:
        listed = self.listed.get(name)
        if listed is not None:
            path = inside(listed.folder, self.root, listed.name)
            found = self._workflow(path) if isinstance(path, Path) else None
            return found if isinstance(found, WorkflowDef) and found.workflow == name else None
        for path in self._paths:
            if path in self._read or self._mentions(path, name):
                found = self._workflow(path)
                if isinstance(found, WorkflowDef) and found.workflow == name:
                    return found
        return None

    def _mentions(self, path: Path, name: str) -> bool:
        """Whether a source holds the id at all: most do not, and need not be understood."""
        try:
            return name.encode() in read_source(path, self.limits)
        except (OSError, ValueError):
            return False

    def _workflow(self, path: Path) -> WorkflowDef | str:
        """The workflow that a file defines, or why it cannot be used, as a clause."""
        if path not in self._read:
            self._read[path] = self._understood(path)
        return self._read[path]

    def _understood(self, path: Path) -> WorkflowDef | str:
        if not is_file(path):
            return "there is no such file"
        try:
            frontend = frontend_for(path)
            document = read_document(str(path), read_source(path, self.limits), frontend, self.limits)
        except UnknownFormat:
            return "its ending is not known"
        except (OSError, ValueError) as error:
            return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
        except Exception:  # the fault may lie in a stranger's front-end, and it is told where the file is checked
            return "its front-end fails"
        if any_error(document.diagnostics):
            return "it cannot be read as a workflow"
        resolve = text_resolver(path, workspace_root(path), self.limits)
        lowered = lower_workflow(document.value, self.limits, resolve)
        return lowered.workflow or "its fields are not well formed"
