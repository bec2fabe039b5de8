"""One message of a conversation, as the model sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Role = Literal["system", "user", "assistant"]
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True, slots=True)
class Message:
    role: Role
    content: str
