"""A tiny random model with a byte tokenizer, small enough to decode thousands of tokens in a test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from desktop_app.decoding.detokenizer import ByteDetokenizer, Detokenizer
from desktop_app.models.loading import LoadedModel

END = 256
START = 257
_CONTROL = {"<|end|>": END, "<|start|>": START}
VOCABULARY = 258


class ByteTokenizer:
    """Token i is byte i; two control tokens after them. Has the shape of models.tokenizer.ModelTokenizer."""

    chat_template = (
        "{% for message in messages %}<|start|>{{ message.role }}\n{{ message.content }}<|end|>{% endfor %}"
        "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}"
    )
    template_variables: dict[str, str] = {}  # noqa: RUF012 - never changed
    control_tokens = frozenset(_CONTROL)
    vocab_size = VOCABULARY
    has_bytes = False

    def encode_pieces(self, pieces: Sequence[tuple[str, bool]], limit: int | None = None) -> list[int]:
        ids: list[int] = []
        for text, control in pieces:
            ids += [_CONTROL[text]] if control else text.encode()
        return ids

    def encode_parts(
        self, parts: Sequence[Sequence[tuple[str, bool]]], limit: int | None = None
    ) -> list[list[int]]:
        return [self.encode_pieces(part) for part in parts]

    def vocabulary(self) -> dict[int, str]:
        return {**{byte: chr(byte) for byte in range(END)}, **{i: text for text, i in _CONTROL.items()}}

    def added_ids(self) -> frozenset[int]:
        return frozenset(_CONTROL.values())

    def encode(self, text: str, limit: int | None = None) -> list[int]:
        return list(text.encode())

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(self.vocabulary()[token] for token in ids if token < END)

    def detokenizer(self) -> Detokenizer:
        return ByteDetokenizer(lambda token: bytes([token]) if token < END else b"")


def tiny_llama(
    seed: int = 0, dtype: torch.dtype = torch.float32, context: int = 600, vocabulary: int = VOCABULARY
) -> LlamaForCausalLM:
    torch.manual_seed(seed)
    config = LlamaConfig(
        vocab_size=vocabulary,
        hidden_size=64,
        intermediate_size=96,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=context,
        initializer_range=0.2,
    )
    return LlamaForCausalLM(config).to(dtype).eval()


def tiny_loaded(seed: int = 0, context: int = 600, eos: Sequence[int] = (END,)) -> LoadedModel:
    model = tiny_llama(seed, context=context)
    return LoadedModel(
        name="tiny",
        path=Path("tiny"),
        model=model,
        tokenizer=ByteTokenizer(),  # type: ignore[arg-type]
        device=torch.device("cpu"),
        dtype=torch.float32,
        context_limit=context,
        eos_ids=frozenset(eos),
        vocab_size=VOCABULARY,
    )


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """Two for matrices of 64 columns would mostly wait for each other."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
