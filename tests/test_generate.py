"""What the options of `slipstream generate` come to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app import generate
from desktop_app.cli import main
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Failed


class Listener:
    """An engine that keeps the request and answers nothing."""

    def __init__(self) -> None:
        self.requests: list[ChatRequest] = []

    def reply(self, request: ChatRequest, _: Any) -> Iterator[Event]:
        self.requests.append(request)
        yield Failed("Only listening.")


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Listener:
    engine = Listener()
    monkeypatch.setattr(generate, "load_engine", lambda *_, **__: engine)
    return engine


def sampling(listener: Listener, data_dir: Path, *options: str) -> SamplingParams:
    main(["--data-dir", str(data_dir), "generate", "hi", "--model", "m", *options])
    return listener.requests[-1].sampling


def test_sampling_options_reach_the_engine(listener: Listener, tmp_path: Path) -> None:
    assert sampling(listener, tmp_path) == SamplingParams()
    options = (
        *("--temperature=0.5", "--top-k=3", "--top-p=0.8", "--min-p=0.1", "--typical-p=0.9"),
        *("--repetition-penalty=1.2", "--frequency-penalty=-0.5", "--presence-penalty=0.25"),
        *("--logit-bias=7=-2.5", "--logit-bias=262=1", "--ban=5", "--ban=9,8,7", "--min-tokens=4"),
    )
    assert sampling(listener, tmp_path, *options) == SamplingParams(
        temperature=0.5,
        top_k=3,
        top_p=0.8,
        min_p=0.1,
        typical_p=0.9,
        repetition_penalty=1.2,
        frequency_penalty=-0.5,
        presence_penalty=0.25,
        logit_bias=((7, -2.5), (262, 1.0)),
        banned=((5,), (9, 8, 7)),
        min_tokens=4,
    )


@pytest.mark.parametrize(
    "option", ["--logit-bias=7", "--logit-bias=a=1", "--logit-bias=7=", "--ban=", "--ban=1,,2"]
)
def test_token_ids_that_are_none_are_wrong_usage(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["generate", "hi", option])
    assert end.value.code == 2
    assert option.partition("=")[2] in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--logit-bias=7=inf", "--ban=-1", "--min-tokens=-1", "--typical-p=0"])
def test_values_out_of_range_are_wrong_usage(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "hi", option]) == 2
    assert capsys.readouterr().err.count("\n") == 1
