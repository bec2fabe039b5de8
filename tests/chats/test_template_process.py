"""Templates run in a process of their own: one that hangs is killed, and the next one is rendered."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.chats import template_process
from desktop_app.chats.template_process import TemplateProcess
from desktop_app.chats.template_rendering import PromptTemplateError, render
from desktop_app.chats.template_worker import serve

ROOT = Path(__file__).parents[2]
CHAT = [{"role": "user", "content": "Hi 价 👩‍🔬 \ud800"}]
PLAIN = "{{ bos_token }}{{ messages[0].content }}"
NEST = (
    "{% set ns = namespace(x=['ab'], y=['ab']) %}"
    "{% for i in range(60) %}{% set ns.x = [ns.x, ns.x] %}{% set ns.y = [ns.y, ns.y] %}{% endfor %}"
)
# what no bound inside the process can stop: one operation that takes for ever, or the compiling itself
HANGING = {
    "comparison": NEST + "{{ ns.x == ns.y }}",
    "key": NEST.replace("[", "(").replace("]", ",)") + "{% set d = {ns.x: 1} %}{{ d|length }}",
    "compiling": "{{a}}" * 40_000,
}


@pytest.fixture
def process() -> Iterator[TemplateProcess]:
    process = TemplateProcess()
    yield process
    process.close()


def worker(process: TemplateProcess) -> subprocess.Popen[str]:
    assert process._process is not None
    return process._process


def test_it_renders_what_would_be_rendered_here(process: TemplateProcess) -> None:
    arguments = (PLAIN, CHAT, {"bos_token": "<s>"}, 1000)
    assert process.render(*arguments) == render(*arguments) == "<s>Hi 价 👩‍🔬 \ud800"
    first = worker(process).pid
    assert process.render(*arguments) == "<s>Hi 价 👩‍🔬 \ud800"
    assert worker(process).pid == first != os.getpid()


@pytest.mark.parametrize("template", ["{{ a[(", "{{ raise_exception('no system') }}", "{{ 1/0 }}"])
def test_it_says_what_would_be_said_here(process: TemplateProcess, template: str) -> None:
    sentences = []
    for how in (process.render, render):
        with pytest.raises(PromptTemplateError) as raised:
            how(template, CHAT, {}, 1000)
        sentences.append(str(raised.value))
    assert sentences[0] == sentences[1]


@pytest.mark.parametrize("name", HANGING)
def test_a_template_that_hangs_is_killed_and_the_next_one_is_rendered(
    process: TemplateProcess, name: str
) -> None:
    process.render(PLAIN, CHAT, {}, 1000)
    first = worker(process)
    with pytest.raises(PromptTemplateError, match="takes too long"):
        process.render(HANGING[name], CHAT, {}, 1000)
    if name != "compiling":
        assert first.poll() is not None, "it runs on"
    assert process.render(PLAIN, CHAT, {"bos_token": "<s>"}, 1000).startswith("<s>Hi")


def test_a_process_that_was_killed_is_started_again(process: TemplateProcess) -> None:
    process.render(PLAIN, CHAT, {}, 1000)
    worker(process).kill()
    worker(process).wait()
    assert process.render(PLAIN, CHAT, {}, 1000).startswith("Hi")


def test_closing_ends_it_and_it_can_be_used_again(process: TemplateProcess) -> None:
    process.render(PLAIN, CHAT, {}, 1000)
    first = worker(process)
    process.close()
    assert first.poll() is not None
    assert process.render(PLAIN, CHAT, {}, 1000).startswith("Hi")


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX does")
def test_it_does_not_outlive_a_program_that_is_killed() -> None:
    script = (
        "import os, signal\n"
        "from desktop_app.chats.template_process import TemplateProcess\n"
        "p = TemplateProcess()\n"
        "p.render('x', [], {}, 10)\n"
        "print(p._process.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL
    pid = int(done.stdout)
    until = time.monotonic() + 20
    while _runs(pid):
        assert time.monotonic() < until, "it runs on"
        time.sleep(0.01)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    # one that nobody has waited for yet has ended all the same
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_where_no_process_can_be_started_the_bounds_inside_must_do(
    process: TemplateProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> subprocess.Popen[str]:
        raise PermissionError("no more processes")

    monkeypatch.setattr(template_process, "_start", refuse)
    assert process.render(PLAIN, CHAT, {}, 1000).startswith("Hi")
    with pytest.raises(PromptTemplateError, match="too long"):
        process.render("{{ 'x' * 10**8 }}", CHAT, {}, 1000)


def test_a_worker_that_dies_at_its_start_is_as_if_there_was_none(
    process: TemplateProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dying() -> subprocess.Popen[str]:
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", ""], stdin=pipe, stdout=pipe, text=True)

    monkeypatch.setattr(template_process, "_start", dying)
    assert process.render(PLAIN, CHAT, {}, 1000).startswith("Hi")


def test_the_worker_ends_with_its_input() -> None:
    request = {"source": PLAIN, "chat": CHAT, "variables": {}, "limit": 1000}
    bad = request | {"source": "{{ 1/0 }}"}
    answers = io.StringIO()
    serve(io.StringIO(f"{json.dumps(request)}\n{json.dumps(bad)}\n"), answers)
    ready, one, other = map(json.loads, answers.getvalue().splitlines())
    assert (ready, one) == ("ready", {"text": CHAT[0]["content"]})
    assert "division by zero" in other["error"]
