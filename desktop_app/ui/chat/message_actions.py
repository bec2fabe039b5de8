"""What can be done with a message: copy, edit, write anew, go on, branch, step through its versions."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from desktop_app.chats.messages import Message
from desktop_app.chats.store import ChatStore
from desktop_app.chats.token_fork import forked
from desktop_app.decoding.errors import SlipstreamError
from desktop_app.decoding.rounds import Round
from desktop_app.ui.chat.chat_parts import ChatParts
from desktop_app.ui.chat.conversation import (
    WholeMessage,
    model_messages,
    rounds_of,
    shown_messages,
    tokens_of,
    with_question,
)
from desktop_app.ui.chat.wanted_reply import WantedReply
from desktop_app.ui.composer.message_edit import MessageEdit
from desktop_app.ui.engine.asking import Asking
from desktop_app.ui.guarded import guarded
from desktop_app.ui.status_line import StatusAction


class MessageActions(QObject):
    """A message is named by its id; "" is the one chosen with the keyboard, else the last that fits.

    Nothing is destroyed: what is changed becomes a new version. path_changed: another path is to be shown;
    replied: a reply was begun; trace_wanted: of the reply with this id, "" for the last. current: the open
    conversation's id.
    """

    path_changed = Signal()
    replied = Signal()
    trace_wanted = Signal(str)

    def __init__(
        self, store: ChatStore, asking: Asking, parts: ChatParts, current: Callable[[], str], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._asking = asking
        self._parts = parts
        self._current = current
        self.edit_state = MessageEdit(parts.composer, parts.banner, self)
        parts.chat.hand.wanted.connect(self.run)

    def run(self, name: str, message_id: str = "") -> None:
        """Does what a button under a message says."""
        acts: dict[str, Callable[[str], None]] = {
            "copy": self.copy,
            "edit": self.edit,
            "regenerate": self.regenerate,
            "continue": self.go_on,
            "previous": lambda message: self.step(-1, message),
            "next": lambda message: self.step(1, message),
        }
        acts[name](message_id)

    # -- finding ------------------------------------------------------------------------------------------

    def messages(self) -> list[WholeMessage]:
        """What is shown.

        Raises:
            ChatStoreError: the store cannot be read.
        """
        current = self._current()
        return shown_messages(self._store.messages(current)) if current else []

    def find(self, message_id: str, role: str = "") -> WholeMessage | None:
        """The message of this id; for "" the chosen one if it fits the role, else the last that does."""
        messages = self.messages()
        wanted = message_id or self._parts.chat.hand.chosen
        found = next((message for message in messages if message.id == wanted), None)
        if message_id or (found is not None and (not role or found.role == role)):
            return found
        return next((m for m in reversed(messages) if not role or m.role == role), None)

    def rounds(self, message: WholeMessage) -> tuple[Round, ...]:
        """Of all its parts; none where they cannot be read or do not account for its text."""
        try:
            return rounds_of(message, self._store.rounds)
        except SlipstreamError:
            return ()

    def version_count(self, message: WholeMessage) -> int:
        """1 where the store cannot be read."""
        try:
            outline = self._store.tree.outline(message.last.conversation_id)
        except SlipstreamError:
            return 1
        return len(outline.versions(message.id, message.last.id).ends)

    # -- copying ------------------------------------------------------------------------------------------

    def copy(self, message_id: str = "") -> None:
        """The message as it is shown."""
        self._guarded(lambda: self._copy(message_id, as_shown=True))

    def copy_markdown(self, message_id: str = "") -> None:
        """The message as it was written."""
        self._guarded(lambda: self._copy(message_id, as_shown=False))

    def _copy(self, message_id: str, *, as_shown: bool) -> None:
        message = self.find(message_id)
        if message is not None:
            shown = self._parts.chat.hand.text(message.id) if as_shown else ""
            QGuiApplication.clipboard().setText(shown or message.content)
            self._parts.status.show_text(self.tr("Copied."))

    # -- new versions -------------------------------------------------------------------------------------

    def edit(self, message_id: str = "") -> None:
        """Puts the message into the message field; `send` makes a version of what becomes of it there."""
        self._guarded(lambda: self._edit(self.find(message_id, "" if message_id else "user")))

    def edit_chosen(self) -> None:
        """The chosen message whatever its role, else the last question."""
        self.edit(self._parts.chat.hand.chosen)

    def send(self, text: str) -> bool:
        """Makes a version of the message that is edited; whether it was made.

        Raises:
            SlipstreamError: it cannot be stored, or a setting cannot be used.
        """
        message = self.find(self.edit_state.message_id)
        if message is None:
            self._parts.status.show_error(
                self.tr("The message you edit is not shown here: go back to its version, or cancel the edit.")
            )
            return False
        of_user = message.role == "user"
        obstacle = self._asking.obstacle() if of_user else self._asking.busy()
        if obstacle:
            self._parts.status.show_error(obstacle)
            return False
        if of_user:
            conversation = message.last.conversation_id
            above = self._read_to(message.parts[0].parent_id)
            wanted = WantedReply(conversation, text, lambda: with_question(above, text))
            if not self._asking.gate(wanted):
                return False
            self._ask_anew(message, text)
        else:
            self._store.tree.edit(message.id, text)
            self.path_changed.emit()
        self.edit_state.cancel()
        return True

    def regenerate(self, message_id: str = "") -> None:
        """A new reply to the same question; the old one drafts where it fits."""
        self._guarded(lambda: self._regenerate(self.find(message_id, "" if message_id else "assistant")))

    def go_on(self, message_id: str = "") -> None:
        """The reply goes on where it ends."""
        self._guarded(lambda: self._go_on(self.find(message_id, "" if message_id else "assistant")))

    def fork(self, message_id: str, at: int, draft: int) -> None:
        """A new version of the reply that takes this draft of the round at position `at`, and goes on."""
        self._guarded(lambda: self._fork(self.find(message_id), at, draft))

    def _edit(self, message: WholeMessage | None) -> None:
        if message is None:
            self._parts.composer.take_focus()
        elif self._may(self._asking.busy()):
            self.edit_state.begin(message.id, message.content, of_user=message.role == "user")

    def _passes(self, message: WholeMessage, again: Callable[[], None], *, goes_on: bool = False) -> bool:
        """Whether a reply in place of this one, or one that goes on with it, may be asked for now."""
        messages = self._read_to(message.last.id if goes_on else message.parts[0].parent_id)
        asked = next((read.content for read in reversed(messages) if read.role == "user"), "")
        conversation, question = message.last.conversation_id, "" if goes_on else asked
        return self._asking.gate(WantedReply(conversation, question, lambda: messages, again))

    def _read_to(self, message_id: str | None) -> tuple[Message, ...]:
        """What the model reads down to this message."""
        return model_messages(self._store.tree.path_to(message_id)) if message_id else ()

    def _ask_anew(self, message: WholeMessage, text: str) -> None:
        options = self._asking.options()
        tree = self._store.tree
        with self._store.together():
            asked = tree.edit(message.id, text)
            reply = self._store.begin_reply(asked.conversation_id)
            path, older = tree.path_to(reply.id), tree.replies_to(asked.id)
        self._asking.begin(reply, options, path, references=older)
        self.replied.emit()

    def _regenerate(self, message: WholeMessage | None) -> None:
        if message is None or not self._may(self._asking.obstacle()):
            return
        if not self._passes(message, lambda: self.regenerate(message.id)):
            return
        options, tree = self._asking.options(), self._store.tree
        with self._store.together():
            reply = tree.regenerate(message.id)
            path = tree.path_to(reply.id)
            older = tree.replies_to(reply.parent_id) if reply.parent_id else ()
        self._asking.begin(reply, options, path, references=older)
        self.replied.emit()

    def _go_on(self, message: WholeMessage | None) -> None:
        if message is None or not message.content.strip():
            self._regenerate(message)  # there is nothing to go on from
        elif self._may(self._asking.obstacle()):
            if not self._passes(message, lambda: self.go_on(message.id), goes_on=True):
                return
            options = self._asking.options()
            ids = tokens_of(message, self._store.rounds)
            with self._store.together():
                reply = self._store.tree.continue_reply(message.last.id)
                path = self._store.tree.path_to(reply.id)
            self._asking.begin(reply, options, path, reply_ids=ids)
            self.replied.emit()

    def _fork(self, message: WholeMessage | None, at: int, draft: int) -> None:
        if message is None or not self._may(self._asking.obstacle()):
            return
        if not self._passes(message, lambda: self.fork(message.id, at, draft)):
            return
        options = self._asking.options()
        begun = forked(rounds_of(message, self._store.rounds), at, draft)
        ids = [token.token for round_ in begun for token in round_.emitted]
        with self._store.together():
            reply = self._store.tree.fork(message.id, begun)
            path = self._store.tree.path_to(reply.id)
        self._asking.begin(reply, options, path, reply_ids=ids)
        self.replied.emit()

    def save_trace(self, message_id: str = "") -> None:
        """Of the reply that is chosen or last, where no id is given."""
        found = self.find(message_id, "assistant") if not message_id else None
        self.trace_wanted.emit(found.id if found is not None else message_id)

    # -- branches -----------------------------------------------------------------------------------------

    def branch(self, message_id: str = "") -> None:
        """What is written next begins a new branch below this message."""
        self._guarded(lambda: self._branch(self.find(message_id)))

    def step(self, by: int, message_id: str = "") -> None:
        """Shows another version of the message, and what was written last below it."""
        self._guarded(lambda: self._step(self.find(message_id) if message_id else self._with_versions(), by))

    def _branch(self, message: WholeMessage | None) -> None:
        if message is None or not self._may(self._asking.busy()):
            return
        leaf = self.messages()[-1].last.id
        self._show_path_to(message.last.id, message.id)
        if leaf != message.last.id:
            back = StatusAction(
                self.tr("Back"), lambda: self._guarded(lambda: self._show_path_to(leaf, message.id))
            )
            self._parts.status.show_text(self.tr("What you write next begins a new branch here."), back)
        self._parts.composer.take_focus()

    def _step(self, message: WholeMessage | None, by: int) -> None:
        if message is None:
            self._parts.status.show_text(self.tr("There is only one version here."))
        elif self._may(self._asking.busy()):
            outline = self._store.tree.outline(message.last.conversation_id)
            versions = outline.versions(message.id, message.last.id)
            end = versions.stepped(by)
            self._show_path_to(outline.leaf(end), end)

    def _with_versions(self) -> WholeMessage | None:
        """The chosen message, or the last that has more than one version."""
        messages = self.messages()
        if not messages:
            return None
        outline = self._store.tree.outline(self._current())
        several = [m for m in messages if len(outline.versions(m.id, m.last.id).ends) > 1]
        chosen = self._parts.chat.hand.chosen
        return next((m for m in several if m.id == chosen), several[-1] if several else None)

    def _show_path_to(self, leaf: str, revealed: str) -> None:
        """revealed: a part of the message that is to be in sight, and chosen if one was."""
        hand = self._parts.chat.hand
        was_chosen = bool(hand.chosen)
        self._store.tree.branch_at(leaf)
        self.path_changed.emit()
        shown = next((m.id for m in self.messages() if any(part.id == revealed for part in m.parts)), "")
        hand.reveal(shown, choose=was_chosen)

    # -- saying why not -----------------------------------------------------------------------------------

    def _may(self, obstacle: str) -> bool:
        if obstacle:
            self._parts.status.show_error(obstacle)
        return not obstacle

    def _guarded(self, act: Callable[[], None]) -> None:
        guarded(act, self._parts.status.show_error)
