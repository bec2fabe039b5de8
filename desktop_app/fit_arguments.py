"""The options of the command line that are about memory, and about which models go together."""

from __future__ import annotations

import argparse

from desktop_app.decoding.drafters.names import EVERY_CHOICE
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.models.fit_context import SHORTEST, Context


def add_fit_options(parser: argparse.ArgumentParser) -> None:
    """Of every command that loads a model."""
    parser.add_argument(
        "--context-limit",
        type=_context,
        default="auto",
        metavar="auto|TOKENS",
        help="the most tokens of a conversation (auto: what fits and the model allows)",
    )
    parser.add_argument(
        "--force", action="store_true", help="load the model even where it does not fit into memory"
    )


def add_fit(parser: argparse.ArgumentParser) -> None:
    """`models fit`."""
    parser.set_defaults(command="models fit")
    parser.add_argument("target", metavar="TARGET", help="starter or a path")
    parser.add_argument(
        "draft", nargs="?", default="auto", metavar="DRAFT", help="a model, a head, eagle or none"
    )
    parser.add_argument("--device", default="auto", metavar="auto|cpu|cuda|cuda:N|mps")
    parser.add_argument("--dtype", default="auto", choices=["auto", "float32", "bfloat16", "float16"])
    parser.add_argument(
        "--context", dest="context_limit", type=_context, default="auto", metavar="auto|TOKENS"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def add_check(parser: argparse.ArgumentParser) -> None:
    """`models check`."""
    parser.set_defaults(command="models check")
    # not "target": that is an option of the whole program
    parser.add_argument("target_model", metavar="TARGET", help="starter or a path")
    parser.add_argument("draft", metavar="DRAFT", help=EVERY_CHOICE)
    parser.add_argument(
        "--measure", action="store_true", help="load them and measure on six prompts what the draft gains"
    )
    parser.add_argument(
        "--temperature", type=float, default=SamplingParams().temperature, metavar="T", help="while measuring"
    )
    parser.add_argument("--device", default="auto", metavar="auto|cpu|cuda|cuda:N|mps")
    parser.add_argument("--dtype", default="auto", choices=["auto", "float32", "bfloat16", "float16"])
    parser.add_argument(
        "--context", dest="context_limit", type=_context, default="auto", metavar="auto|TOKENS"
    )
    parser.add_argument("--json", action="store_true", help="the findings as one JSON object")


def _context(text: str) -> Context:
    if text == "auto":
        return "auto"
    value = int(text)
    if value < SHORTEST:
        raise argparse.ArgumentTypeError(f"give auto or {SHORTEST} tokens at least")
    return value
