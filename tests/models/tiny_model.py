"""Writes a two-layer Llama with a byte-level BPE tokenizer, as a transformers folder and as GGUF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

from desktop_app.models.hugging_face import import_transformers

SPECIAL = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
TEMPLATE = (
    "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\n' + m['content'] + '<|im_end|>\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
ROWS = 320  # rows of the logits; the tokenizer has fewer tokens
HEADS, KV_HEADS, HIDDEN = 4, 2, 32
_TEXT = [
    "the draft is tested by the target",
    "accepted, rejected, bonus",
    "Slipstream 2024 ½ naïve 你好 👩‍🚀",
]


def tiny_tokenizer() -> Tokenizer:
    """Splits digits one by one before it merges, as SmolLM2's does."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=300,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(_TEXT, trainer)
    return tokenizer


def write_tiny_model(folder: Path, **config: Any) -> Path:
    transformers = import_transformers()
    torch.manual_seed(7)
    settings = {
        "vocab_size": ROWS,
        "hidden_size": HIDDEN,
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": HEADS,
        "num_key_value_heads": KV_HEADS,
        "max_position_embeddings": 512,
        "bos_token_id": 1,
        "eos_token_id": 2,
        "pad_token_id": 2,
        "tie_word_embeddings": True,
    }
    model = transformers.LlamaForCausalLM(transformers.LlamaConfig(**(settings | config)))
    model.generation_config.eos_token_id = [2, 0]
    model.save_pretrained(folder)
    transformers.PreTrainedTokenizerFast(
        tokenizer_object=tiny_tokenizer(),
        bos_token=SPECIAL[1],
        eos_token=SPECIAL[2],
        unk_token=SPECIAL[0],
        pad_token=SPECIAL[2],
        chat_template=TEMPLATE,
    ).save_pretrained(folder)
    return folder


def write_tiny_gguf(folder: Path, target: Path) -> Path:
    """The model of `folder` in float32, named and ordered as llama.cpp does."""
    model = import_transformers().LlamaForCausalLM.from_pretrained(folder, dtype=torch.float32)
    writer = gguf.GGUFWriter(target, "llama")
    _write_settings(writer, model.config)
    _write_vocabulary(writer, json.loads((folder / "tokenizer.json").read_text(encoding="utf-8")))
    state = {name: weight.numpy() for name, weight in model.state_dict().items()}
    writer.add_tensor("token_embd.weight", state["model.embed_tokens.weight"])
    writer.add_tensor("output_norm.weight", state["model.norm.weight"])
    for layer in range(model.config.num_hidden_layers):
        _write_layer(writer, layer, state)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return target


def _write_settings(writer: gguf.GGUFWriter, config: Any) -> None:
    writer.add_name("tiny")
    writer.add_context_length(config.max_position_embeddings)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(KV_HEADS)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(ROWS)


def _write_vocabulary(writer: gguf.GGUFWriter, tokenizer: dict[str, Any]) -> None:
    vocabulary = tokenizer["model"]["vocab"]
    tokens = sorted(vocabulary, key=vocabulary.__getitem__)
    # llama.cpp pads the list to the rows of the weights with unused tokens
    tokens += [f"[PAD{index}]" for index in range(len(tokens), ROWS)]
    kinds = [gguf.TokenType.CONTROL if token in SPECIAL else gguf.TokenType.NORMAL for token in tokens]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges([" ".join(pair) for pair in tokenizer["model"]["merges"]])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_pad_token_id(2)
    writer.add_chat_template(TEMPLATE)


def _write_layer(writer: gguf.GGUFWriter, layer: int, state: dict[str, np.ndarray]) -> None:
    names = {
        "attn_norm": "input_layernorm",
        "ffn_norm": "post_attention_layernorm",
        "attn_v": "self_attn.v_proj",
        "attn_output": "self_attn.o_proj",
        "ffn_gate": "mlp.gate_proj",
        "ffn_up": "mlp.up_proj",
        "ffn_down": "mlp.down_proj",
    }
    source = f"model.layers.{layer}"
    for target, name in names.items():
        writer.add_tensor(f"blk.{layer}.{target}.weight", state[f"{source}.{name}.weight"])
    for letter, heads in (("q", HEADS), ("k", KV_HEADS)):
        weight = state[f"{source}.self_attn.{letter}_proj.weight"]
        writer.add_tensor(f"blk.{layer}.attn_{letter}.weight", _interleaved(weight, heads))


def _interleaved(weight: np.ndarray, heads: int) -> np.ndarray:
    """llama.cpp rotates neighbouring rows, transformers the two halves of a head."""
    rows, columns = weight.shape
    halves = weight.reshape(heads, 2, rows // heads // 2, columns)
    return np.ascontiguousarray(halves.swapaxes(1, 2).reshape(rows, columns))
