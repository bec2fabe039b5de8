"""Rounds for tests of what keeps them."""

from desktop_app.decoding.rounds import Draft, Emitted, Origin, Round, Timing, Verdict


def plain_round(index: int, text: str) -> Round:
    emitted = (Emitted(100 + index, text, Origin.PLAIN, 0.5),)
    return Round(index, "none", (), emitted, Timing(0.0, 0.03, 0.001), 0.1 + index)


def corrected_round(index: int, accepted: str, corrected: str) -> Round:
    """One draft accepted, one rejected and corrected, one untested."""
    drafts = (
        Draft(1, accepted, 0.9, 0.8, Verdict.ACCEPTED, -1),
        Draft(2, " wrong", 0.5, 0.1, Verdict.REJECTED, 0),
        Draft(3, " later", None, None, Verdict.UNTESTED, 1),
    )
    emitted = (Emitted(1, accepted, Origin.ACCEPTED, 0.8), Emitted(4, corrected, Origin.CORRECTED, 0.6))
    return Round(index, "lookup", drafts, emitted, Timing(0.001, 0.03, 0.0005), 0.2 + index)
