"""What a target and a draft cost and how far the drafts stand, measured on six prompts.

From these the best k and what it gains are predicted (decoding/prediction.py); what the six prompts gained as
they were drafted is measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import median

from desktop_app.bench.measured_reply import MeasuredReplyError, Run, run_of
from desktop_app.bench.suite import Suite, SuitePrompt, read_suite
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.drafters.names import MODEL, NONE, SKIP
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.prediction import best_k, predicted_speedup
from desktop_app.decoding.round_costs import CostMeter, RoundCosts
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import ChatRequest, DraftLength, Engine
from desktop_app.models.progress import Progress, ProgressCallback

STAGE = "Measuring the pair"
SESSION = "pair check"
SUITE = "pair"
# A gain that is worth a draft.
WORTH_IT = 1.05

# Drafts of a drafter that pays a pass for each: what lies beyond hardly ever pays.
_MOST = 8
_WARM_UP_TOKENS = 12
# Of a reply that only tells what a pass over so many rows costs, and the rounds that are enough for it.
_SHORT = 24
_LEAST_ROUNDS = 3


class PairMeasureError(SlipstreamError):
    """A pair that cannot be measured."""


@dataclass(frozen=True, slots=True)
class PairOptions:
    """draft: as in a request. max_tokens: of each reply."""

    draft: str
    sampling: SamplingParams = field(default_factory=SamplingParams)
    max_tokens: int = 64
    seed: int = 1


@dataclass(frozen=True, slots=True)
class PromptFigures:
    """Of the speculative reply to one prompt; None where nothing was drafted."""

    id: str
    acceptance: float | None
    tokens_per_round: float | None


@dataclass(frozen=True, slots=True)
class PairMeasurement:
    """draft: as the engine names it. costs: of the speculative replies; its `verify` from more rounds than
    these. plain_s: the median of a whole plain step. tokens_per_s: of
    all replies of a kind together. now, best: predicted speedups, of the rounds as they were and of the best
    k in a chain.
    """

    model: str
    draft: str
    temperature: float
    prompts: tuple[PromptFigures, ...]
    costs: RoundCosts
    plain_s: float
    plain_tokens_per_s: float
    tokens_per_s: float
    now: float | None
    best: tuple[int, float] | None

    @property
    def cost_ratio(self) -> float | None:
        """c: a draft step / a plain step."""
        step = self.costs.draft_step_s
        return None if step is None else step / self.plain_s

    @property
    def speedup(self) -> float:
        """As measured: decode tokens/s with the draft / without."""
        return self.tokens_per_s / self.plain_tokens_per_s

    @property
    def tokens_per_round(self) -> float:
        return self.costs.tokens / self.costs.rounds if self.costs.rounds else 1.0

    @property
    def recommended(self) -> DraftLength | None:
        """k; 0: no draft pays; None: nothing was drafted, so nothing is known. A tree is k = auto."""
        if not self.costs.most_levels:
            return None
        if not self.costs.chain:
            return "auto" if (self.now or 0.0) >= WORTH_IT else 0
        return self.best[0] if self.best is not None and self.best[1] >= WORTH_IT else 0


class PairMeasure:
    """All in a session of its own, which no chat sees."""

    def __init__(self, engine: Engine, options: PairOptions, suite: Suite | None = None) -> None:
        self._engine = engine
        self._options = options
        self._suite = suite or read_suite(SUITE)

    def measured(self, control: ReplyControl, progress: ProgressCallback) -> PairMeasurement:
        """Each prompt plain and with the draft, which of them first in turns.

        Raises:
            PairMeasureError: a reply failed, or the replies were too short.
            Cancelled: the user stopped it.
        """
        prompts = self._suite.prompts
        plain: list[Run] = []
        drafted: list[Run] = []
        k = self._warm_up(control, progress)
        for number, prompt in enumerate(prompts):
            progress(Progress(STAGE, number, len(prompts) + 1))
            kinds = [(plain, NONE), (drafted, self._options.draft)]
            for runs, draft in kinds if number % 2 == 0 else reversed(kinds):
                runs.append(self._run(prompt, draft, k, self._options.max_tokens, control))
        progress(Progress(STAGE, len(prompts), len(prompts) + 1))
        costs = self._costs(plain, drafted, control, narrower=k != "auto")
        return self._summed_up(plain, drafted, costs)

    def _warm_up(self, control: ReplyControl, progress: ProgressCallback) -> DraftLength:
        """Loads what has to be loaded; returns the k to draft with, the longest that could pay."""
        progress(Progress(STAGE, 0, len(self._suite.prompts) + 1))
        first = self._suite.prompts[0]
        self._run(first, NONE, "auto", _WARM_UP_TOKENS, control)
        run = self._run(first, self._options.draft, "auto", _WARM_UP_TOKENS, control)
        if run.started.mode == "plain":
            why = run.plans[0].why if run.plans else ""
            raise PairMeasureError(f"This draft does not draft, so nothing can be measured. {why}".strip())
        pays = any(plan.drafter in (MODEL, SKIP) for plan in run.plans)
        return _MOST if pays else "auto"

    def _costs(
        self, plain: Sequence[Run], drafted: Sequence[Run], control: ReplyControl, *, narrower: bool
    ) -> RoundCosts:
        """narrower: also what a pass over fewer rows costs, from short replies. Where a drafter guesses as
        much as it likes, its rounds have all kinds of rows already."""
        costs = _metered(drafted)
        runs = [*plain, *drafted]
        if costs.chain and narrower:
            for k in range(1, costs.most_levels):
                known = {cost.rows for cost in _metered(runs).verify if cost.rounds >= _LEAST_ROUNDS}
                if 1 + k not in known:
                    prompt = self._suite.prompts[k % len(self._suite.prompts)]
                    runs.append(self._run(prompt, self._options.draft, k, _SHORT, control))
        return replace(costs, verify=_metered(runs).verify)

    def _summed_up(self, plain: Sequence[Run], drafted: Sequence[Run], costs: RoundCosts) -> PairMeasurement:
        steps = [after.at - before.at for run in plain for before, after in pairwise(run.rounds)]
        plain_rate, rate = _rate(plain), _rate(drafted)
        if not steps or not plain_rate or not rate:
            raise PairMeasureError(
                "The replies ended after a few tokens, so nothing could be measured; choose another target."
            )
        plain_s = median(steps)
        started = drafted[0].started
        return PairMeasurement(
            model=started.model,
            draft=started.draft,
            temperature=self._options.sampling.temperature,
            prompts=tuple(
                _figures(prompt, run) for prompt, run in zip(self._suite.prompts, drafted, strict=True)
            ),
            costs=costs,
            plain_s=plain_s,
            plain_tokens_per_s=plain_rate,
            tokens_per_s=rate,
            now=predicted_speedup(costs, plain_s),
            best=best_k(costs, plain_s),
        )

    def _run(
        self, prompt: SuitePrompt, draft: str, k: DraftLength, max_tokens: int, control: ReplyControl
    ) -> Run:
        options = self._options
        request = ChatRequest(
            messages=prompt.messages,
            sampling=options.sampling,
            draft=draft,
            k=k,
            max_tokens=max_tokens,
            seed=options.seed,
            session=SESSION,
        )
        self._engine.forget(SESSION)
        try:
            run = run_of(self._engine.reply(request, control))
        except MeasuredReplyError as error:
            control.check()
            raise PairMeasureError(f"The pair could not be measured. {error}") from error
        finally:
            self._engine.forget(SESSION)
        control.check()
        return run


def _figures(prompt: SuitePrompt, run: Run) -> PromptFigures:
    costs = _metered([run])
    return PromptFigures(prompt.id, costs.acceptance, costs.tokens / costs.rounds if costs.rounds else None)


def _metered(runs: Iterable[Run]) -> RoundCosts:
    meter = CostMeter()
    for run in runs:
        meter.begin()
        for round_ in run.rounds:
            meter.add(round_)
    return meter.costs()


def _rate(runs: Iterable[Run]) -> float:
    """Decode tokens a second, all replies together; 0 where all ended in round 0."""
    tokens = seconds = 0.0
    for run in runs:
        if len(run.rounds) > 1:
            tokens += sum(len(round_.emitted) for round_ in run.rounds[1:])
            seconds += run.rounds[-1].at - run.rounds[0].at
    return tokens / seconds if seconds > 0 else 0.0
