"""Tokenizers: prompts become what the tokenizer itself makes of them, replies come out byte by byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
import tokenizers_for_tests as kinds
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import render_prompt
from desktop_app.decoding.detokenizer import ByteDetokenizer, CumulativeDetokenizer
from desktop_app.decoding.errors import PromptTooLongError
from desktop_app.models.tokenizer import ModelTokenizer, TokenizerError

TEXTS = json.loads((Path(__file__).parent.parent / "data" / "unicode.json").read_text())["texts"]
CHATML = (
    "{{ bos_token }}{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}"
    "<|im_start|>assistant\n"
)

MAKERS: dict[str, Callable[[], Tokenizer]] = {
    "byte level": kinds.byte_level,
    "byte level, stripping": lambda: kinds.byte_level(lstrip=True, rstrip=True),
    "metaspace": kinds.metaspace,
    "prepending": kinds.prepending,
}


@cache
def made(name: str) -> tuple[ModelTokenizer, Tokenizer]:
    """Ours, and an untouched one of the same kind."""
    untouched = MAKERS[name]()
    return ModelTokenizer(Tokenizer.from_str(untouched.to_str())), untouched


@pytest.fixture(scope="module")
def starter(starter_folder: Path) -> tuple[ModelTokenizer, Tokenizer]:
    untouched = Tokenizer.from_file(str(starter_folder / "tokenizer.json"))
    return ModelTokenizer.from_folder(starter_folder), untouched


PLAIN = st.text(max_size=40) | st.sampled_from(
    [*TEXTS, " leading", "trailing ", "\n\n", "", "def f(x):\n    x"]
)
TYPED = st.lists(
    st.sampled_from([*kinds.CONTROLS, "<|im_", "end|>", "<", "s>", "<think>", " ", "the fox", "价", "\n"]),
    max_size=8,
).map("".join)


def check_joint(ours: ModelTokenizer, theirs: Tokenizer, contents: list[str]) -> None:
    messages = [Message("user", content) for content in contents]
    pieces = render_prompt(CHATML, messages, {"bos_token": "<s>"}, ours.control_tokens)
    joined = "".join(text for text, _ in pieces)
    expected = theirs.encode(joined, add_special_tokens=False).ids
    assert ours.encode_pieces(pieces) == expected
    # the way for typed control tokens must agree where there are none
    assert ours._marked.encode(pieces) == expected


@pytest.mark.parametrize("name", MAKERS)
@given(contents=st.lists(PLAIN, min_size=1, max_size=3))
def test_pieces_become_what_the_tokenizer_makes_of_their_text(name: str, contents: list[str]) -> None:
    check_joint(*made(name), contents)


@pytest.mark.starter
@given(contents=st.lists(PLAIN, min_size=1, max_size=3))
def test_the_starter_too(starter: tuple[ModelTokenizer, Tokenizer], contents: list[str]) -> None:
    check_joint(*starter, contents)


def control_ids(tokenizer: ModelTokenizer, ids: list[int]) -> list[str]:
    return [text for text in map(tokenizer._backend.id_to_token, ids) if text in tokenizer.control_tokens]


@pytest.mark.parametrize("name", MAKERS)
@given(contents=st.lists(TYPED, min_size=1, max_size=3))
def test_typed_control_tokens_become_ordinary_tokens(name: str, contents: list[str]) -> None:
    ours, _ = made(name)
    messages = [Message("user", content) for content in contents]
    pieces = render_prompt(CHATML, messages, {"bos_token": "<s>"}, ours.control_tokens)
    ids = ours.encode_pieces(pieces)
    assert control_ids(ours, ids) == [text for text, is_control in pieces if is_control]
    spelled = ours._backend.decode(ids, skip_special_tokens=False)
    # decoders and stripping marks may take spaces away, never letters
    assert "".join(spelled.split()) == "".join("".join(text for text, _ in pieces).split())


def test_a_vocabulary_that_spells_a_control_token_from_text() -> None:
    tokenizer = ModelTokenizer(kinds.unigram_that_spells_a_control_token())
    end = tokenizer.encode("</s>")
    assert len(end) == 1
    ids = tokenizer.encode_pieces([("a</s>b", False), ("</s>", True), ("c", False)])
    assert ids.count(end[0]) == 1
    assert tokenizer._backend.decode(ids, skip_special_tokens=False) == "a</s>b</s>c"


def test_a_text_far_beyond_the_limit_is_refused_before_it_is_read_whole() -> None:
    tokenizer, _ = made("byte level")
    long = "the fox " * 2000
    whole = tokenizer.encode(long)
    for encode in (tokenizer.encode, lambda text, limit: tokenizer.encode_pieces([(text, False)], limit)):
        with pytest.raises(PromptTooLongError, match="far more than the 100 tokens"):
            encode(long, 100)
        assert encode(long, len(whole)) == whole
        assert encode("the fox", 1) == tokenizer.encode("the fox"), "a little too long is for others to say"
    spaces = " " * 2000
    assert tokenizer.encode(spaces, len(tokenizer.encode(spaces))) == tokenizer.encode(spaces)


def test_a_control_piece_that_is_none_is_an_error() -> None:
    with pytest.raises(KeyError):
        made("byte level")[0].encode_pieces([("<|nothing|>", True)])


def test_control_tokens_are_those_marked_special_and_those_that_look_like_marks() -> None:
    tokenizer, _ = made("byte level")
    assert tokenizer.control_tokens == frozenset(kinds.CONTROLS)


def test_raw_prompts_may_hold_control_tokens() -> None:
    tokenizer, untouched = made("byte level")
    text = "<s>the fox<|im_end|>"
    assert tokenizer.encode(text) == untouched.encode(text).ids
    assert control_ids(tokenizer, tokenizer.encode(text)) == ["<s>", "<|im_end|>"]


def check_stream(tokenizer: ModelTokenizer, text: str) -> None:
    """Token by token: each prefix shown is a prefix of the text, the whole is the text."""
    detokenizer = tokenizer.detokenizer()
    ids = tokenizer.encode_pieces([(text, False)])
    shown = ""
    for token in ids:
        assert detokenizer.preview([token, token])[0] == detokenizer.preview([token])[0]
        (expected,) = detokenizer.preview([token])
        new = detokenizer.push(token)
        assert new == expected
        shown += new
        assert text.startswith(shown)
    assert shown == text
    assert b"".join(map(tokenizer.token_bytes, ids)).decode() in (text, f" {text}")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", MAKERS)
def test_known_texts_stream_without_half_characters(name: str, text: str) -> None:
    check_stream(made(name)[0], text)


@pytest.mark.parametrize("name", MAKERS)
@given(text=st.text(max_size=60).filter(lambda text: not text.startswith(" ")))
def test_any_text_streams_without_half_characters(name: str, text: str) -> None:
    check_stream(made(name)[0], text)


@pytest.mark.starter
@pytest.mark.parametrize("text", TEXTS)
def test_the_starter_streams_known_texts(starter: tuple[ModelTokenizer, Tokenizer], text: str) -> None:
    check_stream(starter[0], text)


@pytest.mark.starter
def test_bytes_of_every_token_of_the_starter_agree_with_its_decoder(
    starter: tuple[ModelTokenizer, Tokenizer],
) -> None:
    ours, theirs = starter
    for token in range(ours.vocab_size):
        expected = theirs.decode([token], skip_special_tokens=True)
        assert ours.token_bytes(token).decode(errors="replace") == expected


@pytest.mark.parametrize("name", MAKERS)
def test_control_tokens_are_not_shown_and_other_added_tokens_are(name: str) -> None:
    tokenizer, untouched = made(name)
    ids = {text: untouched.token_to_id(text) for text in (*kinds.CONTROLS, "<think>")}
    assert [tokenizer.token_bytes(ids[text]) for text in kinds.CONTROLS] == [b""] * 4
    assert tokenizer.token_bytes(ids["<think>"]) == b"<think>"
    assert tokenizer.token_bytes(tokenizer.vocab_size + 5) == b""
    assert tokenizer.decode([ids["<s>"], ids["<think>"], ids["<|im_end|>"]]) == "<think>"


def test_vocabulary_size_covers_every_id() -> None:
    tokenizer, untouched = made("byte level")
    assert tokenizer.vocab_size == max(untouched.get_vocab(with_added_tokens=True).values()) + 1


def test_decoders_that_look_around_are_decoded_as_a_whole() -> None:
    tokenizer = ModelTokenizer(kinds.word_piece())
    detokenizer = tokenizer.detokenizer()
    assert isinstance(detokenizer, CumulativeDetokenizer)
    assert "".join(detokenizer.push(token) for token in (1, 2, 3, 4, 1)) == "the foxes, the"
    assert isinstance(made("metaspace")[0].detokenizer(), ByteDetokenizer)
    with pytest.raises(TokenizerError):
        tokenizer.token_bytes(1)


def test_from_folder_reads_the_template_and_the_named_tokens(tmp_path: Path) -> None:
    named = [{"name": "default", "template": CHATML}, {"name": "tool_use", "template": "x"}]
    folder = kinds.save(kinds.byte_level(), tmp_path / "model", chat_template=named)
    tokenizer = ModelTokenizer.from_folder(folder)
    assert tokenizer.chat_template == CHATML
    assert (tokenizer.template_variables["bos_token"], tokenizer.template_variables["eos_token"]) == (
        "<s>",
        "</s>",
    )
    plain = ModelTokenizer.from_folder(kinds.save(kinds.byte_level(), tmp_path / "plain"))
    assert plain.chat_template is None


def test_a_folder_without_a_usable_tokenizer_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(TokenizerError, match="has no tokenizer"):
        ModelTokenizer.from_folder(tmp_path)
    broken = kinds.save(kinds.byte_level(), tmp_path / "broken")
    (broken / "tokenizer.json").write_text("{ cut")
    with pytest.raises(TokenizerError, match="cannot be read"):
        ModelTokenizer.from_folder(broken)
    slow = tmp_path / "slow"
    slow.mkdir()
    (slow / "tokenizer.model").write_bytes(b"\x00")
    (slow / "tokenizer_config.json").write_text('{"tokenizer_class": "LlamaTokenizer"}')
    with pytest.raises(TokenizerError, match="slow kind"):
        ModelTokenizer.from_folder(slow)


def test_code_in_a_model_folder_is_not_run(tmp_path: Path) -> None:
    folder = kinds.save(
        kinds.byte_level(),
        tmp_path / "model",
        tokenizer_class="Evil",
        auto_map={"AutoTokenizer": [None, "evil.Evil"]},
    )
    mark = tmp_path / "ran"
    (folder / "evil.py").write_text(f"open({str(mark)!r}, 'w')\nclass Evil: pass\n")
    # whether the tokenizer is of use without its code is for transformers to say
    with suppress(TokenizerError):
        ModelTokenizer.from_folder(folder)
    assert not mark.exists()
