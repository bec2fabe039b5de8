"""A number of tokens in words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

translate = QCoreApplication.translate


def token_count(tokens: int) -> str:
    if tokens == 1:
        return translate("Tokens", "1 token")
    return translate("Tokens", "{tokens:,} tokens").format(tokens=tokens)
