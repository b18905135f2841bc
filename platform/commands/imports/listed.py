"""Import rows of one kind, chunk by chunk: each row is imported, exists already, or is rejected with its reason."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from commands.imports.chunks import Chunk, import_chunks
from commands.imports.faults import BadRow
from commands.imports.opening import InputBytes
from commands.imports.rejects import Rejects
from commands.imports.rows import Row, Table

CHUNK = 1_000
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
    def done(self) -> int:
        return self.rows

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

    def take_in(chunk: Chunk, rejects: Rejects) -> None:
        _import_chunk(listing, chunk, rejects, result)

    import_chunks(table, source, result, take_in, size=CHUNK, path=path, chosen=chosen)
    return result


def _import_chunk(listing: Listing[T], chunk: Chunk, rejects: Rejects, result: Result) -> None:
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
