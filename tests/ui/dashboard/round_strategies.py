"""Any reply a decoder may give: chains, trees, cut, control and switched rounds, tokens the user chose."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from desktop_app.decoding.rounds import USER, Draft, Emitted, Origin, Round, Timing, Verdict

_SECONDS = st.integers(0, 400).map(lambda n: n / 1024)


@st.composite
def replies(draw: st.DrawFn, largest: int = 14) -> list[Round]:
    """Rounds in order; times go on, now and then not at all."""
    at, rounds = draw(_SECONDS), []
    for index in range(draw(st.integers(0, largest))):
        timing = Timing(draw(_SECONDS), draw(_SECONDS), draw(_SECONDS))
        at += draw(st.sampled_from([0.0, 0.02, 0.25, 1.5]))
        switched = draw(st.sampled_from([None, None, None, None, "plain", "speculative"]))
        rounds.append(replace(draw(_rounds()), index=index, timing=timing, at=at, switched=switched))
    return rounds


def _rounds() -> st.SearchStrategy[Round]:
    return st.one_of(_drafted(chain=True), _drafted(chain=False), _undrafted())


@st.composite
def _undrafted(draw: st.DrawFn) -> Round:
    drafter, why = draw(
        st.sampled_from(
            [("none", None), ("lookup", None), ("none", "control"), ("none", "switched"), (USER, None)]
        )
    )
    own = Emitted(5, " w", Origin.PLAIN, draw(st.sampled_from([None, 0.5])))
    return Round(0, drafter, (), (own,), Timing(0, 0, 0), 0, undrafted=why)


@st.composite
def _drafted(draw: st.DrawFn, *, chain: bool) -> Round:
    count = draw(st.integers(1, 7))
    parents = [i - 1 if chain else draw(st.integers(-1, i - 1)) for i in range(count)]
    path, rejected, here = [], [], -1
    while children := [i for i, parent in enumerate(parents) if parent == here]:
        here = draw(st.sampled_from([-2, *children]))
        rejected += [child for child in children if child != here]
        if here < 0:
            break
        path.append(here)
    emitted = [Emitted(i, f" d{i}", Origin.ACCEPTED, 0.5) for i in path]
    emitted.append(Emitted(9, " w", Origin.CORRECTED if here < 0 else Origin.BONUS, 0.5))
    kept = draw(st.integers(1, len(emitted)))
    if kept < len(emitted):
        # cut inside the round: what is past the cut was not tested
        depth = _depths(parents)
        path, rejected = path[:kept], [i for i in rejected if depth[i] < kept]
    verdicts = {**dict.fromkeys(path, Verdict.ACCEPTED), **dict.fromkeys(rejected, Verdict.REJECTED)}
    drafts = tuple(
        Draft(i, f" d{i}", 0.5, 0.5 if i in verdicts else None, verdicts.get(i, Verdict.UNTESTED), parent)
        for i, parent in enumerate(parents)
    )
    return Round(
        0, draw(st.sampled_from(["lookup", "eagle"])), drafts, tuple(emitted[:kept]), Timing(0, 0, 0), 0
    )


def _depths(parents: list[int]) -> list[int]:
    depths: list[int] = []
    for parent in parents:
        depths.append(0 if parent < 0 else depths[parent] + 1)
    return depths
