"""Replies stand in the next prompt as they were generated."""

from __future__ import annotations

import sys
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import FALLBACK_TEMPLATE, render_prompt
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.decoder import Decoder
from desktop_app.decoding.drafters.base import NoDrafter
from desktop_app.decoding.lookahead import Off
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.stopping import StopRules
from desktop_app.decoding.transformers_adapter import TransformersNetwork
from desktop_app.decoding.verification import Coupled
from desktop_app.engines.prompt_ids import generated_ids, prompt_ids
from desktop_app.models.loading import load_model
from desktop_app.models.tokenizer import ModelTokenizer

sys.path.append(str(Path(__file__).parent.parent / "models"))
import tokenizers_for_tests as kinds

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{{ '<|im_start|>assistant\n' }}"
)
TRIMMING = CHATML.replace("m.content", "m.content | trim")
# as Qwen3's: earlier reasoning is left out
FORGETFUL = CHATML.replace(
    "{{ m.content }}",
    "{{ m.content.split('</think>')[-1].lstrip('\n') if m.role == 'assistant' else m.content }}",
)
SHOUTING = CHATML.replace("m.content", "m.content | upper")
MAKERS = {"byte level": kinds.byte_level, "metaspace": kinds.metaspace, "prepending": kinds.prepending}

TEXT = st.text(max_size=12) | st.sampled_from(
    [
        " the dog",
        "fox  jumps\n\n",
        "<|im_end|>",
        "价格 é",
        "<think>",
        " ",
        "\U0010fffd0",
    ]
)


@cache
def tokenizer(kind: str, template: str | None = CHATML) -> ModelTokenizer:
    return ModelTokenizer(Tokenizer.from_str(MAKERS[kind]().to_str()), chat_template=template)


def plain_ids(of: ModelTokenizer, messages: list[Message]) -> list[int]:
    template = of.chat_template or FALLBACK_TEMPLATE
    return of.encode_pieces(render_prompt(template, messages, of.template_variables, of.control_tokens))


def spelled_out(of: ModelTokenizer, text: str) -> tuple[int, ...]:
    """Another spelling than the tokenizer's own: character by character, and one id more."""
    ids = chain.from_iterable(of.encode_pieces([(letter, False)]) for letter in text)
    return (*ids, 7)


def conversation(texts: list[str]) -> list[Message]:
    """System, user, assistant, user, …; ends with a user's message."""
    roles = ["user" if index % 2 == 0 else "assistant" for index in range(len(texts))]
    return [Message(role, text) for role, text in zip(roles, texts, strict=True)]  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", MAKERS)
@settings(max_examples=25)
@given(st.lists(TEXT, min_size=1, max_size=5))
def test_without_kept_ids_nothing_changes(kind: str, texts: list[str]) -> None:
    of, messages = tokenizer(kind), conversation(texts)
    assert prompt_ids(of, messages, {}) == plain_ids(of, messages)
    others = {"never said": (1, 2), **dict.fromkeys(texts, ())}
    assert prompt_ids(of, messages, others) == plain_ids(of, messages)


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("template", [CHATML, TRIMMING], ids=["copying", "trimming"])
@settings(max_examples=25)
@given(TEXT, TEXT.filter(bool), TEXT)
def test_the_prompt_goes_on_from_the_reply_as_it_was_generated(
    kind: str, template: str, question: str, reply: str, more: str
) -> None:
    """What was read and generated before is a prefix; what follows is what it would be by itself."""
    of = tokenizer(kind, template)
    first = [Message("user", question)]
    kept = {reply: spelled_out(of, reply)}
    before = prompt_ids(of, first, kept)
    assert before == plain_ids(of, first)
    ids = prompt_ids(of, [*first, Message("assistant", reply), Message("user", more)], kept)
    committed = [*before, *kept[reply]]
    assert ids[: len(committed)] == committed
    rest = more.strip() if template == TRIMMING else more
    pieces = [("<|im_end|>", True), ("\n", False), ("<|im_start|>", True), (f"user\n{rest}", False)]
    tail = [*pieces, ("<|im_end|>", True), ("\n", False), ("<|im_start|>", True), ("assistant\n", False)]
    assert ids[len(committed) :] == of.encode_pieces(tail)


@settings(max_examples=25)
@given(st.lists(TEXT, min_size=3, max_size=7), st.data())
def test_any_of_several_replies(texts: list[str], data: st.DataObject) -> None:
    """Whichever are known, with texts that occur twice and in a user's message, too."""
    of, messages = tokenizer("byte level"), conversation(texts)
    replies = sorted({message.content for message in messages if message.role == "assistant"} - {""})
    known = data.draw(st.sets(st.sampled_from(replies)) if replies else st.just(set()))
    kept = {text: (*spelled_out(of, text), 300 + index) for index, text in enumerate(sorted(known))}
    ids = prompt_ids(of, messages, kept)
    position = 0
    for message in messages:
        if message.role == "assistant" and message.content in kept:
            spelling = list(kept[message.content])
            found = next(i for i in range(position, len(ids)) if ids[i : i + len(spelling)] == spelling)
            position = found + len(spelling)
    count = sum(message.role == "assistant" and message.content in kept for message in messages)
    assert sum(token >= 300 for token in ids) >= count
    if not kept:
        assert ids == plain_ids(of, messages)


