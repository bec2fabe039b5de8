"""What a search shows: each conversation once, its title first, and where the words stand."""

from __future__ import annotations

from desktop_app.chats.search import SearchHit
from desktop_app.chats.store import Conversation
from desktop_app.ui.conversations.found_rows import FoundRow, found_rows, marked

CHATS = [Conversation("a", "Photosynthesis\nof plants", 0, 0), Conversation("b", "", 0, 0)]
MARK = (("light", True),)


def message(conversation: str, name: str, title: str = "Some title") -> SearchHit:
    return SearchHit(conversation, title, name, "user", 0.0, MARK)


def test_a_part_of_a_word_is_found_in_titles() -> None:
    title = (("Photo", False), ("SYNTHESIS OF".lower(), True), (" plants", False))
    assert found_rows(" SYNTHESIS  of", CHATS, [], "New chat") == [FoundRow("a", title=title)]
    assert found_rows("nowhere", CHATS, [], "New chat") == []
    assert found_rows("", CHATS, [], "New chat") == []


def test_rows_of_one_conversation_stand_together_under_one_title() -> None:
    hits = [message("b", "1", ""), message("a", "2"), message("b", "3", "")]
    assert found_rows("light", CHATS, hits, "New chat") == [
        FoundRow("b", "1", (("New chat", False),), MARK),
        FoundRow("b", "3", (), MARK),
        FoundRow("a", "2", (("Some title", False),), MARK),
    ]


def test_a_title_that_was_found_twice_is_shown_once() -> None:
    title_hit = SearchHit("a", "Photosynthesis", None, None, 0.0, (("Photosynthesis", True),))
    (row,) = found_rows("photo", CHATS, [title_hit, message("a", "1")], "New chat")
    assert row == FoundRow("a", "1", (("Photo", True), ("synthesis of plants", False)), MARK)
    (row,) = found_rows("plants photosynthesis", CHATS, [message("a", "1"), title_hit], "New chat")
    assert row == FoundRow("a", "1", (("Photosynthesis", True),), MARK)
    assert row.text == "Photosynthesis. light"


def test_letters_that_change_their_length_with_the_case() -> None:
    assert marked("İstanbul", "stan") == (("İstanbul", True),)
    assert marked("İstanbul", "x") == ()
