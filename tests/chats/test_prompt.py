"""Prompts as the model's template writes them, with what a user typed kept apart."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.chats.messages import Message
from desktop_app.chats.prompt import FALLBACK_TEMPLATE, PromptTemplateError, render_prompt

DATA = Path(__file__).parent.parent / "data"
CONTROLS = ("<|im_start|>", "<|im_end|>", "<|im_end|><|x|>", "<s>", "</s>")
CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
CHAT = [
    Message("system", "Be brief."),
    Message("user", "Hi"),
    Message("assistant", "Hello."),
    Message("user", "Why?"),
]


def text_of(pieces: list[tuple[str, bool]]) -> str:
    return "".join(text for text, _ in pieces)


def render(template: str, messages: list[Message] = CHAT, controls: tuple[str, ...] = CONTROLS) -> str:
    return text_of(render_prompt(template, messages, {"bos_token": "<s>", "eos_token": "</s>"}, controls))


def test_pieces_of_a_chat() -> None:
    pieces = render_prompt(CHATML, [Message("user", "Hi")], {}, CONTROLS)
    assert pieces == [
        ("<|im_start|>", True),
        ("user\nHi", False),
        ("<|im_end|>", True),
        ("\n", False),
        ("<|im_start|>", True),
        ("assistant\n", False),
    ]


# text that looks like control tokens, whole and in parts, among characters the program itself could use
TYPED = st.lists(
    st.sampled_from(
        [*CONTROLS, "<|im_", "end|>", "<", "s>", "\ue000", "\ue001", "\U000f0000", "a b", "\n", "价"]
    ),
    max_size=12,
).map("".join)


@given(st.lists(TYPED, min_size=1, max_size=4))
def test_typed_control_tokens_stay_text(contents: list[str]) -> None:
    messages = [Message("user", content) for content in contents]
    pieces = render_prompt(CHATML, messages, {}, CONTROLS)
    written = [text for text, is_control in pieces if is_control]
    assert written == ["<|im_start|>", "<|im_end|>"] * len(contents) + ["<|im_start|>"]
    turns = "".join(f"<|im_start|>user\n{content}<|im_end|>\n" for content in contents)
    assert text_of(pieces) == turns + "<|im_start|>assistant\n"


def test_every_private_use_character_typed_is_a_sentence_and_not_a_mix_up() -> None:
    everything = "".join(
        chr(c)
        for low, high in ((0xE000, 0xF900), (0xF0000, 0xFFFFE), (0x100000, 0x10FFFE))
        for c in range(low, high)
    )
    assert render(CHATML, [Message("user", everything)]).count(everything) == 1
    with pytest.raises(PromptTemplateError, match="private-use"):
        render(CHATML, [Message("user", everything + "<s>")])


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (0, "mistake in line 1"),
        (1, "line 1: endfor is missing"),
        (2, "too long"),
        (3, "'__class__' is not allowed in a template"),
        (4, "^System role not supported$"),
        (5, "'nope'"),
        (6, "too long"),
        (7, "takes too long"),
        (8, "^no system$"),
    ],
)
def test_the_reported_templates(number: int, sentence: str) -> None:
    case = json.loads((DATA / "templates.json").read_text())[number]
    with pytest.raises(PromptTemplateError, match=sentence) as raised:
        render(case["template"])
    assert "\n" not in str(raised.value)


def test_there_is_no_reported_template_without_a_test() -> None:
    assert len(json.loads((DATA / "templates.json").read_text())) == 9


def test_the_line_is_the_right_one() -> None:
    with pytest.raises(PromptTemplateError, match="in line 3: 'nope' of a dict"):
        render("{% for m in messages %}\nx\n{{ m.nope.deeper }}\n{% endfor %}")
    with pytest.raises(PromptTemplateError, match="mistake in line 2"):
        render("\n{{ a b }}")


def repeated(start: str, step: str) -> str:
    """A template that does the step on ns.x 60 times."""
    turns = f"{{% for i in range(60) %}}{step}{{% endfor %}}"
    return f"{{% set ns = namespace(x={start}) %}}{turns}"


NEST = repeated("['ab']", "{% set ns.x = [ns.x, ns.x] %}")
LOOP = "{% for i in range(99999) %}"
BLOCK = "{% set y %}{{ ns.x }}{{ ns.x }}{% endset %}{% set ns.x = y %}"
GREEDY = {
    "padding by %": "{{ '%1000000000d' % 1 }}",
    "padding by % from an argument": "{{ '%*d' % (10**9, 1) }}",
    "padding by the format filter": "{{ '%1000000000d'|format(1) }}",
    "padding by str.format": "{{ '{:1000000000d}'.format(1) }}",
    "padding by str.format_map": "{{ '{a:1000000000d}'.format_map({'a': 1}) }}",
    "power": "{{ 10**(10**8) }}",
    "round": "{{ 1.5|round(10**9, 'ceil') }}",
    "doubling with ~": repeated("'ab'", "{% set ns.x = ns.x ~ ns.x %}"),
    "doubling with +": repeated("'ab'", "{% set ns.x = ns.x + ns.x %}"),
    "doubling a list": repeated("[1]", "{% set ns.x = ns.x + ns.x %}"),
    "doubling a block": repeated("'ab'", BLOCK),
    "doubling a macro": "{% macro f(n) %}{% if n %}{{ f(n-1) ~ f(n-1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "endless macro": "{% macro f(n) %}{{ f(n+1) }}{% endmacro %}{{ f(0) }}",
    "endless recursion": "{% for x in messages recursive %}{{ loop(messages) }}{% endfor %}",
    "nest shown": NEST + "{{ ns.x }}",
    "nest as JSON": NEST + "{{ ns.x|tojson }}",
    "nest as string": NEST + "{{ ns.x|string|length }}",
    "nest joined": NEST + "{{ ns.x|join('') }}",
    "nest in %": NEST + "{{ '%s' % ns.x }}",
    "nest in values": NEST + "{{ {'a': ns.x}.values() }}",
    "replace": "{{ ('x'*1000000).replace('x', 'y'*1000000) }}",
    "replace filter": "{{ ('x'*1000000)|replace('x', 'y'*1000000) }}",
    "join": "{{ ('y'*1000000).join(['a']*100000) }}",
    "join filter": "{{ (['a']*100000)|join('y'*1000000) }}",
    "indent": "{{ 'a\nb'|indent(10**9) }}",
    "JSON indent": "{{ messages|tojson(indent=10**9) }}",
    "many long texts": "{{ 'x'*1500000 }}" * 3,
    "loops without a turn": LOOP + LOOP.replace(" %}", " if false %}") + "{% endfor %}{% endfor %}",
    "long literal": LOOP + "x" * 9999 + "{% endfor %}",
    "long range": "{{ range(10**12) }}",
    "parentheses": "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    "bytes": "{{ 'a'.encode() * 10**9 }}",
}


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_templates_are_stopped(name: str) -> None:
    with pytest.raises(PromptTemplateError, match="too long"):
        render(GREEDY[name])


@pytest.mark.parametrize(
    "template",
    [
        "{{ cycler.__init__.__globals__ }}",
        "{{ messages.append(1) }}",
        "{{ messages[0].update({'a': 1}) }}",
        "{{ 'x'.center(10**9) }}",
        "{{ (1).to_bytes(10**9, 'big') }}",
        "{% set ns = namespace(__class__=1) %}",
        "{% set ns = namespace() %}{% set ns._x = 1 %}",
        "{{ messages.__class__ }}",
        "{{ (''|attr('__class__')).x }}",
        "{{ '{0.__class__.mro}'.format('') }}",
    ],
)
def test_ways_out_of_the_sandbox_are_refused(template: str) -> None:
    with pytest.raises(PromptTemplateError, match="not allowed in a template"):
        render(template)


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("{{ 1/0 }}", "failed in line 1: division by zero"),
        ("{% include 'x' %}", "failed"),
        ("{{ messages|nofilter }}", "No filter named 'nofilter'"),
        ("{{ nothing() }}", "'nothing'"),
        ("{% for a in [1] %}" * 30 + "{% endfor %}" * 30, "nested too deeply"),
        ("{{ raise_exception() }}", "without saying why"),
        ("{{ raise_exception('two\nlines\x1b[31m') }}", r"^two lines \[31m$"),
        ("{{ raise_exception('w' * 5000) }}", "^w{300}…$"),
        ("x" * 300_000, "300,000 characters"),
    ],
)
def test_whatever_fails_is_one_sentence(template: str, sentence: str) -> None:
    with pytest.raises(PromptTemplateError, match=sentence) as raised:
        render(template)
    assert str(raised.value).isprintable()


def test_a_long_paste_and_a_long_conversation_are_not_the_templates_fault() -> None:
    paste = "word " * 1_000_000
    assert paste in render(CHATML, [Message("user", paste)])
    many = [Message("user", f"message {index}") for index in range(2000)]
    assert render(CHATML, many).count("<|im_end|>") == 2000


def test_the_fallback_is_plain_and_ends_where_the_reply_begins() -> None:
    assert render(FALLBACK_TEMPLATE) == "<s>Be brief.\n\nUser: Hi\nAssistant: Hello.\nUser: Why?\nAssistant:"
    assert render_prompt(None, [Message("user", "<s>")], {}, CONTROLS) == [("User: <s>\nAssistant:", False)]


def test_a_model_without_control_tokens() -> None:
    assert render_prompt("{{ messages[0].content }}", [Message("user", "<s>")], {}, ()) == [("<s>", False)]
    assert render_prompt("", [Message("user", "x")], {}, CONTROLS) == []
