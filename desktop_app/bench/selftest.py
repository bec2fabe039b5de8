"""Is speculative decoding lossless with this target and draft, on this machine? Measured, not believed."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import torch

from desktop_app.bench.chi_square import ChiSquare, chi_square
from desktop_app.bench.memo_network import MemoNetwork
from desktop_app.chats.messages import Message
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.tie_audit import TieAudit, audit
from desktop_app.engines.base import ChatRequest, Failed
from desktop_app.engines.local import LocalEngine
from desktop_app.models.progress import Progress, ProgressCallback
from desktop_app.paths import resource

RUNS = 5_000
LEVEL = 1e-3
_TOKENS = 40
_GREEDY = SamplingParams(temperature=0.0)
_SAMPLED = SamplingParams(temperature=0.8)
# Rejection is tested on so many places, of the likeliest tokens at each.
_PLACES = 3
_RESTRICTED = SamplingParams(temperature=1.0, top_k=3, top_p=1.0)

Tokens = tuple[int, ...]


class SelfTestError(SlipstreamError):
    """The test itself could not be run."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Speculative replies compared with plain ones, token by token.

    tested: drafts the target compared. differences: where replies first differ and how near a tie was there.
    """

    name: str
    replies: int
    tokens: int
    tested: int
    accepted: int
    differences: tuple[TieAudit, ...]

    @property
    def identical(self) -> int:
        return self.replies - len(self.differences)

    @property
    def passed(self) -> bool:
        return not self.differences


@dataclass(frozen=True, slots=True)
class Frequencies:
    """Rejection's draws against the target's own joint distribution.

    noticed: the total variation that would be noticed with a power of .99 at this level.
    """

    runs: int
    outcomes: int
    tested: int
    p_value: float
    level: float
    noticed: float

    @property
    def passed(self) -> bool:
        return self.p_value >= self.level


@dataclass(frozen=True, slots=True)
class Report:
    """free: greedy in whatever shapes the mode has; there near ties may fall otherwise, which is no fault."""

    model: str
    draft: str
    dtype: str
    greedy: Identity
    coupled: Identity
    rejection: Frequencies
    free: Identity

    @property
    def lossless(self) -> bool:
        return self.greedy.passed and self.coupled.passed and self.rejection.passed

    @property
    def drafted(self) -> bool:
        """Whether every part had drafts to test."""
        return min(self.greedy.tested, self.coupled.tested, self.rejection.tested) > 0

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "lossless": self.lossless, "drafted": self.drafted}

    def render(self) -> str:
        """The report for a reader, verdict last."""
        lines = [f"{self.model} with {self.draft}, {self.dtype}"]
        lines += [_identity_line(part) for part in (self.greedy, self.coupled)]
        lines += [_frequencies_line(self.rejection), _identity_line(self.free)]
        lines += [f"    {_difference_line(difference)}" for difference in self.free.differences]
        return "\n".join([*lines, self.verdict()])

    def verdict(self) -> str:
        if not self.lossless:
            return "NOT lossless: replies differ from plain decoding where they must not; please report this."
        if not self.drafted:
            return "Nothing was shown: this draft hardly drafted; try another one."
        return "Lossless: with this draft the model writes exactly what it would write by itself."


class SelfTest:
    """Asks one engine everything twice, plainly and with the draft."""

    def __init__(
        self, engine: LocalEngine, draft: str, progress: ProgressCallback, control: ReplyControl
    ) -> None:
        self._engine = engine
        self._draft = draft
        self._progress = progress
        self._control = control

    def run(self, runs: int = RUNS) -> Report:
        """All parts, one after the other.

        Raises:
            SelfTestError: a reply failed.
            Cancelled: the user asked to stop.
        """
        suite, restricted = prompts()
        return Report(
            model=self._engine.name,
            draft=self._draft,
            dtype=self._engine.dtype,
            greedy=self._identity("greedy, exact shape", suite, _GREEDY, exact=True),
            coupled=self._identity("coupled, exact shape", suite, _SAMPLED, exact=True),
            rejection=self._frequencies(restricted, runs),
            free=self._identity("greedy, free shapes", suite, _GREEDY, exact=False),
        )

    def _identity(self, name: str, suite: Sequence[str], params: SamplingParams, *, exact: bool) -> Identity:
        tokens = tested = accepted = 0
        differences: list[TieAudit] = []
        for index, prompt in enumerate(suite):
            self._progress(Progress(f"Identity: {name}", index, len(suite)))
            request = ChatRequest(
                (Message("user", prompt),),
                params,
                verifier="coupled",
                seed=1,
                exact=exact,
                max_tokens=_TOKENS,
            )
            plain = self._reply(self._engine, replace(request, draft="none", session="selftest plain"))
            mine = self._reply(self._engine, replace(request, draft=self._draft, session="selftest"))
            tokens += len(tokens_of(mine))
            tested += _tested(mine)
            accepted += sum(round_.accepted for round_ in mine)
            difference = self._audit(request, plain, mine)
            differences += [difference] if difference else []
        return Identity(name, len(suite), tokens, tested, accepted, tuple(differences))

    def _audit(self, request: ChatRequest, plain: Sequence[Round], mine: Sequence[Round]) -> TieAudit | None:
        engine = self._engine
        k = max((len(round_.drafts) for round_ in mine), default=1)
        ids = engine.prompt_ids(request)
        return audit(engine.runner, ids, tokens_of(plain), tokens_of(mine), k, self._control.check)

    def _frequencies(self, prompt: str, runs: int) -> Frequencies:
        memo = MemoNetwork(self._engine.runner.network)
        engine = self._engine.over(memo)
        request = ChatRequest(
            (Message("user", prompt),), _RESTRICTED, self._draft, k=2, max_tokens=_PLACES, raw=True
        )
        expected = joint(engine, memo, engine.prompt_ids(request))
        counts: Counter[Tokens] = Counter()
        tested = 0
        for seed in range(runs):
            if seed % 100 == 0:
                self._progress(Progress("Frequencies: rejection", seed, runs))
            rounds = self._reply(engine, replace(request, seed=seed))
            counts[tokens_of(rounds)] += 1
            tested += _tested(rounds)
        result = _compared(counts, expected)
        return Frequencies(runs, len(expected), tested, result.p_value, LEVEL, result.noticed(LEVEL))

    def _reply(self, engine: LocalEngine, request: ChatRequest) -> list[Round]:
        rounds = []
        for event in engine.reply(request, self._control):
            if isinstance(event, Failed):
                raise SelfTestError(f"The self-test could not go on. {event.error}")
            if isinstance(event, Round):
                rounds.append(event)
        self._control.check()
        return rounds


def prompts() -> tuple[list[str], str]:
    """The suite, and the prompt for the frequencies."""
    data = tomllib.loads(resource("suites", "selftest.toml").read_text(encoding="utf-8"))
    return list(data["prompts"]), str(data["rejection_prompt"])


def joint(engine: LocalEngine, network: MemoNetwork, prompt: Sequence[int]) -> dict[Tokens, float]:
    """The target's own joint distribution of the reply's first tokens, computed without any draft."""
    pipeline = SamplingPipeline(_RESTRICTED, engine.runner.vocab_size, engine.runner.logits_device)
    ended: dict[Tokens, float] = {}
    going: dict[Tokens, float] = {(): 1.0}
    for _ in range(_PLACES):
        longer: dict[Tokens, float] = {}
        for tokens, mass in going.items():
            logits = network.row((*prompt, *tokens))[: engine.runner.vocab_size].to(
                engine.runner.logits_device, torch.float32
            )
            probs = pipeline.distribution(pipeline.scores(logits[None], [()]))[0]
            for token in probs.nonzero().flatten().tolist():
                into = ended if token in engine.eos_ids else longer
                into[(*tokens, token)] = mass * float(probs[token])
        going = longer
    return ended | going


def _compared(counts: Counter[Tokens], expected: dict[Tokens, float]) -> ChiSquare:
    if set(counts) - set(expected):  # something was drawn that cannot be
        return ChiSquare(float("inf"), 1, 0.0, counts.total())
    return chi_square([counts[outcome] for outcome in expected], list(expected.values()))


def tokens_of(rounds: Sequence[Round]) -> Tokens:
    return tuple(token.token for round_ in rounds for token in round_.emitted)


def _tested(rounds: Sequence[Round]) -> int:
    return sum(draft.p is not None for round_ in rounds for draft in round_.drafts)


def _identity_line(part: Identity) -> str:
    return (
        f"  {part.name}: {part.identical} of {part.replies} replies identical "
        f"({part.tokens} tokens, {part.tested} drafts tested, {part.accepted} accepted)"
    )


def _difference_line(difference: TieAudit) -> str:
    return (
        f"a near tie at token {difference.position}: the two likeliest tokens were "
        f"{difference.plain_gap:.3g} apart in plain passes and {difference.speculative_gap:.3g} in wider ones"
    )


def _frequencies_line(part: Frequencies) -> str:
    return (
        f"  rejection, frequencies: {part.runs:,} runs over {part.outcomes} outcomes, p = {part.p_value:.3f} "
        f"({part.tested} drafts tested; a total variation of {part.noticed:.3f} would be noticed)"
    )
