"""The words of an exported chat in the user's language."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop_app.chats.export_words import ExportWords
from desktop_app.decoding.rounds import Origin
from desktop_app.ui.chat.live_reply import reason_note, stored_note
from desktop_app.ui.chat.switch_words import beginning, stored_promise
from desktop_app.ui.draft_names import drafter_name
from desktop_app.ui.sentences import translated

# lupdate knows the function by this name
translate = QCoreApplication.translate


def export_words() -> ExportWords:
    return ExportWords(
        language=translate("Export", "en", "the language as HTML names it, such as en or zh-CN"),
        untitled=translate("Export", "Untitled chat"),
        roles={
            "system": translate("Export", "System prompt"),
            "user": translate("Export", "You"),
            "assistant": translate("Export", "Assistant"),
        },
        reasons={reason: reason_note(reason) for reason in ("length", "context", "cancelled")},
        interrupted=stored_note("interrupted", None, None),
        origins={
            Origin.ACCEPTED: translate("Export", "accepted from the draft"),
            Origin.CORRECTED: translate("Export", "corrected by the target"),
            Origin.BONUS: translate("Export", "bonus of the target"),
            Origin.PLAIN: translate("Export", "plain decoding"),
        },
        show_marks=translate("Export", "Show where each token came from"),
        rejected=translate("Export", "a rejected draft stood here"),
        round=translate("Export", "round {number}"),
        drafted_by=translate("Export", "drafted by {drafter}"),
        nothing_drafted=translate("Export", "nothing drafted"),
        instead_of=translate("Export", "instead of “{text}” ({figures})"),
        chosen=translate("Export", "chosen by the user: a branch begins here"),
        plain=translate("Export", "plain"),
        speculative=translate("Export", "speculative"),
        begins={"speculative": beginning("speculative"), "plain": beginning("plain")},
        part=translate("Switch", "tokens {first} to {last}: {mode}"),
        temperature=translate("Export", "temperature {value}"),
        seed=translate("Export", "seed {value}"),
        tokens=translate("Export", "{tokens} tokens in {rounds} rounds"),
        accepted=translate("Export", "{rate} accepted"),
        per_round=translate("Export", "{value} tokens a round"),
        speed=translate("Export", "{speed} tokens/s"),
        first_token=translate("Export", "{milliseconds} ms to the first token"),
        accepted_means=translate(
            "Export", "accepted / tested levels; a level is tested where the target compared a draft"
        ),
        per_round_means=translate("Export", "emitted tokens / rounds; 1.0 for plain decoding"),
        speed_means=translate("Export", "tokens after round 0 / seconds since its end"),
        drafter=drafter_name,
        sentence=translated,
        promise=stored_promise,
    )
