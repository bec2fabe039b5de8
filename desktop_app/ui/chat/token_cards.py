"""What a token says when the mouse rests on it, in the user's language and the theme's colours."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.decoding.rounds import Origin, Verdict
from desktop_app.ui.chat.rendering.reply_text import ReplyText
from desktop_app.ui.chat.round_card import CardColors, CardWords, round_card
from desktop_app.ui.draft_names import drafter_name
from desktop_app.ui.theme import Theme


class TokenCards(QObject):
    def card(self, reply: ReplyText, token: int, theme: Theme) -> str:
        """Rich text about one token of a reply."""
        mark = reply.tokens[token]
        round_ = reply.rounds[mark.round_position]
        return round_card(round_, mark.emitted_position, self._words(), _colors(theme))

    def _words(self) -> CardWords:
        return CardWords(
            title=self.tr("round {number} · drafted by {drafter}"),
            by_user=self.tr("round {number} · a branch begins here"),
            chosen=self.tr("chosen by you"),
            undrafted={
                None: self.tr("round {number} · nothing drafted"),
                "control": self.tr("round {number} · control round, decoded plainly to measure the gain"),
                "switched": self.tr("round {number} · after the switch to plain"),
            },
            origins={
                Origin.ACCEPTED: self.tr("accepted from the draft"),
                Origin.CORRECTED: self.tr("corrected by the target"),
                Origin.BONUS: self.tr("bonus of the target"),
                Origin.PLAIN: self.tr("plain decoding"),
            },
            verdicts={
                Verdict.ACCEPTED: self.tr("accepted"),
                Verdict.REJECTED: self.tr("rejected"),
                Verdict.UNTESTED: self.tr("untested"),
            },
            probability=self.tr("p ="),
            drafts=self.tr("draft"),
            draft=self.tr("q"),
            target=self.tr("p"),
            drafter=drafter_name,
        )


def _colors(theme: Theme) -> CardColors:
    verdicts = {
        Verdict.ACCEPTED: theme.accepted,
        Verdict.REJECTED: theme.rejected,
        Verdict.UNTESTED: theme.dim,
    }
    return CardColors(theme.dim, {origin: theme.origin(origin).name() for origin in Origin}, verdicts)
