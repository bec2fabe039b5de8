"""Models that can only read on decode plainly, and right."""

from __future__ import annotations

import pytest
import torch
import transformers
from appending_models import APPENDING, ONE_BY_ONE, OTHER_ATTENTION
from replies import Reply
from tiny_models import FAMILIES, VOCABULARY, own_logits, tiny_model
from transformers import AutoModelForCausalLM, PreTrainedModel

from desktop_app.decoding.appending_adapter import AppendingCache, AppendingNetwork, network_for
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.llama_adapter import LlamaNetwork
from desktop_app.decoding.runner import ModelRunner, Network
from desktop_app.decoding.session import Session
from desktop_app.decoding.transformers_adapter import TransformersNetwork

WHY = "This model decodes plainly, for a test."


def build(family: str, seed: int = 0, dtype: torch.dtype = torch.float32) -> PreTrainedModel:
    name, values = APPENDING[family]
    config = getattr(transformers, name)(**values)
    torch.manual_seed(seed)
    model = AutoModelForCausalLM.from_config(config).to(dtype).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.dim() > 1:
                parameter.normal_(std=0.3)
    return model


def random_tokens(length: int, seed: int = 1) -> list[int]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(3, VOCABULARY, (length,), generator=generator).tolist()


def own_reply(model: PreTrainedModel, prompt: list[int], count: int) -> list[int]:
    tokens = torch.tensor([prompt])
    everything = torch.ones_like(tokens)  # or generate would leave out tokens that mean padding elsewhere
    options = {"do_sample": False, "max_new_tokens": count, "eos_token_id": None, "pad_token_id": 0}
    with torch.inference_mode():
        ids = model.generate(tokens, attention_mask=everything, **options)
    return ids[0, len(prompt) :].tolist()


def reply(
    runner: ModelRunner, prompt: list[int], session: Session | None = None, exact: bool = False
) -> Reply:
    text = dict.fromkeys(range(VOCABULARY), b"x")
    made = Reply(runner, prompt, max_tokens=16, session=session, exact=exact, token_bytes=text.__getitem__)
    return made.run()


@pytest.mark.parametrize("family", APPENDING)
@pytest.mark.parametrize("exact", [False, True])
def test_two_turns_are_the_models_own(family: str, exact: bool) -> None:
    model = build(family)
    network = network_for(model)
    assert isinstance(network, AppendingNetwork)
    runner = ModelRunner(network, VOCABULARY)
    prompt = random_tokens(21)
    first = reply(runner, prompt, exact=exact)
    assert first.tokens == own_reply(model, prompt, 16)
    follow_up = [*prompt, *first.tokens, *random_tokens(6, seed=2)]
    session = first.session
    assert session is not None
    assert session.reusable(follow_up, exact) == len(prompt) + 15
    second = reply(runner, follow_up, session, exact=exact)
    assert second.tokens == own_reply(model, follow_up, 16)


@pytest.mark.parametrize("family", ["Mamba", "LFM2", "BLOOM"])
def test_any_other_prompt_starts_over(family: str) -> None:
    model = build(family)
    runner = ModelRunner(network_for(model), VOCABULARY)
    session = Session(runner)
    prompt = random_tokens(20)
    first = reply(runner, prompt, session)
    edited = [*prompt[:10], *random_tokens(8, seed=3)]
    for other, reused in ((edited, 0), (prompt[:5], 0), (prompt, 4), (prompt, 19), (prompt[:-1], 0)):
        assert session.prefill(other, exact=False, check=lambda: None) == reused
        assert session.cached == other[:-1]
    assert reply(runner, prompt, session).tokens == first.tokens
    longer = [*prompt, *first.tokens, 4]
    assert session.prefill(longer, exact=False, check=lambda: None) == len(longer) - 2


@pytest.mark.parametrize("family", APPENDING)
def test_several_tokens_at_once_where_the_model_can(family: str) -> None:
    model = build(family)
    network = AppendingNetwork(model, WHY)
    assert network._reads_several == (family not in ONE_BY_ONE)
    tokens = torch.tensor(random_tokens(40))
    cache = network.new_cache(0)
    pieces = (11, 8, 1, 13, 7)
    rows, start = [], 0
    for size in pieces:
        rows.append(network.forward(tokens[start : start + size], start, cache, None))
        start += size
    with torch.inference_mode():
        right = model(input_ids=tokens[None], use_cache=False).logits[0]
    assert right.std() > 0.1
    torch.testing.assert_close(torch.cat(rows), right, atol=1e-3, rtol=0)
    assert network.forward(tokens[:2], start, cache, 1).shape == (1, VOCABULARY)


