from __future__ import annotations

import html
from itertools import pairwise

from chat_rounds import REPLY
from hypothesis import example, given, settings
from hypothesis import strategies as st

from desktop_app.ui.chat.rendering.inline_alignment import Run
from desktop_app.ui.chat.rendering.markdown_blocks import Block, Kind, parse_blocks

FRAGMENTS = [
    "word", "a b", "*em*", "**bold**", "~~no~~", "`code`", "` a  b `", "``x ` y``", "\\*", "&amp;",
    "&copy;", "&#42;", "[link](http://a.b 't')", "[l *i*](<x y>)", "![alt *x*](http://a/b.png)",
    "<http://a.b>", "<b>", "\n", "\n\n", "  \n", "\\\n", "# ", "## head ##\n", "- ", "  - ", "1. ", "12) ",
    "> ", "> > ", "```\n", "```py\n", "~~~\n", "    ", "\t", "| a | b |\n|---|:-:|\n", "| x\\|y | `z` |\n",
    "---\n", "===\n", "[ ] ", "[x] ", "[r]: /u\n", "[r]", "*", "_", "`", "é", "👩‍🔬", "中文", " ", "<", "&",
    "|", "!", "](", ")", "\\(x^2\\)", "$a_1$", "$", "$$", "$$\n", "\\[\n", "\\]\n", "\\]", "\\[y\\]",
    "\\(", "\\)",
]  # fmt: skip
MARKDOWN = st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join)


def all_runs(block: Block) -> list[Run]:
    marker = [block.marker] if block.marker else []
    return [*marker, *block.runs, *(run for row in block.rows for cell in row for run in cell)]


def glyphs(block: Block) -> list[tuple[str, int]]:
    return [pair for run in all_runs(block) for pair in zip(run.text, run.offsets, strict=True)]


def check_offsets(source: str) -> None:
    starts = [0]
    for line in source.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for block in parse_blocks(source):
        pairs = glyphs(block)
        offsets = [offset for _, offset in pairs]
        assert all(one < other for one, other in pairwise(offsets)), block
        first, last = starts[block.lines[0]], starts[min(block.lines[1], len(starts) - 1)]
        for char, offset in pairs:
            assert first <= offset < last, block
            came = source[offset]
            in_code = char == " " and came == "\n"
            assert char == came or came in "\\&[" or char in "•☐☑" or in_code, (char, offset)


@given(MARKDOWN)
@example(REPLY)
@example("- - a")
@example("> - | a | b |\n>   |---|---|\n>   | c | d |")
@example("`` ` ``\n`a\nb`")
@settings(max_examples=300, deadline=None)
def test_every_character_stands_where_its_offset_says(source: str) -> None:
    check_offsets(source)


@given(st.text(alphabet="ab \n\t*_`~[]()<>!\\&;#->+1.|:=\"'", max_size=60))
@settings(max_examples=300, deadline=None)
def test_any_text_has_offsets_in_its_own_lines(source: str) -> None:
    check_offsets(source)


def test_entities_and_escapes_point_at_their_first_character() -> None:
    source = r"a \* &amp; &copy;"
    (block,) = parse_blocks(source)
    assert block.text == "a * & ©"
    assert glyphs(block)[2] == ("*", source.index("\\"))
    assert glyphs(block)[4] == ("&", source.index("&amp;"))
    assert glyphs(block)[6] == ("©", source.index("&copy;"))


def test_a_base_shifts_all_offsets() -> None:
    plain, shifted = parse_blocks(REPLY), parse_blocks(REPLY, base=1000)
    for one, other in zip(plain, shifted, strict=True):
        assert [(c, o + 1000) for c, o in glyphs(one)] == glyphs(other)


def test_styles_and_links() -> None:
    (block,) = parse_blocks(
        "*i* **b** ***x*** ~~s~~ `c` [t](https://e.org/a) ![alt](http://i/x.png) <https://u.v>"
    )
    looks = {run.text: run.style for run in block.runs}
    assert looks["i"].italic
    assert looks["b"].bold
    assert looks["x"].bold
    assert looks["x"].italic
    assert looks["s"].strike
    assert looks["c"].code
    assert looks["t"].href == "https://e.org/a"
    assert looks["https://u.v"].href == "https://u.v"
    assert " alt " in [run.text for run in block.runs], "an image is its alternative text"
    assert all("x.png" not in run.text + run.style.href for run in block.runs)


def test_raw_html_and_reference_links_are_text() -> None:
    source = "<script>alert(1)</script> [a][b]\n\n[b]: http://x"
    assert "\n".join(block.text for block in parse_blocks(source)) == source.replace("\n\n", "\n")


def test_lists_quotes_and_tasks() -> None:
    blocks = parse_blocks(
        "3. three\n7. seven\n   - deep\n     more\n\n- [ ] open\n- [X] done\n-\n\n> q\n> > r"
    )
    shape = [(b.text, b.depth, b.quote, b.marker.text if b.marker else None) for b in blocks]
    assert shape == [
        ("three", 1, 0, "3."),
        ("seven", 1, 0, "7."),
        ("deep\nmore", 2, 0, "•"),
        ("open", 1, 0, "☐"),
        ("done", 1, 0, "☑"),
        ("", 1, 0, "•"),
        ("q", 0, 1, None),
        ("r", 0, 2, None),
    ]


def test_code_keeps_its_lines_and_language() -> None:
    blocks = parse_blocks("```python title\n  a\n\n\tb\n```\n\n- x\n  ```\n  y\n    z\n  ```\n\n~~~\n~~~")
    codes = [(b.text, b.language, b.depth) for b in blocks if b.kind is Kind.CODE]
    assert codes == [("  a\n\n\tb", "python", 0), ("y\n  z", "", 1), ("", "", 0)]


def test_a_table_has_cells_in_rows() -> None:
    (block,) = parse_blocks("| a | **b** |\n|---|---|\n| x\\|y | `z` |\n| short |")
    texts = [["".join(run.text for run in cell) for cell in row] for row in block.rows]
    assert texts == [["a", "b"], ["x|y", "z"], ["short", ""]]


@given(st.text(alphabet="abc <>&\"'", max_size=30))
@settings(deadline=None)
def test_escaped_text_comes_back(text: str) -> None:
    source = html.escape(text).strip()
    if source:
        (block,) = parse_blocks("x" + source)
        assert block.text == "x" + html.unescape(source)
