"""In which order the cards stand, and which are hidden. Free of Qt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Arrangement:
    """order: the ids of all cards, from the top, the hidden ones too."""

    order: tuple[str, ...]
    hidden: frozenset[str]

    @property
    def shown(self) -> tuple[str, ...]:
        return tuple(card for card in self.order if card not in self.hidden)

    def with_hidden(self, card: str, hidden: bool) -> Arrangement:
        others = self.hidden - {card}
        return replace(self, hidden=others | {card} if hidden else others)

    def moved(self, card: str, place: int) -> Arrangement:
        """The card at that place among those shown; places out of range are the first or the last."""
        shown = [other for other in self.shown if other != card]
        place = max(0, min(place, len(shown)))
        if card in self.shown and self.shown.index(card) == place:
            return self
        order = [other for other in self.order if other != card]
        order.insert(order.index(shown[place]) if place < len(shown) else len(order), card)
        return replace(self, order=tuple(order))

    def moved_by(self, card: str, steps: int) -> Arrangement:
        """steps: down, or up where negative; a hidden card stays where it is."""
        if card in self.hidden:
            return self
        return self.moved(card, self.shown.index(card) + steps)


def completed(order: Sequence[str], hidden: Collection[str], default: Arrangement) -> Arrangement:
    """A kept arrangement over the cards there are now.

    Cards that are gone are left out; new ones stand after the card they follow by default, shown or hidden
    as by default.
    """
    known = [card for card in dict.fromkeys(order) if card in default.order]
    new = [card for card in default.order if card not in known]
    for card in new:
        before = default.order[: default.order.index(card)]
        place = known.index(before[-1]) + 1 if before else 0
        known.insert(place, card)
    concealed = {card for card in known if card in (default.hidden if card in new else hidden)}
    return Arrangement(tuple(known), frozenset(concealed))
