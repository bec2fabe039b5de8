"""What one conversation keeps between replies: its tokens and their keys and values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from desktop_app.decoding.common_prefix import common_prefix
from desktop_app.decoding.errors import PromptTooLongError
from desktop_app.decoding.runner import EXACT_ROWS, ModelRunner

# Small enough that Stop is noticed soon in a long prompt, large enough to keep the processor busy.
PREFILL_ROWS = 256


class Session:
    """`cached` are the tokens whose keys and values lie in slots 0, 1, …: the only length of the cache.

    While a reply runs, the committed tokens are `cached` and then `pending`, which the next pass reads.
    `replies`: texts of replies and the ids they were generated as, for whoever builds the next prompt.
    """

    def __init__(self, runner: ModelRunner) -> None:
        self.runner = runner
        self.cache = runner.new_cache()
        self.cached: list[int] = []
        self.pending: int | None = None
        self.replies: dict[str, tuple[int, ...]] = {}
        self._exact: bool | None = None

    def reusable(self, prompt: Sequence[int], exact: bool) -> int:
        """Tokens of the prompt that need no prefill; its last token is always left to the first round."""
        if exact != self._exact:
            return 0  # the other shape's rows differ in their last bits
        return min(common_prefix(self.cached, prompt), len(prompt) - 1)

    def prefill(self, prompt: Sequence[int], *, exact: bool, check: Callable[[], None]) -> int:
        """Brings the cache to the prompt's last token but one; returns how many tokens were reused.

        check is called before every pass; what is finished when it raises stays in the cache.

        Raises:
            PromptTooLongError: no room is left for a reply.
        """
        limit = self.runner.context_limit
        if len(prompt) >= limit:
            raise PromptTooLongError(
                f"The conversation has {len(prompt):,} tokens and this model holds {limit:,}, "
                "the reply included; shorten the message or start a new chat."
            )
        reused = self.runner.network.rollback(self.cache, self.reusable(prompt, exact))
        self._exact = exact
        del self.cached[reused:]
        self.pending = None
        rows = EXACT_ROWS if exact else PREFILL_ROWS
        todo = prompt[:-1]
        while len(self.cached) < len(todo):
            check()
            chunk = todo[len(self.cached) : len(self.cached) + rows]
            self.runner.prefill(self.cache, chunk, len(self.cached), exact=exact)
            self.cached.extend(chunk)
        self.pending = prompt[-1]
        return reused

    def commit(self, tokens: Sequence[int]) -> None:
        """Adds a round's emitted tokens: the pending one and all but the last now lie in the cache."""
        if not tokens or self.pending is None:
            raise ValueError("a round commits at least one token, after a prefill")
        self.cached.append(self.pending)
        self.cached.extend(tokens[:-1])
        self.pending = tokens[-1]

    @property
    def length(self) -> int:
        """Committed tokens, the pending one included."""
        return len(self.cached) + (self.pending is not None)
