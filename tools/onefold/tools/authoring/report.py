"""The report of an evaluation, for programs and for people."""

from __future__ import annotations

from typing import Any

from onefold.kernel.bundle.cases import count
from onefold.kernel.words import counted
from onefold.tools.authoring.evaluating import Evaluation
from onefold.tools.show.cells import escaped


def report(evaluation: Evaluation) -> dict[str, Any]:
    """The contract's members, in its order, and ours after them."""
    verdict, unfit, answer = evaluation.verdict, evaluation.unfit, evaluation.answer
    bundle = None if verdict is None else verdict.bundle
    receipt = None if verdict is None else verdict.receipt
    failed = () if verdict is None else verdict.failures
    return {
        "case_id": evaluation.case.asked.id,
        "provider": evaluation.provider,
        "model": evaluation.model,
        "bundle_path": evaluation.path or None,
        "validation_passed": verdict is not None and verdict.is_valid,
        "preview_passed": verdict is not None and verdict.is_previewed,
        "run_passed": verdict is not None and verdict.has_run,
        "structural_assertions": {"ok": receipt is not None and not failed, "failures": list(failed)},
        "validate_stdout": "" if bundle is None else f"{bundle.summary}\n",
        "validate_stderr": f"{unfit}\n" if unfit is not None else evaluation.told and f"{evaluation.told}\n",
        "attempts": evaluation.attempts,
        "graph_digest": None if bundle is None else bundle.graph_digest(),
        "run_status": None if receipt is None else receipt["status"],
        "receipt_digest": None if receipt is None else receipt["receipt_digest"],
        "rationale": None if answer is None else answer.rationale,
        "verify": None if answer is None else answer.verify,
    }


def lines(evaluation: Evaluation) -> list[str]:
    """What is printed for people."""
    case, verdict = evaluation.case.asked, evaluation.verdict
    from_where = {"golden": "golden", "file": "answer", "command": f"model {evaluation.model}"}[evaluation.provider]
    tries = ", second attempt" if evaluation.attempts > 1 else ""
    shown = [f"{case.id}: {case.title}", f"  {from_where}{tries}{f': {evaluation.path}' if evaluation.path else ''}"]
    if verdict is None:
        return [escaped(each) for each in (*shown, f"  failed     {evaluation.unfit}")]
    bundle, receipt = verdict.bundle, verdict.receipt
    summary = "it has errors" if bundle is None else bundle.summary
    shown.append(_line("validated", verdict.is_valid, summary))
    if bundle is not None and receipt is not None:
        shown.append(_line("previewed", verdict.is_previewed, bundle.graph_digest()))
        shown.append(_line("ran", verdict.has_run, f"{receipt['status']}, receipt {receipt['receipt_digest']}"))
        shown.append(_line("asserted", not verdict.failures, counted(count(case.assertions), "assertion")))
        shown += [f"    {each}" for each in verdict.failures]
    return [escaped(each) for each in shown]


def _line(word: str, is_good: bool, text: str) -> str:
    return f"  {word if is_good else f'not {word}':<13}  {text}"
