"""The page that goes with a trained head: what it is for, what it learned from, how well it does."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.training.evaluation import HeldOut


@dataclass(frozen=True, slots=True)
class Origin:
    """target: name of the model; conversations and response_tokens it was trained on; steps of training.

    whole: whether the training ran to its end.
    """

    target: str
    conversations: int
    response_tokens: int
    steps: int
    seconds: float
    whole: bool


def card(origin: Origin, parameters: int, held_out: HeldOut) -> str:
    """A README.md in Markdown."""
    state = "" if origin.whole else "\nThe training was stopped early; this is its best head so far.\n"
    depths = range(len(held_out.acceptance))
    rows = "\n".join(
        f"| {depth + 1} | {held_out.agreement[depth]:.3f} | {held_out.acceptance[depth]:.3f} |"
        for depth in depths
    )
    return f"""# A drafter for {origin.target}

An EAGLE-3 head of {parameters / 1e6:.1f} million parameters in the format of vLLM's `speculators`. It drafts
for {origin.target} and for no other model; give this folder to `slipstream generate --draft`.
{state}
## What it learned from

{origin.conversations:,} conversations ({origin.response_tokens:,} response tokens) that {origin.target}
wrote by itself: it asked its own questions after a few fixed first words and answered them. No data set was
used.
{origin.steps:,} steps of training took {origin.seconds / 3600:.2f} hours.

## How it does

On {held_out.tokens:,} held-out response tokens:

| draft | first choice is the target's | accepted when all before it were |
| --- | --- | --- |
{rows}

The second column stands on the text's own tokens; the third is of greedy replies, as a chain of drafts meets
them: {held_out.tokens_per_round:.2f} tokens a round for a chain of {len(held_out.acceptance)}.

## Licence

The head was made from weights and words of {origin.target}: the licence of that model says what you may do
with it.
"""
