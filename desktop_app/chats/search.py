"""Search over the titles and contents of all conversations, other branches included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from desktop_app.chats.chat_file import ChatFile
from desktop_app.chats.messages import Role
from desktop_app.chats.search_text import (
    MATCH_BEGIN,
    MATCH_END,
    Snippet,
    around,
    index_query,
    like_pattern,
    searchable_text,
    snippet_from,
)

# one long chat about a word must not hide all others
_PER_CONVERSATION = 3
_TITLE_WEIGHT = 4.0
_SNIPPET_WORDS = 32

_BEST = f"""
    ranked AS (
        SELECT id, score, row_number() OVER (PARTITION BY conversation_id ORDER BY score, id DESC) AS place
        FROM matching
    ),
    best AS (
        SELECT r.id, r.score, c.updated
        FROM ranked r JOIN searchable s USING (id) JOIN conversations c ON c.id = s.conversation_id
        WHERE r.place <= {_PER_CONVERSATION} AND c.deleted_at IS NULL
        ORDER BY r.score, c.updated DESC, r.id DESC LIMIT ?
    )"""
_FOUND = """
    JOIN searchable s USING (id) JOIN conversations c ON c.id = s.conversation_id
    LEFT JOIN messages m ON m.id = s.message_id"""
_ORDER = "ORDER BY best.score, best.updated DESC, best.id DESC"
_COLUMNS = "s.conversation_id, c.title, s.message_id, m.role, coalesce(m.created, c.created)"


@dataclass(frozen=True, slots=True)
class SearchHit:
    """Where something was found: in a message, or in the title when message_id and role are None.

    created is that of the message or the conversation, in seconds since 1970; snippet is pieces of text,
    each with whether it is a match. The message may be on a branch that is not the current one.
    """

    conversation_id: str
    title: str
    message_id: str | None
    role: Role | None
    created: float
    snippet: Snippet


def search(file: ChatFile, query: str, limit: int) -> list[SearchHit]:
    """Best first, at most three of a conversation; none for an empty query."""
    expression, signs = index_query(query)
    if expression:
        rows = _in_index(file, expression, signs, limit)
    elif signs:
        rows = _by_signs(file, signs, limit)
    else:
        return []
    return [_hit(row) for row in rows]


def _hit(row: tuple[Any, ...]) -> SearchHit:
    conversation_id, title, message_id, role, created, part = row
    return SearchHit(conversation_id, title, message_id, role, created, snippet_from(part))


def index_title(file: ChatFile, conversation_id: str) -> None:
    """To be called in the transaction that changed the title."""
    file.change("DELETE FROM searchable WHERE conversation_id = ? AND message_id IS NULL", (conversation_id,))
    ((title,),) = file.rows("SELECT title FROM conversations WHERE id = ?", (conversation_id,))
    file.change(
        "INSERT INTO searchable(conversation_id, text) VALUES (?, ?)",
        (conversation_id, searchable_text(title)),
    )


def index_message(file: ChatFile, message_id: str) -> None:
    """To be called in the transaction that completed the message."""
    file.change("DELETE FROM searchable WHERE message_id = ?", (message_id,))
    for conversation_id, content in file.rows(
        "SELECT conversation_id, content FROM messages WHERE id = ?", (message_id,)
    ):
        file.change(
            "INSERT INTO searchable(conversation_id, message_id, text) VALUES (?, ?, ?)",
            (conversation_id, message_id, searchable_text(content)),
        )


def _in_index(file: ChatFile, expression: str, signs: tuple[str, ...], limit: int) -> list[tuple[Any, ...]]:
    # the snippets are made for what is shown only: for a common word they cost more than the search
    return file.rows(
        f"""WITH matching AS MATERIALIZED (
                SELECT s.id, s.conversation_id,
                    i.rank * CASE WHEN s.message_id IS NULL THEN {_TITLE_WEIGHT} ELSE 1.0 END AS score
                FROM search_index i JOIN searchable s ON s.id = i.rowid
                WHERE search_index MATCH ? {_has(signs)}
            ), {_BEST},
            shown AS MATERIALIZED (SELECT id FROM best),
            marked AS MATERIALIZED (
                SELECT rowid AS id, snippet(search_index, 0, ?, ?, '…', {_SNIPPET_WORDS}) AS part
                FROM search_index WHERE search_index MATCH ? AND rowid IN shown
            )
            SELECT {_COLUMNS}, marked.part FROM best JOIN marked USING (id) {_FOUND} {_ORDER}""",
        (expression, *map(like_pattern, signs), limit, MATCH_BEGIN, MATCH_END, expression),
    )


def _by_signs(file: ChatFile, signs: tuple[str, ...], limit: int) -> list[tuple[Any, ...]]:
    """Reads all text: signs are not in the index. Newest conversation first."""
    rows = file.rows(
        f"""WITH matching AS (
                SELECT s.id, s.conversation_id, 0.0 AS score FROM searchable s WHERE 1 {_has(signs)}
            ), {_BEST}
            SELECT {_COLUMNS}, s.text FROM best {_FOUND} {_ORDER}""",
        (*map(like_pattern, signs), limit),
    )
    return [(*row[:5], around(row[5], signs[0])) for row in rows]


def _has(signs: tuple[str, ...]) -> str:
    return r"AND s.text LIKE ? ESCAPE '\' " * len(signs)
