"""The target writes its own training data: what is written is what it would say alone."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import torch
from tiny import END, START, ByteTokenizer, tiny_loaded

from desktop_app.decoding.batch_adapter import BatchNetwork
from desktop_app.decoding.errors import Cancelled
from desktop_app.models.loading import LoadedModel
from desktop_app.models.progress import Progress, ignore_progress, never_cancelled
from desktop_app.training.exchanges import Exchange, Shards
from desktop_app.training.generation import Generation, Speaker
from desktop_app.training.openings import read_openings

BEFORE = [START, *b"user\n"]
TO_REPLY = [END, START, *b"assistant\n"]
TO_USER = [END, START, *b"user\n"]


@pytest.fixture(scope="module")
def loaded() -> LoadedModel:
    """Ends its turns often enough for a test: the stop token's row of the head is made larger."""
    made = tiny_loaded(context=900)
    with torch.no_grad():
        made.model.lm_head.weight[END] *= 2.5
    return made


def generation(loaded: LoadedModel, folder: Path, seed: int = 1, slots: int = 12) -> Generation:
    speaker = Speaker.of(loaded)
    network = BatchNetwork(loaded.model)
    return Generation(network, speaker, read_openings(), Shards(folder), seed, slots)


@pytest.fixture(scope="module")
def written(loaded: LoadedModel, tmp_path_factory: pytest.TempPathFactory) -> list[Exchange]:
    folder = tmp_path_factory.mktemp("data")
    generation(loaded, folder).run(4000, ignore_progress, never_cancelled)
    return Shards(folder).read()


def test_there_is_as_much_as_was_asked_for_at_several_temperatures(written: list[Exchange]) -> None:
    assert 4000 <= sum(exchange.response_tokens for exchange in written) < 4800
    assert {round(exchange.temperature, 1) for exchange in written} >= {0.0, 0.7}
    assert any(len(exchange.spans) > 1 for exchange in written)


def test_spans_are_the_replies_with_their_stop_tokens(written: list[Exchange]) -> None:
    for exchange in written:
        ids = exchange.ids.tolist()
        assert ids[: len(BEFORE)] == BEFORE
        for start, end in exchange.spans:
            assert ids[start - len(TO_REPLY) : start] == TO_REPLY
            assert END not in ids[start : end - 1]
        for (_, end), (start, _) in pairwise(exchange.spans):
            assert ids[end - 1 : end - 1 + len(TO_USER)] == TO_USER
            assert START not in ids[end - 1 + len(TO_USER) : start - len(TO_REPLY)]
        assert exchange.spans[-1][1] == len(ids)
        cut = exchange.response_tokens > 60 or len(ids) >= 640
        assert ids[-1] == END or cut


def test_greedy_replies_are_the_targets_own_first_choices(
    loaded: LoadedModel, written: list[Exchange]
) -> None:
    greedy = [exchange for exchange in written if exchange.temperature == 0]
    assert len(greedy) > 5
    loaded.model.set_attn_implementation("eager")
    for exchange in greedy:
        ids = torch.from_numpy(exchange.ids).long()
        with torch.inference_mode():
            logits = loaded.model(input_ids=ids[None], use_cache=False).logits[0]
        for start, end in exchange.spans:
            assert torch.equal(logits[start - 1 : end - 1].argmax(-1), ids[start:end])


def test_questions_begin_with_openings_and_go_on_in_the_targets_words(written: list[Exchange]) -> None:
    openings = {words for _, group in read_openings().groups for words in group}
    questions = [exchange.ids[len(BEFORE) : exchange.spans[0][0] - len(TO_REPLY)] for exchange in written]
    texts = [bytes(int(token) for token in question) for question in questions]
    plain = [words.encode() for words in openings if words and "{" not in words]
    begun = [text for text in texts if text.startswith(tuple(plain))]
    assert len(begun) > len(texts) / 3
    assert len(set(texts)) > 0.9 * len(texts)


def test_a_second_run_adds_what_is_missing_and_says_nothing_twice(
    loaded: LoadedModel, tmp_path: Path
) -> None:
    generation(loaded, tmp_path).run(600, ignore_progress, never_cancelled)
    first = Shards(tmp_path).read()
    generation(loaded, tmp_path).run(1200, ignore_progress, never_cancelled)
    both = Shards(tmp_path).read()
    assert [one.ids.tolist() for one in both[: len(first)]] == [one.ids.tolist() for one in first]
    assert sum(exchange.response_tokens for exchange in both) >= 1200
    assert len({exchange.ids.tobytes() for exchange in both}) == len(both)
    shards = len(Shards(tmp_path))
    generation(loaded, tmp_path).run(1200, ignore_progress, never_cancelled)
    assert len(Shards(tmp_path)) == shards, "there is enough"


def test_the_same_seed_writes_the_same(loaded: LoadedModel, tmp_path: Path) -> None:
    texts = []
    for name, seed in (("a", 4), ("b", 4), ("c", 5)):
        generation(loaded, tmp_path / name, seed).run(400, ignore_progress, never_cancelled)
        texts.append([exchange.ids.tolist() for exchange in Shards(tmp_path / name).read()])
    assert texts[0] == texts[1] != texts[2]


def test_cancelled_it_keeps_the_conversations_that_ended(loaded: LoadedModel, tmp_path: Path) -> None:
    seen: list[Progress] = []

    def check() -> None:
        if seen and seen[-1].done and seen[-1].done > 300:
            raise Cancelled

    with pytest.raises(Cancelled):
        generation(loaded, tmp_path).run(10**9, seen.append, check)
    kept = sum(exchange.response_tokens for exchange in Shards(tmp_path).read())
    assert kept == seen[-1].done
    assert seen[-1].total == 10**9


def test_a_tokenizer_stands_in_for_the_models_of_these_tests() -> None:
    assert ByteTokenizer().decode(BEFORE) == "user\n"
