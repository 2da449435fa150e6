"""Whether a policy of approvals lets more pass than it did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from onefold.kernel.bundle.policies import ApprovalPolicy
from onefold.kernel.ceiling.approval_ranks import LAXEST, conditions, rank_of
from onefold.kernel.ceiling.dimensions import FOLDERS
from onefold.kernel.ceiling.excess import Widening
from onefold.kernel.ceiling.order import touches
from onefold.kernel.ceiling.patterns import covers_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from onefold.kernel.ceiling.change import Change
    from onefold.kernel.values import JsonValue


def weaker_policies(change: Change) -> Iterator[Widening]:
    """Everything that policies of approvals let pass now, of the graph, of its nodes, and of tools by name."""
    graph = change.original.workflow.approval_policy, change.result.workflow.approval_policy
    yield from _weaker("workflow.approval_policy", *graph)
    for each in change.nodes():
        old = ApprovalPolicy() if each.old is None else each.old.approval_policy
        yield from _weaker(f"{each.place}.approval_policy", old, each.new.approval_policy)
    yield from _unasked_tools(change)
    yield from _tool_policies(change)


def _unasked_tools(change: Change) -> Iterator[Widening]:
    """Tools that every node asked about, or was denied, and that a new one calls without a word."""
    nodes = change.original.workflow.nodes
    whole = change.result.workflow.approval_policy
    asked = (*change.result.policy.approval_required, *whole.require_approval, *whole.auto_deny)
    for each in change.nodes():
        if each.old is not None:
            continue
        tools, own = change.tools(change.result, each.name), each.new.approval_policy
        known = (*asked, *own.require_approval, *own.auto_deny)
        for tool in ("*",) if isinstance(tools, str) else sorted(tools):
            callers = [node for name, node in nodes.items() if touches(change.tools(change.original, name), tool)]
            was_asked = [one for node in callers if (one := _word_about(node.approval_policy, tool)) is not None]
            if callers and len(was_asked) == len(callers) and not any(covers_name(one, tool) for one in known):
                told = f"`{each.name}` calls `{tool}` without the approval that every node needed"
                yield Widening("approval_policy", f"{each.place}.approval_policy", told, tool, was_asked[0])


def _word_about(policy: ApprovalPolicy, tool: str) -> str | None:
    """The entry of a policy that asks about a tool, or denies it."""
    entries = (*policy.auto_deny, *policy.require_approval)
    return next((each for each in entries if covers_name(each, tool) or covers_name(tool, each)), None)


def _weaker(place: str, old: ApprovalPolicy, new: ApprovalPolicy) -> Iterator[Widening]:
    if old == new:
        return

    def widened(member: str, told: str, requested: JsonValue, allowed: JsonValue) -> Widening:
        return Widening("approval_policy", f"{place}.{member}", told, requested, allowed)

    for member, told in (("require_approval", "no longer needs approval"), ("auto_deny", "is no longer denied")):
        for entry in getattr(old, member):
            if not any(covers_name(each, entry) for each in getattr(new, member)):
                yield widened(member, f"`{entry}` {told}", None, entry)
    for entry in new.auto_approve:
        if not any(covers_name(each, entry) for each in old.auto_approve):
            yield widened("auto_approve", f"`{entry}` needs no approval any more", entry, [*old.auto_approve])
    for entry in old.sensitive_path_patterns:
        if entry not in new.sensitive_path_patterns:
            yield widened("sensitive_path_patterns", f"paths like `{entry}` are no longer sensitive", None, entry)
    for member in ("allow_sensitive_paths", "allow_external_paths"):
        if getattr(new, member) and not getattr(old, member):
            yield widened(member, f"`{member}` is set", True, False)
    yield from _paths(place, old, new)
    yield from _repeats(place, old, new)
    if not _keeps_rules(old.rules, new.rules):
        yield widened("rules", "the rules of approval are others", [*new.rules], [*old.rules])


def _paths(place: str, old: ApprovalPolicy, new: ApprovalPolicy) -> Iterator[Widening]:
    """Paths that may be written now; an empty list of them is no limit."""
    if old.write_path_allowlist:
        if not new.write_path_allowlist:
            told = "any path may be written"
            yield Widening("approval_policy", f"{place}.write_path_allowlist", told, "all", [*old.write_path_allowlist])
        for path in _outside(new.write_path_allowlist, old.write_path_allowlist):
            told = f"`{path}` may be written"
            yield Widening("approval_policy", f"{place}.write_path_allowlist", told, path, [*old.write_path_allowlist])
    if old.external_roots and not new.external_roots and new.allow_external_paths:
        told = "any path outside of the workspace may be touched"
        yield Widening("approval_policy", f"{place}.external_roots", told, "all", [*old.external_roots])
    for path in _outside(new.external_roots, old.external_roots):
        told = f"`{path}` outside of the workspace may be touched"
        yield Widening("approval_policy", f"{place}.external_roots", told, path, [*old.external_roots])


def _outside(new: tuple[str, ...], old: tuple[str, ...]) -> list[str]:
    limit = FOLDERS.normal(frozenset(old))
    return [str(each.requested) for each in FOLDERS.excesses(FOLDERS.normal(frozenset(new)), limit)]


def _repeats(place: str, old: ApprovalPolicy, new: ApprovalPolicy) -> Iterator[Widening]:
    limit, now = old.repeat_limit, new.repeat_limit
    if limit is not None and (now is None or now > limit):
        told = "calls may be repeated more often"
        yield Widening("approval_policy", f"{place}.repeat_limit", told, "all" if now is None else now, limit)
    if old.repeat_action is not None and new.repeat_action != old.repeat_action:
        more, less = rank_of(new.repeat_action), rank_of(old.repeat_action)
        if more is None or less is None or more > less:
            told = "something else happens when a call is repeated"
            yield Widening("approval_policy", f"{place}.repeat_action", told, new.repeat_action, old.repeat_action)


def _keeps_rules(old: tuple[JsonValue, ...], new: tuple[JsonValue, ...]) -> bool:
    """Whether every old rule is there, in its order, and what is new lets nothing pass by itself or before its turn."""
    waiting = [*old]
    strictest = min((LAXEST if rank is None else rank for rank in map(rank_of, old)), default=LAXEST)
    for rule in new:
        if waiting and rule == waiting[0]:
            waiting.pop(0)
            continue
        rank = rank_of(rule)
        # Which of two rules holds that fit a call is the host's to say: a new one must be as strict as any.
        if rank is None or rank > min(strictest, 1):
            return False
    return not waiting


def _tool_policies(change: Change) -> Iterator[Widening]:
    """What is said of a tool by name and lets more pass, or is not said any more."""
    before, after = change.original.policy.tool_policy, change.result.policy.tool_policy
    for tool, said in before.items():
        now = after.get(tool)
        if tool in after and now == said:
            continue
        less, more = rank_of(said), rank_of(now)
        is_stricter = (
            more is not None and less is not None and more <= less and conditions(now) in ({}, conditions(said))
        )
        if less == LAXEST or is_stricter:
            continue
        told = f"what holds for the tool `{tool}` is weaker, or cannot be compared"
        yield Widening("approval_policy", f"policy.tool_policy.{tool}", told, now, said)
    for tool, now in after.items():
        # A tool that nobody knew is told of as one.
        if tool not in before and rank_of(now) in (None, LAXEST) and touches(change.before.tools, tool):
            told = f"the tool `{tool}` is let through by its name, and was not"
            yield Widening("approval_policy", f"policy.tool_policy.{tool}", told, now, None)
