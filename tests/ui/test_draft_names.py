"""Drafters have one name each, wherever they are chosen or told of."""

from __future__ import annotations

import pytest
from window_bench import WindowBench

from desktop_app.arguments import build_parser
from desktop_app.decoding.drafters import names
from desktop_app.settings.chat_options import CHAT_RECORDS
from desktop_app.settings.draft_words import DRAFT_WORDS
from desktop_app.settings.kinds import Choice
from desktop_app.settings.table import RECORDS
from desktop_app.ui.draft_names import draft_choices, draft_title, drafter_name


def test_every_name_has_a_word() -> None:
    known = {value for key, value in vars(names).items() if key.isupper() and isinstance(value, str)}
    assert set(DRAFT_WORDS) == known - {names.EVERY_CHOICE}
    assert len(set(DRAFT_WORDS.values())) == len(DRAFT_WORDS)


def test_the_same_choice_everywhere(bench: WindowBench) -> None:
    titles = [draft_title(name) for name in names.CHOICES]
    assert titles == ["Automatic", "Trained head", "Prompt lookup", "Suffix"]
    menu = [action.text() for action in bench.window.toolbar.draft.menu.actions()]
    assert menu == [*titles, "No draft"]
    for records, more in ((RECORDS, []), (CHAT_RECORDS, ["No draft"])):
        (kind,) = [record.kind for record in records if record.name == "draft"]
        assert isinstance(kind, Choice)
        assert [text for _, text in kind.options] == [*titles, *more]
    assert [text for _, text in draft_choices()] == titles


@pytest.mark.parametrize("command", [["generate"], ["bench", "suite"], ["bench", "duel"], ["selftest"]])
def test_the_command_line_names_them(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args([*command, "--help"])
    assert "auto|eagle|lookup|suffix|skip:N|PATH" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("drafter", "text"),
    [
        ("lookup", "prompt lookup"),
        ("eagle+lookup", "trained head + prompt lookup"),
        ("none", "no draft"),
        ("My-Head+lookup", "My-Head+lookup"),
        ("", ""),
    ],
)
def test_inside_a_sentence(drafter: str, text: str) -> None:
    assert drafter_name(drafter) == text
