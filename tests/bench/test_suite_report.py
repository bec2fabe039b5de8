"""The report's figures, worked out by hand from replies with known times."""

from __future__ import annotations

import json

import pytest
from suite_runs import made_row, made_run, steady_run, subject, timed_round

from desktop_app.bench.suite_report import SuiteReport, suite_report
from desktop_app.bench.suite_run import Row, SuiteOptions
from desktop_app.bench.suite_table import render
from desktop_app.decoding.rounds import Verdict
from desktop_app.engines.base import Difference

A, R = Verdict.ACCEPTED, Verdict.REJECTED
NO_EOS: frozenset[int] = frozenset()


def speedup_row(name: str, speedup: float, group: str = "chat") -> Row:
    plain, mine = steady_run(21, 0.1), steady_run(21, 0.1 / speedup)
    return made_row(name, [plain, plain], [mine, mine], group=group)


def looping_row(name: str, speedup: float) -> Row:
    ids = [7] * 60
    plain, mine = steady_run(60, 0.1, ids), steady_run(60, 0.1 / speedup, ids)
    return made_row(name, [plain, plain], [mine, mine])


def report(rows: list[Row], options: SuiteOptions | None = None, complete: bool = True) -> SuiteReport:
    return suite_report(rows, subject(options), NO_EOS, complete=complete)


def test_a_rate_is_the_median_of_its_runs_and_the_speedup_their_ratio() -> None:
    plain = [steady_run(11, 0.1), steady_run(11, 0.125), steady_run(11, 0.1), steady_run(11, 0.1)]
    mine = [steady_run(11, 0.05), steady_run(11, 0.05), steady_run(11, 1.0), steady_run(11, 0.05)]
    (row,) = report([made_row("a", plain, mine)]).rows
    assert row.plain.decode_tokens_per_s == pytest.approx(10.0)
    assert row.plain.decode_runs == pytest.approx((10.0, 8.0, 10.0, 10.0))
    assert row.speedup == pytest.approx(2.0)
    assert row.plain.prefill_tokens_per_s == pytest.approx(20.0)
    assert row.prompt_tokens == 11


def test_medians_over_prompts_and_the_other_means() -> None:
    rows = [speedup_row(str(index), speedup) for index, speedup in enumerate([1.0, 4.0, 2.0])]
    found = report(rows).summary["greedy"].figures
    assert found.measured == 3
    assert found.speedup_median == pytest.approx(2.0)
    assert found.speedup_geometric_mean == pytest.approx(2.0)
    assert found.speedup_quartiles == pytest.approx((1.5, 3.0))
    assert (found.speedup_least, found.speedup_greatest) == pytest.approx((1.0, 4.0))
    # 40 tokens of each in 4 s plainly, in 4, 1 and 2 s speculatively
    assert found.speedup_of_totals == pytest.approx(12 / 7)
    assert found.plain_tokens_per_s == pytest.approx(10.0)


def test_looping_replies_count_apart() -> None:
    found = report([speedup_row("a", 1.5), speedup_row("b", 1.7), looping_row("c", 5.0)]).summary["greedy"]
    assert found.looping == 1
    assert found.figures.prompts == 2
    assert found.figures.speedup_median == pytest.approx(1.6)
    assert found.with_looping.prompts == 3
    assert found.with_looping.speedup_median == pytest.approx(1.7)
    data = found.to_json()
    assert data["speedup_median"] == pytest.approx(1.6)
    assert data["with_looping"]["speedup_median"] == pytest.approx(1.7)


def test_a_loop_on_either_side_counts() -> None:
    looping, straight = steady_run(60, 0.1, [7] * 60), steady_run(60, 0.1)
    for sides in ((looping, straight), (straight, looping)):
        row = made_row("a", [sides[0]], [sides[1]], sampling="sampled", comparable=False)
        assert report([row]).summary["sampled"].looping == 1


