"""The widgets a chat is shown in."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.ui.chat.chat_view import ChatView
from desktop_app.ui.composer.composer import Composer
from desktop_app.ui.composer.edit_banner import EditBanner
from desktop_app.ui.dashboard.dashboard import Dashboard
from desktop_app.ui.status_line import StatusLine
from desktop_app.ui.toolbar import Toolbar


@dataclass(frozen=True, slots=True)
class ChatParts:
    chat: ChatView
    composer: Composer
    banner: EditBanner
    dashboard: Dashboard
    status: StatusLine
    toolbar: Toolbar
