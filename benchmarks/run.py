"""One run: for each size, load the data, start the web server, and measure every row and its bare SQL."""

import sys
from collections.abc import Sequence, Set
from pathlib import Path

from tqdm import tqdm

from benchmarks import searching
from benchmarks.bulk import measure_beside_bulk, measure_bulk, measure_other_batches
from benchmarks.crowd import Pace, measure
from benchmarks.desk import Desk, forget_connections, open_desk
from benchmarks.importing import measure_import
from benchmarks.ingesting import measure_ingest
from benchmarks.loading import load, prepare_database
from benchmarks.machine import describe_machine
from benchmarks.mailing import measure_mails
from benchmarks.matching import measure_matching
from benchmarks.price_of_words import measure_price_of_words
from benchmarks.random_terms import measure_random_terms
from benchmarks.report import Pair, named, write_report
from benchmarks.row import Line, Row
from benchmarks.rows import rows
from benchmarks.server import Server, running_server
from benchmarks.stock import load_stock
from benchmarks.waiting import measure_waiting

IMPORTED = 20_000
WHOLE = 100_000  # number of reviews from which on the whole stock is loaded
INGESTED = 10_000
IMPORT = Line("import", "import, a review", None)
BATCHED = 10_000
BULK = Line("bulk", "bulk moderation, an item", 0.4)
MATCHING = Line("matching", "matching of banned words", None)  # a note, without rows in the tables
# also notes
RANDOM = Line("search-random", "search: random terms", None)
PRICE = Line("search-writing", "what search costs arrivals", None)
RANDOM_TERMS = 10_000
ARRIVING, TURNS, FEW_TURNS = 1_000, 15, 3
MAILED = 1_000
MAIL = Line("ticket-mail", "arrival of a ticket by mail", None)
INGEST = Line("ingest", "ingest by calls of 1,000, a review", None)


def run(sizes: Sequence[int], chosen: Sequence[str], page: Path, *, seconds: float) -> None:
    """Measure, and write the page. Raises ValueError (unknown row), NotEmptyError, CrowdError, ImportFailedError."""
    lines = _choose(chosen)
    keys = {line.key for line in lines}
    prepare_database()
    machine, notes = describe_machine(), []
    figures: dict[int, dict[str, Pair]] = {}
    if MATCHING.key in keys:
        notes.append(measure_matching())
        _say(notes[-1])
    before = 0
    for size in sizes:
        with tqdm(total=size - before, unit=" reviews", unit_scale=True, disable=None) as bar:
            per_second = load(size, before, bar.update)
        notes.append(f"`docket demo`, from {named(before)} to {named(size)} reviews: {per_second:,.0f} a second.")
        _say(notes[-1])
        forget_connections()
        with running_server() as server:
            desk = open_desk(server.port)
            of_reviews = [row for row in rows() if row.key in keys and not row.needs]
            figures[size] = {row.key: _measure(row, size, desk, server, seconds) for row in of_reviews}
            if BULK.key in keys:
                notes.append(f"At {named(size)}: {measure_other_batches(desk)}")
                _say(notes[-1])
                batch = measure_bulk(BATCHED, desk, server.tree)
                figures[size][BULK.key] = batch.pair
                _say(_told(BULK, size, batch.pair))
                for sentence in (str(batch), measure_beside_bulk(BATCHED, desk, seconds)):
                    notes.append(f"At {named(size)}: {sentence}")
                    _say(notes[-1])
            notes.append(_memory(server, size))
            if INGEST.key in keys:
                figures[size][INGEST.key] = measure_ingest(size, min(size, INGESTED), desk, server.tree)
                _say(_told(INGEST, size, figures[size][INGEST.key]))
                notes.append(f"After the ingest: {_memory(server, size)}")
        if IMPORT.key in keys:
            figures[size][IMPORT.key] = measure_import(size, min(size, IMPORTED), desk.database)
            _say(_told(IMPORT, size, figures[size][IMPORT.key]))
        before = size
        # after each size, so that a later failure loses nothing
        write_report(page, machine, lines, figures, notes, chosen=chosen)
    figures[before] |= _measure_at_the_end(before, seconds, notes, keys)
    write_report(page, machine, lines, figures, notes, chosen=chosen)


def _measure_at_the_end(size: int, seconds: float, notes: list[str], keys: Set[str]) -> dict[str, Pair]:
    """Measure the rows that need more than reviews, and those during which nothing else may use the database."""
    needing = [row for row in rows() if row.key in keys and row.needs]
    found = {}
    if needing or not keys.isdisjoint((MAIL.key, RANDOM.key)):
        found = _measure_with_stock(needing, size, seconds, notes, keys)
    if PRICE.key in keys:
        turns = TURNS if size >= WHOLE else FEW_TURNS
        notes.append(f"At {named(size)}: {measure_price_of_words(min(size, ARRIVING), turns)}")
        _say(notes[-1])
    return found


def _measure_with_stock(
    needing: Sequence[Row], size: int, seconds: float, notes: list[str], keys: Set[str]
) -> dict[str, Pair]:
    """Load the stock that the rows need, and measure them."""
    needs = {name for row in needing for name in row.needs} | ({"tickets"} if MAIL.key in keys else set())
    needs |= set(searching.NEEDS) if RANDOM.key in keys else set()
    loaded = load_stock(needs, share=min(size / WHOLE, 1))
    notes.append(f"Loaded beside {named(size)} reviews: {loaded}.")
    _say(notes[-1])
    forget_connections()
    found = {}
    with running_server() as server:
        desk = open_desk(server.port)
        for row in needing:
            found[row.key] = _measure(row, size, desk, server, seconds)
            if row.goal_p95_ms:
                p50, p95 = measure_waiting(row.api(desk), 2 * seconds)
                goal = f"(goal at 1M: {row.goal_p95_ms} ms)"
                notes.append(f"One caller at {named(size)}: {row.title}, p50 {p50:.0f}, p95 {p95:.0f} ms {goal}.")
                _say(notes[-1])
        if RANDOM.key in keys:
            terms = min(size // 10, RANDOM_TERMS)
            notes.append(f"At {named(size)}: {measure_random_terms(terms, desk)}")
            _say(notes[-1])
        if MAIL.key in keys:
            found[MAIL.key] = measure_mails(min(size, MAILED), desk)
            _say(_told(MAIL, size, found[MAIL.key]))
    return found


def _choose(chosen: Sequence[str]) -> list[Line]:
    everything: list[Line] = [*rows(), MAIL, BULK, INGEST, IMPORT, MATCHING, RANDOM, PRICE]
    found = [row for row in everything if not chosen or row.key.startswith(tuple(chosen))]
    if not found:
        raise ValueError(f"No row has this name. The rows are: {', '.join(row.key for row in everything)}.")
    return found


def _measure(row: Row, size: int, desk: Desk, server: Server, seconds: float) -> Pair:
    pace = Pace(seconds / 2, seconds)
    api = measure(row.api(desk), [server.tree, desk.database], pace)
    pair = Pair(api, measure(row.bare(desk), [desk.database], pace))
    _say(_told(row, size, pair))
    return pair


def _told(row: Line, size: int, pair: Pair) -> str:
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
