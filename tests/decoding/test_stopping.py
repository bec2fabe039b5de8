from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from round_factory import make_round

from desktop_app.decoding.rounds import Round
from desktop_app.decoding.stopping import HeldRounds, StopStrings

ab = st.text("ab", max_size=14)
stop_strings = st.lists(st.text("ab", min_size=1, max_size=5), max_size=3)


def kept_by_brute_force(text: str, strings: Sequence[str]) -> int | None:
    """Characters before the stop string that is complete first; of those that end there, the longest."""
    for end in range(1, len(text) + 1):
        starts = [end - len(s) for s in strings if text[:end].endswith(s)]
        if starts:
            return min(starts)
    return None


@st.composite
def pieces(draw: st.DrawFn) -> list[str]:
    """A text in random pieces, empty ones included (a token inside a character shows nothing)."""
    text = draw(ab)
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8)))
    return [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]


def stream(parts: Sequence[str], strings: Sequence[str]) -> tuple[str, bool]:
    """Text that stands at the end, and whether a stop string ended it; checks what is shown meanwhile."""
    stops = StopStrings(strings)
    text = ""
    for part in parts:
        text += part
        cut = stops.push(part)
        if cut is not None:
            return text[: len(text) - cut], True
        assert stops.held <= len(text)
        shown = text[: len(text) - stops.held]
        assert not any(string in shown for string in strings if string)
        held = text[len(text) - stops.held :]
        assert held == "" or any(string.startswith(held) and string != held for string in strings)
    return text, False


@given(pieces(), stop_strings)
def test_any_split_gives_the_cut_of_the_joined_text(parts: list[str], strings: list[str]) -> None:
    kept = kept_by_brute_force("".join(parts), strings)
    text, stopped = stream(parts, strings)
    assert stopped == (kept is not None)
    assert text == "".join(parts)[:kept]


@given(ab, stop_strings)
def test_single_characters(text: str, strings: list[str]) -> None:
    assert stream(list(text), strings)[0] == text[: kept_by_brute_force(text, strings)]


@pytest.mark.parametrize(
    ("parts", "strings", "kept"),
    [
        (["aa", "ab", "x"], ["aab"], "a"),
        (["hel", "lo", "!"], ["hello"], ""),
        (["say hel", "lo"], ["hello"], "say "),
        (["xEND"], ["END"], "x"),
        (["a", "", "b", "", "c"], ["abc"], ""),
        (["foobar"], ["bar", "oo"], "f"),
        (["abc"], ["c", "bc", "abc"], ""),
        (["价", "格"], ["价格"], ""),
        (["anything"], [""], "anything"),
        (["\n", "\nUser", ":"], ["\n\nUser:", "###"], ""),
    ],
)
def test_known_texts(parts: list[str], strings: list[str], kept: str) -> None:
    assert stream(parts, strings)[0] == kept


def test_nothing_is_held_without_stop_strings() -> None:
    stops = StopStrings([])
    assert stops.push("abc") is None
    assert stops.held == 0


def test_text_that_turned_out_harmless_is_released() -> None:
    stops = StopStrings(["STOP"])
    stops.push("ab ST")
    assert stops.held == 2
    stops.push("O")
    assert stops.held == 3
    stops.push("RM")
    assert stops.held == 0


# ---- rounds held back


def rounds_of(parts: Sequence[Sequence[str]]) -> list[Round]:
    """Rounds whose tokens show these texts."""
    made = []
    for index, texts in enumerate(parts):
        emitted = [*["accepted"] * (len(texts) - 1), "plain" if len(texts) == 1 else "bonus"]
        made.append(make_round(["accepted"] * (len(texts) - 1), emitted, index=index, texts=texts))
    return made


def run(parts: Sequence[Sequence[str]], strings: Sequence[str]) -> tuple[list[Round], list[str]]:
    """Drives HeldRounds as the decoder does; returns the rounds, and the text shown after each step."""
    stops, held = StopStrings(strings), HeldRounds()
    out: list[Round] = []
    shown = []
    for round_ in rounds_of(parts):
        cut, seen = None, 0
        for token in round_.emitted:
            seen += 1
            cut = stops.push(token.text)
            if cut is not None:
                break
        if cut is not None:
            last = make_round(
                round_.drafts and ["accepted"] * (seen - 1),
                [token.origin for token in round_.emitted[:seen]],
                index=round_.index,
                texts=[token.text for token in round_.emitted[:seen]],
            )
            return out + held.finish(last, cut), shown
        out += held.add(round_, stops.held)
        shown.append("".join(r.text for r in out))
    return out + held.finish(None, 0), shown


blocks = st.lists(st.lists(st.text("ab", max_size=3), min_size=1, max_size=3), max_size=6)


@given(blocks, stop_strings)
def test_shown_text_is_never_taken_back(parts: list[list[str]], strings: list[str]) -> None:
    rounds, shown = run(parts, strings)
    whole = "".join(text for texts in parts for text in texts)
    final = whole[: kept_by_brute_force(whole, strings)]
    assert "".join(round_.text for round_ in rounds) == final
    for text in shown:
        assert final.startswith(text)
        assert not any(string in text for string in strings)
    assert [round_.index for round_ in rounds] == list(range(len(rounds))), "none lost, none twice"
    tokens = [token.token for round_ in rounds for token in round_.emitted]
    assert len(tokens) <= sum(map(len, parts)), "cut text is removed, its tokens stay counted"


def test_cut_reaches_back_over_tokens_and_rounds() -> None:
    rounds, shown = run([["so ", "S"], ["T"], ["", "OP", "?"]], ["STOP"])
    assert [[token.text for token in round_.emitted] for round_ in rounds] == [["so ", ""], [""], ["", ""]]
    assert shown == ["", ""], "a round is shown whole or not at all"


def test_rounds_are_held_only_as_long_as_needed() -> None:
    _, shown = run([["a"], ["S"], ["T"], ["ay"], ["S"]], ["STOP"])
    assert shown == ["a", "a", "a", "aSTay", "aSTay"]


def test_round_without_text_waits_behind_held_text() -> None:
    _, shown = run([["S"], [""], ["o"]], ["STOP"])
    assert shown == ["", "", "So"]


def test_held_text_is_shown_at_the_end_of_the_reply() -> None:
    rounds, _ = run([["a"], ["ST"]], ["STOP"])
    assert "".join(round_.text for round_ in rounds) == "aST"
