"""The largest logits of many rows. On CPUs torch's own topk is slow over whole rows."""

from __future__ import annotations

import torch

_BLOCK = 128
# Draws come from the largest logits only; the rest is noise that nobody would sample.
_CANDIDATES = 40


def top_tokens(logits: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The `count` largest of logits [rows, vocabulary] in float32 and their ids, [rows, count] each.

    Largest first, of equal ones the lowest id first. Exact: the largest lie in the blocks with the largest
    maxima.
    """
    rows, vocabulary = logits.shape
    if vocabulary % _BLOCK:
        logits = torch.nn.functional.pad(logits, (0, -vocabulary % _BLOCK), value=float("-inf"))
    blocks = logits.reshape(rows, -1, _BLOCK)
    chosen = blocks.amax(-1).topk(min(count, blocks.shape[1]), dim=-1).indices
    candidates = blocks[torch.arange(rows, device=logits.device)[:, None], chosen].flatten(1)
    values, places = candidates.topk(min(count, vocabulary), dim=-1)
    ids = chosen.gather(1, places // _BLOCK) * _BLOCK + places % _BLOCK
    ids, order = ids.sort(dim=-1)
    values, order = values.gather(1, order).float().sort(dim=-1, descending=True, stable=True)
    return values, ids.gather(1, order)


def draw(logits: torch.Tensor, temperature: torch.Tensor, source: torch.Generator) -> torch.Tensor:
    """One token for each row of logits [rows, vocabulary], [rows] int64, from its 40 likeliest.

    temperature [rows]; at 0 the likeliest, of equal ones the lowest id. Draws by adding Gumbel noise.
    """
    values, ids = top_tokens(logits, _CANDIDATES)
    noise = -torch.empty_like(values).exponential_(generator=source).log()
    place = (values + temperature[:, None] * noise).argmax(dim=-1).where(temperature > 0, 0)
    return ids.gather(1, place[:, None])[:, 0]
