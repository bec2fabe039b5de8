"""What is watched so that the list follows the disk."""

from __future__ import annotations

from pathlib import Path

from model_folders import write_model

from desktop_app.models.library import Places, scan
from desktop_app.ui.models.watched_places import watched_places


def test_places_the_way_to_each_model_and_its_files(tmp_path: Path) -> None:
    own, added = tmp_path / "data" / "models", tmp_path / "added"
    deep = write_model(added / "maker" / "family" / "Model")
    (added / ".hidden").mkdir()
    where = Places(own, (added,), hub=tmp_path / "none" / "hub")
    own.parent.mkdir()
    watched = watched_places(where, scan(where, tmp_path / "library.json"))
    assert watched[:3] == [str(own.parent), str(added), str(added / "maker")]
    assert set(watched[3:]) == {str(path) for path in (deep.parent, deep, *deep.iterdir())}
