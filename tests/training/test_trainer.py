"""Training: it learns, it goes on exactly where it was stopped, and it keeps the best head."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from targets import RECIPE, TAPS, conversations, network, new_head, reader, trainer

from desktop_app.decoding.errors import Cancelled
from desktop_app.models.errors import DiskFullError, OutOfMemoryError
from desktop_app.models.progress import ignore_progress, never_cancelled
from desktop_app.training import checkpoint as checkpoint_module
from desktop_app.training.batches import TokenBatch
from desktop_app.training.errors import TrainingError
from desktop_app.training.evaluation import Seen, evaluate, read_all
from desktop_app.training.exchanges import Exchange, split
from desktop_app.training.hidden_states import TargetReader, TargetStates
from desktop_app.training.history import Point
from desktop_app.training.steps import DraftStep, HeadSteps
from desktop_app.training.trainer import Trainer


def nothing(_: Point) -> None:
    pass


def after(steps: int) -> Callable[[], None]:
    """Cancels at the n-th question."""
    left = [steps]

    def check() -> None:
        left[0] -= 1
        if left[0] < 0:
            raise Cancelled

    return check


def seen(exchanges: Sequence[Exchange]) -> Iterator[Seen]:
    return read_all(reader(), exchanges, never_cancelled)


def weights(of: Trainer) -> dict[str, torch.Tensor]:
    return {name: tensor.clone() for name, tensor in of._head.state_dict().items()}


def same(first: dict[str, torch.Tensor], second: dict[str, torch.Tensor]) -> bool:
    return all(torch.equal(first[name], second[name]) for name in first)


def test_it_learns_to_draft(tmp_path: Path) -> None:
    _, held_out = split(conversations())
    head = new_head()
    before = evaluate(HeadSteps(head, torch.float32), seen(held_out), 4, never_cancelled)
    made = trainer(tmp_path, replace(RECIPE, epochs=3.0))
    after_it = made.run(ignore_progress, never_cancelled, nothing)
    assert after_it.agreement[0] > before.agreement[0] + 0.2
    assert after_it.tokens_per_round > before.tokens_per_round + 0.5
    assert after_it.loss < before.loss


def test_the_unrolled_steps_teach_the_later_drafts(tmp_path: Path) -> None:
    plain = trainer(tmp_path / "a", replace(RECIPE, epochs=4.0, steps=1))
    unrolled = trainer(tmp_path / "b", replace(RECIPE, epochs=4.0, steps=3))
    first = plain.run(ignore_progress, never_cancelled, nothing)
    second = unrolled.run(ignore_progress, never_cancelled, nothing)
    assert second.agreement[2] > first.agreement[2] + 0.1


@pytest.mark.parametrize("stopped_at", [1, 4, 5, 12])
def test_resumed_it_ends_with_the_very_same_head(tmp_path: Path, stopped_at: int) -> None:
    whole = trainer(tmp_path / "whole")
    outcome = whole.run(ignore_progress, never_cancelled, nothing)
    first = trainer(tmp_path / "parts")
    with pytest.raises(Cancelled):
        first.run(ignore_progress, after(stopped_at), nothing)
    second = trainer(tmp_path / "parts")
    assert second.resume()
    assert second.position.step <= stopped_at
    assert second.run(ignore_progress, never_cancelled, nothing) == outcome
    assert same(weights(whole), weights(second))
    course = [(point.step, point.loss, point.held_out) for point in whole.position.points]
    assert [(point.step, point.loss, point.held_out) for point in second.position.points] == course


def test_a_finished_training_resumes_to_its_end(tmp_path: Path) -> None:
    first = trainer(tmp_path)
    outcome = first.run(ignore_progress, never_cancelled, nothing)
    again = trainer(tmp_path)
    assert again.resume()
    assert again.run(ignore_progress, never_cancelled, nothing) == outcome
    assert again.position.points == first.position.points
    assert same(weights(first), weights(again))


def test_nothing_to_resume(tmp_path: Path) -> None:
    assert not trainer(tmp_path).resume()


@pytest.mark.parametrize("changes", [{"seed": 1}, {"recipe": replace(RECIPE, learning_rate=2e-3)}])
def test_another_training_is_not_resumed(tmp_path: Path, changes: dict[str, object]) -> None:
    trainer(tmp_path)._save()
    with pytest.raises(TrainingError, match="other data or settings"):
        trainer(tmp_path, **changes).resume()  # type: ignore[arg-type]


def test_a_damaged_checkpoint_is_a_sentence(tmp_path: Path) -> None:
    made = trainer(tmp_path)
    made._save()
    file = tmp_path / "checkpoint.pt"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    with pytest.raises(TrainingError, match="damaged"):
        made.resume()


def test_cancelled_it_keeps_the_best_head(tmp_path: Path) -> None:
    points: list[Point] = []
    made = trainer(tmp_path, replace(RECIPE, epochs=3.0))

    def check() -> None:
        if len(points) == 3:
            raise Cancelled

    with pytest.raises(Cancelled):
        made.run(ignore_progress, check, points.append)
    best = made.keep_best()
    looks = [point.held_out for point in points if point.held_out]
    assert best in looks
    assert best is not None
    assert best.tokens_per_round == max(look.tokens_per_round for look in looks)
    again = evaluate(
        HeadSteps(made._head, torch.float32), seen(split(conversations())[1]), 4, never_cancelled
    )
    assert again.tokens_per_round == pytest.approx(best.tokens_per_round)


def test_cancelled_before_any_look_there_is_no_best(tmp_path: Path) -> None:
    made = trainer(tmp_path)
    with pytest.raises(Cancelled):
        made.run(ignore_progress, after(1), nothing)
    assert made.keep_best() is None


def test_held_out_conversations_are_never_trained_on(tmp_path: Path) -> None:
    _, held_out = split(conversations())
    hidden = {exchange.ids.tobytes() for exchange in held_out}
    learned: list[bytes] = []
    made = trainer(tmp_path)
    run = made._steps.run

    def watched(batch: TokenBatch, states: TargetStates, steps: int) -> list[DraftStep]:
        if torch.is_grad_enabled():
            learned.extend(ids.int().numpy().tobytes() for ids in batch.ids)
        return run(batch, states, steps)

    made._steps.run = watched  # type: ignore[method-assign]
    made.run(ignore_progress, never_cancelled, nothing)
    assert len(learned) > 0.5 * (len(conversations()) - len(held_out))
    assert hidden
    assert not hidden & set(learned)


def test_the_embedding_stays_the_targets(tmp_path: Path) -> None:
    made = trainer(tmp_path)
    before = weights(made)
    made.run(ignore_progress, never_cancelled, nothing)
    after_it = weights(made)
    changed = {name for name in before if not torch.equal(before[name], after_it[name])}
    assert changed == set(before) - {"embed_tokens.weight", "d2t", "t2d"}


def test_hours_end_it_early(tmp_path: Path) -> None:
    made = trainer(tmp_path, replace(RECIPE, epochs=1000.0), hours=1e-4)
    made.run(ignore_progress, never_cancelled, nothing)
    assert made.position.done == 1
    assert 0 < made.position.step < 1000


def test_too_little_to_learn_from_is_a_sentence(tmp_path: Path) -> None:
    for train, held_out in (([], conversations()), (conversations(), [])):
        with pytest.raises(TrainingError, match="raise --tokens"):
            Trainer(
                new_head(), reader(), train, held_out, RECIPE, tmp_path / "c", dtype=torch.float32, seed=0
            )


def test_a_full_disk_and_full_memory_are_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    made = trainer(tmp_path)
    made._save()
    kept = (tmp_path / "checkpoint.pt").read_bytes()
    monkeypatch.setattr(checkpoint_module.torch, "save", full)
    with pytest.raises(DiskFullError, match="free some space"):
        made.run(ignore_progress, never_cancelled, nothing)
    assert (tmp_path / "checkpoint.pt").read_bytes() == kept

    class Exhausted(TargetReader):
        def read(self, batch: TokenBatch) -> TargetStates:
            raise torch.OutOfMemoryError("CUDA out of memory")

    with pytest.raises(OutOfMemoryError, match="smaller --batch"):
        trainer(tmp_path, reader=Exhausted(network(), TAPS, 30)).run(
            ignore_progress, never_cancelled, nothing
        )
