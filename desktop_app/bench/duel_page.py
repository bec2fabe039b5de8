"""A duel as one page of HTML: its lanes side by side with origin marks; no script, nothing fetched."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.bench.duel import DuelOutcome
from desktop_app.bench.duel_figures import LaneFigures, best_speedup, verdict_sentence
from desktop_app.bench.measured_reply import Run
from desktop_app.chats.export_words import ExportWords
from desktop_app.chats.html_page import escaped, html_page, origin_names
from desktop_app.chats.html_tokens import marked_html

_RULES = """
body { max-width: 76rem; }
.lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1.5rem; }
.lane { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 0; }
.lane h2 { display: flex; justify-content: space-between; font-size: 1rem; color: var(--text); }
.bar { height: .4rem; border-radius: .2rem; background: var(--accent); margin-bottom: .8rem; }
.speedup { font-size: 2.4rem; font-weight: 700; color: var(--accent); margin: 1rem 0 0; }
.slower { color: var(--rejected); }
table { border-collapse: collapse; margin: 1rem 0; font-size: .9rem; }
th, td { padding: .25rem .9rem .25rem 0; text-align: right; font-weight: 400; }
th { color: var(--dim); }
th:first-child, td:first-child { text-align: left; }
"""


def duel_page(
    outcome: DuelOutcome,
    lanes: Sequence[LaneFigures],
    names: Sequence[str],
    prompt: str,
    words: ExportWords | None = None,
) -> str:
    """names: what the lanes are called; prompt: what all of them answered."""
    words = words or ExportWords()
    exact = outcome.runs[0][0].started.resolved.exact
    panels = "\n".join(
        _panel(runs[0], figures, name, _share(figures, lanes), words)
        for runs, figures, name in zip(outcome.runs, lanes, names, strict=True)
    )
    verdicts = "".join(
        f"<p>{escaped(verdict_sentence(outcome, place, name, exact=exact))}</p>\n"
        for place, name in enumerate(names[1:], start=1)
    )
    body = f"""<h1 dir="auto">{escaped(prompt)}</h1>
<p class="date">{escaped(_setup(outcome))}</p>
{_speedup(lanes)}{verdicts}{_table(lanes, names)}
<p class="legend">{origin_names(words)}</p>
<main class="lanes">
{panels}
</main>
"""
    return html_page("Slipstream: a duel", body, words.language, _RULES)


def _setup(outcome: DuelOutcome) -> str:
    first = outcome.runs[0][0].started
    where = first.resolved
    shape = "exact shape" if where.exact else "each lane in its own shape"
    runs = "there and back" if len(outcome.runs[0]) > 1 else "once each"
    return (
        f"{first.model}, {where.dtype} on {where.device}; temperature {first.sampling.temperature:g}, "
        f"seed {first.seed}, {where.verifier}; {shape}; {runs}"
    )


def _speedup(lanes: Sequence[LaneFigures]) -> str:
    best = best_speedup(lanes)
    if best is None:
        return ""
    slower = " slower" if best < 1 else ""
    return f'<p class="speedup{slower}">{best:.2f}×</p>\n'


def _share(lane: LaneFigures, lanes: Sequence[LaneFigures]) -> float:
    """Of the fastest lane's speed, for the bar."""
    fastest = max((other.decode_tokens_per_s or 0.0 for other in lanes), default=0.0)
    return (lane.decode_tokens_per_s or 0.0) / fastest if fastest else 0.0


def _panel(run: Run, figures: LaneFigures, name: str, share: float, words: ExportWords) -> str:
    speed = _number(figures.decode_tokens_per_s, ".1f")
    return (
        f'<section class="lane"><h2><span>{escaped(name)}</span><span>{speed} tokens/s</span></h2>\n'
        f'<div class="bar" style="width: {100 * share:.1f}%"></div>\n'
        f'<div class="text" dir="auto">{marked_html(run.rounds, words)}</div></section>'
    )


def _table(lanes: Sequence[LaneFigures], names: Sequence[str]) -> str:
    head = ("lane", "tokens", "clock", "first token", "tokens/s", "speedup", "tokens a pass", "accepted")
    rows = "".join(_row(lane, name) for lane, name in zip(lanes, names, strict=True))
    return f"<table><tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr>{rows}</table>"


def _row(lane: LaneFigures, name: str) -> str:
    cells = (
        escaped(name),
        f"{lane.tokens:,}",
        f"{lane.wall_s:.2f} s",
        _number(lane.ttft_s, ".2f", " s"),
        _number(lane.decode_tokens_per_s, ".1f"),
        _number(lane.speedup_decode, ".2f", "×"),
        _number(lane.tokens_per_forward, ".2f"),
        _number(lane.acceptance_rate, ".0%"),
    )
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _number(value: float | None, form: str, unit: str = "") -> str:
    return "–" if value is None else f"{value:{form}}{unit}"
