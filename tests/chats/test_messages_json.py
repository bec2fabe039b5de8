"""Messages in the form of OpenAI's API: both shapes, text only, everything else refused by its name."""

import json
from typing import Any

import pytest
from exported_conversations import conversations
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.exported import ChatFileError, ExportedConversation
from desktop_app.chats.messages_json import conversation_from_messages, messages_text

NOW = 1234.5


@given(conversations(), st.booleans())
def test_roles_and_texts_come_back(exported: ExportedConversation, wrapped: bool) -> None:
    data = json.loads(messages_text(exported, wrapped=wrapped))
    assert isinstance(data, dict) is wrapped
    if not exported.messages:
        with pytest.raises(ChatFileError, match="no messages"):
            conversation_from_messages(data, NOW)
        return
    back = conversation_from_messages(data, NOW)
    assert [(m.role, m.content) for m in back.path()] == [(m.role, m.content) for m in exported.turns()]
    assert [m.parent for m in back.messages] == [None, *range(len(back.messages) - 1)]
    assert {m.created for m in back.messages} == {back.created} == {back.updated} == {NOW}


def test_the_text_is_what_a_request_holds() -> None:
    data = {"messages": [{"role": "system", "content": "短"}, {"role": "user", "content": 'a "b"\n'}]}
    assert (
        messages_text(conversation_from_messages(data, NOW))
        == """{
  "messages": [
    {
      "role": "system",
      "content": "短"
    },
    {
      "role": "user",
      "content": "a \\"b\\"\\n"
    }
  ]
}
"""
    )


def test_text_parts_are_joined_other_keys_ignored_and_the_first_question_is_the_title() -> None:
    parts = [{"type": "text", "text": "one\x00"}, {"type": "text", "text": "two", "annotations": []}]
    data = [
        {"role": "developer", "content": "Be brief."},
        {"role": "user", "content": parts, "name": "me"},
        {"role": "assistant", "content": "x\ud83d", "tool_calls": None, "refusal": None},
    ]
    back = conversation_from_messages({"model": "m", "messages": data}, NOW)
    assert [(m.role, m.content, m.status) for m in back.messages] == [
        ("system", "Be brief.", "complete"),
        ("user", "one\ntwo", "complete"),
        ("assistant", "x\ufffd", "complete"),
    ]
    assert (back.title, back.leaf) == ("one", 2)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "no messages"),
        ({"messages": {}}, "no messages"),
        ({}, "no messages"),
        ([1], "Message 1 is not an object"),
        ([{"content": "x"}], "Message 1 has the role none"),
        (
            [{"role": "user", "content": "x"}, {"role": "tool", "content": "x"}],
            "Message 2 has the role “tool”",
        ),
        ([{"role": ["user"], "content": "x"}], "Message 1 has the role none"),
        ([{"role": "user"}], "Message 1 has no text"),
        ([{"role": "assistant", "content": None, "tool_calls": [{}]}], "Message 1 holds tool_calls"),
        (
            [{"role": "assistant", "content": "", "function_call": {"name": "f"}}],
            "Message 1 holds function_call",
        ),
        ([{"role": "user", "content": [{"type": "image_url"}]}], "a part of type “image_url”"),
        ([{"role": "user", "content": [{"type": "input_audio\n"}]}], "a part of type “input_audio”"),
        ([{"role": "user", "content": ["text"]}], "a part of type none"),
        ([{"role": "user", "content": [{"type": "text", "text": 1}]}], "a text part without text"),
    ],
)
def test_what_cannot_be_kept_is_named(data: Any, sentence: str) -> None:
    with pytest.raises(ChatFileError, match=sentence) as caught:
        conversation_from_messages(data, NOW)
    assert "\n" not in str(caught.value)
