"""Runs a decoder on a prompt, and checks after every round what must always hold."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import torch
from scripted_drafters import GuessMaker, ScriptedDrafter
from table_network import TableNetwork, token_text

from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.control_rounds import ControlRounds
from desktop_app.decoding.decoder import Decoder, Standby
from desktop_app.decoding.detokenizer import ByteDetokenizer
from desktop_app.decoding.drafters.base import DraftContext, Drafter, NoDrafter
from desktop_app.decoding.lookahead import Fixed, Lookahead
from desktop_app.decoding.plan import Plan
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import SamplingParams
from desktop_app.decoding.session import Session
from desktop_app.decoding.stopping import StopRules
from desktop_app.decoding.tally import Tally
from desktop_app.decoding.verification import Greedy, Verifier

PROMPT = [3, 1, 4, 1, 5, 3, 1]
GREEDY = SamplingParams(temperature=0.0)


@dataclass
class Reply:
    """One reply and all that takes part in it. Made ready with `prepare`, run with `run`.

    plans: each with the number of rounds before it. lookahead stands for a fixed k.
    """

    runner: ModelRunner
    prompt: Sequence[int]
    drafter: Drafter = field(default_factory=NoDrafter)
    k: int = 0
    max_tokens: int = 12
    eos: frozenset[int] = frozenset()
    stops: tuple[str, ...] = ()
    params: SamplingParams = GREEDY
    verifier: Verifier = field(default_factory=Greedy)
    exact: bool = False
    record: bool = False
    controls: ControlRounds | None = None
    standby: Standby | None = None
    max_seconds: float | None = None
    lookahead: Lookahead | None = None
    token_bytes: Callable[[int], bytes] = token_text
    clock: Callable[[], float] = time.perf_counter
    session: Session | None = None
    after_round: Callable[[Session], None] = lambda _: None
    control: ReplyControl = field(default_factory=ReplyControl)
    rounds: list[Round] = field(default_factory=list)
    plans: list[tuple[int, Plan]] = field(default_factory=list)
    decoder: Decoder | None = None

    @property
    def tokens(self) -> list[int]:
        return [token.token for round_ in self.rounds for token in round_.emitted]

    @property
    def text(self) -> str:
        return "".join(round_.text for round_ in self.rounds)

    @property
    def reason(self) -> str | None:
        assert self.decoder is not None
        return self.decoder.reason

    @property
    def passes(self) -> int:
        """Passes of a table network after the prefill."""
        assert isinstance(self.runner.network, TableNetwork)
        return len(self.runner.network.calls)

    def prepare(self) -> Reply:
        self.session = self.session or Session(self.runner)
        self.session.prefill(self.prompt, exact=self.exact, check=self.control.check)
        if isinstance(self.runner.network, TableNetwork):
            self.runner.network.calls.clear()
        device = self.runner.network.device
        pipeline = SamplingPipeline(self.params, self.runner.vocab_size, device, self.eos)
        pipeline.start(self.prompt)
        context = DraftContext(pipeline, self.verifier, self.control.check, self.exact, self.record)
        self.drafter.start(self.prompt, context)
        self.decoder = Decoder(
            self.session,
            self.drafter,
            self.lookahead or Fixed(self.k),
            pipeline,
            self.verifier,
            ByteDetokenizer(self.token_bytes),
            StopRules(self.eos, self.max_tokens, self.runner.context_limit, self.stops, self.max_seconds),
            exact=self.exact,
            record=self.record,
            controls=self.controls,
            standby=self.standby,
            clock=self.clock,
        )
        return self

    def run(self) -> Reply:
        if self.decoder is None:
            self.prepare()
        assert self.decoder is not None
        assert self.session is not None
        for step in self.decoder.steps(self.control):
            if isinstance(step, Plan):
                self.plans.append((len(self.rounds), step))
                continue
            self.rounds.append(step)
            committed = [*self.session.cached, self.session.pending]
            # rounds held back for a stop string are committed before they are seen
            assert committed[: len(self.prompt) + len(self.tokens)] == [*self.prompt, *self.tokens]
            self.after_round(self.session)
        assert [round_.index for round_ in self.rounds] == list(range(len(self.rounds)))
        tally = Tally.of(self.rounds)
        assert tally.emitted == len(self.tokens) <= self.max_tokens
        assert self.reason is not None
        assert [*self.session.cached, self.session.pending] == [*self.prompt, *self.tokens]
        return self


def require_fresh(session: Session) -> None:
    """The cache is that of a prefill of its tokens; in double precision."""
    fresh = Session(session.runner)
    assert session.pending is not None
    fresh.prefill([*session.cached, session.pending], exact=False, check=lambda: None)
    count = len(session.cached)
    for layer in fresh.cache.layers:
        pairs = zip(session.cache.read(layer, count), fresh.cache.read(layer, count), strict=True)
        for mine, right in pairs:
            torch.testing.assert_close(mine, right, atol=1e-10, rtol=0)


def drafter_for(network: TableNetwork, make: GuessMaker) -> ScriptedDrafter:
    return ScriptedDrafter(make(lambda tokens: int(network.row(tokens).argmax()), network.vocabulary))


def distinct_network() -> TableNetwork:
    """One whose greedy reply to PROMPT begins with many different tokens."""
    for seed in itertools.count():
        network = TableNetwork(vocabulary=26, seed=seed)
        if len(set(network.greedy(PROMPT, 12))) == 12:
            return network
    raise AssertionError
