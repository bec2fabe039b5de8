"""What makes way is kept, all of it, and takes nothing else's name."""

from __future__ import annotations

from pathlib import Path

from desktop_app.set_aside import set_aside, set_aside_before


def test_each_has_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "file"
    asides = []
    for content in ("one", "two", "three"):
        path.write_text(content)
        asides.append(set_aside(path))
        assert not path.exists()
    assert len(set(asides)) == 3
    assert [aside.read_text() for aside in asides] == ["one", "two", "three"]
    assert set_aside_before(path) == asides


def test_what_belongs_together_stays_together(tmp_path: Path) -> None:
    path = tmp_path / "db"
    asides = []
    for content in ("one", "two"):
        path.write_text(content)
        path.with_name("db-wal").write_text(f"{content} journal")
        asides.append(set_aside(path, ("", "-wal", "-shm")))
    for aside, content in zip(asides, ("one", "two"), strict=True):
        assert aside.read_text() == content
        assert aside.with_name(f"{aside.name}-wal").read_text() == f"{content} journal"
    assert len(list(tmp_path.iterdir())) == 4
    assert set_aside_before(path) == asides
