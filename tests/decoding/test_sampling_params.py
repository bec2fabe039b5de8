import dataclasses
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.decoding.errors import BadSamplingError
from desktop_app.decoding.sampling_params import MAX_SEED, SamplingParams, check_seed

NAN, INF = float("nan"), float("inf")
REFUSED = [
    *[("temperature", value) for value in (-0.1, NAN, INF, -INF, 100.1)],
    *[("top_p", value) for value in (0.0, -0.5, 1.1, NAN, INF)],
    *[("min_p", value) for value in (-0.1, 1.1, NAN)],
    *[("repetition_penalty", value) for value in (0.0, -1.0, NAN, INF)],
    *[("top_k", value) for value in (-1, True, False, 1.5, 40.0)],
]


@pytest.mark.parametrize(("name", "value"), REFUSED)
def test_nonsense_is_refused_in_a_sentence(name: str, value: float) -> None:
    with pytest.raises(BadSamplingError) as caught:
        SamplingParams(**{name: value})
    sentence = str(caught.value)
    assert sentence.lower().replace("-", "_").startswith(name.split("_")[0])
    assert str(value) in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[("temperature", value) for value in (0.0, 100.0)],
        *[("top_p", value) for value in (1e-9, 1.0)],
        *[("min_p", value) for value in (0.0, 1.0)],
        *[("top_k", value) for value in (0, 10**9)],
        ("repetition_penalty", 0.01),
    ],
)
def test_ends_of_the_ranges_are_inside(name: str, value: float) -> None:
    assert getattr(SamplingParams(**{name: value}), name) == value


@given(st.floats(), st.floats(), st.floats(), st.floats())
def test_what_is_accepted_is_finite(temperature: float, top_p: float, min_p: float, penalty: float) -> None:
    try:
        params = SamplingParams(temperature, 0, top_p, min_p, penalty)
    except BadSamplingError:
        return
    assert all(math.isfinite(value) for value in dataclasses.astuple(params))


def test_defaults_are_the_documented_ones() -> None:
    assert SamplingParams() == SamplingParams(0.7, 0, 0.95, 0.0, 1.0)
    assert not SamplingParams().greedy
    assert SamplingParams(temperature=0.0).greedy
    assert SamplingParams(temperature=-0.0).greedy


@pytest.mark.parametrize("seed", [0, 1, MAX_SEED])
def test_seed(seed: int) -> None:
    assert check_seed(seed) == seed


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_seed_out_of_range(seed: int) -> None:
    with pytest.raises(BadSamplingError, match="seed"):
        check_seed(seed)
