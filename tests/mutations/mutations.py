"""Mistakes that a decoder like this one is known to make, each with the tests that must notice it."""

from __future__ import annotations

from dataclasses import dataclass

D = "tests/decoding/"
MASKS = D + "test_layout.py::test_a_row_of_a_tree_sees_its_path_and_nothing_beside_it"
ORACLE = D + "test_verification.py::test_output_has_the_targets_distribution"
PENALTY = D + "test_decoder.py::test_repetition_penalty_sees_what_stands_before_a_row"
EAGLE = D + "drafters/test_eagle.py::"
GUESSES = D + "drafters/test_guesses.py::"
TREES = D + "test_trees.py::test_trees_save_passes"


@dataclass(frozen=True, slots=True)
class Edit:
    """In a file of desktop_app/decoding one place where `old` becomes `new`."""

    file: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Mutation:
    """A name, the tests (pytest node ids) of which one must fail, and what is changed."""

    name: str
    tests: tuple[str, ...]
    edits: tuple[Edit, ...]


def mutation(name: str, test: str, file: str, old: str, new: str) -> Mutation:
    return Mutation(name, (test,), (Edit(file, old, new),))


ACCEPTANCE = [
    mutation(
        "accept with <=",
        D + "test_verification.py::test_zero_coin_never_accepts_what_the_target_rules_out",
        "verification.py",
        "return coin * q < p",
        "return coin * q <= p",
    ),
    # drafts that are drawn from the raw q too are no mistake, only worse drafts
    mutation(
        "raw q",
        D + "drafters/test_drawing.py::test_drafts_are_drawn_from_the_q_that_is_reported",
        "drafters/drawing.py",
        "rows.append(q[0])",
        "rows.append(logits[0].softmax(-1))",
    ),
    mutation(
        "a low-confidence token dropped after it was drawn",
        D + "drafters/test_drawing.py::test_drafts_are_drawn_from_the_q_that_is_reported",
        "drafters/drawing.py",
        "        tokens.append(token)\n",
        "        if q[0, token] < 0.1:\n            break\n        tokens.append(token)\n",
    ),
    mutation(
        "the coin that rejected draws again",
        ORACLE,
        "verification.py",
        "            if not accepts(self._coins.next(), float(p[index][token]), drafts.probability(index)):\n"
        "                left = residual(p[index], token if drafts.q is None else drafts.q[index])\n"
        "                return Verification(index, draw(left, self._coins.next()))",
        "            coin = self._coins.next()\n"
        "            if not accepts(coin, float(p[index][token]), drafts.probability(index)):\n"
        "                left = residual(p[index], token if drafts.q is None else drafts.q[index])\n"
        "                return Verification(index, draw(left, coin))",
    ),
    mutation(
        "coupled noise keyed by round instead of position",
        D + "test_coupled.py::test_text_is_the_plain_text_with_any_drafter[3]",
        "verification.py",
        "self.choose(p[row], at)",
        "self.choose(p[row], position)",
    ),
]

RESIDUAL_AND_BONUS = [
    mutation(
        "residual missing",
        ORACLE,
        "verification.py",
        "left = residual(p[index], token if drafts.q is None else drafts.q[index])",
        "left = p[index]",
    ),
    mutation(
        "residual of the next row",
        ORACLE,
        "verification.py",
        "left = residual(p[index], ",
        "left = residual(p[index + 1], ",
    ),
    # alone it changes no text: draw scales its coin by the mass, which
    # test_verification_mistakes.py::test_residual_need_not_be_normalised shows
    mutation(
        "residual not normalised",
        D + "test_verification.py::test_known_cases",
        "verification.py",
        "return left / mass if mass > 0 else p",
        "return left if mass > 0 else p",
    ),
    Mutation(
        "residual not normalised, and draw that relies on it",
        (ORACLE,),
        (
            Edit(
                "verification.py",
                "return left / mass if mass > 0 else p",
                "return left if mass > 0 else p",
            ),
            Edit(
                "verification.py",
                "cumulative.new_tensor([coin]) * cumulative[-1]",
                "cumulative.new_tensor([coin])",
            ),
        ),
    ),
    mutation(
        "bonus from the wrong row",
        ORACLE,
        "verification.py",
        "draw(p[len(drafts.tokens)], ",
        "draw(p[max(0, len(drafts.tokens) - 1)], ",
    ),
]

