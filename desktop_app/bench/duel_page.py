"""A duel as one page of HTML: its lanes side by side with origin marks; no script, nothing fetched."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from desktop_app.bench.duel import DuelOutcome
from desktop_app.bench.duel_figures import LaneFigures, best_lane, verdict_sentence
from desktop_app.bench.duel_words import DuelWords, PageWords
from desktop_app.bench.measured_reply import Run
from desktop_app.chats.html_page import escaped, html_page, origin_names
from desktop_app.chats.html_tokens import marked_html

_MISSING = "–"
# a prompt that is longer is no headline
_HEADLINE = 160
_RULES = """
body { max-width: 76rem; }
h1.long { font-size: 1rem; font-weight: 400; line-height: 1.6; white-space: pre-wrap; }
.lanes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1.25rem;
  margin-top: 1.25rem; }
.lane { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 0; }
.lane h2 { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; font-size: 1rem;
  color: var(--text); }
.bar { height: .4rem; border-radius: .2rem; background: var(--accent); margin: .2rem 0 .8rem; }
.speedup { font-size: 2.4rem; font-weight: 700; line-height: 1.2; color: var(--accent); margin: 1.25rem 0 0; }
.slower { color: var(--rejected); }
.what { font-size: .85rem; color: var(--dim); margin-bottom: 1rem; }
table { border-collapse: collapse; margin: 1.25rem 0; font-size: .9rem; line-height: 1.4; }
th, td { padding: .3rem 0 .3rem 1.5rem; text-align: right; font-weight: 400; vertical-align: baseline;
  font-variant-numeric: tabular-nums; }
tr + tr { border-top: 1px solid var(--line); }
th { color: var(--dim); }
th:first-child { padding-left: 0; text-align: left; }
thead th { font-weight: 600; color: var(--text); overflow-wrap: anywhere; }
.legend > span { display: inline-block; }
@media (max-width: 30rem) { th, td { padding-left: .75rem; } }
"""


@dataclass(frozen=True, slots=True)
class HeldDuel:
    """names: what the lanes are called. prompt: what all of them answered. before: messages of the chat it
    was asked in."""

    outcome: DuelOutcome
    lanes: tuple[LaneFigures, ...]
    names: tuple[str, ...]
    prompt: str
    before: int = 0


def duel_page(held: HeldDuel, words: DuelWords | None = None) -> str:
    words = words or DuelWords()
    outcome = held.outcome
    exact = outcome.runs[0][0].started.resolved.exact
    verdicts = "".join(
        f"<p>{escaped(verdict_sentence(outcome, place, name, exact=exact, words=words.verdict))}</p>\n"
        for place, name in enumerate(held.names[1:], start=1)
    )
    panels = "\n".join(_panel(held, place, words) for place in range(len(held.lanes)))
    body = f"""{_headline(held.prompt)}
<p class="date">{escaped(_setup(held, words.page))}</p>
{_speedup(held, words.page)}{verdicts}{_loop(held, words.page)}{_table(held, words.page)}
<p class="legend">{origin_names(words.marks)}</p>
<main class="lanes">
{panels}
</main>
"""
    return html_page(words.page.title, body, words.page.language, _RULES)


def _headline(prompt: str) -> str:
    long = ' class="long"' if len(prompt) > _HEADLINE or "\n" in prompt else ""
    return f'<h1{long} dir="auto">{escaped(prompt)}</h1>'


def _setup(held: HeldDuel, words: PageWords) -> str:
    first = held.outcome.runs[0][0].started
    where = first.resolved
    parts = [
        words.setup.format(
            model=first.model,
            dtype=where.dtype,
            device=where.device,
            temperature=f"{first.sampling.temperature:g}",
            seed=first.seed,
            verifier=where.verifier,
        ),
        words.exact if where.exact else words.fast,
        words.back if len(held.outcome.runs[0]) > 1 else words.once,
    ]
    if held.before:
        parts.append(words.context.format(count=held.before))
    return " · ".join(parts)


def _speedup(held: HeldDuel, words: PageWords) -> str:
    place = best_lane(held.lanes)
    best = None if place is None else held.lanes[place].speedup_decode
    if place is None or best is None:
        return ""
    slower = " slower" if best < 1 else ""
    what = words.speedup.format(name=held.names[place], first=held.names[0])
    return f'<p class="speedup{slower}">{best:.2f}×</p>\n<p class="what">{escaped(what)}</p>\n'


def _loop(held: HeldDuel, words: PageWords) -> str:
    return f"<p>{escaped(words.loop)}</p>\n" if any(lane.loops for lane in held.lanes) else ""


def _share(lane: LaneFigures, lanes: Sequence[LaneFigures]) -> float:
    """Of the fastest lane's speed, for the bar."""
    fastest = max((other.decode_tokens_per_s or 0.0 for other in lanes), default=0.0)
    return (lane.decode_tokens_per_s or 0.0) / fastest if fastest else 0.0


def _panel(held: HeldDuel, place: int, words: DuelWords) -> str:
    run: Run = held.outcome.runs[place][0]
    lane = held.lanes[place]
    speed = words.page.speed.format(value=_number(lane.decode_tokens_per_s, ".1f"))
    return (
        f'<section class="lane"><h2><span>{escaped(held.names[place])}</span>'
        f"<span>{escaped(speed)}</span></h2>\n"
        f'<div class="bar" style="width: {100 * _share(lane, held.lanes):.1f}%"></div>\n'
        f'<div class="text" dir="auto">{marked_html(run.rounds, words.marks)}</div></section>'
    )


def _table(held: HeldDuel, words: PageWords) -> str:
    """A column a lane: there are few of them, so that the table fits a narrow page."""
    head = "".join(f'<th scope="col">{escaped(name)}</th>' for name in held.names)
    rows = "".join(
        f'<tr><th scope="row">{escaped(name)}</th>'
        f"{''.join(f'<td>{escaped(cell(lane))}</td>' for lane in held.lanes)}</tr>\n"
        for name, cell in _rows(words)
    )
    return f"<table><thead><tr><th></th>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table>"


def _rows(words: PageWords) -> tuple[tuple[str, Callable[[LaneFigures], str]], ...]:
    def seconds(value: float | None) -> str:
        return _MISSING if value is None else words.seconds.format(value=f"{value:.2f}")

    return (
        (words.decode, lambda lane: _number(lane.decode_tokens_per_s, ".1f")),
        (words.runs, lambda lane: ", ".join(_number(run, ".1f") for run in lane.runs)),
        (words.faster, lambda lane: _number(lane.speedup_decode, ".2f", "×")),
        (words.faster_wall, lambda lane: _number(lane.speedup_wall, ".2f", "×")),
        (words.wall, lambda lane: seconds(lane.wall_s)),
        (words.first_token, lambda lane: seconds(lane.ttft_s)),
        (words.per_pass, lambda lane: _number(lane.tokens_per_forward, ".2f")),
        (words.accepted, lambda lane: _number(lane.acceptance_rate, ".0%")),
        (words.tokens, lambda lane: f"{lane.tokens:,}"),
    )


def _number(value: float | None, form: str, unit: str = "") -> str:
    return _MISSING if value is None else f"{value:{form}}{unit}"
