"""The looks of an exported page: the window's colours, marks by shape as well as by colour."""

from __future__ import annotations

LIGHT = {
    "background": "#f6f7f9", "raised": "#eef1f5", "line": "#dde2e9", "text": "#1b2230", "dim": "#586375",
    "user": "#e3eefb", "accent": "#0b67a8",
    "accepted": "#00735a", "corrected": "#8f5600", "bonus": "#0b67a8", "rejected": "#b23c00",
}  # fmt: skip
DARK = {
    "background": "#14171c", "raised": "#222832", "line": "#2c333f", "text": "#e7eaf0", "dim": "#98a2b3",
    "user": "#243247", "accent": "#6cb8ee",
    "accepted": "#35c99f", "corrected": "#f0b23c", "bonus": "#6cb8ee", "rejected": "#ff8a5c",
}  # fmt: skip

_RULES = """
* { box-sizing: border-box; }
body { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; background: var(--background);
  color: var(--text); font: 1rem/1.75 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; }
h1 { margin: 0; font-size: 1.4rem; line-height: 1.3; overflow-wrap: anywhere; }
h2 { margin: 0 0 .25rem; font-size: .8rem; font-weight: 600; color: var(--dim); }
p { margin: .25rem 0; }
label { margin-left: .4rem; }
input { accent-color: var(--accent); }
.date, .legend, .figures, .note, label { font-size: .85rem; color: var(--dim); }
.legend > span { display: inline-block; margin-right: .9rem; }
section { margin: 1.75rem 0; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; unicode-bidi: isolate; }
.user .text, .system .text { padding: .6rem .9rem; border-radius: .75rem; background: var(--user); }
.system .text { background: var(--raised); }
.user h2 { text-align: right; }
.user .text { width: fit-content; max-width: 85%; margin-left: auto; }
.code { font: .85em/1 ui-monospace, "DejaVu Sans Mono", "Noto Sans Mono CJK SC", Consolas, monospace; }
.figures { border-top: 1px solid var(--line); padding-top: .4rem; margin-top: .6rem; }
.figures span { white-space: nowrap; }
.note { font-style: italic; }
.accepted, .corrected, .bonus { text-decoration-line: underline; text-decoration-thickness: 1.5px;
  text-underline-offset: .3em; text-decoration-skip-ink: none; }
.accepted { text-decoration-style: solid; text-decoration-color: var(--accepted); }
.corrected { text-decoration-style: wavy; text-decoration-color: var(--corrected); position: relative; }
.bonus { text-decoration-style: dotted; text-decoration-color: var(--bonus);
  text-decoration-thickness: 2.5px; }
.blank { text-decoration-line: none; }
.corrected:not(.blank)::before, .caret { content: ""; border: .2em solid transparent; border-top: 0;
  border-bottom: .36em solid var(--rejected); }
.corrected:not(.blank)::before { position: absolute; left: -.2em; top: 1.2em; }
.caret { display: inline-block; margin-right: .3rem; }
.switch { display: inline-block; position: relative; width: .8em; height: 1.35em; margin: 0 -.35em 0 .05em;
  vertical-align: -.35em; line-height: 1; }
.switch::before { content: ""; position: absolute; inset: 0 auto 0 .15em;
  border-left: 1px solid var(--accent); }
.switch::after { content: ""; position: absolute; left: .15em; top: 0; width: .5em; height: .55em;
  background: var(--accent); clip-path: polygon(0 0, 100% 50%, 0 100%); }
.switch.plain::before { border-color: var(--dim); }
.switch.plain::after { background: var(--dim);
  clip-path: polygon(0 0, 100% 50%, 0 100%, 0 80%, 60% 50%, 0 20%); }
.legend .switch { margin: 0 .2em 0 0; vertical-align: -.3em; }
#marks:not(:checked) ~ main .switch { display: none; }
#marks:not(:checked) ~ main span { text-decoration-line: none; }
#marks:not(:checked) ~ main .corrected::before { display: none; }
@media print { #marks, label { display: none; } body { print-color-adjust: exact; } }
"""


def style_sheet() -> str:
    """Light and dark by the reader's choice; nothing is fetched."""
    light, dark = _variables(LIGHT), _variables(DARK)
    return (
        f":root {{ color-scheme: light dark; {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}{_RULES}"
    )


def _variables(colors: dict[str, str]) -> str:
    return " ".join(f"--{name}: {color};" for name, color in colors.items())
