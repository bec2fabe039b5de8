"""The frame of an exported page: no script, nothing fetched, all text escaped."""

from __future__ import annotations

from html import escape

from desktop_app.chats.export_words import ExportWords
from desktop_app.chats.html_style import style_sheet
from desktop_app.chats.html_tokens import visible
from desktop_app.decoding.rounds import Origin

# should anything ever slip through the escapes, it may neither run nor fetch
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html_page(title: str, body: str, language: str, rules: str = "") -> str:
    """title: text; body: HTML; rules: of style, beside those of every page."""
    return f"""<!DOCTYPE html>
<html lang="{escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escaped(title)}</title>
<style>
{style_sheet()}{rules}</style>
</head>
<body>
{body}</body>
</html>
"""


def escaped(text: str) -> str:
    """Without the characters that a page does not show."""
    return escape(visible(text))


def origin_names(words: ExportWords) -> str:
    """What each mark means, in the mark it explains."""
    return "".join(
        f'<span><span class="{origin.value}">{escaped(words.origins[origin])}</span></span>'
        for origin in Origin
    )
