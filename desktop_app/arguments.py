"""The words and options of the command line."""

from __future__ import annotations

import argparse
from pathlib import Path

from desktop_app import APP_NAME, __version__
from desktop_app.decoding.drafters.names import EVERY_CHOICE, NONE
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import DraftLength
from desktop_app.engines.loader import STARTER
from desktop_app.fit_arguments import add_check, add_fit, add_fit_options

_defaults = SamplingParams()


def build_parser(defaults: dict[str, object] | None = None) -> argparse.ArgumentParser:
    """`command` of what it parses names the command; every other attribute is an option of it.

    defaults: of `generate`, in place of the program's own.
    """
    parser = argparse.ArgumentParser(
        prog="slipstream",
        description="Chat with a local model and see which tokens a draft guessed right. "
        "Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"{APP_NAME} {__version__}")
    parser.add_argument(
        "--data-dir", type=Path, metavar="DIR", help="keep every file of the program under DIR"
    )
    parser.add_argument("-v", "--verbose", action="store_true", help="log to standard error")
    parser.add_argument("--target", metavar="MODEL", help="model the window opens: starter or a path")
    parser.set_defaults(command="window", preset="")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    generate = commands.add_parser("generate", help="stream one reply")
    _add_generate(generate)
    generate.set_defaults(**(defaults or {}))
    _add_models(commands.add_parser("models", help="list, fetch and find models"))
    _add_selftest(commands.add_parser("selftest", help="prove that a draft changes nothing"))
    _add_bench(commands.add_parser("bench", help="measure speed with and without a draft"))
    _add_trace(commands.add_parser("trace", help="look at a reply that was saved as a trace"))
    _add_train(commands.add_parser("train", help="train a drafter for a model"))
    doctor = commands.add_parser("doctor", help="what is installed, which device, what is missing")
    doctor.set_defaults(command="doctor")
    return parser


def _add_generate(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command="generate")
    parser.add_argument("prompt", nargs="?", metavar="PROMPT", help="absent: read from standard input")
    parser.add_argument("--model", default=STARTER, metavar="PATH", help="starter (default) or a path")
    parser.add_argument(
        "--draft",
        default="auto",
        metavar=f"{NONE}|{EVERY_CHOICE}",
        help="who guesses ahead; eagle: the trained head that comes with the starter; skip:N: the model's "
        "own first N layers; PATH: a smaller model with the same tokenizer, or a head; A+B: B where A has "
        "no guess",
    )
    parser.add_argument("--plain", action="store_true", help="the same as --draft none")
    parser.add_argument("--k", type=_draft_length, default="auto", metavar="N|auto", help="drafts a round")
    parser.add_argument("--verifier", choices=["auto", "rejection", "coupled"], default="auto")
    parser.add_argument("--temperature", type=float, default=_defaults.temperature, metavar="T")
    parser.add_argument("--top-k", type=int, default=_defaults.top_k, metavar="N")
    parser.add_argument("--top-p", type=float, default=_defaults.top_p, metavar="P")
    parser.add_argument("--min-p", type=float, default=_defaults.min_p, metavar="P")
    parser.add_argument("--typical-p", type=float, default=_defaults.typical_p, metavar="P")
    for name in ("repetition_penalty", "frequency_penalty", "presence_penalty"):
        option, default = "--" + name.replace("_", "-"), getattr(_defaults, name)
        parser.add_argument(option, type=float, default=default, metavar="R")
    _add_token_rules(parser)
    parser.add_argument("--seed", type=int, metavar="S")
    parser.add_argument("--max-tokens", type=int, default=1024, metavar="N")
    parser.add_argument("--stop", action="append", default=[], metavar="TEXT", help="may be repeated")
    parser.add_argument("--system", metavar="TEXT", help="system prompt")
    parser.add_argument(
        "--preset",
        default="",
        metavar="NAME|FILE.toml",
        help="settings kept in the window; what else is given here counts more",
    )
    parser.add_argument("--messages", type=Path, metavar="FILE.json", help="chat messages, not PROMPT")
    parser.add_argument("--raw", action="store_true", help="no chat template")
    parser.add_argument("--exact", action="store_true", help="fixed shapes: speculative text = plain text")
    _add_device(parser)
    parser.add_argument("--json", action="store_true", help="one event a line")
    parser.add_argument("--trace", type=Path, metavar="FILE", help="save the events and the prompt")
    parser.add_argument("--no-color", action="store_true")


def _add_device(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--device", default="auto", metavar="auto|cpu|cuda|cuda:N|mps")
    parser.add_argument("--dtype", default="auto", choices=["auto", "float32", "bfloat16", "float16"])
    add_fit_options(parser)


def _add_token_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--logit-bias",
        action="append",
        type=_bias,
        default=[],
        metavar="ID=BIAS",
        help="add BIAS (-100 to 100) to the logit of a token; may be repeated",
    )
    parser.add_argument(
        "--ban",
        action="append",
        type=_token_ids,
        default=[],
        metavar="ID[,ID...]",
        help="token ids that may not come one after the other; may be repeated",
    )
    parser.add_argument(
        "--min-tokens", type=int, default=_defaults.min_tokens, metavar="N", help="no stop token before N"
    )


def _add_selftest(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command="selftest")
    parser.add_argument("--model", default=STARTER, metavar="PATH", help="starter (default) or a path")
    parser.add_argument("--draft", default="auto", metavar=EVERY_CHOICE)
    parser.add_argument("--runs", type=int, default=5000, metavar="N", help="draws for the frequencies")
    _add_device(parser)
    parser.add_argument("--json", action="store_true", help="the report as one JSON object")


def _add_bench(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    suite = commands.add_parser("suite", help="plain against speculative on many prompts, greedy and sampled")
    suite.set_defaults(command="bench suite")
    suite.add_argument(
        "--suite", default="quick", metavar="NAME|FILE", help="quick (default), heldout or a file"
    )
    suite.add_argument("--model", default=STARTER, metavar="PATH", help="starter (default) or a path")
    suite.add_argument("--draft", default="auto", metavar=EVERY_CHOICE)
    suite.add_argument("--k", type=_draft_length, default="auto", metavar="N|auto", help="drafts a round")
    suite.add_argument("--verifier", choices=["auto", "rejection", "coupled"], help="of sampled replies")
    suite.add_argument("--temperature", type=_above_zero, default=_defaults.temperature, metavar="T")
    suite.add_argument("--exact", action="store_true", help="fixed shapes: replies must be identical")
    suite.add_argument("--seed", type=int, default=1, metavar="S")
    suite.add_argument("--prompts", type=_from_one, metavar="N", help="the first N prompts only")
    suite.add_argument("--max-tokens", type=_from_one, metavar="N", help="of a reply; default: the suite's")
    suite.add_argument(
        "--runs",
        type=_from_one,
        default=1,
        metavar="N",
        help="plain, speculative, speculative, plain N times",
    )
    _add_device(suite)
    suite.add_argument("--json", action="store_true", help="the report as one JSON object")

    _add_plain(commands.add_parser("plain", help="how fast the model is without a draft; the window uses it"))
    _add_duel(commands.add_parser("duel", help="one prompt, plain against one or two drafts"))


def _add_plain(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command="bench plain")
    parser.add_argument("--model", default=STARTER, metavar="PATH", help="starter (default) or a path")
    parser.add_argument(
        "--context",
        action="append",
        type=_from_one,
        metavar="TOKENS",
        help="what the model has read before (default: 64); may be repeated",
    )
    parser.add_argument("--seconds", type=_above_zero, default=5.0, metavar="S", help="for each context")
    _add_device(parser)
    parser.add_argument("--json", action="store_true", help="one JSON object")


def _add_duel(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(command="bench duel")
    parser.add_argument("prompt", metavar="PROMPT")
    parser.add_argument("--model", default=STARTER, metavar="PATH", help="starter (default) or a path")
    parser.add_argument(
        "--draft",
        action="append",
        metavar=EVERY_CHOICE,
        help="a lane beside the plain one; twice for two lanes (default: auto)",
    )
    parser.add_argument("--k", type=_draft_length, default="auto", metavar="N|auto", help="drafts a round")
    parser.add_argument("--verifier", choices=["auto", "rejection", "coupled"], default="auto")
    parser.add_argument("--temperature", type=float, default=_defaults.temperature, metavar="T")
    parser.add_argument("--fast", action="store_true", help="not the exact shape: quicker, ties may differ")
    parser.add_argument("--seed", type=int, metavar="S")
    parser.add_argument("--max-tokens", type=_from_one, default=160, metavar="N")
    parser.add_argument("--report", type=Path, metavar="FILE.html", help="the duel as a page")
    parser.add_argument("--once", action="store_true", help="each lane once, not there and back")
    _add_device(parser)
    parser.add_argument("--json", action="store_true", help="the report as one JSON object")


def _add_trace(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    show = commands.add_parser("show", help="the text with its origins")
    replay = commands.add_parser("replay", help="the text at the pace it was written")
    replay.add_argument("--speed", type=_above_zero, default=1.0, metavar="X", help="0.5: half as fast")
    stats = commands.add_parser("stats", help="the figures, counted anew from the rounds")
    stats.add_argument("--json", action="store_true", help="as one JSON object")
    verify = commands.add_parser("verify", help="is every token the model's own? it scores the text again")
    verify.add_argument("--model", metavar="PATH", help="starter or a path (default: the trace's model)")
    _add_device(verify)
    verify.add_argument("--json", action="store_true", help="the report as one JSON object")
    for name, command in (("show", show), ("replay", replay), ("stats", stats), ("verify", verify)):
        command.set_defaults(command=f"trace {name}")
        command.add_argument("file", type=Path, metavar="FILE")
    for command in (show, replay):
        command.add_argument("--no-color", action="store_true")


def _add_train(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Trains a drafter on conversations that the target has with itself; no data set is needed. "
        "Everything is kept under the data folder, so that a stopped run goes on with --resume."
    )
    parser.set_defaults(command="train")
    parser.add_argument("--target", default=STARTER, metavar="PATH", help="starter (default) or a path")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the finished drafter")
    parser.add_argument(
        "--data",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="token file (.npz) to learn from besides; may be repeated",
    )
    parser.add_argument(
        "--tokens", type=int, default=1_000_000, metavar="N", help="response tokens the target writes itself"
    )
    parser.add_argument("--epochs", type=float, default=4.0, metavar="N", help="passes over the data")
    parser.add_argument("--hours", type=float, metavar="H", help="end the training after H hours at most")
    parser.add_argument("--layers", type=int, default=1, metavar="L", help="layers of the drafter")
    parser.add_argument("--draft-vocab", type=int, default=8192, metavar="N", help="tokens it can draft")
    parser.add_argument("--batch", type=int, default=4096, metavar="N", help="tokens a training step")
    parser.add_argument("--seed", type=int, default=0, metavar="S")
    _add_device(parser)
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint")
    parser.add_argument(
        "--cache-states", action="store_true", help="keep the target's states on disk: faster, much space"
    )
    parser.add_argument("--json", action="store_true", help="figures as one JSON object a line")


def _add_models(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listing = commands.add_parser("list", help="models on this machine")
    listing.add_argument("--json", action="store_true", help="one JSON object a model")
    listing.set_defaults(command="models list")
    catalogue = commands.add_parser("catalogue", help="pairs to fetch that fit this machine")
    catalogue.add_argument("--all", action="store_true", help="those that do not fit, too")
    catalogue.add_argument("--json", action="store_true", help="one JSON object a pair")
    catalogue.set_defaults(command="models catalogue")
    get = commands.add_parser("get", help="fetch a model")
    get.add_argument(
        "id", metavar="ID", help="starter, or owner/name of the hub, with @revision or :file.gguf"
    )
    get.add_argument("--token", default="", help="of an account that may read the model (or HF_TOKEN)")
    get.set_defaults(command="models get")
    add_check(commands.add_parser("check", help="whether a target and a draft make a pair"))
    add_fit(commands.add_parser("fit", help="what a model takes of the memory, before it is loaded"))
    path = commands.add_parser("path", help="where models are kept")
    path.set_defaults(command="models path")
    remove = commands.add_parser("remove", help="delete a model from the program's folder")
    remove.add_argument("id", metavar="ID", help="a name or path that `models list` shows")
    remove.set_defaults(command="models remove")


def _draft_length(text: str) -> DraftLength:
    if text == "auto":
        return "auto"
    value = int(text)
    if value < 0:
        raise argparse.ArgumentTypeError("k must be auto or a whole number from 0 up")
    return value


def _from_one(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("give a whole number from 1 up")
    return value


def _above_zero(text: str) -> float:
    value = float(text)
    if not value > 0:
        raise argparse.ArgumentTypeError("give a number above 0")
    return value


def _bias(text: str) -> tuple[int, float]:
    token, _, bias = text.partition("=")
    try:
        return int(token), float(bias)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no token id and bias such as 262=-5") from None


def _token_ids(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(token) for token in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no list of token ids such as 262,1015") from None
