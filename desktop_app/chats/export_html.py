"""A conversation as one page of HTML with origin marks: no script, nothing fetched, all text escaped."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import Any

from desktop_app.chats.export_words import ExportWords, date_text
from desktop_app.chats.exported import ExportedConversation, ExportedMessage
from desktop_app.chats.html_page import escaped, html_page, origin_names
from desktop_app.chats.html_switches import flag_names
from desktop_app.chats.html_tokens import marked_html, plain_html
from desktop_app.chats.steps import NoSteps, Steps
from desktop_app.chats.text import without_surrogates
from desktop_app.decoding.tally import TallySummary


def conversation_to_html(
    conversation: ExportedConversation,
    words: ExportWords | None = None,
    zone: tzinfo | None = None,
    steps: Steps | None = None,
) -> str:
    """The current path. zone: of the date, None for this machine's. Raises what steps raises."""
    words = words or ExportWords()
    steps = steps or NoSteps()
    path = conversation.turns()
    title = conversation.title or words.untitled
    marked = [message for message in path if _has_marks(message)]
    legend = _legend(marked, words) if marked else ""
    steps.expect(len(path))
    turns = "\n".join(_turn(message, words, steps) for message in path)
    body = f"""<h1 dir="auto">{escaped(title)}</h1>
<p class="date">{date_text(conversation.created, zone)}</p>
{legend}<main>
{turns}
</main>
"""
    return html_page(title, body, words.language)


def _has_marks(message: ExportedMessage) -> bool:
    """Whether the rounds made the text that was kept; those of a damaged or foreign reply may not have."""
    made = without_surrogates("".join(round_.text for round_ in message.rounds))
    return bool(message.rounds) and made == message.content


def _legend(marked: Sequence[ExportedMessage], words: ExportWords) -> str:
    modes = {round_.switched for message in marked for round_ in message.rounds if round_.switched}
    caret = f'<span><span class="caret"></span>{escaped(words.rejected)}</span>'
    return (
        f'<input type="checkbox" id="marks" checked><label for="marks">{escaped(words.show_marks)}</label>\n'
        f'<p class="legend">{origin_names(words)}{caret}{flag_names(modes, words)}</p>\n'
    )


def _turn(message: ExportedMessage, words: ExportWords, steps: Steps) -> str:
    steps.step()
    marked = _has_marks(message)
    text = marked_html(message.rounds, words, words.promise(message.started)) if marked else _content(message)
    note = words.note(message)
    parts = [
        f'<section class="{message.role}">',
        f"<h2>{escaped(words.roles[message.role])}</h2>",
        f'<div class="text" dir="auto">{text}</div>',
        f'<p class="note">{escaped(note)}</p>' if note else "",
        _figures(_setup(message.started or {}, words) + _measured(message.tally, words)),
        "</section>",
    ]
    return "\n".join(part for part in parts if part)


def _content(message: ExportedMessage) -> str:
    """What a model wrote is Markdown, what others wrote is shown as they typed it."""
    return plain_html(message.content) if message.role == "assistant" else escaped(message.content)


def _figures(figures: Sequence[tuple[str, str]]) -> str:
    """figures: each with its definition, which shows when the mouse rests on it."""
    spans = " · ".join(
        f'<span title="{escaped(means)}">{escaped(figure)}</span>' for figure, means in figures
    )
    return f'<p class="figures">{spans}</p>' if spans else ""


def _setup(started: dict[str, Any], words: ExportWords) -> list[tuple[str, str]]:
    """How the reply was made. started may come from another version, so that anything may be missing."""
    speculative = started.get("mode") == "speculative"
    draft, k = started.get("draft"), started.get("k")
    sampling = started.get("sampling")
    temperature = sampling.get("temperature") if isinstance(sampling, dict) else None
    figures = [
        started.get("model"),
        {"plain": words.plain, "speculative": words.speculative}.get(str(started.get("mode"))),
        words.drafter(str(draft)) if speculative and draft else None,
        f"k {k}" if speculative and k is not None else None,
        words.temperature.format(value=temperature) if temperature is not None else None,
        words.seed.format(value=started["seed"]) if started.get("seed") is not None else None,
    ]
    return [(str(figure), "") for figure in figures if figure]


def _measured(tally: TallySummary | None, words: ExportWords) -> list[tuple[str, str]]:
    if tally is None:
        return []
    figures = [(words.tokens.format(tokens=tally.emitted, rounds=tally.rounds), "")]
    if tally.acceptance_rate is not None:
        rate = f"{100 * tally.acceptance_rate:.0f} %"
        figures.append((words.accepted.format(rate=rate), words.accepted_means))
    if tally.tokens_per_round is not None:
        value = f"{tally.tokens_per_round:.2f}"
        figures.append((words.per_round.format(value=value), words.per_round_means))
    if tally.decode_tokens_per_s is not None:
        speed = f"{tally.decode_tokens_per_s:.1f}"
        figures.append((words.speed.format(speed=speed), words.speed_means))
    if tally.ttft_s is not None:
        figures.append((words.first_token.format(milliseconds=f"{1000 * tally.ttft_s:.0f}"), ""))
    return figures
