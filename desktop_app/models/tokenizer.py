"""A model's tokenizer: prompt pieces to token ids, and token ids to the bytes they stand for."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from tokenizers import AddedToken, Tokenizer
from transformers import AutoTokenizer

from desktop_app.decoding.detokenizer import ByteDetokenizer, CumulativeDetokenizer, Detokenizer
from desktop_app.decoding.errors import PromptTooLongError
from desktop_app.models.errors import ModelError
from desktop_app.models.token_bytes import bytes_of_token, strips_leading_space

# fine-tunes often forget to mark these as special; typed by a user they must stay text all the same
_MARK = re.compile(r"<[|｜].+[|｜]>", re.DOTALL)

# what the marks of a `_MarkedTokenizer` begin with
_MARKS = "\ue000slipstream-"

# characters; the average token of any text worth reading is shorter
_LONG_TOKEN = 16
_CUT_TOKENS = 64


class TokenizerError(ModelError):
    """The tokenizer of a model folder cannot be used."""


class ModelTokenizer:
    """Wraps a fast tokenizer. Not safe for use by two threads at once.

    control_tokens: texts of the tokens that only a template may write and that are never shown.
    vocab_size: the largest token id plus one.
    """

    def __init__(
        self,
        backend: Tokenizer,
        *,
        special_ids: Collection[int] = (),
        chat_template: str | None = None,
        template_variables: dict[str, str] | None = None,
    ) -> None:
        self._backend = backend
        self._backend.no_truncation()
        self._backend.no_padding()
        self._added: dict[int, AddedToken] = backend.get_added_tokens_decoder()
        self._controls = {
            token_id: token.content
            for token_id, token in self._added.items()
            if len(token.content) > 1
            and (token.special or token_id in special_ids or _MARK.fullmatch(token.content))
        }
        # so that encode_special_tokens and skip_special_tokens cover them all
        backend.add_special_tokens([_as_special(self._added[token_id]) for token_id in self._controls])
        self.chat_template = chat_template
        self.template_variables = template_variables or {}
        self.control_tokens = frozenset(self._controls.values())
        self.vocab_size = max(backend.get_vocab(with_added_tokens=True).values(), default=-1) + 1
        decoder = _decoder(backend)
        self._token_bytes = bytes_of_token(decoder, backend.id_to_token)
        self._strips_leading_space = strips_leading_space(decoder)

    @classmethod
    def from_folder(cls, path: Path) -> ModelTokenizer:
        """Reads the tokenizer files of a model folder; runs no code from it and opens no connection.

        Raises:
            TokenizerError: there is no fast tokenizer that can be read.
        """
        try:
            loaded = AutoTokenizer.from_pretrained(
                str(path), local_files_only=True, trust_remote_code=False, use_fast=True
            )
        except Exception as error:
            # transformers raises whatever the broken file leads to
            raise TokenizerError(_why_not(path, error)) from error
        if not getattr(loaded, "is_fast", False):
            raise TokenizerError(
                f"The tokenizer of {path.name} is of the slow kind, which Slipstream cannot stream from; "
                "use a copy of the model with a tokenizer.json file."
            )
        return cls.of(loaded)

    @classmethod
    def of(cls, loaded: Any) -> ModelTokenizer:
        """From a fast tokenizer of transformers."""
        named = loaded.special_tokens_map.items()
        return cls(
            loaded.backend_tokenizer,
            special_ids=frozenset(loaded.all_special_ids),
            chat_template=_one_template(loaded.chat_template),
            template_variables={name: text for name, text in named if isinstance(text, str)},
        )

    def encode(self, text: str, limit: int | None = None) -> list[int]:
        """A raw prompt: control tokens in it are recognised, and what the tokenizer itself adds is added.

        Raises:
            PromptTooLongError: as `encode_pieces`.
        """
        self._refuse_far_too_long(text, limit)
        ids: list[int] = self._backend.encode(text, add_special_tokens=True).ids
        return ids

    def encode_pieces(self, pieces: Sequence[tuple[str, bool]], limit: int | None = None) -> list[int]:
        """Pieces (text, is_control) as the ids of their joined text, except that only control pieces can
        become control tokens.

        limit: tokens that are of use. A text far beyond it is refused after a look at its beginning, so
        that a pasted book does not take seconds; a result may still be longer than the limit.

        Raises:
            PromptTooLongError: the text has more tokens than the limit.
            KeyError: a control piece is not one of control_tokens.
        """
        text = "".join(text for text, _ in pieces)
        self._refuse_far_too_long(text, limit)
        wanted = [self._control_ids[text] for text, is_control in pieces if is_control]
        joined: list[int] = self._backend.encode(text, add_special_tokens=False).ids
        if [token for token in joined if token in self._controls] == wanted:
            return joined
        ids = self._marked.encode(pieces)
        if [token for token in ids if token in self._controls] != wanted:
            # the vocabulary itself spells a control token from plain text
            ids = self._marked.encode(pieces, breaks=True)
        return ids

    def encode_parts(
        self, parts: Sequence[Sequence[tuple[str, bool]]], limit: int | None = None
    ) -> list[list[int]]:
        """The ids of each part of one text between whose parts ids of their own will stand.

        Each part is a sequence of pieces. The text beside a gap is split as it is beside a control token.

        Raises:
            PromptTooLongError, KeyError: as `encode_pieces`.
        """
        pieces = [piece for part in parts for piece in part]
        self._refuse_far_too_long("".join(text for text, _ in pieces), limit)
        wanted = [self._control_ids[text] for text, is_control in pieces if is_control]
        encoded = self._marked.encode_parts(parts)
        if [token for ids in encoded for token in ids if token in self._controls] != wanted:
            encoded = self._marked.encode_parts(parts, breaks=True)
        return encoded

    def vocabulary(self) -> dict[int, str]:
        """Every token by id as it is written in the vocabulary; a space may be written another way."""
        return {token: text for text, token in self._backend.get_vocab(with_added_tokens=True).items()}

    def added_ids(self) -> frozenset[int]:
        """Tokens beside the trained vocabulary, control tokens among them."""
        return frozenset(self._added)

    def decode(self, ids: Sequence[int]) -> str:
        """The text of the ids without control tokens."""
        text: str = self._backend.decode(list(ids), skip_special_tokens=True)
        return text

    @property
    def has_bytes(self) -> bool:
        """Whether each token stands for bytes of its own, which `token_bytes` gives."""
        return self._token_bytes is not None

    def token_bytes(self, token: int) -> bytes:
        """What the token adds to the reply: b"" for control tokens and for ids without a token.

        Raises:
            TokenizerError: the tokens of this tokenizer are not byte strings (see `detokenizer`).
        """
        if self._token_bytes is None:
            raise TokenizerError("The tokens of this tokenizer have no bytes of their own.")
        if token in self._controls:
            return b""
        added = self._added.get(token)
        return added.content.encode() if added is not None else self._token_bytes(token)

    def detokenizer(self) -> Detokenizer:
        """A fresh one for one reply."""
        if self._token_bytes is None:
            return CumulativeDetokenizer(self.decode)
        return ByteDetokenizer(self.token_bytes, strip_leading_space=self._strips_leading_space)

    def _refuse_far_too_long(self, text: str, limit: int | None) -> None:
        if limit is None:
            return
        size = _LONG_TOKEN * limit
        while size < len(text):
            # the cut may split a few tokens that are one in the whole text
            if len(self._backend.encode(text[:size], add_special_tokens=False).ids) > limit + _CUT_TOKENS:
                raise PromptTooLongError(
                    f"The conversation has far more than the {limit:,} tokens this model holds, the reply "
                    "included; shorten the message or start a new chat."
                )
            size *= 2

    @cached_property
    def _control_ids(self) -> dict[str, int]:
        return {text: token_id for token_id, text in self._controls.items()}

    @cached_property
    def _marked(self) -> _MarkedTokenizer:
        return _MarkedTokenizer(self._backend, {i: self._added[i] for i in self._controls})


class _MarkedTokenizer:
    """A copy of the tokenizer to which special tokens are plain text.

    In their place it knows one mark for each of them, with the same flags, so that the text around a mark
    is split and normalised exactly as it is around the token.
    """

    def __init__(self, backend: Tokenizer, controls: dict[int, AddedToken]) -> None:
        self._backend = Tokenizer.from_str(backend.to_str())
        self._backend.encode_special_tokens = True
        self._lookalikes = re.compile("|".join(re.escape(token.content) for token in controls.values()))
        self._marks = {token.content: f"{_MARKS}{token_id}\ue001" for token_id, token in controls.items()}
        self._break = f"{_MARKS}break\ue001"
        self._gap = f"{_MARKS}gap\ue001"
        marks = [
            AddedToken(
                self._marks[t.content], lstrip=t.lstrip, rstrip=t.rstrip, normalized=False, special=False
            )
            for t in controls.values()
        ]
        own = [AddedToken(text, normalized=False, special=False) for text in (self._break, self._gap)]
        self._backend.add_tokens([*marks, *own])
        ids = self._backend.token_to_id
        self._meaning = {ids(self._marks[token.content]): [token_id] for token_id, token in controls.items()}
        self._meaning[ids(self._break)] = []

    def encode(self, pieces: Sequence[tuple[str, bool]], breaks: bool = False) -> list[int]:
        (ids,) = self.encode_parts([pieces], breaks)
        return ids

    def encode_parts(
        self, parts: Sequence[Sequence[tuple[str, bool]]], breaks: bool = False
    ) -> list[list[int]]:
        text = self._gap.join(self._written(part, breaks) for part in parts)
        gap = self._backend.token_to_id(self._gap)
        encoded: list[list[int]] = [[]]
        for token in self._backend.encode(text, add_special_tokens=False).ids:
            if token == gap:
                encoded.append([])
            else:
                encoded[-1] += self._meaning.get(token, [token])
        return encoded

    def _written(self, pieces: Sequence[tuple[str, bool]], breaks: bool) -> str:
        return "".join(
            self._marks[text] if is_control else self._plain(text, breaks) for text, is_control in pieces
        )

    def _plain(self, text: str, breaks: bool) -> str:
        text = text.replace(_MARKS, _MARKS[0] + self._break + _MARKS[1:])  # a mark that somebody typed
        if not breaks:
            return text
        return self._lookalikes.sub(lambda match: match[0][0] + self._break + match[0][1:], text)


def _as_special(token: AddedToken) -> AddedToken:
    return AddedToken(
        token.content,
        single_word=token.single_word,
        lstrip=token.lstrip,
        rstrip=token.rstrip,
        normalized=token.normalized,
        special=True,
    )


def _decoder(backend: Tokenizer) -> dict[str, Any] | None:
    """The decoder's own JSON, as it pickles itself: the backend's would hold the whole vocabulary."""
    decoder = json.loads(backend.decoder.__getstate__()) if backend.decoder is not None else None
    return decoder if isinstance(decoder, dict) else None


def _one_template(template: object) -> str | None:
    """Some models have several named templates; "default" is the one for chats."""
    if isinstance(template, dict):
        template = template.get("default")
    return template if isinstance(template, str) and template.strip() else None


def _why_not(path: Path, error: Exception) -> str:
    if not any((path / name).is_file() for name in ("tokenizer.json", "tokenizer.model", "vocab.json")):
        return f"{path} has no tokenizer; a model folder needs a tokenizer.json file."
    if not (path / "tokenizer.json").is_file():
        return (
            f"The tokenizer of {path.name} is of the slow kind, which Slipstream cannot stream from; "
            "use a copy of the model with a tokenizer.json file."
        )
    first = next(iter(str(error).splitlines()), "") or type(error).__name__
    return f"The tokenizer of {path.name} cannot be read ({first.rstrip('.')}); fetch the model again."
