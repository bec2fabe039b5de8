from __future__ import annotations

import pytest

from desktop_app.ui.chat.rendering.stream_split import Fence, Splitter


@pytest.mark.parametrize(
    ("tail", "settled"),
    [
        ("one line\n", ""),
        ("one\n\n", "one\n\n"),
        ("one\n\ntwo", "one\n\n"),
        ("one\n# ", ""),
        ("one\n# x\n", "one\n# x\n"),
        ("a | b\n---|---\n", ""),
        ("# head\n", "# head\n"),
        ("- a\n", ""),
        ("- a\n- b\n", "- a\n"),
        ("- a\n- b", "- a\n"),
        ("- a\n-", ""),
        ("- a\n  - b", ""),
        ("text\n2. b", ""),
        ("9. a\n10. b", "9. a\n"),
        ("- a\n\n  more\n\n", ""),
        ("- a\n\nnext\n", "- a\n\n"),
        ("1. a\n   - b\n2. c\n", "1. a\n   - b\n"),
        ("> q\n", ""),
        ("> q\n\n", "> q\n\n"),
        ("text\n```\n", "text\n"),
        ("no newline", ""),
    ],
)
def test_what_is_settled(tail: str, settled: str) -> None:
    assert tail[: Splitter().settled(tail)] == settled


def test_a_long_tail_is_settled_when_a_line_could_have_ended_it() -> None:
    splitter = Splitter()
    rows = "| a | b |\n|---|---|\n" + "| one | two |\n" * 400
    assert splitter.settled(rows) == 0
    assert splitter.settled(rows + "| x | y |\n" * 80 + "\n") == len(rows) + 801


@pytest.mark.parametrize(
    ("line", "fence"),
    [
        ("```python title", Fence(0, "```", "python")),
        ("  ~~~~", Fence(2, "~~~~", "")),
        ("``` a`b", None),
        ("    ```", None),
        ("``", None),
    ],
)
def test_opening_fences(line: str, fence: Fence | None) -> None:
    assert Fence.opened_by(line) == fence


def test_closing_fences() -> None:
    fence = Fence(0, "```", "")
    assert fence.closed_by("```")
    assert fence.closed_by("  ````  ")
    assert not fence.closed_by("``")
    assert not fence.closed_by("~~~")
    assert not fence.closed_by("``` x")
    assert not fence.closed_by("    ```")