def test_groups_in_their_order() -> None:
    rows = [speedup_row("a", 3.0, "code"), speedup_row("b", 1.0), speedup_row("c", 5.0, "code")]
    groups = report(rows).summary["greedy"].groups
    assert list(groups) == ["code", "chat"]
    assert groups["code"].speedup_median == pytest.approx(4.0)
    assert groups["chat"].prompts == 1


def test_acceptance_by_position_pools_the_rounds_of_all_prompts() -> None:
    plain = steady_run(8, 0.1)
    first = made_run(
        [timed_round(0, 1.0, verdicts=[A, A]), timed_round(1, 2.0, verdicts=[R, Verdict.UNTESTED])]
    )
    second = made_run([timed_round(0, 1.0, verdicts=[A, R]), timed_round(1, 2.0)])
    found = report([made_row("a", [plain], [first]), made_row("b", [plain], [second])])
    figures = found.summary["greedy"].figures
    assert figures.acceptance_by_position == pytest.approx((2 / 3, 1 / 2))
    assert figures.acceptance_rate == pytest.approx(3 / 5)
    assert figures.accepted_histogram == (2, 1, 1)
    assert figures.rounds_with_drafts == pytest.approx(3 / 4)
    assert figures.tokens_per_round == pytest.approx(7 / 4)


def test_identity_counts_replies_and_names_those_that_differ() -> None:
    run = steady_run(20, 0.1)
    difference = Difference(5, 1, 2, 0.01, 0.02)
    rows = [
        made_row("same", [run, run], [run, run]),
        made_row("other", [run, run], [run, run], difference=difference),
        made_row("unsteady", [run, steady_run(19, 0.1)], [run, run]),
        made_row("drawn", [run], [run], sampling="sampled", comparable=False),
    ]
    found = report(rows)
    identity = found.summary["greedy"].identity
    assert (identity.compared, identity.identical, identity.repeatable) == (3, 2, 2)
    assert identity.differences == ("other",)
    assert "near ties" in identity.expected
    assert [row.identical for row in found.rows] == [True, False, True, None]
    assert found.summary["sampled"].identity.compared == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [(SuiteOptions(), "distribution"), (SuiteOptions(verifier="coupled", exact=True), "must be identical")],
)
def test_what_is_expected_of_sampled_replies(options: SuiteOptions, words: str) -> None:
    run = steady_run(20, 0.1)
    row = made_row("a", [run], [run], sampling="sampled", comparable=options.exact)
    assert words in report([row], options).summary["sampled"].identity.expected


def test_replies_of_one_round_have_no_speedup_and_break_nothing() -> None:
    short = made_run([timed_round(0, 1.0)])
    found = report([made_row("a", [short], [short])], complete=False)
    figures = found.summary["greedy"].figures
    assert figures.prompts == 1
    assert figures.measured == 0
    assert figures.speedup_median is figures.speedup_of_totals is figures.speedup_quartiles is None
    assert "–" in render(found)
    assert "Not the whole suite" in render(found)


def test_the_json_says_what_it_was_measured_on() -> None:
    data = json.loads(json.dumps(report([speedup_row("a", 2.0)]).to_json(), allow_nan=False))
    assert data["complete"] is True
    assert data["machine"]["cores"] == 2
    assert data["options"]["k"] == "auto"
    assert data["load_before"]["average"] == 0.5
    assert "period" in data["looping_rule"]
    assert data["prompts"][0]["speculative"]["tally"]["rounds"] == 21
    assert set(data["summary"]["greedy"]) >= {"speedup_median", "c", "v", "overhead_ms", "identity", "groups"}


def test_the_table_has_a_line_a_row_and_warns_of_a_busy_machine() -> None:
    rows = [speedup_row("first", 2.0), looping_row("second", 3.0)]
    text = render(suite_report(rows, subject(others=0.5), NO_EOS, complete=True))
    assert "NOT A QUIET MACHINE" in text
    (line,) = [line for line in text.splitlines() if line.startswith("second")]
    assert "3.00x" in line
    assert "loops from token 0 (period 1)" in line
    assert "with the 1 that loop: 2.50x" in text
    assert "NOT A QUIET" not in render(suite_report(rows, subject(), NO_EOS, complete=True))
