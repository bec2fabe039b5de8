"""What the options of `slipstream generate` come to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop_app import generate
from desktop_app.chats.messages import Message
from desktop_app.cli import main
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, Event, Failed, Prompt, PromptMessage, Resolved, Started
from desktop_app.engines.trace import load_trace
from desktop_app.paths import Paths
from desktop_app.settings.presets import PresetFolder


class Listener:
    """An engine that keeps the request and answers nothing."""

    def __init__(self) -> None:
        self.requests: list[ChatRequest] = []

    def reply(self, request: ChatRequest, _: Any) -> Iterator[Event]:
        self.requests.append(request)
        yield STARTED
        yield Failed("Only listening.")

    def prompt_ids(self, request: ChatRequest) -> list[int]:
        if request.messages[-1].content == "too long":
            raise SlipstreamError("It is too long.")
        return [1, 2, 3]


STARTED = Started("m", "none", "plain", 0, SamplingParams(), 1, Resolved("greedy", "cpu", "float32", False))


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


# -- presets ----------------------------------------------------------------------------------------------

PRESET = {
    "system": "Be brief.",
    "temperature": 0.1,
    "top_k": 7,
    "max_tokens": 9,
    "stop": ("END",),
    "draft": "none",
    "k": 3,
    "verifier": "coupled",
}


def asked(listener: Listener, data_dir: Path, *options: str) -> ChatRequest:
    main(["--data-dir", str(data_dir), "generate", "hi", "--model", "m", *options])
    return listener.requests[-1]


def test_a_preset_is_what_counts_where_nothing_else_is_said(listener: Listener, tmp_path: Path) -> None:
    PresetFolder(Paths.under(tmp_path).presets).save("Mine", PRESET)
    request = asked(listener, tmp_path, "--preset", "Mine")
    assert request.messages == (Message("system", "Be brief."), Message("user", "hi"))
    assert (request.sampling.temperature, request.sampling.top_k, request.sampling.top_p) == (0.1, 7, 0.95)
    assert (request.max_tokens, request.stop, request.draft) == (9, ("END",), "none")
    assert (request.k, request.verifier) == (3, "coupled")
    request = asked(listener, tmp_path, "--preset", "Mine", "--temperature=0.9", "--k=auto", "--draft=lookup")
    assert (request.sampling.temperature, request.sampling.top_k) == (0.9, 7)
    assert (request.k, request.draft) == ("auto", "lookup")


def test_a_preset_may_be_a_file(listener: Listener, tmp_path: Path) -> None:
    file = tmp_path / "any.toml"
    file.write_text("[preset]\ntop_k = 2\n", encoding="utf-8")
    assert asked(listener, tmp_path, "--preset", str(file)).sampling.top_k == 2


@pytest.mark.parametrize(
    ("content", "words"),
    [(None, "no preset"), ("[preset", "mend"), ("[preset]\ntop_k = -1\n", "top_k must be")],
)
def test_a_preset_that_cannot_be_used_is_one_sentence(
    listener: Listener, tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None, words: str
) -> None:
    folder = Paths.under(tmp_path).presets
    if content is not None:
        folder.mkdir(parents=True)
        (folder / "Mine.toml").write_text(content, encoding="utf-8")
    assert main(["--data-dir", str(tmp_path), "generate", "hi", "--preset", "Mine"]) == 1
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
    assert listener.requests == []


def traced(data_dir: Path, *words: str) -> Prompt | None:
    path = data_dir / "a.jsonl"
    main(["--data-dir", str(data_dir), "generate", "--model", "m", "--trace", str(path), *words])
    return load_trace(path).started.prompt


@pytest.mark.usefixtures("listener")
def test_a_trace_keeps_what_was_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    system, asked = PromptMessage("system", "Be kind."), PromptMessage("user", "hi")
    assert traced(tmp_path, "hi", "--system", "Be kind.") == Prompt((system, asked), (1, 2, 3))
    assert traced(tmp_path, "hi", "--raw") == Prompt((asked,), (1, 2, 3), raw=True)
    assert traced(tmp_path, "too long") == Prompt((PromptMessage("user", "too long"),))
    capsys.readouterr()
    main(["--data-dir", str(tmp_path), "generate", "--model", "m", "--json", "hi"])
    assert "prompt" not in capsys.readouterr().out
