import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.speedup import best_k, best_k_measured, expected_tokens, speedup

COSTS = (0.02, 0.05, 0.1, 0.2, 0.33, 0.5)
# best k: its speedup (speedup at k = 5, where the project's table gives it), for each alpha and draft cost
TABLE = {
    0.45: [(4, 1.65), (3, 1.52, 1.44), (2, 1.38, 1.20), (1, 1.21, 0.90), (1, 1.09, 0.68), None],
    0.6: [(6, 2.17), (4, 1.92), (3, 1.67, 1.59), (2, 1.40, 1.19), (1, 1.20, 0.90), (1, 1.07)],
    0.7: [(8, 2.76), (6, 2.35), (4, 1.98), (3, 1.58, 1.47), (2, 1.32, 1.11), (1, 1.13, 0.84)],
    0.75: [(9, 3.20), (7, 2.67), (5, 2.19), (3, 1.71, 1.64), (2, 1.39, 1.24), (1, 1.17, 0.94)],
    0.8: [(11, 3.82), (8, 3.09), (6, 2.47), (4, 1.87), (3, 1.48, 1.39), (2, 1.22, 1.05)],
    0.9: [(19, 6.37), (13, 4.67), (10, 3.43), (7, 2.37), (5, 1.77), (3, 1.38)],
}
ACCEPTED_OF_DRAFTED_AT_5 = {0.45: 0.16, 0.6: 0.28, 0.7: 0.39, 0.75: 0.46, 0.8: 0.54, 0.9: 0.74}
CELLS = [(alpha, c, cell) for alpha, row in TABLE.items() for c, cell in zip(COSTS, row, strict=True)]

probabilities = st.floats(0.0, 1.0)
seconds = st.floats(1e-4, 1.0)


@pytest.mark.parametrize(("alpha", "c", "cell"), CELLS)
def test_table(alpha: float, c: float, cell: tuple[float, ...] | None) -> None:
    k, gain = best_k(alpha, c)
    if cell is None:
        assert (k, gain) == (0, 1.0)
        return
    assert k == cell[0]
    assert gain == pytest.approx(cell[1], abs=0.00501)
    if len(cell) == 3:
        assert speedup(alpha, 5, c) == pytest.approx(cell[2], abs=0.00501)


@pytest.mark.parametrize(("alpha", "share"), ACCEPTED_OF_DRAFTED_AT_5.items())
def test_accepted_of_drafted(alpha: float, share: float) -> None:
    assert (expected_tokens(alpha, 5) - 1) / 5 == pytest.approx(share, abs=0.00501)


@given(st.floats(0.0, 0.99), st.integers(0, 40))
def test_expected_tokens_is_the_geometric_sum(alpha: float, k: int) -> None:
    assert expected_tokens(alpha, k) == pytest.approx((1 - alpha ** (k + 1)) / (1 - alpha), rel=1e-12)


@pytest.mark.parametrize("k", [0, 1, 7])
def test_sure_acceptance_emits_the_whole_block(k: int) -> None:
    assert expected_tokens(1.0, k) == k + 1
    assert expected_tokens(math.nextafter(1.0, 0.0), k) == pytest.approx(k + 1)
    assert expected_tokens(0.0, k) == 1.0


def test_one_draft_gains_when_acceptance_beats_its_cost() -> None:
    assert speedup(0.5, 1, c=0.3, v=0.1, o=0.09) > 1.0
    assert speedup(0.5, 1, c=0.3, v=0.1, o=0.11) < 1.0


def test_search_goes_on_after_the_first_loss() -> None:
    assert speedup(0.8, 1, c=0.1, o=0.75) == pytest.approx(0.97, abs=0.005)
    assert speedup(0.8, 2, c=0.1, o=0.75) == pytest.approx(1.25, abs=0.005)
    k, gain = best_k(0.8, c=0.1, o=0.75)
    assert k > 2
    assert gain > 1.25


@given(probabilities, st.floats(0.0, 2.0), st.floats(0.0, 1.0), st.floats(0.0, 2.0), st.integers(0, 12))
def test_best_k_is_the_best_of_all(alpha: float, c: float, v: float, o: float, limit: int) -> None:
    k, gain = best_k(alpha, c, v, o, limit)
    assert 0 <= k <= limit
    assert gain == (speedup(alpha, k, c, v, o) if k else 1.0)
    assert all(gain >= speedup(alpha, other, c, v, o) for other in range(1, limit + 1))


@given(
    probabilities, st.integers(1, 9), seconds, st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.floats(0.0, 1.0)
)
def test_measured_model_agrees_with_the_closed_form(
    alpha: float, limit: int, plain_s: float, c: float, v: float, o: float
) -> None:
    survival = [alpha ** (k + 1) for k in range(limit)]
    verify = [plain_s * (1 + v * k) for k in range(limit + 1)]
    k, gain = best_k_measured(survival, c * plain_s, verify, o * plain_s, plain_s)
    right = max([(1.0, 0)] + [(speedup(alpha, n, c, v, o), n) for n in range(1, limit + 1)])
    assert gain == pytest.approx(right[0])
    assert k == 0 or speedup(alpha, k, c, v, o) == pytest.approx(right[0])


def test_measured_verify_steps_are_respected() -> None:
    """Seven drafts cost no more than one until the ninth row opens a second block."""
    verify = [1.0] + [1.2] * 7 + [2.4] * 4
    k, gain = best_k_measured([0.9**n for n in range(1, 12)], 0.01, verify, 0.0, 1.0)
    assert k == 7
    assert gain == pytest.approx(expected_tokens(0.9, 7) / 1.27)


@pytest.mark.parametrize(
    ("survival", "verify", "k"), [([], [1.0, 1.0], 0), ([1.0] * 9, [1.0] * 3, 2), ([1.0] * 2, [1.0] * 9, 2)]
)
def test_measured_k_stays_inside_what_was_measured(
    survival: list[float], verify: list[float], k: int
) -> None:
    assert best_k_measured(survival, 0.0, verify, 0.0, 1.0)[0] == k


def test_draft_that_never_stands_is_not_worth_it() -> None:
    assert best_k_measured([0.0] * 7, 0.1, [1.0] * 8, 0.0, 1.0) == (0, 1.0)


@pytest.mark.parametrize(("alpha", "k"), [(-0.1, 1), (1.1, 1), (float("nan"), 1), (0.5, -1)])
def test_nonsense_is_refused(alpha: float, k: int) -> None:
    with pytest.raises(ValueError, match=r"no probability|no sense"):
        expected_tokens(alpha, k)


def test_plain_step_without_time_is_refused() -> None:
    with pytest.raises(ValueError, match="plain step"):
        best_k_measured([0.5], 0.1, [1.0, 1.0], 0.0, 0.0)
