import dataclasses
import math
from typing import Any

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
    *[("typical_p", value) for value in (0.0, -0.5, 1.1, NAN, INF)],
    *[("frequency_penalty", value) for value in (-2.1, 2.1, NAN, INF)],
    *[("presence_penalty", value) for value in (-2.1, 2.1, NAN, -INF)],
    *[("top_k", value) for value in (-1, True, False, 1.5, 40.0)],
    *[("min_tokens", value) for value in (-1, True, 1.5)],
]


@pytest.mark.parametrize(("name", "value"), REFUSED)
def test_nonsense_is_refused_in_a_sentence(name: str, value: Any) -> None:
    with pytest.raises(BadSamplingError) as caught:
        SamplingParams(**{name: value})
    sentence = str(caught.value)
    assert sentence.lower().replace("-", "_").startswith(name.split("_")[0])
    assert str(value) in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    "pairs",
    [((5, bias),) for bias in (NAN, INF, -INF, 100.5, -101)] + [((-1, 1.0),), ((True, 1.0),), ((1.5, 1.0),)],
)
def test_bias_that_is_none_is_refused(pairs: Any) -> None:
    with pytest.raises(BadSamplingError, match=r"^Logit bias .*\.$"):
        SamplingParams(logit_bias=pairs)


def test_two_biases_of_a_token_are_refused() -> None:
    with pytest.raises(BadSamplingError, match="token 7 twice"):
        SamplingParams(logit_bias=((7, 1.0), (8, 1.0), (7, 1.0)))


@pytest.mark.parametrize("banned", [((),), ((-1,),), ((1, 2.5),), ((1,), (False,))])
def test_bans_that_are_none_are_refused(banned: Any) -> None:
    with pytest.raises(BadSamplingError, match=r"^Banned sequences .*\.$"):
        SamplingParams(banned=banned)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("logit_bias", ((0, -100.0), (1, 100))),
        ("banned", ((0,), (1, 2, 3))),
        ("min_tokens", 10**9),
        *[("typical_p", value) for value in (1e-9, 1.0)],
        *[(f"{kind}_penalty", value) for kind in ("frequency", "presence") for value in (-2.0, 2.0)],
        *[("temperature", value) for value in (0.0, 100.0)],
        *[("top_p", value) for value in (1e-9, 1.0)],
        *[("min_p", value) for value in (0.0, 1.0)],
        *[("top_k", value) for value in (0, 10**9)],
        ("repetition_penalty", 0.01),
    ],
)
def test_ends_of_the_ranges_are_inside(name: str, value: Any) -> None:
    assert getattr(SamplingParams(**{name: value}), name) == value


@given(st.lists(st.floats(), min_size=7, max_size=7), st.floats())
def test_what_is_accepted_is_finite(values: list[float], bias: float) -> None:
    temperature, top_p, min_p, repetition, typical_p, frequency, presence = values
    try:
        params = SamplingParams(
            temperature, 0, top_p, min_p, repetition, typical_p, frequency, presence, ((3, bias),)
        )
    except BadSamplingError:
        return
    assert all(math.isfinite(value) for value in (*dataclasses.astuple(params)[:8], params.logit_bias[0][1]))


def test_defaults_are_the_documented_ones() -> None:
    assert SamplingParams() == SamplingParams(0.7, 0, 0.95, 0.0, 1.0, 1.0, 0.0, 0.0, (), (), 0)
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
