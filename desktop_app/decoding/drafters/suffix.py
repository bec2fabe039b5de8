"""Suffix drafting: what most often followed the longest suffix of this text, in the conversation and in older
versions of the reply.

After SuffixDecoding (Oliaro et al., 2411.04975), for one conversation: where prompt lookup copies one earlier
place, this lets all places vote, token by token, and stops when the votes scatter.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from desktop_app.decoding.drafters.base import DraftContext
from desktop_app.decoding.drafts import Drafts

_ANCHOR = 2  # tokens that must match before a place counts at all
_LONGEST = 32  # tokens compared backwards; longer matches count the same
_PLACES = 64  # latest places looked at, so that a proposal stays in microseconds
_QUORUM = 0.3  # share of the votes the leader needs for drafting to go on

# A place is (text, position): text 0 is the conversation, others are references.
_Place = tuple[int, int]


class Suffix:
    """References are token sequences that may come again, such as older versions of the reply."""

    name = "suffix"
    problem = ""
    limit = None

    def __init__(self, references: Sequence[Sequence[int]] = ()) -> None:
        self._texts: list[list[int]] = [[]]
        self._places: defaultdict[tuple[int, ...], list[_Place]] = defaultdict(list)
        for reference in references:
            self._texts.append([])
            self._extend(len(self._texts) - 1, reference)

    def start(self, tokens: Sequence[int], context: DraftContext | None = None) -> None:  # noqa: ARG002
        for anchor, places in list(self._places.items()):
            self._places[anchor] = [place for place in places if place[0] != 0]
        self._texts[0] = []
        self._extend(0, tokens)

    def commit(self, tokens: Sequence[int]) -> None:
        self._extend(0, tokens)

    def propose(self, k: int) -> Drafts:
        places = self._longest_matches()
        tokens: list[int] = []
        while places and len(tokens) < k:
            votes = Counter(self._texts[text][position] for text, position in places)
            token, count = votes.most_common(1)[0]
            if count < _QUORUM * votes.total():
                break
            tokens.append(token)
            places = self._following(places, token)
        return Drafts(tuple(tokens))

    def _extend(self, text: int, tokens: Sequence[int]) -> None:
        own = self._texts[text]
        for token in tokens:
            # indexed once something follows, so that the end of the text does not find itself
            if len(own) >= _ANCHOR:
                self._places[tuple(own[-_ANCHOR:])].append((text, len(own)))
            own.append(token)

    def _longest_matches(self) -> list[_Place]:
        """Places after the longest matches of the text's end, latest first."""
        own = self._texts[0]
        best: list[_Place] = []
        best_length = 0
        for place in reversed(self._places.get(tuple(own[-_ANCHOR:]), [])[-_PLACES:]):
            length = self._match_length(place)
            if length > best_length:
                best, best_length = [place], length
            elif length == best_length:
                best.append(place)
        return best

    def _match_length(self, place: _Place) -> int:
        text, position = self._texts[place[0]], place[1]
        own = self._texts[0]
        limit = min(position, len(own), _LONGEST)
        length = 0
        while length < limit and text[position - 1 - length] == own[-1 - length]:
            length += 1
        return length

    def _following(self, places: list[_Place], token: int) -> list[_Place]:
        return [
            (text, position + 1)
            for text, position in places
            if self._texts[text][position] == token and position + 1 < len(self._texts[text])
        ]
