"""Writes the figures as tables between two marks of a page. People write the rest of the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.crowd import Measured
from benchmarks.row import Line

BEGIN, END = "<!-- figures: written by make bench -->", "<!-- end of the figures -->"
BEGIN_SOME = "<!-- figures of {} at {}: written by make bench -->"


@dataclass(frozen=True, slots=True)
class Pair:
    """A row's figures: through the API (web and database), and as bare SQL (database)."""

    api: Measured
    bare: Measured

    @property
    def api_ms(self) -> float:
        return sum(self.api.processor_ms)

    @property
    def bare_ms(self) -> float:
        return sum(self.bare.processor_ms)


# by number of reviews, then by the row's key
Figures = Mapping[int, Mapping[str, Pair]]


def write_report(
    page: Path,
    machine: str,
    rows: Sequence[Line],
    figures: Figures,
    notes: Sequence[str],
    *,
    chosen: Sequence[str] = (),
) -> None:
    """Replace the text between the marks. A page without marks gets them at its end.

    `chosen`: the chosen rows of a partial run. Such a run has its own marks for these rows and its sizes, and leaves
    all other figures unchanged.
    """
    text = page.read_text() if page.exists() else ""
    begin = BEGIN_SOME.format(", ".join(chosen), ", ".join(map(named, figures))) if chosen else BEGIN
    before, mark, rest = text.partition(begin)
    if not mark:
        before, rest = f"{before.rstrip()}\n\n" if before else "", ""
    _, _, after = rest.partition(END)
    tables = "\n\n".join([_processor_table(rows, figures), _rate_table(rows, figures)])
    told = "\n".join(f"- {note}" for note in notes)
    page.write_text(f"{before}{begin}\n{machine}.\n\n{tables}\n\n{told}\n{END}{after or chr(10)}")


def _processor_table(rows: Sequence[Line], figures: Figures) -> str:
    sizes = list(figures)
    head = ["CPU ms per call", "goal"]
    for size in sizes:
        head += [f"{named(size)}: web + database", "bare SQL", "ratio"]
    if len(sizes) > 1:
        head.append(f"{named(sizes[-1])} / {named(sizes[0])}")
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for row in _measured(rows, figures):
        pairs = [figures[size].get(row.key) for size in sizes]
        cells = [row.title, f"{row.goal_ms:g}" if row.goal_ms else ""]
        for pair in pairs:
            if pair is None:
                cells += ["", "", ""]
                continue
            web, database = pair.api.processor_ms
            cells += [
                f"{pair.api_ms:.2f} ({web:.2f} + {database:.2f}){_spread(pair.api)}",
                f"{pair.bare_ms:.2f}{_spread(pair.bare)}",
                _ratio(pair),
            ]
        if len(sizes) > 1:
            first, last = pairs[0], pairs[-1]
            cells.append(f"{last.api_ms / first.api_ms:.2f}" if first and last and first.api_ms else "")
        lines.append(cells)
    return _table(lines)


def _rate_table(rows: Sequence[Line], figures: Figures) -> str:
    head = ["calls per second, 8 clients"]
    for size in figures:
        head += [f"{named(size)}: API", "bare SQL"]
    lines = [head, ["---", *["---:"] * (len(head) - 1)]]
    for row in _measured(rows, figures):
        cells = [row.title]
        for pairs in figures.values():
            pair = pairs.get(row.key)
            cells += [f"{pair.api.per_second:,.0f}", f"{pair.bare.per_second:,.0f}"] if pair else ["", ""]
        lines.append(cells)
    return _table(lines)


def named(size: int) -> str:
    """The size in short form: 100000 as 100k, 1000000 as 1M."""
    for unit, letter in ((1_000_000, "M"), (1_000, "k")):
        if size >= unit and size % unit == 0:
            return f"{size // unit}{letter}"
    return str(size)


def _measured(rows: Sequence[Line], figures: Figures) -> list[Line]:
    return [row for row in rows if any(row.key in pairs for pairs in figures.values())]


def _spread(measured: Measured) -> str:
    return f" ±{measured.spread:.0%}" if measured.spread else ""


def _ratio(pair: Pair) -> str:
    return f"{pair.api_ms / pair.bare_ms:.1f}" if pair.bare_ms else ""


def _table(lines: Sequence[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
