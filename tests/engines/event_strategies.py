"""Events of any content, for hypothesis."""

from hypothesis import strategies as st

from desktop_app.decoding.measured_speedup import MeasuredSpeedup
from desktop_app.decoding.rounds import Candidate, Draft, Emitted, Origin, Round, Row, Timing, Verdict
from desktop_app.decoding.sampling_params import MAX_SEED, SamplingParams
from desktop_app.decoding.tally import TallySummary
from desktop_app.engines.base import (
    Failed,
    Finished,
    Plan,
    Prefilled,
    Prompt,
    PromptMessage,
    Resolved,
    Started,
    Text,
)

TEXT = st.text(alphabet=st.characters(codec=None), max_size=12)
NUMBER = st.floats(allow_nan=False, allow_infinity=False)
COUNT = st.integers(0, 2**40)
RATE = st.none() | NUMBER
MODE = st.sampled_from(["speculative", "plain"])

drafts = st.builds(Draft, COUNT, TEXT, RATE, RATE, st.sampled_from(Verdict), st.integers(-1, 8))
emitted = st.builds(Emitted, COUNT, TEXT, st.sampled_from(Origin), RATE)
candidates = st.lists(st.builds(Candidate, COUNT, TEXT, NUMBER), max_size=3).map(tuple)
rows = st.builds(Row, candidates, candidates, NUMBER, st.none() | COUNT)
rounds = st.builds(
    Round,
    COUNT,
    TEXT,
    st.lists(drafts, max_size=3).map(tuple),
    st.lists(emitted, max_size=3).map(tuple),
    st.builds(Timing, NUMBER, NUMBER, NUMBER),
    NUMBER,
    st.none() | st.lists(rows, max_size=3).map(tuple),
    st.sampled_from([None, "control", "switched"]),
    st.none() | MODE,
)
sampling = st.builds(
    SamplingParams,
    temperature=st.floats(0, 100),
    top_k=COUNT,
    top_p=st.floats(0, 1, exclude_min=True),
    min_p=st.floats(0, 1),
    repetition_penalty=st.floats(0, 100, exclude_min=True),
    typical_p=st.floats(0, 1, exclude_min=True),
    frequency_penalty=st.floats(-2, 2),
    presence_penalty=st.floats(-2, 2),
    logit_bias=st.dictionaries(COUNT, st.floats(-100, 100), max_size=3).map(lambda bias: tuple(bias.items())),
    banned=st.lists(st.lists(COUNT, min_size=1, max_size=3).map(tuple), max_size=3).map(tuple),
    min_tokens=COUNT,
)
ids = st.lists(COUNT, max_size=4).map(tuple)
messages = st.builds(PromptMessage, st.sampled_from(["system", "user", "assistant"]), TEXT, ids)
prompts = st.builds(Prompt, st.lists(messages, max_size=3).map(tuple), ids, st.booleans(), raw=st.booleans())
started = st.builds(
    Started,
    model=TEXT,
    draft=TEXT,
    mode=MODE,
    k=st.just("auto") | st.integers(0, 64),
    sampling=sampling,
    seed=st.integers(0, MAX_SEED),
    resolved=st.builds(
        Resolved, st.sampled_from(["greedy", "rejection", "coupled"]), TEXT, TEXT, st.booleans()
    ),
    prompt=st.none() | prompts,
)
COUNTS = (
    *("rounds", "emitted", "drafted", "accepted", "rejected", "untested", "bonus", "corrected"),
    *("target_calls", "draft_calls", "tested_levels"),
)
RATES = (
    *("acceptance_rate", "draft_utilisation", "tokens_per_round"),
    *("ttft_s", "prefill_tokens_per_s", "decode_tokens_per_s"),
)
tallies = st.builds(
    TallySummary,
    source=st.sampled_from(["measured", "reported"]),
    **dict.fromkeys(COUNTS, COUNT),
    **dict.fromkeys(RATES, RATE),
    **dict.fromkeys(("draft_s", "verify_s", "other_s"), NUMBER),
    acceptance_by_position=st.lists(RATE, max_size=4).map(tuple),
    accepted_histogram=st.lists(COUNT, max_size=4).map(tuple),
    speedup=st.none() | st.builds(MeasuredSpeedup, NUMBER, NUMBER, NUMBER, COUNT),
)
KINDS = {
    "request": started,
    "prefilled": st.builds(Prefilled, COUNT, COUNT, NUMBER),
    "plan": st.builds(Plan, TEXT, MODE, COUNT, TEXT),
    "round": rounds,
    "text": st.builds(Text, TEXT),
    "finished": st.builds(
        Finished, st.sampled_from(["eos", "stop", "length", "context", "cancelled"]), TEXT, tallies
    ),
    "failed": st.builds(Failed, TEXT),
}
events = st.one_of(*KINDS.values())
