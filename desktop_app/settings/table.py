"""The one table of settings: the file, the checks and the dialog are all made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from desktop_app.decoding.sampling_params import MAX_SEED
from desktop_app.models.fit_context import LONGEST, SHORTEST
from desktop_app.settings.draft_words import DRAFT_OPTIONS
from desktop_app.settings.kinds import Choice, Flag, Instead, Kind, Number, Place, Texts, Whole
from desktop_app.settings.record import QT_TRANSLATE_NOOP, Counts, Record

Theme = Literal["system", "light", "dark"]
Language = Literal["system", "en", "zh_CN"]
Mode = Literal["speculative", "plain"]

MAX_K = 64
MAX_TOKENS = 1_000_000
# percent
ZOOM_RANGE = (70, 250)


SECTIONS: Mapping[str, str] = {
    "window": QT_TRANSLATE_NOOP("Settings", "Window"),
    "model": QT_TRANSLATE_NOOP("Settings", "Model"),
    "decoding": QT_TRANSLATE_NOOP("Settings", "Decoding"),
    "sampling": QT_TRANSLATE_NOOP("Settings", "Sampling"),
}


def _about(
    section: str, kind: Kind, label: str, description: str, counts: Counts = "reply"
) -> dict[str, tuple[str, Kind, str, str, Counts]]:
    return {"about": (section, kind, label, description, counts)}


@dataclass(frozen=True, slots=True)
class Settings:
    """last_target: "starter", a folder, or "" for none yet. draft: who drafts when mode is speculative.
    seed None draws one for each reply. A field's name is its key in the file."""

    theme: Theme = field(
        default="system",
        metadata=_about(
            "window",
            Choice(
                (
                    ("system", QT_TRANSLATE_NOOP("Settings", "Follow the system")),
                    ("light", QT_TRANSLATE_NOOP("Settings", "Light")),
                    ("dark", QT_TRANSLATE_NOOP("Settings", "Dark")),
                )
            ),
            QT_TRANSLATE_NOOP("Settings", "Theme"),
            QT_TRANSLATE_NOOP("Settings", "The colours of the window."),
            "now",
        ),
    )
    zoom: int = field(
        default=100,
        metadata=_about(
            "window",
            Whole(*ZOOM_RANGE, step=10),
            QT_TRANSLATE_NOOP("Settings", "Text size (percent)"),
            QT_TRANSLATE_NOOP("Settings", "Of the chat and the message field; Ctrl and + or − change it."),
            "now",
        ),
    )
    language: Language = field(
        default="system",
        metadata=_about(
            "window",
            Choice(
                (
                    ("system", QT_TRANSLATE_NOOP("Settings", "Follow the system")),
                    # each in its own language, for whom the window's is foreign
                    ("en", "English"),
                    ("zh_CN", "简体中文"),
                )
            ),
            QT_TRANSLATE_NOOP("Settings", "Language"),
            QT_TRANSLATE_NOOP("Settings", "The language of the window; the command line speaks English."),
            "start",
        ),
    )
    show_marks: bool = field(
        default=True,
        metadata=_about(
            "window",
            Flag(),
            QT_TRANSLATE_NOOP("Settings", "Origin marks"),
            QT_TRANSLATE_NOOP("Settings", "Shows on every word whether it was drafted, corrected or plain."),
            "now",
        ),
    )
    conversations_visible: bool = field(
        default=True,
        metadata=_about(
            "window",
            Flag(),
            QT_TRANSLATE_NOOP("Settings", "Chats"),
            QT_TRANSLATE_NOOP("Settings", "Shows the list of chats at the left."),
            "now",
        ),
    )
    instruments_visible: bool = field(
        default=True,
        metadata=_about(
            "window",
            Flag(),
            QT_TRANSLATE_NOOP("Settings", "Instruments"),
            QT_TRANSLATE_NOOP("Settings", "Shows speed and acceptance at the right."),
            "now",
        ),
    )
    default_preset: str = field(
        default="",
        metadata=_about(
            "decoding",
            Choice((("", QT_TRANSLATE_NOOP("Settings", "None")),), ".*", "the name of a preset"),
            QT_TRANSLATE_NOOP("Settings", "Preset of new chats"),
            QT_TRANSLATE_NOOP("Settings", "Chosen in Chat Settings, where presets are kept."),
        ),
    )
    titles_by_model: bool = field(
        default=True,
        metadata=_about(
            "window",
            Flag(),
            QT_TRANSLATE_NOOP("Settings", "Titles by the model"),
            QT_TRANSLATE_NOOP(
                "Settings", "After the first reply the model makes a short title; without, it is your words."
            ),
            "now",
        ),
    )
    last_target: str = field(
        default="",
        metadata=_about(
            "model",
            Place(("starter",)),
            QT_TRANSLATE_NOOP("Settings", "Model at the start"),
            QT_TRANSLATE_NOOP(
                "Settings",
                "A model folder, a GGUF file or the word starter; loading another model changes it.",
            ),
            "start",
        ),
    )
    model_folders: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            "model",
            Texts(),
            QT_TRANSLATE_NOOP("Settings", "Folders with models"),
            QT_TRANSLATE_NOOP(
                "Settings", r"Besides the program's own and Hugging Face's: one a line, \\ for \."
            ),
            "now",
        ),
    )
    device: str = field(
        default="auto",
        metadata=_about(
            "model",
            Choice(
                (
                    ("auto", QT_TRANSLATE_NOOP("Settings", "Automatic")),
                    ("cpu", QT_TRANSLATE_NOOP("Settings", "Processor (cpu)")),
                    ("cuda", QT_TRANSLATE_NOOP("Settings", "NVIDIA graphics card (cuda)")),
                    ("mps", QT_TRANSLATE_NOOP("Settings", "Apple graphics (mps)")),
                ),
                r"cuda:[0-9]{1,3}",
                '"cuda:" with a number',
            ),
            QT_TRANSLATE_NOOP("Settings", "Device"),
            QT_TRANSLATE_NOOP("Settings", "Where the model runs."),
            "load",
        ),
    )
    context: int | Literal["auto"] = field(
        default="auto",
        metadata=_about(
            "model",
            Whole(
                SHORTEST,
                LONGEST,
                step=1024,
                instead=Instead("auto", QT_TRANSLATE_NOOP("Settings", "What fits into memory")),
            ),
            QT_TRANSLATE_NOOP("Settings", "Largest context (tokens)"),
            QT_TRANSLATE_NOOP(
                "Settings", "The most a chat may hold; never more than the model was made for."
            ),
            "load",
        ),
    )
    dtype: str = field(
        default="auto",
        metadata=_about(
            "model",
            Choice(
                (
                    ("auto", QT_TRANSLATE_NOOP("Settings", "Automatic")),
                    ("float32", "float32"),
                    ("bfloat16", "bfloat16"),
                    ("float16", "float16"),
                )
            ),
            QT_TRANSLATE_NOOP("Settings", "Number format"),
            QT_TRANSLATE_NOOP("Settings", "How weights are held: 16 bits take half the memory of 32."),
            "load",
        ),
    )
    mode: Mode = field(
        default="speculative",
        metadata=_about(
            "decoding",
            Choice(
                (
                    ("speculative", QT_TRANSLATE_NOOP("Settings", "Speculative")),
                    ("plain", QT_TRANSLATE_NOOP("Settings", "Plain")),
                )
            ),
            QT_TRANSLATE_NOOP("Settings", "Mode"),
            QT_TRANSLATE_NOOP("Settings", "Whether a draft guesses ahead of the model."),
        ),
    )
    draft: str = field(
        default="auto",
        metadata=_about(
            "decoding",
            Choice(DRAFT_OPTIONS, ".*", "another text"),
            QT_TRANSLATE_NOOP("Settings", "Draft"),
            QT_TRANSLATE_NOOP("Settings", "Who guesses when the mode is speculative; the model only checks."),
        ),
    )
    k: int | Literal["auto"] = field(
        default="auto",
        metadata=_about(
            "decoding",
            Whole(0, MAX_K, instead=Instead("auto", QT_TRANSLATE_NOOP("Settings", "Automatic"))),
            QT_TRANSLATE_NOOP("Settings", "Drafts in a round (k)"),
            QT_TRANSLATE_NOOP("Settings", "Automatic leaves it to the program; a number is kept exactly."),
        ),
    )
    verifier: Literal["auto", "rejection", "coupled"] = field(
        default="auto",
        metadata=_about(
            "decoding",
            Choice(
                (
                    ("auto", QT_TRANSLATE_NOOP("Settings", "Automatic")),
                    ("rejection", QT_TRANSLATE_NOOP("Settings", "Rejection")),
                    ("coupled", QT_TRANSLATE_NOOP("Settings", "Coupled")),
                )
            ),
            QT_TRANSLATE_NOOP("Settings", "Verifier"),
            QT_TRANSLATE_NOOP(
                "Settings",
                "Rejection accepts the most drafts; coupled gives the plain reply of the same seed. Both "
                "keep the model’s own odds.",
            ),
        ),
    )
    control_rounds: bool = field(
        default=True,
        metadata=_about(
            "decoding",
            Flag(),
            QT_TRANSLATE_NOOP("Settings", "Control rounds"),
            QT_TRANSLATE_NOOP(
                "Settings",
                "Decodes one round in six plainly, later one in twenty and fewer, so that each reply shows "
                "how much the draft gains; each costs less than one plain step.",
            ),
        ),
    )
    shadow_audition: bool = field(
        default=False,
        metadata=_about(
            "decoding",
            Flag(),
            QT_TRANSLATE_NOOP("Settings", "Shadow audition"),
            QT_TRANSLATE_NOOP(
                "Settings",
                "While you pause, tries other drafts on the chat’s finished replies; takes a quarter of the "
                "processor’s time.",
            ),
            "now",
        ),
    )
    record_distributions: bool = field(
        default=False,
        metadata=_about(
            "decoding",
            Flag(),
            QT_TRANSLATE_NOOP("Settings", "Record distributions"),
            QT_TRANSLATE_NOOP(
                "Settings",
                "Keeps for every token what target and draft found likeliest; replies get slower, chats "
                "larger.",
            ),
        ),
    )
    seed: int | None = field(
        default=None,
        metadata=_about(
            "decoding",
            Whole(0, MAX_SEED, instead=Instead(None, QT_TRANSLATE_NOOP("Settings", "New for each reply"))),
            QT_TRANSLATE_NOOP("Settings", "Seed"),
            QT_TRANSLATE_NOOP(
                "Settings", "A fixed seed makes the same reply again; empty draws one each time."
            ),
        ),
    )
    max_tokens: int = field(
        default=1024,
        metadata=_about(
            "decoding",
            Whole(1, MAX_TOKENS, step=64),
            QT_TRANSLATE_NOOP("Settings", "Longest reply (tokens)"),
            QT_TRANSLATE_NOOP("Settings", "A reply ends after this many tokens, if it has not ended before."),
        ),
    )
    stop: tuple[str, ...] = field(
        default=(),
        metadata=_about(
            "decoding",
            Texts(),
            QT_TRANSLATE_NOOP("Settings", "Stop strings"),
            QT_TRANSLATE_NOOP(
                "Settings", r"A reply ends before any of these: one a line, \n for a line break, \\ for \."
            ),
        ),
    )
    temperature: float = field(
        default=0.7,
        metadata=_about(
            "sampling",
            Number(0.0, 100.0, 0.05),
            QT_TRANSLATE_NOOP("Settings", "Temperature"),
            QT_TRANSLATE_NOOP("Settings", "0 always takes the likeliest token; higher is more varied."),
        ),
    )
    top_p: float = field(
        default=0.95,
        metadata=_about(
            "sampling",
            Number(0.0, 1.0, 0.05, above=True),
            QT_TRANSLATE_NOOP("Settings", "Top-p"),
            QT_TRANSLATE_NOOP("Settings", "Keeps the likeliest tokens up to this share; 1 keeps all."),
        ),
    )
    top_k: int = field(
        default=0,
        metadata=_about(
            "sampling",
            Whole(0, 2**31 - 1, note=" (off)"),
            QT_TRANSLATE_NOOP("Settings", "Top-k"),
            QT_TRANSLATE_NOOP("Settings", "Keeps this many of the likeliest tokens; 0 keeps all."),
        ),
    )
    min_p: float = field(
        default=0.0,
        metadata=_about(
            "sampling",
            Number(0.0, 1.0, 0.01),
            QT_TRANSLATE_NOOP("Settings", "Min-p"),
            QT_TRANSLATE_NOOP(
                "Settings", "Drops tokens below this share of the likeliest one; 0 drops none."
            ),
        ),
    )
    typical_p: float = field(
        default=1.0,
        metadata=_about(
            "sampling",
            Number(0.0, 1.0, 0.05, above=True),
            QT_TRANSLATE_NOOP("Settings", "Typical-p"),
            QT_TRANSLATE_NOOP("Settings", "Keeps tokens about as surprising as expected; 1 keeps all."),
        ),
    )
    repetition_penalty: float = field(
        default=1.0,
        metadata=_about(
            "sampling",
            Number(0.0, 100.0, 0.05, above=True),
            QT_TRANSLATE_NOOP("Settings", "Repetition penalty"),
            QT_TRANSLATE_NOOP(
                "Settings", "Above 1, what prompt and reply hold already gets rarer; 1 is off."
            ),
        ),
    )
    frequency_penalty: float = field(
        default=0.0,
        metadata=_about(
            "sampling",
            Number(-2.0, 2.0, 0.1),
            QT_TRANSLATE_NOOP("Settings", "Frequency penalty"),
            QT_TRANSLATE_NOOP(
                "Settings", "Above 0, a token gets rarer each time the reply uses it; 0 is off."
            ),
        ),
    )
    presence_penalty: float = field(
        default=0.0,
        metadata=_about(
            "sampling",
            Number(-2.0, 2.0, 0.1),
            QT_TRANSLATE_NOOP("Settings", "Presence penalty"),
            QT_TRANSLATE_NOOP("Settings", "Above 0, a token the reply has used once gets rarer; 0 is off."),
        ),
    )


def _record(name: str, default: Any, about: tuple[str, Kind, str, str, Counts]) -> Record:
    section, kind, label, description, counts = about
    return Record(name, section, kind, default, label, description, counts)


RECORDS: tuple[Record, ...] = tuple(_record(f.name, f.default, f.metadata["about"]) for f in fields(Settings))