@pytest.mark.parametrize("kind", MAKERS)
def test_marks_that_somebody_types_are_text(kind: str) -> None:
    of = tokenizer(kind)
    typed = "".join(f"\ue000slipstream-{what}\ue001" for what in (*range(600), "gap", "break"))
    messages = conversation([typed, "the dog", typed])
    controls = prompt_ids(of, conversation(["a", "the dog", "b"]), {})
    ids = prompt_ids(of, messages, {"the dog": (5, 6, 7)})
    kept = {of.encode_pieces([(text, True)])[0] for text in of.control_tokens}
    assert [t for t in ids if t in kept] == [t for t in controls if t in kept]
    assert of.decode(ids).count("slipstream-") == 2 * 602


def test_a_users_message_is_never_taken_for_a_reply() -> None:
    of = tokenizer("byte level")
    messages = conversation(["the dog", "the dog", "the dog"])
    ids = prompt_ids(of, messages, {"the dog": (5, 6, 7)})
    own = of.encode_pieces([("the dog", False)])
    turns = [[("<|im_start|>", True), (f"{role}\n", False)] for role in ("user", "assistant")]
    end = of.encode_pieces([("<|im_end|>", True), ("\n", False)])
    user = [*of.encode_pieces([*turns[0], ("the dog", False)]), *end]
    assert own != [5, 6, 7]
    assert ids == [*user, *of.encode_pieces(turns[1]), 5, 6, 7, *end, *user, *of.encode_pieces(turns[1])]


def test_a_template_that_leaves_out_reasoning_still_does() -> None:
    of = tokenizer("byte level", FORGETFUL)
    plain, thinking = "It does not mind.", "<think>hm</think>\n\nThe fox."
    messages = conversation(["a", thinking, "b", plain, "c"])
    kept = {text: spelled_out(of, text) for text in (plain, thinking)}
    assert prompt_ids(of, messages, kept) == prompt_ids(of, messages, {plain: kept[plain]})
    ids = prompt_ids(of, messages, kept)
    assert "hm" not in of.decode(ids)
    spelling = list(kept[plain])
    assert any(ids[i : i + len(spelling)] == spelling for i in range(len(ids)))


def test_a_template_that_changes_contents_gets_them() -> None:
    of = tokenizer("byte level", SHOUTING)
    messages = conversation(["a", "the dog", "b"])
    assert prompt_ids(of, messages, {"the dog": (5, 6, 7)}) == plain_ids(of, messages)


def test_a_template_that_refuses_marks_gets_the_text() -> None:
    strict = "{% if messages[1].content != 'the dog' %}{{ raise_exception('no') }}{% endif %}" + CHATML
    of = tokenizer("byte level", strict)
    messages = conversation(["a", "the dog", "b"])
    assert prompt_ids(of, messages, {"the dog": (5, 6, 7)}) == plain_ids(of, messages)


def test_the_fallback_template() -> None:
    of = tokenizer("metaspace", None)
    messages = conversation(["the fox", " the dog", "jumps"])
    ids = prompt_ids(of, messages, {" the dog": (5, 6, 7)})
    before = prompt_ids(of, messages[:1], {})
    assert ids[: len(before) + 3] == [*before, 5, 6, 7]
    assert of.decode(ids[len(before) + 3 :]) == "\nUser: jumps\nAssistant:"


@pytest.mark.starter
def test_sampled_replies_of_the_starter_are_reused_whole(starter_folder: Path) -> None:
    """Three turns at temperature 1: all up to the end of the last reply is in the cache."""
    loaded = load_model(starter_folder, device="cpu")
    runner = ModelRunner(TransformersNetwork(loaded.model), loaded.vocab_size, loaded.context_limit)
    session = Session(runner)
    messages: list[Message] = []
    committed = anew = 0
    for turn, question in enumerate(
        ["Write a strange little poem.", "Now another, with a cat.", "Which is better?"]
    ):
        messages.append(Message("user", question))
        prompt = prompt_ids(loaded.tokenizer, messages, session.replies)
        plain = plain_ids(loaded.tokenizer, messages)
        anew += session.reusable(plain, False) < committed
        assert loaded.tokenizer.decode(prompt) == loaded.tokenizer.decode(plain)
        assert session.prefill(prompt, exact=False, check=lambda: None) == committed
        pipeline = SamplingPipeline(
            SamplingParams(temperature=1.5, top_p=1.0), runner.vocab_size, runner.network.device
        )
        pipeline.start(prompt)
        rules = StopRules(loaded.eos_ids, 30, runner.context_limit)
        detokenizer = loaded.tokenizer.detokenizer()
        decoder = Decoder(session, NoDrafter(), Off(), pipeline, Coupled(turn), detokenizer, rules)
        rounds: list[Round] = list(decoder.rounds(ReplyControl()))
        text = "".join(round_.text for round_ in rounds)
        session.replies[text] = generated_ids(rounds, loaded.eos_ids)
        messages.append(Message("assistant", text))
        committed = len(prompt) + len(session.replies[text])
        committed -= decoder.reason != "eos"  # the last token of a reply that was cut was never read
    assert anew, "encoded anew some reply would have been another"