HISTORY = [
    mutation(
        "penalty off by one: a draft too many",
        PENALTY,
        "drafts.py",
        "for index in self.path(row - 1))",
        "for index in self.path(min(row, len(self.tokens) - 1)))",
    ),
    mutation(
        "penalty off by one: a draft too few",
        D + "test_decoder_sampling.py::test_probabilities_in_the_record[drawing-history]",
        "drafts.py",
        "for index in self.path(row - 1))",
        "for index in self.path(row - 2))",
    ),
    mutation(
        "penalty off by one: the last token of a round forgotten",
        PENALTY,
        "decoder.py",
        "self._pipeline.commit(tokens)",
        "self._pipeline.commit(tokens[:-1])",
    ),
    mutation(
        "penalty on the first row only",
        PENALTY,
        "penalties.py",
        "scores.scatter_(1, index, values)",
        "scores[:1].scatter_(1, index[:1], values[:1])",
    ),
]

CACHES = [
    mutation(
        "a draft slot missing after full accept",
        D + "drafters/test_draft_model.py"
        "::test_full_accept_and_plain_rounds_are_caught_up_with_in_the_next_pass",
        "drafters/draft_model.py",
        "unread = self._tokens[len(self.cached) :]",
        "unread = self._tokens[-1:]",
    ),
    mutation(
        "one slot too many dropped",
        D + "test_decoder.py::test_text_is_that_of_plain_decoding",
        "session.py",
        "self.cached.extend(tokens[:-1])",
        "self.cached.extend(tokens[:-2])",
    ),
    mutation(
        "one slot too few dropped before the next turn",
        D + "test_session.py::test_any_prompts_one_after_the_other",
        "common_prefix.py",
        "    return known\n",
        "    return known + 1\n",
    ),
    mutation(
        "tokens past the cut committed",
        D + "test_decoder_endings.py::test_reply_ends_at_the_first_end_of_text",
        "decoder.py",
        "self._commit(verified, len(texts))",
        "self._commit(verified, len(verified.tokens))",
    ),
    mutation(
        "a masked NaN left in the cache",
        D + "test_decoder_faults.py::test_not_finite_behind_a_rejection_is_wiped",
        "decoder.py",
        "self._session.cache.wipe(slot, slot + 1)",
        "pass",
    ),
    mutation(
        "accepted slots of a tree not compacted",
        TREES,
        "decoder.py",
        "session.cache.move([first + index for index in verified.verification.indices], first)",
        "pass",
    ),
]

ROWS = [
    mutation(
        "padded rows leaking",
        D + "test_runner.py::test_padding_ids_are_cut_off",
        "runner.py",
        "return logits[:, : self.vocab_size].to(self.logits_device)",
        "return logits.to(self.logits_device)",
    ),
    Mutation(
        "a tree mask that sees a sibling",
        (TREES, MASKS),
        (
            Edit(
                "layout.py",
                "            own[row] |= own[parent]\n",
                "            own[row] |= own[parent]\n"
                "            own[row, :row] |= torch.tensor(parents[:row]) == parent\n",
            ),
        ),
    ),
    mutation(
        "a sliding window one too wide",
        D + "test_layout.py::test_a_row_of_a_chain_sees_all_before_it",
        "layout.py",
        "seen &= position[None] > self.positions[:, None] - window",
        "seen &= position[None] >= self.positions[:, None] - window",
    ),
    mutation(
        "the exact shape not filled",
        D + "test_runner.py::test_exact_passes_have_one_shape",
        "runner.py",
        "padding = 0 if self.network.plain_only else EXACT_ROWS - len(tokens)",
        "padding = 0",
    ),
]

