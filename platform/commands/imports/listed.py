"""Import rows of one kind, chunk by chunk: each row is imported, exists already, or is rejected with its reason."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from django.db import InterfaceError, OperationalError

from commands.imports.faults import BadRow, CutOffError
from commands.imports.interrupting import interrupted_between_chunks
from commands.imports.opening import InputBytes
from commands.imports.progress import Progress
from commands.imports.rejects import Rejects, rejects_beside
from commands.imports.rows import Row, Table

CHUNK = 1_000
INCOMPLETE, INTERRUPTED = 2, 130  # exit statuses
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Listing(Generic[T]):
    """How rows become things: `read` raises ValueError with the reason; `take_in` gives the number of new things."""

    what: str
    read: Callable[[dict[str, Any]], T]
    take_in: Callable[[Sequence[T]], int]


@dataclass(slots=True)
class Result:
    """`broken`: why the import ended early."""

    what: str
    rows: int = 0
    imported: int = 0
    known: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    rejects: Path | None = None
    status: int = 0
    broken: str = ""

    @property
    def lines(self) -> Iterator[str]:
        yield f"{self.rows:,} rows"
        yield f"  {self.imported:>9,}  imported as {self.what}"
        yield f"  {self.known:>9,}  there already"
        yield f"  {self.reasons.total():>9,}  rejected"
        for reason, number in self.reasons.most_common():
            yield f"    {number:>7,}  {reason}"
        if self.rejects:
            yield f"Rejected rows: {self.rejects}"


def import_listed(listing: Listing[T], source: InputBytes, table: Table, path: Path, chosen: Path | None) -> Result:
    """Each chunk is one transaction."""
    result = Result(listing.what)
    rejects, progress = rejects_beside(path, table.form_of_rejects(), chosen), Progress(source.size)
    try:
        with interrupted_between_chunks() as end_if_interrupted:
            for chunk in _chunks(table):
                _import_chunk(listing, chunk, rejects, result)
                progress.show(source.position, result.rows)
                end_if_interrupted()
    except KeyboardInterrupt:
        result.status, result.broken = INTERRUPTED, "Interrupted."
    except (OperationalError, InterfaceError) as error:
        result.status, result.broken = INCOMPLETE, f"The database failed: {str(error).splitlines()[0]}."
    except CutOffError as error:
        result.status, result.broken = INCOMPLETE, str(error)
    finally:
        progress.close()
        rejects.close()
    result.rejects = rejects.path if rejects.count else None
    return result


def _chunks(table: Table) -> Iterator[list[Row | BadRow]]:
    chunk: list[Row | BadRow] = []
    try:
        for row in table:
            chunk.append(row)
            if len(chunk) == CHUNK:
                yield chunk
                chunk = []
    except CutOffError:
        if chunk:
            yield chunk  # complete rows before the fault
        raise
    if chunk:
        yield chunk


def _import_chunk(listing: Listing[T], chunk: list[Row | BadRow], rejects: Rejects, result: Result) -> None:
    things: list[T] = []
    for row in chunk:
        bad = row if isinstance(row, BadRow) else None
        if isinstance(row, Row):
            try:
                things.append(listing.read(dict(row.cells)))
            except ValueError as error:
                bad = BadRow(row.line, str(error), row.cells)
        if bad:
            rejects.add(bad)
            result.reasons[bad.reason] += 1
    rejects.flush()
    imported = listing.take_in(things) if things else 0
    result.rows += len(chunk)
    result.imported += imported
    result.known += len(things) - imported
