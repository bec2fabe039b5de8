"""What the program takes of this machine: memory, and the time of the window itself."""

from __future__ import annotations

from desktop_app.models.device_memory import DeviceMemory
from desktop_app.process_memory import process_memory
from desktop_app.ui.dashboard import figures
from desktop_app.ui.dashboard.instrument import Instrument
from desktop_app.ui.dashboard.number_cell import MEDIUM, NumberCell, lay_out
from desktop_app.ui.theme import Theme, ThemeManager


class MachineNumbers(Instrument):
    """Memory is that of now; it belongs to the process, not to the reply on screen."""

    def __init__(self, themes: ThemeManager) -> None:
        super().__init__(themes)
        self.memory = NumberCell(
            self.tr("memory"),
            self.tr(
                "Physical memory this program holds now (resident set), as the system counts it: model, "
                "caches and window together. 1 GB is 10⁹ bytes."
            ),
            "text",
            MEDIUM,
        )
        self.peak = NumberCell(
            self.tr("peak memory"),
            self.tr("The most physical memory this program ever held since it was started."),
            "text",
            MEDIUM,
        )
        self.interface = NumberCell(
            self.tr("interface"),
            self.tr(
                "Processor time of the window's own thread / time of the reply, its prompt included, until "
                "it ended: text, marks, instruments and typing. 100 % is one core; the model runs in other "
                "threads. The goal is 2 %."
            ),
            "text",
            MEDIUM,
        )
        self.device = NumberCell(
            self.tr("GPU memory"),
            self.tr("Memory that tensors of the models hold on the graphics device."),
            "text",
            MEDIUM,
        )
        lay_out(self.cells(), self, spacing=8)
        self.device.hide()

    def cells(self) -> tuple[NumberCell, ...]:
        return (self.memory, self.peak, self.interface, self.device)

    def show_device(self, memory: DeviceMemory | None) -> None:
        """What the engine's thread measured; None where no graphics device is in use."""
        self.device.setVisible(memory is not None)
        if memory is None:
            return
        self.device.set_value(figures.memory(memory.allocated))
        if memory.peak is not None:
            self.device.set_caption(
                self.tr("GPU memory, peak {peak}").format(peak=figures.memory(memory.peak))
            )

    def draw(self) -> None:
        now = process_memory()
        self.memory.set_value(figures.memory(now.resident))
        self.peak.set_value(figures.memory(now.peak))
        cost = self.reply.interface
        self.interface.set_value(figures.fine_percent(cost.share() if cost is not None else None))

    def summary(self) -> str:
        self.draw()
        return ", ".join(cell.accessibleName() for cell in self.cells() if not cell.isHidden())

    def set_theme(self, theme: Theme) -> None:
        for cell in self.cells():
            cell.set_theme(theme)