ENDINGS = [
    mutation(
        "cap before stop",
        D + "test_decoder_endings.py::test_what_ends_first_is_the_reason",
        "decoder.py",
        "            if token in self._rules.eos_ids:\n",
        "            if self._emitted >= self._rules.max_tokens:\n"
        '                self.reason = "length"\n'
        "            elif token in self._rules.eos_ids:\n",
    ),
    mutation(
        "only one of the end tokens known",
        D + "test_decoder_endings.py::test_reply_ends_at_the_first_end_of_text",
        "decoder.py",
        "if token in self._rules.eos_ids:",
        "if token in sorted(self._rules.eos_ids)[:1]:",
    ),
    mutation(
        "a stop string sought in single tokens",
        D + "test_decoder_endings.py::test_stop_string_at_every_place",
        "stopping.py",
        "window = self._tail + text",
        "window = text",
    ),
    mutation(
        "one token more than the budget",
        D + "test_decoder_endings.py::test_budget_is_exact",
        "decoder.py",
        "elif self._emitted >= self._rules.max_tokens or",
        "elif self._emitted > self._rules.max_tokens or",
    ),
    mutation(
        "a change of mode ignored",
        D + "test_plans.py::test_the_mode_changes_in_mid_reply_and_back",
        "decoder.py",
        'if self._plan.mode == "plain":',
        "if False:",
    ),
]

HEAD = [
    mutation(
        "draft ids taken for the target's",
        GUESSES + "test_at_temperature_0_the_likeliest_tokens_with_their_probabilities",
        "drafters/guesses.py",
        "return _guesses(ids[top.indices], logs, logs.exp())",
        "return _guesses(top.indices, logs, logs.exp())",
    ),
    mutation(
        "noise of the position before",
        GUESSES + "test_coupled_guesses_begin_with_what_the_target_would_draw_from_q",
        "drafters/guesses.py",
        "verifier.noise(position, tokens.flatten())",
        "verifier.noise(position - 1, tokens.flatten())",
    ),
    mutation(
        "every level of a tree guessed with the noise of the first",
        EAGLE + "test_each_level_is_guessed_with_the_noise_of_its_place",
        "drafters/eagle.py",
        "position = len(self._tokens) + depth - 1",
        "position = len(self._tokens)",
    ),
    mutation(
        "siblings' drafts counted in a row's history",
        EAGLE + "test_penalties_see_the_drafts_above_and_no_others",
        "drafters/eagle.py",
        "befores = [[tree.tokens[index] for index in tree.path(draft)] for draft in asked]",
        "befores = [list(tree.tokens) for draft in asked]",
    ),
    mutation(
        "a draft of the head that sees its siblings",
        D + "test_eagle_network.py::test_a_tree_of_drafts_is_its_chains_one_by_one",
        "eagle_memory.py",
        'mask[:, memory.rows :] = float("-inf")',
        "pass",
    ),
    mutation(
        "drafts of the head a position too far",
        D + "test_eagle_network.py::test_a_chain_of_drafts_stands_where_the_text_would",
        "eagle_memory.py",
        "positions = [memory.rows - 1 + depth]",
        "positions = [memory.rows + depth]",
    ),
    mutation(
        "the target's state of the token itself instead of the one before",
        D + "test_eagle_network.py::test_rows_of_the_text_in_pieces",
        "eagle_memory.py",
        "target.read_taps(start, end - 1)",
        "target.read_taps(start + 1, end)",
    ),
    mutation(
        "states left behind when a tree is compacted",
        D + "test_taps.py::test_taps_follow_growth_move_and_wipe",
        "slot_cache.py",
        "return (self._taps,) if self._stack is not None",
        "return () if self._stack is not None",
    ),
    mutation(
        "a copied draft hung up twice",
        D + "drafters/test_draft_tree.py::test_the_head_adds_to_a_copied_chain",
        "drafters/draft_tree.py",
        "            if token in copies:\n",
        "            if False:\n",
    ),
]

MUTATIONS = [*ACCEPTANCE, *RESIDUAL_AND_BONUS, *HISTORY, *CACHES, *ROWS, *ENDINGS, *HEAD]
