"""The token of an account at the hub: typed in, from the system's keyring, or from a login. Torch-free.

It is written to no file of this program and to no log. The keyring is used where the package `keyring` is
installed and finds one; asking it may open a dialog of the system, so never in the window's thread.
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import Any

from desktop_app.models.hub import stored_token

_SERVICE = "slipstream"
_ACCOUNT = "hugging-face"

_log = logging.getLogger(__name__)


class HubToken:
    """What was typed lasts until the program ends, and longer where there is a keyring."""

    def __init__(self) -> None:
        self._typed = ""

    def __call__(self) -> str:
        """What was typed, else what the keyring has, else HF_TOKEN or the login of huggingface_hub; or ""."""
        return self._typed or self._kept() or stored_token()

    def keep(self, token: str) -> bool:
        """Returns whether it is in the keyring now."""
        self._typed = token.strip()
        keyring = _keyring()
        if keyring is None:
            return False
        try:
            keyring.set_password(_SERVICE, _ACCOUNT, self._typed)
        except Exception as error:  # each keyring has errors of its own
            _log.warning("The keyring keeps no token (%s)", type(error).__name__)
            return False
        return True

    def forget(self) -> None:
        self._typed = ""
        keyring = _keyring()
        try:
            if keyring is not None and keyring.get_password(_SERVICE, _ACCOUNT) is not None:
                keyring.delete_password(_SERVICE, _ACCOUNT)
        except Exception as error:  # each keyring has errors of its own
            _log.warning("The keyring forgets no token (%s)", type(error).__name__)

    def _kept(self) -> str:
        keyring = _keyring()
        try:
            return "" if keyring is None else str(keyring.get_password(_SERVICE, _ACCOUNT) or "")
        except Exception as error:  # each keyring has errors of its own
            _log.warning("The keyring gives no token (%s)", type(error).__name__)
            return ""


def has_keyring() -> bool:
    return _keyring() is not None


def _keyring() -> Any:
    """None where the package is missing, or has found no keyring: its stand-ins have no priority."""
    try:
        keyring: Any = import_module("keyring")
        return keyring if keyring.get_keyring().priority > 0 else None
    except Exception:  # the package looks for keyrings by importing them
        return None
