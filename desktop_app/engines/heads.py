"""The heads that draft from a target's hidden states: found, loaded once, with a memory per conversation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from weakref import WeakKeyDictionary

from desktop_app.decoding.drafters.eagle import TREE
from desktop_app.decoding.eagle_memory import EagleMemory
from desktop_app.decoding.eagle_network import EagleNetwork
from desktop_app.decoding.errors import DecodingError
from desktop_app.decoding.runner import ModelRunner
from desktop_app.decoding.session import Session
from desktop_app.engines.recently_used import recently_used
from desktop_app.models.eagle_checkpoint import eagle_head, read_eagle
from desktop_app.models.loading import LoadedModel
from desktop_app.paths import resource

# Heads that stay loaded; the least recently used one is freed first.
_KEPT = 2


@dataclass(frozen=True, slots=True)
class _Head:
    """A loaded head; its memory of a conversation is freed with the session."""

    taps: tuple[int, ...]
    network: EagleNetwork
    memories: WeakKeyDictionary[Session, EagleMemory] = field(default_factory=WeakKeyDictionary)


class Heads:
    """Heads for one target. own: the folder of the head that comes with the program for it, or None."""

    def __init__(self, target: LoadedModel, runner: ModelRunner) -> None:
        self._target = target
        self._runner = runner
        self._heads: OrderedDict[Path, _Head] = OrderedDict()
        readable = hasattr(runner.network, "tap") and not runner.network.plain_only
        self.own = shipped_head(target.path) if readable else None

    def memory(self, folder: Path, session: Session, check: Callable[[], None]) -> EagleMemory:
        """What a head drafts from in a conversation; the target now keeps what the head reads.

        Raises:
            DecodingError: this target does not show its hidden states.
            ModelError: the head is damaged, of another kind, or for another model.
            Cancelled: before it was loaded.
        """
        tap = getattr(self._runner.network, "tap", None)
        if tap is None:
            raise DecodingError(
                f"{folder.name} drafts from hidden states, which this model does not show; "
                "choose another draft."
            )
        head = self._head(folder, check)
        tap(head.taps)
        if session not in head.memories:
            head.memories[session] = EagleMemory(head.network, self._runner.context_limit + TREE.rows)
        return head.memories[session]

    def cache_bytes(self, session: Session) -> int:
        memories = (head.memories.get(session) for head in self._heads.values())
        return sum(memory.nbytes for memory in memories if memory is not None)

    def _head(self, folder: Path, check: Callable[[], None]) -> _Head:
        return recently_used(self._heads, folder, _KEPT, lambda: self._loaded(folder, check))

    def _loaded(self, folder: Path, check: Callable[[], None]) -> _Head:
        check()
        model = self._target.model
        checkpoint = read_eagle(folder, model.config.get_text_config())
        head = eagle_head(checkpoint, model.get_input_embeddings().weight)
        return _Head(checkpoint.shape.taps, EagleNetwork(head, self._runner.vocab_size))


def shipped_head(target: Path) -> Path | None:
    """The folder of the head that comes with the program for the model in a folder of this name."""
    folder = Path(str(resource("drafters", target.resolve().name)))
    return folder if (folder / "config.json").is_file() else None
