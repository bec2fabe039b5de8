"""Models and decoding on this machine."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import replace

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import PromptTemplateError
from desktop_app.chats.template_probe import takes_system
from desktop_app.decoding.appending_adapter import network_for
from desktop_app.decoding.awake_clock import AwakeClock
from desktop_app.decoding.control import ReplyControl
from desktop_app.decoding.control_rounds import ControlRounds
from desktop_app.decoding.decoder import Decoder
from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.errors import (
    Cancelled,
    DecodingError,
    NonFiniteLogitsError,
    PromptTooLongError,
    SlipstreamError,
)
from desktop_app.decoding.rounds import Round
from desktop_app.decoding.runner import ModelRunner, Network
from desktop_app.decoding.sampling import SamplingPipeline
from desktop_app.decoding.sampling_params import random_seed
from desktop_app.decoding.session import Session
from desktop_app.decoding.stopping import StopRules
from desktop_app.decoding.tally import Tally
from desktop_app.decoding.tie_audit import audit
from desktop_app.decoding.verification import Coupled, Greedy, Rejection, SeededCoins, Verifier
from desktop_app.engines.base import (
    ChatRequest,
    Difference,
    DraftLength,
    Event,
    Failed,
    Finished,
    Plan,
    Prefilled,
    Resolved,
    Started,
)
from desktop_app.engines.begun_reply import Begun
from desktop_app.engines.choices import choices_of
from desktop_app.engines.draft_models import CancelCheck, LoadDraft
from desktop_app.engines.drafting import Drafters, Drafting, Shape
from desktop_app.engines.opening import opening
from desktop_app.engines.overflow import reply_room, without_oldest
from desktop_app.engines.prompt_ids import generated_ids, prompt_ids
from desktop_app.engines.request_check import checked
from desktop_app.engines.retracing import Trail, retraced
from desktop_app.engines.sessions import Sessions, sessions_memory
from desktop_app.engines.sleep import saying_sleep
from desktop_app.engines.standby import Standby
from desktop_app.engines.template_check import with_advice
from desktop_app.models.given_back import give_back_memory
from desktop_app.models.loading import LoadedModel
from desktop_app.models.memory_sentences import is_out_of_memory, no_room, ran_out
from desktop_app.models.template_file import template_file


class LocalEngine:
    """One loaded target; each conversation has a session of its own.

    load_draft reads a draft model by its name; without it none can be used. network: what computes for the
    model; made from it when None.
    """

    def __init__(
        self, loaded: LoadedModel, load_draft: LoadDraft | None = None, network: Network | None = None
    ) -> None:
        if network is None:
            network = network_for(loaded.model)
        runner = ModelRunner(network, loaded.vocab_size, loaded.context_limit)
        self._loaded: LoadedModel | None = loaded
        self._load_draft = load_draft
        self._runner: ModelRunner | None = runner
        self.name = loaded.name
        self.context_limit = runner.context_limit
        tokenizer = loaded.tokenizer
        self.takes_system = takes_system(
            tokenizer.chat_template or None, tokenizer.template_variables, tokenizer.control_tokens
        )
        self._drafters: Drafters | None = Drafters(loaded, runner, load_draft)
        # through self, so that a closed engine frees its model
        self._sessions = Sessions(
            lambda: Session(self.runner), sessions_memory(network.device), self._draft_bytes
        )

    def over(self, network: Network) -> LocalEngine:
        """Another engine for the same model, computed by this network."""
        return LocalEngine(self._open()[0], self._load_draft, network)

    def _draft_bytes(self, session: Session) -> int:
        return self._drafters.cache_bytes(session) if self._drafters else 0

    @property
    def held_bytes(self) -> int:
        """What is free once the engine is closed: weights that were estimated, caches that there are."""
        fit = self._loaded.fit if self._loaded is not None else None
        return (fit.estimate.held if fit is not None else 0) + self._sessions.nbytes

    @property
    def runner(self) -> ModelRunner:
        return self._open()[1]

    @property
    def loaded(self) -> LoadedModel:
        return self._open()[0]

    @property
    def dtype(self) -> str:
        """What is computed in, and the bits of the weights where they are fewer: speeds differ by both."""
        quantise = self._open()[0].quantise
        bits = "" if quantise == "off" else f", {quantise}-bit weights"
        return str(self.runner.network.dtype).removeprefix("torch.") + bits

    @property
    def eos_ids(self) -> frozenset[int]:
        return self._open()[0].eos_ids

    def reply(self, request: ChatRequest, control: ReplyControl) -> Iterator[Event]:
        try:
            with AwakeClock() as clock:
                yield from self._reply(checked(request), control, clock)
        except NonFiniteLogitsError as error:
            self.forget(request.session)  # its cache may hold the values that are not finite
            yield Failed(str(error))
        except PromptTemplateError as error:
            yield Failed(self._about_template(error))
        except SlipstreamError as error:
            yield Failed(str(error))
        except (MemoryError, RuntimeError) as error:
            if not is_out_of_memory(error):
                raise
            yield self._ran_out(error)

    def _about_template(self, error: PromptTemplateError) -> str:
        """What refuses a conversation in words of its own needs no repair."""
        if not error.whatever_is_said:
            return str(error)
        path = self._open()[0].path
        return with_advice(str(error), template_file(path) if path.is_dir() else None)

    def preload(self, draft: str, check: CancelCheck) -> str:
        """Loads the models of a draft as it is named in a request; returns why one cannot draft, or "".

        Raises:
            Cancelled: the user stopped it.
        """
        if self._drafters is None:
            return ""
        try:
            self._drafters.preload(draft, check)
        except SlipstreamError as error:
            return str(error)
        except (MemoryError, RuntimeError) as error:
            if not is_out_of_memory(error):
                raise
            return str(no_room(draft, self._open()[0].device, None))
        return ""

    def _ran_out(self, error: BaseException) -> Failed:
        """Other chats' caches go, too: the next reply needs the room."""
        # the functions it passed through hold what they computed
        traceback.clear_frames(error.__traceback__)
        self._sessions.clear()
        give_back_memory()
        loaded = self._open()[0]
        return Failed(ran_out(loaded.device, loaded.fit, self.context_limit))

    def count(self, messages: Sequence[Message], session: str) -> int:
        kept = self._sessions.peek(session)
        return len(prompt_ids(self._open()[0].tokenizer, messages, kept.replies if kept else {}))

    def count_text(self, text: str) -> int:
        return len(self._open()[0].tokenizer.encode_pieces([(text, False)]))

    def difference(
        self,
        request: ChatRequest,
        plain: Sequence[int],
        speculative: Sequence[int],
        drafts: int,
        control: ReplyControl,
    ) -> Difference | None:
        if tuple(plain) == tuple(speculative):
            return None
        prompt, begun = self._opening(request)
        verifier = self._verifier(request, request.seed or 0)
        choices = choices_of(verifier, self._pipeline(request), prompt, [*begun.ids], plain)
        check = control.check
        found = audit(self.runner, [*prompt, *begun.ids], plain, speculative, drafts, check, choices)
        assert found is not None
        where = (found.position, found.plain_token, found.speculative_token)
        told = verifier.name != "rejection" and (request.seed is not None or verifier.name == "greedy")
        return Difference(*where, *((found.plain_gap, found.speculative_gap) if told else (None, None)))

    @property
    def drafts(self) -> tuple[str, ...]:
        return self._drafters.names if self._drafters else ()

    def retrace(
        self,
        request: ChatRequest,
        reply: Sequence[int],
        lanes: Sequence[tuple[str, DraftLength]],
        control: ReplyControl,
    ) -> Iterator[tuple[int, Round]]:
        loaded, runner = self._open()
        # one of its own, which pushes no conversation out
        session = Session(runner)
        seed = request.seed or 0
        rule = self._verifier(request, seed)
        prompt, begun = self._opening(request)
        read = (*prompt, *begun.ids)
        trail = Trail(read, tuple(reply), loaded.eos_ids, rule, seed, request.exact)
        for place, (draft, k) in enumerate(lanes):
            drafting = self._drafting(replace(request, draft=draft, k=k), session, rule, control.check)
            pipeline = self._pipeline(request)
            pipeline.start(prompt)
            pipeline.commit(begun.ids)
            detokenizer = loaded.tokenizer.detokenizer()
            for round_ in retraced(trail, session, drafting, pipeline, detokenizer, control):
                yield place, round_

    def forget(self, session: str) -> None:
        self._sessions.forget(session)

    def close(self) -> None:
        self._sessions.clear()
        self._drafters = None
        self._load_draft = None  # it may hold the target
        self._runner = None
        self._loaded = None

    def _reply(self, request: ChatRequest, control: ReplyControl, clock: AwakeClock) -> Iterator[Event]:
        asked_at = clock()
        loaded, runner = self._open()
        seed = random_seed() if request.seed is None else request.seed
        pipeline = self._pipeline(request)
        session = self._sessions.get(request.session)
        tally = Tally()
        try:
            request, left_out = self._fitting(request, control)
            verifier = self._verifier(request, seed)
            drafting = self._drafting(request, session, verifier, control.check)
            yield replace(self._started(request, drafting, verifier, seed), left_out=left_out)
            prompt, begun = self._opening(request)
            context = [*prompt, *begun.ids]
            started = clock()
            reused = session.prefill(context, exact=request.exact, check=control.check)
            seconds = clock() - started
            new = len(context) - 1 - reused
            tally.prefilled(new, seconds)
            yield Prefilled(new, reused, seconds)
            pipeline.start(prompt)
            pipeline.commit(begun.ids)
            record = request.record
            draft_context = DraftContext(pipeline, verifier, control.check, request.exact, record)
            drafting.drafter.start(context, draft_context)
        except Cancelled:
            yield Finished("cancelled", "", tally.summary())
            return
        detokenizer = loaded.tokenizer.detokenizer()
        for token in begun.ids:
            detokenizer.push(token)  # the reply goes on inside a character, or behind one
        limits = (request.max_tokens, runner.context_limit, request.stop, request.max_seconds)
        decoder = Decoder(
            session,
            drafting.drafter,
            drafting.lookahead,
            pipeline,
            verifier,
            detokenizer,
            StopRules(loaded.eos_ids, *limits),
            exact=request.exact,
            record=request.record,
            clock=clock,
            controls=ControlRounds(request.control_every, seed) if request.control_every else None,
            standby=self._standby(request, session, draft_context),
            asked_at=asked_at,
        )
        steps = saying_sleep(decoder.steps(control), clock)
        yield from self._decode(steps, decoder, session, begun, tally)

    def _decode(
        self,
        steps: Iterator[Round | Plan],
        decoder: Decoder,
        session: Session,
        begun: Begun,
        tally: Tally,
    ) -> Iterator[Event]:
        rounds: list[Round] = []
        for step in steps:
            if isinstance(step, Round):
                tally.add(step)
                rounds.append(step)
            yield step
        text = "".join(round_.text for round_ in rounds)
        if decoder.reason != "stop":  # the ids of a reply cut at a stop string reach beyond its text
            session.replies[begun.text + text] = (*begun.ids, *generated_ids(rounds, self.eos_ids))
        self._sessions.trim()
        yield Finished(decoder.reason or "cancelled", text, tally.summary())

    def _open(self) -> tuple[LoadedModel, ModelRunner]:
        if self._loaded is None or self._runner is None:
            raise DecodingError("The model was closed; load it again.")
        return self._loaded, self._runner

    def _pipeline(self, request: ChatRequest) -> SamplingPipeline:
        loaded, runner = self._open()
        return SamplingPipeline(request.sampling, runner.vocab_size, runner.logits_device, loaded.eos_ids)

    def _verifier(self, request: ChatRequest, seed: int) -> Verifier:
        if request.sampling.greedy:
            return Greedy()
        choice = request.verifier
        if choice == "auto":
            assert self._drafters is not None
            choice = "coupled" if self._drafters.coupled(request.draft) else "rejection"
        return Coupled(seed) if choice == "coupled" else Rejection(SeededCoins(seed))

    def _drafting(
        self, request: ChatRequest, session: Session, verifier: Verifier, check: CancelCheck
    ) -> Drafting:
        loaded, _ = self._open()
        assert self._drafters is not None
        references = [
            session.replies.get(text) or loaded.tokenizer.encode_pieces([(text, False)])
            for text in request.references
        ]
        shape = Shape.CHAIN if request.exact else Shape.TREE
        if verifier.name == "rejection":
            shape = Shape.DRAWN
        return self._drafters.resolve(request.draft, request.k, session, references, check, shape=shape)

    def _standby(self, request: ChatRequest, session: Session, context: DraftContext) -> Standby | None:
        if request.draft != "none" or request.standby == "none":
            return None
        asked = replace(request, draft=request.standby)

        def resolve() -> Drafting:
            return self._drafting(asked, session, context.verifier, context.check)

        return Standby(resolve, session, context)

    def _started(self, request: ChatRequest, drafting: Drafting, verifier: Verifier, seed: int) -> Started:
        device = str(self.runner.network.device)
        resolved = Resolved(verifier.name, device, self.dtype, request.exact)
        return Started(
            model=self.name,
            draft=drafting.label,
            mode=drafting.mode,
            k=0 if drafting.mode == "plain" else request.k,
            sampling=request.sampling,
            seed=seed,
            resolved=resolved,
        )

    def _fitting(self, request: ChatRequest, control: ReplyControl) -> tuple[ChatRequest, int]:
        """The request without the turns it may lose, and their number."""
        if request.raw or request.overflow != "drop_oldest":
            return request, 0
        limit = self.context_limit
        most = limit - reply_room(request.max_tokens, limit)

        def fits(messages: tuple[Message, ...]) -> bool:
            control.check()
            try:
                return len(self.prompt_ids(replace(request, messages=messages))) <= most
            except PromptTooLongError:
                return False

        messages, left_out = without_oldest(request.messages, fits)
        return replace(request, messages=messages), left_out

    def prompt_ids(self, request: ChatRequest) -> list[int]:
        """The request's conversation as the model reads it.

        Raises:
            SlipstreamError: it cannot be rendered, is empty or too long.
        """
        prompt, begun = self._opening(request)
        return [*prompt, *begun.ids]

    def _opening(self, request: ChatRequest) -> tuple[list[int], Begun]:
        """The prompt, and behind it the reply that is to be gone on with."""
        loaded, runner = self._open()
        session = self._sessions.peek(request.session)
        kept = session.replies if session else {}
        return opening(loaded, request, kept, limit=runner.context_limit, vocab_size=runner.vocab_size)
