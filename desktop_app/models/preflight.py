"""What there is to be said of two models as target and draft, from their files alone."""

from __future__ import annotations

from desktop_app.models.compatibility import shared_vocabulary
from desktop_app.models.findings import Finding, fine, note, problem
from desktop_app.models.loading import TOLERATED_TOKENS, LoadedModel
from desktop_app.models.pair_side import Side
from desktop_app.models.vocabulary_overlap import translation


def of_target(target: Side) -> list[Finding]:
    """What concerns the target alone."""
    found = [vocabulary_finding(target), _template(target)]
    if target.plain_only:
        found.append(problem("rollback", f"{target.name} cannot use a draft. {target.plain_only}"))
    return found


def of_models(target: Side, draft: Side) -> list[Finding]:
    """What concerns a draft model, and the two together."""
    return [
        vocabulary_finding(draft),
        tokenizer_finding(target, draft),
        *_special(target, draft),
        _ends(target, draft),
        _context(target, draft),
        *_rollback(target, draft),
    ]


def of_the_same(target: Side) -> list[Finding]:
    """The draft is the target itself."""
    return [
        note(
            "same",
            f"The draft is the target itself: every draft costs as much as a token of {target.name}, so "
            "nothing can be gained; choose a smaller model.",
        )
    ]


def vocabulary_finding(side: Side) -> Finding:
    tokens, rows = side.tokenizer.vocab_size, side.rows
    if tokens > rows + TOLERATED_TOKENS:
        return problem(
            "vocabulary",
            f"The tokenizer in {side.name} has {tokens:,} tokens but the weights know {rows:,}; "
            "copy the tokenizer that belongs to the model.",
        )
    if tokens > rows:
        return note(
            "vocabulary",
            f"The tokenizer of {side.name} has {tokens:,} tokens and its weights know {rows:,}; the last "
            "ones are never written.",
        )
    if tokens < rows:
        return fine(
            "vocabulary",
            f"{side.name} has {tokens:,} tokens; its weights are padded to {rows:,}, and what is beyond the "
            "tokens is never chosen.",
        )
    return fine("vocabulary", f"{side.name} has {tokens:,} tokens, and its weights know as many.")


def tokenizer_finding(target: Side | LoadedModel, draft: Side) -> Finding:
    """Whether they read and write the same tokens, by what each stands for."""
    shared = shared_vocabulary(target.tokenizer, draft.tokenizer, target.name, draft.name)
    if isinstance(shared, int):
        return fine("tokenizer", f"Both have the same tokens: {shared:,} ids mean the same to both.")
    between = translation(target, draft)
    if between is None or not between.shared:
        return problem(
            "tokenizer",
            f"{draft.name} cannot draft for {target.name}, because their tokenizers differ: {shared}",
        )
    return note(
        "tokenizer",
        f"The tokenizers differ, so {draft.name} drafts in tokens of its own, of which it shares "
        f"{len(between.shared):,} with {target.name}; fewer drafts stand. {shared}",
    )


def _special(target: Side, draft: Side) -> list[Finding]:
    ours, theirs = target.special, draft.special
    pairs = [(ours.get(name, "none"), theirs.get(name, "none")) for name in {**ours, **theirs}]
    differing = [f"{one} / {other}" for one, other in pairs if one != other]
    if differing:
        listed = ", ".join(dict.fromkeys(differing))
        return [
            note("special", f"Their special tokens differ ({listed}); the draft reads the text in its own.")
        ]
    listed = ", ".join(dict.fromkeys(one for one, _ in pairs))
    return [fine("special", f"Their special tokens are the same: {listed}.")] if listed else []


def _ends(target: Side, draft: Side) -> Finding:
    ours, theirs = target.texts(target.eos_ids), draft.texts(draft.eos_ids)
    if not ours:
        return note(
            "end",
            f"{target.name} names no token that ends a reply, so its replies go on to the limit of tokens.",
        )
    if set(ours) == set(theirs):
        return fine("end", f"Both end a reply with {_either(ours)}.")
    return note(
        "end",
        f"{target.name} ends a reply with {_either(ours)} and {draft.name} with {_either(theirs)}; the "
        "target decides, and the last drafts of a reply may be wasted.",
    )


def _either(texts: list[str]) -> str:
    return " / ".join(texts) or "none"


def _template(target: Side) -> Finding:
    if target.tokenizer.chat_template:
        return fine("template", f"{target.name} has a chat template.")
    return note(
        "template",
        f"{target.name} has no chat template, as models have that were not made for chats; the turns are "
        "written as plain lines.",
    )


def _context(target: Side, draft: Side) -> Finding:
    if draft.context_limit >= target.context_limit:
        return fine(
            "context",
            f"The target holds {target.context_limit:,} tokens and the draft {draft.context_limit:,}.",
        )
    return note(
        "context",
        f"The target holds {target.context_limit:,} tokens and the draft only {draft.context_limit:,}: what "
        "a chat has beyond these is decoded plainly.",
    )


def _rollback(target: Side, draft: Side) -> list[Finding]:
    if draft.plain_only:
        return [
            problem(
                "rollback",
                f"{draft.name} cannot draft, because what it reads cannot be taken back when a draft is "
                "rejected; choose another draft.",
            )
        ]
    if target.plain_only:
        return []
    return [fine("rollback", "Both can take back what was read of a rejected draft.")]
