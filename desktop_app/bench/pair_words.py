"""A measured pair in sentences, the same on the command line and in the window."""

from __future__ import annotations

from desktop_app.bench.pair_measure import PairMeasurement


def measurement_sentences(found: PairMeasurement) -> list[str]:
    """What was measured, then what is predicted from it, then what to do."""
    return [*_measured(found), *_predicted(found), recommendation(found)]


def _measured(found: PairMeasurement) -> list[str]:
    costs = found.costs
    said = []
    if found.cost_ratio is not None and costs.draft_step_s is not None:
        said.append(
            f"Cost ratio c = {found.cost_ratio:.2f}: a draft step takes {1000 * costs.draft_step_s:.1f} ms, "
            f"a plain step {1000 * found.plain_s:.1f} ms."
        )
    passes = ", ".join(f"{cost.rows}: {1000 * cost.seconds:.1f} ms" for cost in costs.verify)
    if passes:
        said.append(f"A pass of the target, by the rows it verifies: {passes}.")
    if costs.acceptance is None:
        said.append("Nothing was drafted on these prompts.")
    else:
        rates = [prompt.acceptance for prompt in found.prompts if prompt.acceptance is not None]
        said.append(
            f"Acceptance {costs.acceptance:.0%} on {len(found.prompts)} prompts at temperature "
            f"{found.temperature:g} ({min(rates):.0%} to {max(rates):.0%}), {found.tokens_per_round:.2f} "
            "tokens a round."
        )
    said.append(
        f"Measured on these prompts: {found.speedup:.2f} times plain decoding, {found.tokens_per_s:.1f} "
        f"against {found.plain_tokens_per_s:.1f} tokens/s."
    )
    return said


def _predicted(found: PairMeasurement) -> list[str]:
    if found.best is not None:
        k, gain = found.best
        return [f"Predicted from these costs: {gain:.2f} times plain decoding with k = {k}, the best."]
    if found.now is not None and found.costs.most_levels:
        return [f"Predicted from these costs: {found.now:.2f} times plain decoding with trees as here."]
    return []


def recommendation(found: PairMeasurement) -> str:
    match found.recommended:
        case None:
            return "Recommended: try it on texts that repeat themselves; nothing is known of it here."
        case 0:
            return "Recommended: no draft, because this one gains nothing that could be felt."
        case "auto":
            return "Recommended: k = auto, with which this draft makes trees."
        case k:
            return f"Recommended: k = {k}."
