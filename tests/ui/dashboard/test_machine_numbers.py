"""Memory and the cost of the window, as they stand on the card."""

from __future__ import annotations

import pytest
from dashboard_rounds import make_reply
from PySide6.QtWidgets import QApplication
from window_bench import WindowBench

from desktop_app.models.device_memory import DeviceMemory
from desktop_app.process_memory import ProcessMemory
from desktop_app.ui.dashboard import interface_cost, machine_numbers
from desktop_app.ui.dashboard.interface_cost import InterfaceCost
from desktop_app.ui.dashboard.machine_numbers import MachineNumbers
from desktop_app.ui.engine import engine_worker


def machine(bench: WindowBench) -> MachineNumbers:
    return bench.window.dashboard.instrument(MachineNumbers)


def test_memory_is_that_of_now(bench: WindowBench, monkeypatch: pytest.MonkeyPatch) -> None:
    held = [ProcessMemory(512_000_000, 2_000_000_000), ProcessMemory(999_600_000, None)]
    monkeypatch.setattr(machine_numbers, "process_memory", lambda: held[0])
    bench.ready()
    bench.ask()
    bench.answered()
    assert "memory: 512 MB, peak memory: 2.00 GB" in machine(bench).summary()
    del held[0]
    assert "memory: 1.00 GB, peak memory: –" in machine(bench).summary()
    assert "GPU" not in machine(bench).summary()


def test_gpu_memory_is_what_the_engines_thread_measured(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = []

    def measure() -> DeviceMemory:
        import threading

        names.append(threading.current_thread().name)
        return DeviceMemory(3_210_000_000, 4_000_000_000)

    monkeypatch.setattr(engine_worker, "device_memory", measure)
    bench.ready()
    bench.until(lambda: not machine(bench).device.isHidden())
    assert "GPU memory, peak 4.00 GB: 3.21 GB" in machine(bench).summary()
    assert set(names) == {"slipstream-engine"}
    monkeypatch.setattr(engine_worker, "device_memory", lambda: None)
    bench.ask()
    bench.answered()
    bench.until(lambda: machine(bench).device.isHidden())


# -- the window's own cost --------------------------------------------------------------------------------


def test_the_cost_is_the_threads_time_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    cpu, clock = [5.0], [100.0]
    monkeypatch.setattr(
        interface_cost,
        "time",
        type("Times", (), {"thread_time": lambda: cpu[0], "perf_counter": lambda: clock[0]}),
    )
    cost = InterfaceCost()
    cpu[0], clock[0] = 5.01, 100.1
    assert cost.share() is None, "too short to say"
    cpu[0], clock[0] = 5.1, 102.0
    assert cost.share() == pytest.approx(0.05)
    cost.end()
    cpu[0], clock[0] = 9.0, 103.0
    cost.end()
    assert cost.share() == pytest.approx(0.05), "what comes after the reply does not count"


def cost_so_far(bench: WindowBench) -> float | None:
    cost = bench.window.dashboard.reply.interface
    return None if cost is None else cost.share()


def test_a_reply_on_screen_has_a_cost_and_a_stored_one_has_none(
    bench: WindowBench, qapp: QApplication
) -> None:
    bench.ready()
    bench.engine.pause_at = 3
    bench.ask()
    bench.until(bench.engine.paused.is_set)
    bench.until(lambda: cost_so_far(bench) is not None)
    machine(bench).draw()
    assert machine(bench).interface.value.endswith(" %")
    bench.engine.go.set()
    bench.answered()
    ended = machine(bench).interface.value
    qapp.processEvents()
    machine(bench).draw()
    assert machine(bench).interface.value == ended, "it stands still when the reply has ended"
    bench.window.dashboard.show_reply(make_reply([(3, 2)] * 4), None)
    assert machine(bench).interface.value == "–"
