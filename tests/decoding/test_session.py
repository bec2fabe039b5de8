import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_network import TableNetwork

from desktop_app.decoding.errors import Cancelled, PromptTooLongError
from desktop_app.decoding.runner import EXACT_ROWS
from desktop_app.decoding.session import PREFILL_ROWS, Session


def no_check() -> None:
    pass


def prefill(session: Session, prompt: list[int], exact: bool = False) -> int:
    return session.prefill(prompt, exact=exact, check=no_check)


def computed(network: TableNetwork) -> int:
    """Rows of all passes since the last look."""
    rows = sum(len(tokens) for _, tokens in network.calls)
    network.calls.clear()
    return rows


def require_right(session: Session, prompt: list[int]) -> None:
    """The session stands before the prompt's last token, and the next pass sees exactly the prompt."""
    assert session.cached == prompt[:-1]
    assert session.pending == prompt[-1]
    assert session.length == len(prompt)
    network = session.runner.network
    assert isinstance(network, TableNetwork)
    logits = session.runner.forward(session.cache, [prompt[-1]], len(session.cached))
    assert logits[0].tolist() == network.row(prompt).tolist()
    network.calls.clear()


@given(st.lists(st.lists(st.integers(0, 2), min_size=1, max_size=30), min_size=1, max_size=5), st.booleans())
def test_any_prompts_one_after_the_other(prompts: list[list[int]], exact: bool) -> None:
    network = TableNetwork(context=32)
    session = Session(network.runner())
    before: list[int] = []
    for prompt in prompts:
        reused = prefill(session, prompt, exact)
        common = 0
        while common < min(len(before), len(prompt) - 1) and before[common] == prompt[common]:
            common += 1
        assert reused == common
        if not exact:
            assert computed(network) == len(prompt) - 1 - reused, "only what is new is computed"
        require_right(session, prompt)
        before = prompt[:-1]


def test_turns_of_a_conversation() -> None:
    network = TableNetwork()
    session = Session(network.runner())
    prompt = [1, 2, 3, 4]
    assert prefill(session, prompt) == 0
    session.runner.forward(session.cache, [4, 5, 0], 3)
    session.commit([5, 0, 1])
    assert session.cached == [1, 2, 3, 4, 5, 0]
    assert session.pending == 1
    assert session.length == 7
    computed(network)
    # the next turn: the reply's last token was never read, all before it was
    follow_up = [1, 2, 3, 4, 5, 0, 1, 2, 2]
    assert prefill(session, follow_up) == 6
    assert computed(network) == 2
    require_right(session, follow_up)
    edited = [1, 2, 0, 4, 5, 0, 1, 2, 2]
    assert prefill(session, edited) == 2
    assert computed(network) == 6
    require_right(session, edited)
    shorter = [1, 2, 0]
    assert prefill(session, shorter) == 2
    assert computed(network) == 0
    require_right(session, shorter)
    same_again = [1, 2, 0]
    assert prefill(session, same_again) == 2
    require_right(session, same_again)


def test_exact_and_inexact_rows_are_never_mixed() -> None:
    session = Session(TableNetwork().runner())
    prompt = [1, 2, 3, 4, 5, 1, 2]
    prefill(session, prompt, exact=True)
    assert session.reusable(prompt, exact=False) == 0
    assert prefill(session, prompt, exact=False) == 0
    assert prefill(session, prompt, exact=True) == 0
    assert prefill(session, prompt, exact=True) == 6
    require_right(session, prompt)


@pytest.mark.parametrize("exact", [False, True])
def test_passes_are_of_the_right_size(exact: bool) -> None:
    network = TableNetwork(context=2 * PREFILL_ROWS)
    prompt = [index % 5 for index in range(PREFILL_ROWS + 20)]
    prefill(Session(network.runner()), prompt, exact)
    sizes = [len(tokens) for _, tokens in network.calls]
    if exact:
        assert set(sizes) == {EXACT_ROWS}
        assert len(sizes) == -(-(len(prompt) - 1) // EXACT_ROWS)
    else:
        assert sizes == [PREFILL_ROWS, 19]
    assert max(sizes) <= PREFILL_ROWS


@pytest.mark.parametrize("passes", range(4))
def test_cancel_keeps_what_is_done(passes: int) -> None:
    network = TableNetwork()
    session = Session(network.runner())
    prompt = [index % 5 for index in range(40)]
    checks = 0

    def check() -> None:
        nonlocal checks
        checks += 1
        if checks > passes:
            raise Cancelled

    with pytest.raises(Cancelled):
        session.prefill(prompt, exact=True, check=check)
    assert len(network.calls) == passes, "no pass starts after the stop"
    assert session.cached == prompt[: passes * EXACT_ROWS]
    assert session.pending is None
    assert session.length == len(session.cached)
    with pytest.raises(ValueError, match="prefill"):
        session.commit([1])
    assert prefill(session, prompt, exact=True) == passes * EXACT_ROWS
    require_right(session, prompt)


def test_cancelled_edit_leaves_no_old_tokens() -> None:
    session = Session(TableNetwork().runner())
    prefill(session, [1] * 30)

    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        session.prefill([1] * 10 + [2] * 20, exact=False, check=stop)
    assert session.cached == [1] * 10
    assert prefill(session, [1] * 10 + [2] * 20) == 10
    require_right(session, [1] * 10 + [2] * 20)


@pytest.mark.parametrize("exact", [False, True])
def test_prompt_must_leave_room_for_a_reply(exact: bool) -> None:
    network = TableNetwork(context=32)
    session = Session(network.runner())
    before = [1, 2, 3]
    prefill(session, before, exact)
    for length in (32, 33, 500):
        with pytest.raises(PromptTooLongError, match=rf"{length:,} tokens and this model holds 32.*shorten"):
            prefill(session, [1] * length, exact)
    require_right(session, before)
    longest = [1, 2, 3] * 10 + [4]
    assert len(longest) == 31
    prefill(session, longest, exact)
    require_right(session, longest)


def test_commit_needs_tokens() -> None:
    session = Session(TableNetwork().runner())
    prefill(session, [1, 2])
    with pytest.raises(ValueError, match="at least one"):
        session.commit([])
