"""What drafters are called: in requests, on the command line, in settings, and in rounds."""

from __future__ import annotations

LOOKUP = "lookup"
SUFFIX = "suffix"
EAGLE = "eagle"
SKIP = "skip"
MODEL = "model"
NONE = "none"
AUTO = "auto"

# what can be asked for by a word alone; besides there are skip:N and paths
CHOICES = (AUTO, EAGLE, LOOKUP, SUFFIX)
EVERY_CHOICE = "|".join((*CHOICES, f"{SKIP}:N", "PATH"))
