"""Measures a suite on one engine: each prompt plain, speculative, speculative, plain (A B B A)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from desktop_app.bench.measured_reply import MeasuredReplyError, Run, run_of
from desktop_app.bench.suite import Suite, SuitePrompt
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.engines.base import (
    ChatRequest,
    Difference,
    DraftLength,
    VerifierChoice,
)
from desktop_app.engines.local import LocalEngine
from desktop_app.models.progress import Progress, ProgressCallback

# How a reply is sampled: at temperature 0, or at the one asked for.
Sampling = Literal["greedy", "sampled"]
SAMPLINGS: tuple[Sampling, ...] = ("greedy", "sampled")

# A slow first pass, a draft model that is loaded when it is first needed: outside the measurement.
_WARM_UP_TOKENS = 24
_SESSION = "bench suite"


class SuiteError(SlipstreamError):
    """A reply failed; what was measured before stands."""


@dataclass(frozen=True, slots=True)
class SuiteOptions:
    """repeats: how often the four replies A B B A to a prompt are measured. verifier: above temperature 0."""

    draft: str = "auto"
    k: DraftLength = "auto"
    verifier: VerifierChoice = "auto"
    temperature: float = 0.7
    exact: bool = False
    max_tokens: int = 160
    repeats: int = 1
    seed: int = 1

    def request(self, prompt: SuitePrompt, sampling: Sampling) -> ChatRequest:
        """What is asked speculatively; all runs of a prompt have the same seed."""
        return ChatRequest(
            messages=prompt.messages,
            sampling=SamplingParams(temperature=0.0 if sampling == "greedy" else self.temperature),
            draft=self.draft,
            k=self.k,
            verifier=self.verifier,
            exact=self.exact,
            max_tokens=self.max_tokens,
            seed=self.seed,
            session=_SESSION,
        )


@dataclass(frozen=True, slots=True)
class Row:
    """All runs of one prompt in one sampling. difference: the first run of its kind against the other's.

    comparable: whether speculative and plain replies must have the same tokens at all.
    """

    prompt: SuitePrompt
    sampling: Sampling
    plain: tuple[Run, ...]
    speculative: tuple[Run, ...]
    comparable: bool
    difference: Difference | None


class SuiteRun:
    """Asks one engine everything. Replies are read in full speed: nothing is shown between their rounds."""

    def __init__(
        self, engine: LocalEngine, options: SuiteOptions, progress: ProgressCallback, control: ReplyControl
    ) -> None:
        self._engine = engine
        self._options = options
        self._progress = progress
        self._control = control

    def rows(self, suite: Suite) -> Iterator[Row]:
        """Two rows a prompt, each when its runs are done.

        Raises:
            SuiteError: a reply failed.
            Cancelled: the user asked to stop.
        """
        options = self._warm_up(suite.prompts[0])
        total = len(suite.prompts) * len(SAMPLINGS)
        for index, prompt in enumerate(suite.prompts):
            for place, sampling in enumerate(SAMPLINGS):
                done = index * len(SAMPLINGS) + place
                self._progress(Progress(f"{prompt.id}, {sampling}", done, total))
                yield self._row(prompt, sampling, options)

    def _warm_up(self, prompt: SuitePrompt) -> SuiteOptions:
        """The options with the verifier the engine chose for the draft, so that plain replies are drawn by it
        too."""
        self._progress(Progress("Warming up"))
        options = self._options
        for sampling in SAMPLINGS:
            request = self._options.request(prompt, sampling)
            request = replace(request, max_tokens=min(_WARM_UP_TOKENS, request.max_tokens))
            for draft in ("none", request.draft):
                run = self._run(replace(request, draft=draft))
                chosen = run.started.resolved.verifier
                if sampling == "sampled" and draft != "none" and chosen != "greedy":
                    options = replace(options, verifier=chosen)
        return options

    def _row(self, prompt: SuitePrompt, sampling: Sampling, options: SuiteOptions) -> Row:
        request = options.request(prompt, sampling)
        plainly = replace(request, draft="none")
        plain: list[Run] = []
        speculative: list[Run] = []
        for _ in range(self._options.repeats):
            plain.append(self._run(plainly))
            speculative += [self._run(request), self._run(request)]
            plain.append(self._run(plainly))
        comparable = plain[0].started.resolved.verifier != "rejection"
        first = None
        if comparable:
            one, other = plain[0].tokens, speculative[0]
            first = self._engine.difference(request, one, other.tokens, other.most_drafts, self._control)
        return Row(prompt, sampling, tuple(plain), tuple(speculative), comparable, first)

    def _run(self, request: ChatRequest) -> Run:
        """One reply from an empty cache, so that every prompt is read whole."""
        self._engine.forget(request.session)
        try:
            run = run_of(self._engine.reply(request, self._control))
        except MeasuredReplyError as error:
            self._control.check()
            raise SuiteError(f"The suite could not go on. {error}") from error
        self._control.check()
        return run
