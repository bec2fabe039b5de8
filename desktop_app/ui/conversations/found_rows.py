"""What a search shows: titles that contain what was typed at once, and what the store has found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_app.chats.search import SearchHit
from desktop_app.chats.search_text import Snippet
from desktop_app.chats.store import Conversation

# more are no help: who sees them types another letter
_MOST_TITLES = 20


@dataclass(frozen=True, slots=True)
class FoundRow:
    """title: on the first row of a conversation, () on those below it. snippet: of a message, () where only
    the title was found; pieces of text, each with whether it is a match."""

    conversation_id: str
    message_id: str = ""
    title: Snippet = ()
    snippet: Snippet = ()

    @property
    def text(self) -> str:
        """All of it, as it is read aloud."""
        parts = ("".join(text for text, _ in pieces) for pieces in (self.title, self.snippet))
        return ". ".join(part for part in parts if part)


def found_rows(
    query: str, conversations: Sequence[Conversation], hits: Sequence[SearchHit], untitled: str
) -> list[FoundRow]:
    """The rows of one conversation stand together, title first. untitled: for those without a title."""
    found: dict[str, list[FoundRow]] = {}
    for conversation in conversations:
        title = marked(" ".join(conversation.title.split()), query)
        if title and len(found) < _MOST_TITLES:
            found[conversation.id] = [FoundRow(conversation.id, title=title)]
    for hit in hits:
        rows = found.setdefault(hit.conversation_id, [])
        if hit.message_id is None:
            if not rows or not rows[0].title:
                rows.insert(0, FoundRow(hit.conversation_id, title=hit.snippet))
        else:
            rows.append(FoundRow(hit.conversation_id, hit.message_id, (), hit.snippet))
    titles = {hit.conversation_id: hit.title for hit in hits}
    return [row for key, rows in found.items() for row in _titled(rows, titles.get(key, "") or untitled)]


def _titled(rows: list[FoundRow], title: str) -> list[FoundRow]:
    """A conversation's first message stands in the row that has its title."""
    first, *others = rows
    if first.title and not first.snippet and others:
        message, *others = others
        return [replace(message, title=first.title), *others]
    if not first.title:
        first = replace(first, title=((title, False),))
    return [first, *others]


def marked(text: str, query: str) -> Snippet:
    """The text in pieces: the first place that is the query, in whatever case, is marked; () without one."""
    wanted = " ".join(query.split()).lower()
    lowered = text.lower()
    at = lowered.find(wanted) if wanted else -1
    if at < 0:
        return ()
    if len(lowered) != len(text):
        # a letter that is two in the other case: the places do not fit
        return ((text, True),)
    end = at + len(wanted)
    pieces = ((text[:at], False), (text[at:end], True), (text[end:], False))
    return tuple(piece for piece in pieces if piece[0])
