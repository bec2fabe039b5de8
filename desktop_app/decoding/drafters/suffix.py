"""Suffix drafting: what most often followed the longest suffix of this text, in the conversation and in older
versions of the reply.

After SuffixDecoding (Oliaro et al., 2411.04975), for one conversation: where prompt lookup copies one earlier
place, this lets all places vote, token by token, and stops when the votes scatter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafters.names import SUFFIX
from desktop_app.decoding.drafts import Drafts

ANCHOR = 2  # tokens that must match before a place counts at all
LONGEST = 32  # tokens compared backwards; longer matches count the same
PLACES = 64  # latest places looked at, so that a proposal stays in microseconds
QUORUM = 0.3  # share of the votes the leader needs for drafting to go on

# A place is (text, position): text 0 is the conversation, others are references.
_Place = tuple[int, int]


class Suffix:
    """References are token sequences that may follow the prompt again: older versions of the reply.

    least: tokens that must match for a guess; more than ANCHOR where another drafter guesses instead.
    """

    name = SUFFIX
    problem = ""
    limit = None

    def __init__(self, references: Sequence[Sequence[int]] = (), least: int = ANCHOR) -> None:
        self._least = least
        self._references = tuple(references)
        self._texts: list[list[int]] = [[]]
        self._places: defaultdict[tuple[int, ...], list[_Place]] = defaultdict(list)

    def start(self, tokens: Sequence[int], context: DraftContext | None = None) -> None:  # noqa: ARG002
        self._texts = [[] for _ in range(1 + len(self._references))]
        self._places.clear()
        for text, reference in enumerate(self._references, start=1):
            # behind the end of the prompt, so that its first token is found too
            self._extend(text, [*tokens[-LONGEST:], *reference])
        self._extend(0, tokens)

    def commit(self, tokens: Sequence[int]) -> None:
        self._extend(0, tokens)

    def propose(self, k: int) -> Drafts:
        places = self._longest_matches()
        tokens: list[int] = []
        while places and len(tokens) < k:
            votes = Counter(self._token(place, tokens) for place in places)
            token, count = votes.most_common(1)[0]
            if count < QUORUM * votes.total():
                break
            places = [
                (text, position + 1)
                for text, position in places
                if self._token((text, position), tokens) == token
                and (text == 0 or position + 1 < len(self._texts[text]))
            ]
            tokens.append(token)
        return Drafts(tuple(tokens))

    def _token(self, place: _Place, drafts: Sequence[int]) -> int:
        """The conversation goes on with the drafts: a match that overlaps its end repeats itself."""
        text, position = place
        own = self._texts[text]
        return own[position] if position < len(own) else drafts[position - len(own)]

    def _extend(self, text: int, tokens: Sequence[int]) -> None:
        own = self._texts[text]
        for token in tokens:
            # indexed once something follows, so that the end of the text does not find itself
            if len(own) >= ANCHOR:
                self._places[tuple(own[-ANCHOR:])].append((text, len(own)))
            own.append(token)

    def _longest_matches(self) -> list[_Place]:
        """Places after the longest matches of the text's end, latest first."""
        anchor = tuple(self._texts[0][-ANCHOR:])
        best: list[_Place] = []
        best_length = 0
        for place in reversed(self._places.get(anchor, [])[-PLACES:]):
            length = self._match_length(place)
            if length > best_length:
                best, best_length = [place], length
            elif length == best_length:
                best.append(place)
        return best if best_length >= self._least else []

    def _match_length(self, place: _Place) -> int:
        text, position = self._texts[place[0]], place[1]
        own = self._texts[0]
        limit = min(position, len(own), LONGEST)
        length = 0
        while length < limit and text[position - 1 - length] == own[-1 - length]:
            length += 1
        return length
