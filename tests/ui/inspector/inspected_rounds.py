"""Rounds made by hand for the tests of the inspector."""

from __future__ import annotations

from desktop_app.decoding.rounds import Candidate, Draft, Emitted, Origin, Round, Row, Timing, Verdict
from desktop_app.ui.inspector.reply_facts import ReplyFacts

A, R, U = Verdict.ACCEPTED, Verdict.REJECTED, Verdict.UNTESTED
GREEDY = ReplyFacts("greedy", "speculative", "auto", 7, 0.0)
REJECTION = ReplyFacts("rejection", "speculative", "4", 7, 0.7)
COUPLED = ReplyFacts("coupled", "speculative", "auto", 7, 0.7)
TIMING = Timing(0.004, 0.03, 0.001)


def row(*p: tuple[int, float], q: tuple[tuple[int, float], ...] = (), rank: int | None = None) -> Row:
    target = tuple(Candidate(token, f" t{token}", chance) for token, chance in p)
    draft = tuple(Candidate(token, f" t{token}", chance) for token, chance in q)
    return Row(target, draft, 1.25, rank, 0.75 if q else None)


def chain(drafter: str = "model", *, rows: bool = False) -> Round:
    """One draft accepted, one rejected and corrected, one untested."""
    drafts = (
        Draft(1, " t1", 0.6, 0.3, A, -1),
        Draft(2, " t2", 0.5, 0.1, R, 0),
        Draft(3, " t3", 0.4, None, U, 1),
    )
    emitted = (Emitted(1, " t1", Origin.ACCEPTED, 0.3), Emitted(9, " own", Origin.CORRECTED, 0.55))
    kept = (
        row((8, 0.4), (1, 0.3), q=((1, 0.6), (8, 0.2)), rank=1),
        row((9, 0.55), (2, 0.1), q=((2, 0.5), (9, 0.25)), rank=1),
    )
    return Round(4, drafter, drafts, emitted, TIMING, 1.5, kept if rows else None)


def full_chain() -> Round:
    """Every draft accepted, and a bonus."""
    drafts = (Draft(1, " t1", 0.6, 0.9, A, -1), Draft(2, " t2", 0.5, 0.8, A, 0))
    emitted = (
        Emitted(1, " t1", Origin.ACCEPTED, 0.9),
        Emitted(2, " t2", Origin.ACCEPTED, 0.8),
        Emitted(9, "\n", Origin.BONUS, 0.7),
    )
    return Round(5, "model", drafts, emitted, TIMING, 2.0)


def tree(*, rows: bool = False) -> Round:
    """Two levels accepted, two rejected at the third, one beside each of the first two, and untested below.

    0 t0 A ─ 2 t2 A ─ 4 t4 R ─ 7 t7 U
           │        └ 5 t5 R
           └ 3 t3 R
    1 t1 R ─ 6 t6 U
    """
    drafts = (
        Draft(10, " t10", 0.6, 0.9, A, -1),
        Draft(11, " t11", 0.2, 0.05, R, -1),
        Draft(12, " t12", 0.5, 0.7, A, 0),
        Draft(13, " t13", 0.3, 0.2, R, 0),
        Draft(14, " t14", 0.4, 0.02, R, 2),
        Draft(15, " t15", 0.1, 0.3, R, 2),
        Draft(16, " t16", 0.9, None, U, 1, "lookup"),
        Draft(17, " t17", 0.8, None, U, 4),
    )
    emitted = (
        Emitted(10, " t10", Origin.ACCEPTED, 0.9),
        Emitted(12, " t12", Origin.ACCEPTED, 0.7),
        Emitted(99, " own", Origin.CORRECTED, 0.4),
    )
    kept = (
        row((10, 0.9), (11, 0.05), q=((10, 0.6), (11, 0.2)), rank=0),
        row((12, 0.7), (13, 0.2), q=((12, 0.5), (13, 0.3)), rank=0),
        row((99, 0.4), (15, 0.3), (14, 0.02), q=((14, 0.4), (15, 0.1)), rank=2),
    )
    return Round(6, "eagle", drafts, emitted, TIMING, 2.5, kept if rows else None)


def cut_chain() -> Round:
    """The reply ended with the first draft."""
    drafts = (Draft(1, ".", 0.6, 0.9, A, -1), Draft(2, " t2", 0.5, None, U, 0))
    return Round(7, "lookup", drafts, (Emitted(1, ".", Origin.ACCEPTED, 0.9),), TIMING, 3.0)


def plain(undrafted: str | None = None, drafter: str = "none") -> Round:
    emitted = (Emitted(5, " word", Origin.PLAIN, 0.25),)
    return Round(8, drafter, (), emitted, TIMING, 3.5, undrafted=undrafted)  # type: ignore[arg-type]
