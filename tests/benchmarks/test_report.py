"""The page with the figures: what a run writes, and what it leaves."""

from pathlib import Path

from benchmarks.crowd import Measured
from benchmarks.report import BEGIN, END, Pair, write_report
from benchmarks.row import Line

PENDING, TICKETS = Line("list-pending", "page of pending", 2.5), Line("ticket-list", "page of tickets", None)
PAIR = Pair(Measured(10, 100, (3, 1)), Measured(10, 400, (2,)))


def written(page: Path, figures: dict[int, dict[str, Pair]], *chosen: str) -> str:
    write_report(page, "2 cores", [PENDING, TICKETS], figures, [], chosen=chosen)
    return page.read_text()


def test_a_run_of_some_rows_leaves_the_figures_of_others(tmp_path: Path) -> None:
    page = tmp_path / "benchmarks.md"
    page.write_text(f"# Figures\n\n{BEGIN}\nwhole run\n{END}\n\nWhat bounds them.\n")
    first = written(page, {1_000: {"ticket-list": PAIR}}, "ticket")
    second = written(page, {2_000: {"ticket-list": PAIR}}, "ticket")
    assert second.startswith(first)
    assert "<!-- figures of ticket at 1k: written by make bench -->" in first
    assert second.count("| page of tickets |") == 4
    assert first.startswith(f"# Figures\n\n{BEGIN}\nwhole run\n{END}\n\nWhat bounds them.\n")
    again = written(page, {1_000: {"list-pending": PAIR, "ticket-list": PAIR}}, "ticket")
    assert again.count("| page of tickets |") == 4
    assert again.count("| page of pending |") == 2
    whole = written(page, {1_000: {"list-pending": PAIR}})
    assert "whole run" not in whole
    assert whole.partition(END)[2] == again.partition(END)[2]


def test_a_row_of_the_last_size_alone_has_empty_cells_before(tmp_path: Path) -> None:
    figures = {1_000: {"list-pending": PAIR}, 2_000: {"list-pending": PAIR, "ticket-list": PAIR}}
    lines = written(tmp_path / "benchmarks.md", figures).splitlines()
    processor, rate = (line for line in lines if line.startswith("| page of tickets |"))
    assert processor == "| page of tickets |  |  |  |  | 4.00 (3.00 + 1.00) | 2.00 | 2.0 |  |"
    assert rate == "| page of tickets |  |  | 100 | 400 |"
    assert any(line.startswith("| page of pending | 2.5 | 4.00") and line.endswith("| 1.00 |") for line in lines)
