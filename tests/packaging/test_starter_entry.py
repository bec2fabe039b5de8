"""The catalogue of models and the constants that dialogs show speak of the same starter model."""

import tomllib

from desktop_app.models import starter_info
from desktop_app.paths import resource


def test_starter_entry_agrees_with_the_program() -> None:
    catalogue = tomllib.loads(resource("models", "catalogue.toml").read_text(encoding="utf-8"))
    assert catalogue["version"] == 2
    starter = catalogue["starter"]
    assert (starter["name"], starter["license"], starter["homepage"]) == (
        starter_info.NAME,
        starter_info.LICENSE,
        starter_info.HOMEPAGE,
    )
    assert starter["wheel"] == {
        "name": starter_info.WHEEL,
        "version": starter_info.VERSION,
        "sha256": starter_info.SHA256,
        "gguf": starter_info.GGUF,
        "download_bytes": starter_info.DOWNLOAD_BYTES,
    }
