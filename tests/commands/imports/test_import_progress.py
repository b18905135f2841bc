"""How far an import is: a bar on a terminal, a line now and then in a log."""

from io import StringIO

import pytest

from commands.imports.progress import Progress


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_gets_a_bar_and_a_log_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, log = Terminal(), StringIO()
    for stream in (terminal, log):
        progress = Progress(1_000, stream)
        progress.tell(250, 1_000)
        monkeypatch.setattr("commands.imports.progress.SAID_EVERY_SECONDS", 0)
        progress.tell(500, 2_000)
        progress.close()
        monkeypatch.undo()
    assert "2,000 rows" in terminal.getvalue()
    assert "\r" in terminal.getvalue()
    assert log.getvalue().startswith(" 50%  2,000 rows, ")
    assert log.getvalue().count("\n") == 1