def test_the_reason_is_a_sentence() -> None:
    assert "linear attention layers remember" in network_for(build("Mamba")).plain_only
    assert "conv layers remember" in network_for(build("LFM2")).plain_only
    assert "attention in a way of its own" in network_for(build("BLOOM")).plain_only
    assert "several drafts at once" in network_for(build("GPT-OSS")).plain_only
    for family in APPENDING:
        why = network_for(build(family)).plain_only
        assert why.startswith("This model decodes plainly: ")
        assert why.endswith(".")


@pytest.mark.parametrize(
    ("family", "kind"),
    [("Llama", LlamaNetwork), ("Gemma 3", TransformersNetwork), ("GPT-2", TransformersNetwork)],
)
def test_attention_models_keep_their_drafts(family: str, kind: type[Network]) -> None:
    network = network_for(tiny_model(family))
    assert isinstance(network, kind)
    assert network.plain_only == ""


def test_attention_models_could_also_be_read_plainly() -> None:
    """The same logits either way, sliding windows included."""
    tokens = torch.tensor(random_tokens(60))
    for family in ("Llama", "Mistral", "Gemma 3"):
        network = AppendingNetwork(tiny_model(family), WHY)
        cache = network.new_cache(0)
        rows = [network.forward(tokens[:30], 0, cache, None), network.forward(tokens[30:], 30, cache, None)]
        torch.testing.assert_close(torch.cat(rows), own_logits(tiny_model(family), tokens), atol=1e-4, rtol=0)


@pytest.mark.parametrize("family", ["Mamba 2", "LFM2", "Falcon"])
def test_half_precision(family: str) -> None:
    model = build(family, dtype=torch.bfloat16)
    prompt = random_tokens(20)
    assert reply(ModelRunner(network_for(model), VOCABULARY), prompt).tokens == own_reply(model, prompt, 16)


def test_tokens_can_only_be_appended() -> None:
    network = AppendingNetwork(build("Mamba"), WHY)
    cache = network.new_cache(0)
    tokens = torch.tensor(random_tokens(6))
    network.forward(tokens, 0, cache, None)
    for start in (0, 5, 7):
        with pytest.raises(ValueError, match="has read 6 tokens"):
            network.forward(tokens, start, cache, None)
    with pytest.raises(ValueError, match="only go on"):
        network.forward(tokens, 6, cache, None, parents=[-1, 0, 0, 1, 1, 2])
    with pytest.raises(ValueError, match="moved"):
        cache.move([3], 2)


def test_a_pass_that_fails_leaves_an_empty_cache() -> None:
    network = AppendingNetwork(build("LFM2"), WHY)
    runner = ModelRunner(network, VOCABULARY)
    session = Session(runner)
    prompt = random_tokens(12)
    session.prefill(prompt, exact=False, check=lambda: None)
    cache = session.cache
    assert isinstance(cache, AppendingCache)
    assert cache.nbytes > 0
    with pytest.raises(IndexError):
        runner.forward(cache, [VOCABULARY], 11)
    assert (cache.length, cache.nbytes) == (0, 0)
    assert session.prefill(prompt, exact=False, check=lambda: None) == 0
    assert reply(runner, prompt, session).tokens == own_reply(build("LFM2"), prompt, 16)


def test_wipe_forgets_everything_or_nothing() -> None:
    network = AppendingNetwork(build("Mamba"), WHY)
    cache = network.new_cache(0)
    network.forward(torch.tensor([3, 4, 5]), 0, cache, None)
    cache.wipe(3, 9)
    assert cache.length == 3
    cache.wipe(2, 3)
    assert (cache.length, cache.nbytes) == (0, 0)


def test_models_that_cannot_be_read_in_pieces_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    right = AppendingNetwork._pass

    def forgetful(
        self: AppendingNetwork, tokens: torch.Tensor, start: int, state: object, rows: int | None
    ) -> object:
        return right(self, tokens, start, self.new_cache(0).take(), rows)

    monkeypatch.setattr(AppendingNetwork, "_pass", forgetful)
    with pytest.raises(DecodingError, match="other results in pieces"):
        AppendingNetwork(build("LFM2"), WHY)


def test_a_model_without_a_cache_argument_is_refused() -> None:
    config = transformers.RwkvConfig(
        vocab_size=VOCABULARY,
        hidden_size=32,
        attention_hidden_size=32,
        num_hidden_layers=2,
        context_length=64,
    )
    with pytest.raises(DecodingError, match="state in a way of its own"):
        network_for(AutoModelForCausalLM.from_config(config))


def test_a_model_with_a_cache_of_its_own_class_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def own_class(self: AppendingNetwork, *_: object) -> object:
        raise AttributeError("'DynamicCache' object has no attribute 'rnn_state'")

    monkeypatch.setattr(AppendingNetwork, "_pass", own_class)
    with pytest.raises(DecodingError, match="state in a way of its own"):
        AppendingNetwork(build("LFM2"), WHY)


def test_every_family_is_driven_in_one_way() -> None:
    assert not set(FAMILIES) & set(APPENDING)
    assert set(OTHER_ATTENTION) < set(APPENDING)
