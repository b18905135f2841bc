"""One run: load a size, start the web server, measure every row beside its bare SQL; then the next size."""

import sys
from collections.abc import Sequence
from pathlib import Path

from tqdm import tqdm

from benchmarks.crowd import Measured, Pace, measure
from benchmarks.desk import Desk, forget_connections, open_desk
from benchmarks.loading import load, prepare_database
from benchmarks.machine import describe_machine
from benchmarks.report import Pair, named, write_report
from benchmarks.rows import Row, rows
from benchmarks.server import Server, running_server


def run(sizes: Sequence[int], chosen: Sequence[str], page: Path, *, seconds: float) -> None:
    """Raises ValueError for a row that there is not, NotEmptyError, CrowdError."""
    measured = _choose(chosen)
    prepare_database()
    machine, notes = describe_machine(), []
    figures: dict[int, dict[str, Pair]] = {}
    for size in sizes:
        with tqdm(total=size, unit=" reviews", unit_scale=True, desc=f"load {named(size)}", disable=None) as bar:
            per_second = load(size, bar.update)
        notes.append(f"Demo data up to {named(size)}: {per_second:,.0f} reviews a second.")
        _say(notes[-1])
        figures[size] = {}
        forget_connections()
        with running_server() as server:
            desk = open_desk(server.port)
            for row in measured:
                figures[size][row.key] = _measure(row, desk, server, Pace(seconds / 2, seconds))
                _say(_line(row, size, figures[size][row.key]))
            notes.append(_memory(server, size))
    write_report(page, machine, measured, figures, notes)


def _choose(chosen: Sequence[str]) -> list[Row]:
    found = [row for row in rows() if not chosen or row.key.startswith(tuple(chosen))]
    if not found:
        raise ValueError(f"No row begins so. There are: {', '.join(row.key for row in rows())}.")
    return found


def _measure(row: Row, desk: Desk, server: Server, pace: Pace) -> Pair:
    api: Measured = measure(row.api(desk), [server.tree, desk.database], pace)
    return Pair(api, measure(row.bare(desk), [desk.database], pace))


def _line(row: Row, size: int, pair: Pair) -> str:
    web, database = pair.api.processor_ms
    return (
        f"{named(size):>5} {row.title:<32} {pair.api_ms:7.2f} ms ({web:.2f} + {database:.2f}), bare "
        f"{pair.bare_ms:.2f} ms; {pair.api.per_second:,.0f}/s, bare {pair.bare.per_second:,.0f}/s"
    )


def _memory(server: Server, size: int) -> str:
    workers = ", ".join(f"{megabytes:.0f}" for megabytes in server.tree.resident_mb()[:2])
    return f"Memory of the two web workers after the rows of {named(size)}: {workers} MB."


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
