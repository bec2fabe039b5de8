"""What there is to be said of a draft head and the target whose hidden states it is to read."""

from __future__ import annotations

from pathlib import Path

from desktop_app.models.eagle_checkpoint import require_fit
from desktop_app.models.eagle_config import read_eagle_config
from desktop_app.models.errors import ModelError
from desktop_app.models.findings import Finding, fine, note, problem
from desktop_app.models.pair_side import Side


def of_head(target: Side, folder: Path) -> list[Finding]:
    """Whether it was made for this target; its weights are not read."""
    try:
        head = read_eagle_config(folder, target.config.num_hidden_layers)
        require_fit(folder.name, head.shape, head.verifier, target.config)
    except ModelError as error:
        return [problem("head", str(error))]
    shape = head.shape
    return [
        _made_for(head.verifier, target.name),
        fine(
            "head",
            f"It reads {shape.target_hidden_size:,} numbers a state, as many as {target.name} has, from what "
            f"enters the layers {', '.join(map(str, shape.taps))} of {target.config.num_hidden_layers}.",
        ),
        fine(
            "vocabulary",
            f"It drafts {shape.draft_vocab_size:,} of the {shape.vocab_size:,} tokens of {target.name}.",
        ),
    ]


def _made_for(verifier: str, target: str) -> Finding:
    if not verifier:
        return note("head", f"The head does not say which model it was trained for; its sizes fit {target}.")
    if verifier.rstrip("/").rpartition("/")[2].lower() == target.lower():
        return fine("head", f"The head was trained for {verifier}, which is the target.")
    return note(
        "head",
        f"The head was trained for {verifier} and the target is called {target}: if these are two models, "
        "few drafts will stand.",
    )
