"""torch computes with one thread."""

from tiny import one_thread

__all__ = ["one_thread"]
