"""What the README tells people to type exists."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ["README.md", "CHANGELOG.md", "packaging/README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md"]


def anchors(text: str) -> set[str]:
    """Headings as the addresses that a page of markdown gives them."""
    titles = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


def test_one_block_is_marked_as_the_test_command() -> None:
    (command,) = re.findall(r"^<!-- test command -->\n```bash\n(.+)\n```$", README, flags=re.MULTILINE)
    assert command.endswith("-m pytest")
    assert "pip install -e '.[test]'" in command


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        if "://" in target:
            continue
        file = (ROOT / page).parent / path if path else ROOT / page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file.read_text(encoding="utf-8")), target


def test_the_figures_of_the_duel_have_their_place() -> None:
    made = runpy.run_path(str(ROOT / "packaging" / "duel_pictures.py"))
    begin, end, with_figures = made["BEGIN"], made["END"], made["with_figures"]
    new = with_figures(README, "| figures |\n")
    assert f"{begin}| figures |\n{end}" in new
    # written again, nothing of the old ones stays, and nothing else has changed
    old = README[README.index(begin) + len(begin) : README.index(end)]
    assert "Verdict:" in old
    assert with_figures(new, old) == README
    with pytest.raises(ValueError, match="no place"):
        with_figures("# Slipstream", "")
