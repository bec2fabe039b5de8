"""Chat templates taken apart."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tiny import END, ByteTokenizer

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import FALLBACK_TEMPLATE, PromptTemplateError, render_prompt
from desktop_app.models.tokenizer import ModelTokenizer
from desktop_app.training.chat_turns import chat_turns
from desktop_app.training.errors import TrainingError

sys.path.append(str(Path(__file__).parent.parent / "models"))
import tokenizers_for_tests as kinds

CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
SYSTEM = "{% if messages[0].role != 'system' %}<|im_start|>system\nBe kind.<|im_end|>\n{% endif %}" + CHATML
TRIMMING = CHATML.replace("m.content", "m.content | trim")
BRACKETS = (
    "<s>{% for m in messages %}{% if m.role == 'user' %}[INST] {{ m.content }} [/INST]"
    "{% else %} {{ m.content }}</s>{% endif %}{% endfor %}"
)
# as Qwen3's: an earlier reply is written in another way than one that is to come
THINKING = CHATML + "{{ '<think>\n\n</think>\n\n' }}"
ONE_TURN = "{% if messages | length > 1 %}{{ raise_exception('one only') }}{% endif %}" + CHATML


def tokenizer(template: str | None, kind: str = "byte_level") -> ModelTokenizer:
    return ModelTokenizer(getattr(kinds, kind)(), chat_template=template)


def rendered(of: ModelTokenizer, messages: list[Message]) -> list[int]:
    template = of.chat_template or FALLBACK_TEMPLATE
    return of.encode_pieces(render_prompt(template, messages, of.template_variables, of.control_tokens))


def plain(of: ModelTokenizer, text: str) -> list[int]:
    return of.encode_pieces([(text, False)])


def control(of: ModelTokenizer, text: str) -> int:
    return of.encode_pieces([(text, True)])[0]


@pytest.mark.parametrize("template", [CHATML, SYSTEM, TRIMMING, BRACKETS, THINKING, None])
@pytest.mark.parametrize("kind", ["byte_level", "metaspace"])
def test_put_together_they_are_the_rendered_prompt(template: str | None, kind: str) -> None:
    of = tokenizer(template, kind)
    turns = chat_turns(of, {control(of, "<|im_end|>"), control(of, "</s>")})
    question = "The quick fox"
    ids = [*turns.before, *turns.opening_ids(of, question), *turns.to_reply]
    assert ids == rendered(of, [Message("user", question)])
    assert turns.opening_ids(of, "") == []


@pytest.mark.parametrize("template", [CHATML, SYSTEM, TRIMMING])
def test_a_conversation_goes_on_as_the_template_writes_it(template: str) -> None:
    of = tokenizer(template)
    end = control(of, "<|im_end|>")
    turns = chat_turns(of, {end})
    ids = [*turns.before, *plain(of, "fox"), *turns.to_reply, *plain(of, "dog")]
    ids += [*turns.to_user, *plain(of, "lazy"), *turns.to_reply]
    chat = [Message("user", "fox"), Message("assistant", "dog"), Message("user", "lazy")]
    assert ids == rendered(of, chat)
    assert turns.to_user[0] == end


def test_words_that_melt_into_what_stands_before_them_are_encoded_alone() -> None:
    of = tokenizer("{% for m in messages %}th{{ m.content }}<|im_end|>{% endfor %}")
    turns = chat_turns(of, {control(of, "<|im_end|>")})
    assert turns.opening_ids(of, "e dog") == plain(of, "e dog")


def test_the_system_turn_is_part_of_the_start() -> None:
    of = tokenizer(SYSTEM)
    assert "Be kind." in of.decode(chat_turns(of, {control(of, "<|im_end|>")}).before)


@pytest.mark.parametrize("template", [THINKING, ONE_TURN, None])
def test_where_an_earlier_turn_is_written_otherwise_there_is_only_one(template: str | None) -> None:
    of = tokenizer(template)
    assert chat_turns(of, {control(of, "<|im_end|>")}).to_user == ()


def test_a_reply_that_would_end_otherwise_than_the_template_says_ends_the_conversation() -> None:
    of = tokenizer(CHATML)
    assert chat_turns(of, {control(of, "</s>")}).to_user == ()


def test_the_end_of_a_bracketed_reply_is_the_stop_token() -> None:
    of = tokenizer(BRACKETS)
    turns = chat_turns(of, {control(of, "</s>")})
    assert turns.to_user[0] == control(of, "</s>")
    assert of.decode(turns.to_reply) == " [/INST]"


def test_models_that_cannot_talk_to_themselves_are_refused_in_a_sentence() -> None:
    of = tokenizer("{{ '<|im_start|>' }}no place")
    with pytest.raises(TrainingError, match="leaves out what the user says"):
        chat_turns(of, {1})
    with pytest.raises(TrainingError, match="no stop token"):
        chat_turns(tokenizer(CHATML), ())
    with pytest.raises(TrainingError, match="no place for a reply"):
        chat_turns(tokenizer("{{ messages[0].content }}"), {1})
    with pytest.raises(PromptTemplateError):
        chat_turns(tokenizer("{{ nothing() }}"), {1})


def test_a_template_that_begins_with_the_question_gets_a_stop_token_to_begin_from() -> None:
    of = tokenizer("{% for m in messages %}{{ m.content }}<|im_end|>{% endfor %}")
    assert chat_turns(of, {7, 5}).before == (5,)


def test_the_tiny_tokenizer_of_these_tests() -> None:
    turns = chat_turns(ByteTokenizer(), {END})  # type: ignore[arg-type]
    assert turns.to_reply[0] == turns.to_user[0] == END
