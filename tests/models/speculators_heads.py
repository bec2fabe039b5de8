"""Tiny EAGLE-3 heads made by vLLM's `speculators` itself, and a check that it loads ours. Run by hand, in an
environment of its own, because `speculators` needs another transformers:

    python3.11 -m venv /tmp/speculators && /tmp/speculators/bin/pip install speculators==0.9.0
    /tmp/speculators/bin/python tests/models/speculators_heads.py make tests/data/eagle3
    /tmp/speculators/bin/python tests/models/speculators_heads.py load FOLDER TARGET_FOLDER

Each fixture is a head as it saves it, and expected.safetensors: the inputs of its forward and its logits at
the first two steps of the training-time test, which is how it means a head to be used for drafting.
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from speculators.config import SpeculatorsConfig, VerifierConfig
from speculators.models.eagle3 import Eagle3DraftModel, Eagle3SpeculatorConfig
from speculators.proposals.greedy import GreedyTokenProposalConfig
from transformers import LlamaConfig, Qwen3Config

HIDDEN, VOCABULARY, DRAFTED, ROWS = 16, 40, 12, 9
LAYER = {
    "vocab_size": VOCABULARY,
    "hidden_size": HIDDEN,
    "intermediate_size": 24,
    "num_hidden_layers": 1,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "max_position_embeddings": 256,
    "rms_norm_eps": 1e-6,
}
LLAMA_3 = {
    "rope_type": "llama3",
    "rope_theta": 10000.0,
    "factor": 8.0,
    "low_freq_factor": 1.0,
    "high_freq_factor": 4.0,
    "original_max_position_embeddings": 32,
}
HEADS = {
    "llama": (LlamaConfig(**LAYER, rope_parameters=LLAMA_3), {"norm_before_residual": False}),
    "qwen3": (
        Qwen3Config(**LAYER),
        {"norm_before_residual": True, "fc_norm": True, "norm_output": True},
    ),
}


def make(folder: Path) -> None:
    for name, (layer, flags) in HEADS.items():
        torch.manual_seed(len(name))
        layer._attn_implementation = "eager"
        model = Eagle3DraftModel(config(layer, flags)).eval()
        for parameter in model.parameters():
            torch.nn.init.normal_(parameter, std=0.4)
        model.load_vocab_mappings(*maps())
        model.save_pretrained(folder / name)
        (folder / name / "config.py").unlink()  # a copy of its own source
        save_file(expected(model), folder / name / "expected.safetensors")


def config(layer: LlamaConfig | Qwen3Config, flags: dict[str, bool]) -> Eagle3SpeculatorConfig:
    return Eagle3SpeculatorConfig(
        transformer_layer_config=layer,
        draft_vocab_size=DRAFTED,
        eagle_aux_hidden_state_layer_ids=[1, 3, 4],
        speculators_config=SpeculatorsConfig(
            algorithm="eagle3",
            proposal_methods=[GreedyTokenProposalConfig(speculative_tokens=3)],
            default_proposal_method="greedy",
            verifier=VerifierConfig(name_or_path="someone/tiny", architectures=["LlamaForCausalLM"]),
        ),
        **flags,
    )


def maps() -> tuple[torch.Tensor, torch.Tensor]:
    """In no order: a head's own is by rank of frequency as well as by id."""
    drafted = torch.randperm(VOCABULARY)[:DRAFTED]
    t2d = torch.zeros(VOCABULARY, dtype=torch.bool).index_fill_(0, drafted, True)
    return t2d, drafted - torch.arange(DRAFTED)


@torch.no_grad()
def expected(model: Eagle3DraftModel) -> dict[str, torch.Tensor]:
    """tokens [rows + 2]: the text from its second token on. taps [rows, 3 * hidden]. first, second: logits
    [rows, drafted] of the two steps."""
    logits: list[torch.Tensor] = []
    hook = model.lm_head.register_forward_hook(lambda _, __, output: logits.append(output[0].clone()))
    taps, tokens = torch.randn(1, ROWS, 3 * HIDDEN), torch.randint(0, VOCABULARY, (1, ROWS))
    model(taps, tokens, torch.zeros(1, ROWS, dtype=torch.long), ttt_steps=2)
    hook.remove()
    return {"tokens": tokens[0], "taps": taps[0], "first": logits[0], "second": logits[1]}


def load(folder: Path, target: Path) -> None:
    """Loads a head that we wrote, with the embedding of its target on this disk, and runs it."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(shutil.copytree(folder, Path(scratch) / "head"))
        settings = json.loads((copy / "config.json").read_text(encoding="utf-8"))
        settings["speculators_config"]["verifier"]["name_or_path"] = str(target)
        settings["transformer_layer_config"]["attn_implementation"] = "eager"
        (copy / "config.json").write_text(json.dumps(settings), encoding="utf-8")
        model = Eagle3DraftModel.from_pretrained(copy)
    model.load_verifier_weights()
    print(type(model.config).__name__, model.config.eagle_aux_hidden_state_layer_ids)
    written, loaded = load_file(folder / "model.safetensors"), model.state_dict()
    print("not in the file", sorted(loaded.keys() - written.keys()))
    print("not in the model", sorted(written.keys() - loaded.keys()))
    print("all equal", all(torch.equal(loaded[name], tensor) for name, tensor in written.items()))
    taps = torch.randn(1, 5, model.fc.in_features).to(model.dtype)
    tokens = torch.arange(5)[None]
    drafted = model(taps, tokens, torch.zeros_like(tokens), ttt_steps=2)
    print("drafts", [step[0].tolist() for step in drafted])


if __name__ == "__main__":
    {"make": make, "load": load}[sys.argv[1]](*map(Path, sys.argv[2:]))
