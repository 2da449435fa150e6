"""The other workflows of a workspace, each read when somebody asks for it."""

from __future__ import annotations

from _collections_abc import Mapping  # what `collections.abc` gives, without `collections`

from onefold.frontends.compile import any_error, read_document
from onefold.frontends.lower import lower_workflow
from onefold.frontends.registry import FRONTENDS
from onefold.frontends.texts import Refusal
from onefold.kernel.classes import define, field, frozen
from onefold.kernel.functions import cached_property
from onefold.kernel.ir.nodes import WorkflowDef
from onefold.tools.compiling import UnknownFormat, frontend_for
from onefold.tools.files import inside, is_file, read_source, text_resolver
from onefold.tools.witness import keep
from onefold.tools.workspace import workspace_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from onefold.frontends.frontend import Limits
    from onefold.kernel.source import Source


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
    top: str
    """What a listed file must stay below."""
    limits: Limits
    questions: list[str | None] = field(factory=list, init=False)
    """The workflows that somebody asked for, each time; `None` where the question was which there are."""
    answers: dict[tuple[Path, str], Source | Refusal] = field(factory=dict, init=False)
    """The texts that workflows name, by the file of the workflow and the name there."""
    _read: dict[Path, WorkflowDef | str] = field(factory=dict, init=False)
    _found: dict[str, WorkflowDef | None] = field(factory=dict, init=False)
    _places: dict[str, Path] = field(factory=dict, init=False)

    @property
    def root(self) -> Path:
        """What a listed file must stay below."""
        from pathlib import Path  # Most sources name no other workflows.

        return Path(self.top)

    def __getitem__(self, name: str) -> WorkflowDef:
        self.questions.append(name)
        if name not in self._found:
            self._found[name] = self._look_for(name)
        found = self._found[name]
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        self.questions.append(None)
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

    def place(self, name: str) -> Path:
        """The file of a workflow that is there. Raises `KeyError`."""
        self[name]
        return self._places[name]

    def files(self) -> tuple[Path, ...]:
        """All files that what is asked may depend on, those that were read and those that may have been."""
        listed = (inside(each.folder, self.root, each.name) for each in self.listed.values())
        return (*(each for each in listed if not isinstance(each, Refusal)), *self._paths)

    def understood(self) -> tuple[Path, ...]:
        """The files of which more than their bytes was looked at."""
        return tuple(self._read)

    @cached_property
    def _paths(self) -> tuple[Path, ...]:
        return tuple(self.candidates())

    def _look_for(self, name: str) -> WorkflowDef | None:
        listed = self.listed.get(name)
        if listed is not None:
            path = inside(listed.folder, self.root, listed.name)
            found = None if isinstance(path, Refusal) else self._workflow(path)
            return self._placed(path, found, name)
        by_id, unclear = self._glanced
        certain = by_id.get(name, ())
        for number in sorted({*certain, *unclear}):
            path = self._paths[number]
            if number in certain or path in self._read or self._mentions(path, name):
                found = self._placed(path, self._workflow(path), name)
                if found is not None:
                    return found
        return None

    def _placed(self, path: Path | Refusal, found: WorkflowDef | str | None, name: str) -> WorkflowDef | None:
        """What a file defines if that is the workflow called `name`; its place is kept."""
        if not isinstance(found, WorkflowDef) or found.workflow != name or isinstance(path, Refusal):
            return None
        self._places[name] = path
        keep(path)
        return found

    @cached_property
    def _glanced(self) -> tuple[Mapping[str, Sequence[int]], Sequence[int]]:
        """The numbers of the candidates that may define a workflow, by its id, and of those that may define any."""
        by_id: dict[str, list[int]] = {}
        unclear: list[int] = []
        for number, path in enumerate(self._paths):
            found = self._possible_ids(path)
            if found is None:
                unclear.append(number)
            for name in found or ():
                by_id.setdefault(name, []).append(number)
        return by_id, unclear

    def _possible_ids(self, path: Path) -> frozenset[str] | None:
        from onefold.tools.glance import possible_ids  # Most sources name no other workflows.

        try:
            return (
                possible_ids(read_source(path, self.limits, is_glance=True))
                if frontend_for(path) in FRONTENDS
                else None
            )
        except (OSError, ValueError, UnknownFormat):
            return frozenset()

    def _mentions(self, path: Path, name: str) -> bool:
        """Whether a source that a glance does not suffice for has to be understood."""
        from onefold.tools.glance import may_define

        try:
            return may_define(read_source(path, self.limits, is_glance=True), name)
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
            document = read_document(str(path), read_source(path, self.limits, is_glance=True), frontend, self.limits)
        except UnknownFormat:
            return "its ending is not known"
        except (OSError, ValueError) as error:
            return ((error.strerror if isinstance(error, OSError) else None) or str(error)).lower()
        except Exception:  # the fault may lie in a stranger's front-end, and it is told where the file is checked
            return "its front-end fails"
        if any_error(document.diagnostics):
            return "it cannot be read as a workflow"
        resolve = text_resolver(path, workspace_root(path), self.limits)

        def remembered(name: str) -> Source | Refusal:
            answer = self.answers[path, name] = resolve(name)
            return answer

        lowered = lower_workflow(document.value, self.limits, remembered)
        return lowered.workflow or "its fields are not well formed"
