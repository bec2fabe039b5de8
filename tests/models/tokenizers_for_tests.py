"""Small tokenizers of the kinds models come with, trained on a few lines."""

from __future__ import annotations

import json
from pathlib import Path

from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

CONTROLS = ("<s>", "</s>", "<|im_start|>", "<|im_end|>")
TEXTS = [
    "The quick brown fox jumps over the lazy dog; the dog does not mind, the fox does.",
    "def wake(boat):\n    return [boat.speed ** 2 for _ in range(10)]\n\n",
    "价格是 100 元，很便宜。 naïve café, हिन्दी, العربية",
    "user\nassistant\nsystem\n <|im_ end|> < s > /s",
]


def _trained(tokenizer: Tokenizer, alphabet: list[str]) -> Tokenizer:
    trainer = trainers.BpeTrainer(vocab_size=700, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(TEXTS, trainer)
    return tokenizer


def _with_controls(tokenizer: Tokenizer, **flags: bool) -> Tokenizer:
    tokenizer.add_special_tokens([AddedToken(text, special=True, normalized=False) for text in CONTROLS[:2]])
    # as fine-tunes do: not marked as special
    tokenizer.add_tokens(
        [AddedToken(text, special=False, normalized=False, **flags) for text in CONTROLS[2:]]
    )
    tokenizer.add_tokens([AddedToken("<think>", special=False, normalized=False)])
    return tokenizer


def byte_level(**flags: bool) -> Tokenizer:
    """As GPT-2, Llama 3 and Qwen."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return _with_controls(_trained(tokenizer, pre_tokenizers.ByteLevel.alphabet()), **flags)


def metaspace() -> Tokenizer:
    """As Mistral's newer ones: a space before the first text only, unknown characters as byte tokens."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="first", split=False)
    tokenizer = _with_byte_fallback(_trained(tokenizer, []))
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    return _with_controls(tokenizer)


def prepending() -> Tokenizer:
    """As Llama 2: its normalizer puts a space before every text between special tokens."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    tokenizer = _with_byte_fallback(_trained(tokenizer, []))
    tokenizer.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    return _with_controls(tokenizer)


def word_piece() -> Tokenizer:
    """Its decoder looks at neighbours: tokens have no bytes of their own."""
    tokenizer = Tokenizer(
        models.WordPiece({"[UNK]": 0, "the": 1, "fox": 2, "##es": 3, ",": 4}, unk_token="[UNK]")
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.decoder = decoders.WordPiece()
    return _with_controls(tokenizer)


def unigram_that_spells_a_control_token() -> Tokenizer:
    """Its own vocabulary holds the text of a special token, as some converted ones do."""
    pieces = [("<unk>", 0.0), ("</s>", -1.0), *[(character, -5.0) for character in "</s>abc"]]
    unique = list(dict(pieces).items())
    tokenizer = Tokenizer(models.Unigram(unique, unk_id=0, byte_fallback=False))
    tokenizer.decoder = decoders.Fuse()
    tokenizer.add_special_tokens([AddedToken("</s>", special=True, normalized=False)])
    return tokenizer


def _with_byte_fallback(tokenizer: Tokenizer) -> Tokenizer:
    data = json.loads(tokenizer.to_str())
    vocabulary = data["model"]["vocab"]
    for byte in range(256):
        vocabulary[f"<0x{byte:02X}>"] = len(vocabulary)
    vocabulary["<unk>"] = len(vocabulary)
    data["model"] |= {"byte_fallback": True, "unk_token": "<unk>", "fuse_unk": True}
    return Tokenizer.from_str(json.dumps(data))


def save(tokenizer: Tokenizer, folder: Path, **config: object) -> Path:
    """A model folder with this tokenizer, as far as a tokenizer is concerned."""
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "bos_token": "<s>",
        "eos_token": "</s>",
        **config,
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    return folder
