"""The inspector on its own: what is painted, and every fact of it as text."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest
from inspected_rounds import COUPLED, GREEDY, REJECTION, chain, full_chain, plain, tree
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel
from pytestqt.qtbot import QtBot

from desktop_app.decoding.rounds import Draft, Round, Verdict
from desktop_app.ui.dashboard.shown_reply import ShownReply
from desktop_app.ui.inspector.reply_facts import UNKNOWN, ReplyFacts
from desktop_app.ui.inspector.round_inspector import Inspected, RoundInspector
from desktop_app.ui.inspector.round_nodes import nodes_of
from desktop_app.ui.theme import DARK, LIGHT, Theme, ThemeManager


@pytest.fixture
def inspector(themes: ThemeManager, qtbot: QtBot) -> RoundInspector:
    widget = RoundInspector(themes)
    qtbot.addWidget(widget)
    widget.set_theme(DARK)
    widget.resize(300, 900)
    with qtbot.waitExposed(widget):
        widget.show()
    return widget


def look(
    inspector: RoundInspector, round_: Round, position: int = 0, facts: ReplyFacts = REJECTION
) -> RoundInspector:
    inspector.inspect(Inspected(round_, position, facts))
    QApplication.processEvents()
    return inspector


def shown(inspector: RoundInspector) -> list[str]:
    return [label.text() for label in inspector.findChildren(QLabel) if label.isVisible() and label.text()]


# -- words ------------------------------------------------------------------------------------------------


def test_it_says_round_drafter_form_k_outcome_and_times(inspector: RoundInspector) -> None:
    said = shown(look(inspector, chain()))
    assert "Round 4 · draft model · chain of 3 · k 4" in said
    assert "1 of 3 accepted · 2 tokens · at 1.5 s" in said
    assert "draft 4.0 ms · verify 30 ms · other 1.0 ms" in said
    assert "q and p: draft and target after temperature 0.7 and all filters" in said
    said = shown(look(inspector, tree(), facts=COUPLED))
    assert "Round 6 · trained head · tree of 8, 4 deep · k auto" in said
    assert "q: the head at temperature 0.7; p: the target after all filters too" in said
    assert "q and p: draft and target at temperature 1; the reply’s is 0" in shown(
        look(inspector, tree(), facts=GREEDY)
    )


@pytest.mark.parametrize(
    ("undrafted", "words"),
    [("control", "control round, plain"), ("switched", "switched to plain"), (None, "plain")],
)
def test_a_round_without_drafts_says_why(
    inspector: RoundInspector, undrafted: str | None, words: str
) -> None:
    assert f"Round 8 · {words}" in shown(look(inspector, plain(undrafted)))


def test_the_rule_is_that_of_the_chosen_token(inspector: RoundInspector) -> None:
    assert look(inspector, chain(), 0).rule.startswith("Accepted with probability")
    assert look(inspector, chain(), 1).rule.startswith("Corrected: drawn from the residual")


def test_every_fact_of_the_picture_is_text(inspector: RoundInspector) -> None:
    round_ = tree(rows=True)
    look(inspector, round_, facts=COUPLED)
    text = inspector.summary()
    for draft in round_.drafts:
        q = "" if draft.q is None else f"q {draft.q:.2f}"
        p = "p –" if draft.p is None else f"p {draft.p:.2f}"
        (line,) = [line for line in text.split("\n") if line.startswith(f"“␣{draft.text.strip()}”")]
        assert q in line
        assert p in line
        assert draft.verdict.value in line.lower()
    assert "Level 3, after “␣t12”." in text
    assert "Drafted by prompt lookup." in text
    assert "Number 3 in the target’s ranking." in text
    assert text.count("Entropy: target 1.25 nats, draft 0.75 nats") == 3
    assert "all others p 0.28 q 0.50" in text
    inspector.describe()
    assert inspector.accessibleDescription() == inspector.picture.accessibleDescription() == text


def test_with_nothing_to_show_it_says_how_to_get_there(inspector: RoundInspector) -> None:
    assert shown(inspector)[0].startswith("Click a word of a reply")
    assert inspector.summary().startswith("Click a word of a reply")
    assert inspector.told() == ""


def test_the_paragraph_is_told(inspector: RoundInspector) -> None:
    inspector.inspect(Inspected(chain(), 0, REJECTION, "This paragraph: …"))
    assert "This paragraph: …" in shown(inspector)
    assert "This paragraph: …" in inspector.summary()


# -- the newest round -------------------------------------------------------------------------------------


def test_the_newest_round_is_shown_until_another_is_chosen(inspector: RoundInspector) -> None:
    rounds = [chain(), full_chain()]
    newest = rounds[0]
    inspector.newest = lambda: Inspected(newest, 0, REJECTION)
    inspector.draw()
    assert any(text.startswith("Round 4") for text in shown(inspector))
    look(inspector, plain())
    newest = rounds[1]
    inspector.draw()
    assert any(text.startswith("Round 8") for text in shown(inspector))
    inspector.inspect(None)
    assert any(text.startswith("Round 5") for text in shown(inspector))


def test_a_round_that_is_shown_already_costs_nothing(
    inspector: RoundInspector, monkeypatch: pytest.MonkeyPatch
) -> None:
    inspector.newest = lambda: Inspected(chain(), 0, REJECTION)
    inspector.draw()
    monkeypatch.setattr(inspector.picture, "show_round", None)
    inspector.draw()


def test_a_running_reply_is_followed_at_every_second_call(inspector: RoundInspector) -> None:
    newest = chain()
    inspector.newest = lambda: Inspected(newest, 0, REJECTION)
    running = ShownReply()
    running.add_rounds([replace(plain(), index=0)])
    inspector.begin(running)
    seen = []
    for round_ in (chain(), full_chain(), plain(), tree()):
        newest = round_
        inspector.draw()
        seen.append(next((text for text in shown(inspector) if text.startswith("Round")), "")[:7])
    assert seen == ["", "Round 5", "Round 5", "Round 6"]
    newest = chain()
    inspector.draw()
    running.ended = True
    newest = full_chain()
    inspector.draw()
    assert any(text.startswith("Round 5") for text in shown(inspector)), "the last one always"
    look(inspector, plain())
    assert any(text.startswith("Round 8") for text in shown(inspector)), "what is chosen at once"


def test_following_never_shrinks_and_walking_does(inspector: RoundInspector) -> None:
    newest = tree()
    inspector.newest = lambda: Inspected(newest, 0, COUPLED)
    inspector.draw()
    tall = inspector.picture.sizeHint().height()
    newest = chain()
    inspector.draw()
    assert inspector.picture.sizeHint().height() == tall
    look(inspector, full_chain())
    assert inspector.picture.sizeHint().height() < tall
    inspector.inspect(None)
    inspector.begin(ShownReply())
    newest = full_chain()
    inspector.draw()
    assert inspector.picture.sizeHint().height() < tall


# -- the picture ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [200, 300, 420])
@pytest.mark.parametrize("make", [chain, full_chain, tree, plain])
def test_nothing_overlaps_and_all_is_in_sight(inspector: RoundInspector, make: object, width: int) -> None:
    inspector.resize(width, 900)
    look(inspector, make())  # type: ignore[operator]
    layout = inspector.picture.layout_now
    boxes = [*layout.chips]
    for index, box in enumerate(boxes):
        assert box.left() >= 0
        assert box.right() <= inspector.picture.width() - 2
        assert box.bottom() <= layout.height <= inspector.picture.height()
        assert not any(box.intersects(other) for other in boxes[index + 1 :])
    for chip, figures in zip(layout.chips, layout.figures, strict=True):
        assert not chip.intersects(figures)


def test_a_tree_is_drawn_with_its_links(inspector: RoundInspector) -> None:
    look(inspector, tree(), facts=COUPLED)
    layout, nodes = inspector.picture.layout_now, nodes_of(tree()).nodes
    assert len(layout.links) == len(nodes)
    for link, node, chip in zip(layout.links, nodes, layout.chips, strict=True):
        assert link.on_path is node.on_path
        assert link.points[-1].x() == chip.left()
        if node.parent >= 0:
            above = layout.chips[node.parent]
            assert link.points[0].y() == above.bottom()
            assert above.left() <= link.points[0].x() <= above.right()
            assert chip.left() > above.left(), "deeper is further right"


def test_deep_and_long_drafts_keep_their_figures(inspector: RoundInspector) -> None:
    drafts = [
        Draft(0, " x" * 40, 0.5, 0.1, Verdict.REJECTED, -1),
        Draft(1, "y", 0.5, 0.1, Verdict.REJECTED, -1),
    ]
    drafts += [Draft(i, "deep", 0.5, None, Verdict.UNTESTED, i - 1) for i in range(2, 14)]
    look(inspector, replace(chain(), drafts=tuple(drafts), emitted=chain().emitted[1:]))
    layout = inspector.picture.layout_now
    for chip, figures in zip(layout.chips, layout.figures, strict=True):
        assert chip.width() > 8
        assert chip.right() <= figures.left()


def ink(image: QImage, inspector: RoundInspector, index: int) -> set[str]:
    """The colours of a chip and the line around it."""
    picture = inspector.picture
    chip = picture.layout_now.chips[index].translated(2, 2)
    corner = picture.mapTo(inspector, QPoint(0, 0))
    return {
        image.pixelColor(corner.x() + x, corner.y() + y).name()
        for x in range(round(chip.left()), round(chip.right()))
        for y in range(round(chip.top()), round(chip.bottom()))
    }


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_each_verdict_has_its_colour(inspector: RoundInspector, themes: ThemeManager, theme: Theme) -> None:
    themes.choose(theme.name)
    inspector.set_theme(theme)
    look(inspector, chain())
    image = inspector.grab().toImage()
    roles = ["accepted", "rejected", "corrected", "plain"]
    for index, role in enumerate(roles):
        colors = ink(image, inspector, index)
        assert getattr(theme, role) in colors, role
        others = {getattr(theme, other) for other in roles[:3] if other != role}
        assert not colors & others


def test_a_rejected_draft_is_struck_through_and_an_untested_one_is_faded(inspector: RoundInspector) -> None:
    look(inspector, chain(), 1)
    picture = inspector.picture
    image = picture.grab().toImage()
    rejected, untested = (picture.layout_now.chips[index].translated(2, 2) for index in (1, 3))
    row = [
        [
            image.pixelColor(x, y).name()
            for x in range(round(rejected.left()) + 8, round(rejected.right()) - 8)
        ]
        for y in range(round(rejected.top()) + 4, round(rejected.bottom()) - 4)
    ]
    assert any(set(line) == {DARK.rejected} for line in row), "a line through all of the text"
    inside = {
        image.pixelColor(x, y).name()
        for x in range(round(untested.left()) + 3, round(untested.right()) - 3)
        for y in range(round(untested.top()) + 3, round(untested.bottom()) - 3)
    }
    assert DARK.text not in inside
    assert DARK.raised not in inside, "hollow"


def test_keys_and_clicks_choose_a_draft_and_its_rule(inspector: RoundInspector, qtbot: QtBot) -> None:
    look(inspector, chain(), 1)
    heard: list[str] = []
    inspector.node_read.connect(heard.append)
    picture = inspector.picture
    assert picture.index == 2
    steps = [
        (Qt.Key.Key_Left, "Rejected: it stood"),
        (Qt.Key.Key_Home, "Accepted with"),
        (Qt.Key.Key_Left, "Accepted with"),
        (Qt.Key.Key_End, "Untested: it follows"),
        (Qt.Key.Key_Right, "Untested: it follows"),
    ]
    for key, words in steps:
        qtbot.keyClick(picture, key)
        assert inspector.rule.startswith(words), key
    assert len(heard) == 3, "only where it moved"
    assert heard[0].startswith("“␣t2”: q 0.50, p 0.10. Rejected")
    place = picture.layout_now.chips[0].center().toPoint()
    qtbot.mouseClick(picture, Qt.MouseButton.LeftButton, pos=place)
    assert inspector.rule.startswith("Accepted with")
    assert picture.focusPolicy() & Qt.FocusPolicy.TabFocus


# -- distributions ----------------------------------------------------------------------------------------


def test_recorded_distributions_are_bars_as_long_as_their_probabilities(inspector: RoundInspector) -> None:
    look(inspector, chain(rows=True), 1)
    bars = inspector.bars
    assert bars.isVisible()
    rects = bars.bar_rects()
    unit = rects[0][0].width() / 0.55
    for bar, (target, draft) in zip(bars.bars, rects, strict=True):
        assert target.width() == pytest.approx(unit * (bar.p or 0.0))
        assert draft is None or draft.width() == pytest.approx(unit * (bar.q or 0.0))
        assert target.right() <= bars.width()
    assert [bar.taken for bar in bars.bars] == [True, False, False]
    assert "Entropy: target 1.25 nats, draft 0.75 nats" in shown(inspector)


def test_the_bars_follow_the_chosen_draft(inspector: RoundInspector, qtbot: QtBot) -> None:
    look(inspector, chain(rows=True), 1)
    first = [bar.token for bar in inspector.bars.bars]
    qtbot.keyClick(inspector.picture, Qt.Key.Key_Home)
    assert [bar.token for bar in inspector.bars.bars] != first
    qtbot.keyClick(inspector.picture, Qt.Key.Key_End)
    assert not inspector.bars.isVisible(), "an untested draft was compared with nothing"


def test_without_records_it_says_so_and_offers_them(inspector: RoundInspector, qtbot: QtBot) -> None:
    look(inspector, chain())
    assert not inspector.bars.isVisible()
    assert "What both models thought of the likeliest tokens was not kept." in shown(inspector)
    wanted: list[bool] = []
    inspector.record_wanted.connect(wanted.append)
    box = inspector.findChild(QCheckBox)
    assert isinstance(box, QCheckBox)
    assert "counted under “other”" in box.toolTip()
    box.click()
    assert wanted == [True]
    inspector.set_recording(True)
    assert wanted == [True], "what is told is not asked for"
    assert "Recorded from the next reply on." in shown(inspector)


def test_what_records_take_is_measured(inspector: RoundInspector) -> None:
    round_ = chain(rows=True)
    look(inspector, round_)
    size = len(json.dumps([asdict(row) for row in round_.rows or ()]))
    assert f"The distributions of this round take {size / 1000:.1f} kB in the chat." in shown(inspector)


def test_text_of_a_model_is_never_markup(inspector: RoundInspector) -> None:
    wild = replace(chain().drafts[1], text="<b>x</b>")
    round_ = replace(chain(), drafts=(chain().drafts[0], wild, chain().drafts[2]))
    look(inspector, round_, 1, UNKNOWN)
    assert "“<b>x</b>”" in inspector.rule
    label = next(label for label in inspector.findChildren(QLabel) if label.text() == inspector.rule)
    assert label.textFormat() is Qt.TextFormat.PlainText
