"""Progress of an import: a bar on a terminal, lines in a log."""

from io import StringIO

import pytest

from commands.imports.progress import Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_a_bar_on_a_terminal_and_a_line_in_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, log = Terminal(), StringIO()
    for stream in (terminal, log):
        progress = Progress(1_000, stream)
        progress.show(250, 1_000)
        monkeypatch.setattr("commands.imports.progress.LINE_EVERY_SECONDS", 0)
        progress.show(500, 2_000)
        progress.close()
        monkeypatch.undo()
    assert "2,000 rows" in terminal.getvalue()
    assert "\r" in terminal.getvalue()
    assert log.getvalue().startswith(" 50%  2,000 rows, ")
    assert log.getvalue().count("\n") == 1
