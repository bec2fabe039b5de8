"""The target writes its own training data: it asks itself questions and answers them, many at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch

from desktop_app.decoding.batch_adapter import BatchCache, BatchNetwork
from desktop_app.models.loading import LoadedModel
from desktop_app.models.memory import available_bytes
from desktop_app.models.progress import CancelCheck, Progress, ProgressCallback
from desktop_app.training.chat_turns import ChatTurns, chat_turns
from desktop_app.training.exchanges import Exchange, Shards
from desktop_app.training.openings import Openings
from desktop_app.training.self_chat import Limits, Phase, SelfChat
from desktop_app.training.top_tokens import draw

# Of the replies. Half are greedy: there drafting gains most.
_TEMPERATURES = (*[0.0] * 9, 0.4, *[0.7] * 6, 1.0)
_FOLLOW_UP = 1 / 3
_MOST_REPLIES = 3
# A question that brings a text along needs room for it.
_WITH_A_TEXT = ("summarising", "questions", "code")
_QUESTION, _QUESTION_WITH_A_TEXT, _REPLY, _CONVERSATION = 70, 200, 320, 640
_SHARD_TOKENS = 25_000
_SLOTS = {"cpu": 256, "cuda": 512, "mps": 128}
# of the memory that is free, how much the keys and values may take
_CACHE_SHARE = 0.4


@dataclass(frozen=True, slots=True)
class Speaker:
    """What is needed of a target to let it talk to itself.

    controls: ids that only a template writes. opening_ids: of the first words of a user turn.
    """

    turns: ChatTurns
    stops: frozenset[int]
    controls: frozenset[int]
    vocab_size: int
    opening_ids: Callable[[str], list[int]]

    @classmethod
    def of(cls, loaded: LoadedModel) -> Speaker:
        """
        Raises:
            TrainingError, PromptTemplateError: its template cannot be taken apart.
        """
        tokenizer = loaded.tokenizer
        controls = tokenizer.encode_pieces([(text, True) for text in sorted(tokenizer.control_tokens)])
        turns = chat_turns(tokenizer, loaded.eos_ids)
        return cls(
            turns,
            loaded.eos_ids,
            frozenset(controls),
            loaded.vocab_size,
            lambda words: turns.opening_ids(tokenizer, words),
        )


class Generation:
    """Fills shards with conversations of one target.

    openings: first words of user turns. slots: conversations at a time; None: as many as the memory holds.
    """

    def __init__(
        self,
        network: BatchNetwork,
        speaker: Speaker,
        openings: Openings,
        shards: Shards,
        seed: int,
        slots: int | None = None,
    ) -> None:
        self._network = network
        self._speaker = speaker
        self._openings = openings
        self._shards = shards
        # a resumed run must not say again what the shards hold already
        seed_here = f"{seed}:{len(shards)}"
        self._random = random.Random(seed_here)
        self._draws = torch.Generator(network.device).manual_seed(self._random.getrandbits(63))
        before = len(speaker.turns.before)
        self._length = min(network.context_limit, before + _CONVERSATION)
        self._slots = slots or _slots_that_fit(network, self._length)
        self._finished: list[Exchange] = []

    def run(self, tokens: int, progress: ProgressCallback, check: CancelCheck) -> None:
        """Until the shards hold so many response tokens.

        Raises:
            Cancelled, DiskFullError: what was finished before is kept.
        """
        held = sum(exchange.response_tokens for exchange in self._shards.read())
        if held >= tokens:
            return
        chats = [self._fresh() for _ in range(self._slots)]
        cache = BatchCache(self._slots, self._length)
        unsaved = 0
        try:
            self._read_common_start(cache, check)
            while held < tokens:
                check()
                finished = self._step(chats, cache)
                held += finished
                unsaved += finished
                progress(Progress("Writing conversations", min(held, tokens), tokens))
                if unsaved >= _SHARD_TOKENS:
                    self._save()
                    unsaved = 0
        finally:
            self._save()

    def _save(self) -> None:
        self._shards.append(self._finished)
        self._finished = []

    def _read_common_start(self, cache: BatchCache, check: CancelCheck) -> None:
        """What stands before every first turn is read once; a slot's later conversations find it there."""
        for position, token in enumerate(self._speaker.turns.before[:-1]):
            check()
            self._network.step(cache, *self._column([token] * self._slots, [position] * self._slots))

    def _step(self, chats: list[SelfChat], cache: BatchCache) -> int:
        """One token for every conversation; returns the response tokens of those that ended."""
        tokens = [chat.ids[-1] for chat in chats]
        logits = self._network.step(cache, *self._column(tokens, [len(chat.ids) - 1 for chat in chats]))
        temperatures = torch.tensor([chat.temperature for chat in chats], device=logits.device)
        drawn = draw(logits[:, : self._speaker.vocab_size], temperatures, self._draws).tolist()
        ended = 0
        for slot, (chat, token) in enumerate(zip(chats, drawn, strict=True)):
            chat.take(token)
            if chat.phase is Phase.ENDED and not self._goes_on(chat):
                ended += self._keep(chat)
                chats[slot] = self._fresh()
        return ended

    def _column(self, tokens: Sequence[int], positions: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
        rows = torch.tensor([tokens, positions], device=self._network.device)
        return rows[0], rows[1]

    def _goes_on(self, chat: SelfChat) -> bool:
        room = self._length - len(chat.ids) > _QUESTION + _REPLY // 2
        if not (room and chat.can_go_on and chat.replies < _MOST_REPLIES):
            return False
        if self._random.random() >= _FOLLOW_UP:
            return False
        self._ask(chat)
        return True

    def _keep(self, chat: SelfChat) -> int:
        exchange = chat.exchange()
        if exchange is None:
            return 0
        self._finished.append(exchange)
        return exchange.response_tokens

    def _fresh(self) -> SelfChat:
        speaker = self._speaker
        temperature = self._random.choice(_TEMPERATURES)
        chat = SelfChat(speaker.turns, speaker.stops, speaker.controls, temperature)
        self._ask(chat)
        return chat

    def _ask(self, chat: SelfChat) -> None:
        group, words = self._openings.draw(self._random)
        question = _QUESTION_WITH_A_TEXT if group in _WITH_A_TEXT else _QUESTION
        chat.ask(self._speaker.opening_ids(words), Limits(question, _REPLY, self._length))


def _slots_that_fit(network: BatchNetwork, length: int) -> int:
    most = _SLOTS.get(network.device.type, 64)
    free = available_bytes(network.device)
    if free is None:
        return most
    return max(1, min(most, int(free * _CACHE_SHARE) // (length * network.cache_bytes_per_token)))
