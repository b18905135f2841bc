"""Import a table chunk by chunk. Each chunk is one transaction."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Protocol, TypeAlias

from django.db import InterfaceError, OperationalError

from commands.imports.faults import BadRow, CutOffError
from commands.imports.interrupting import interrupted_between_chunks
from commands.imports.opening import InputBytes
from commands.imports.progress import Progress
from commands.imports.rejects import Rejects, rejects_beside
from commands.imports.rows import Row, Table

INCOMPLETE, INTERRUPTED = 2, 130  # exit statuses
MAX_CHARACTERS = 4_000_000  # of a chunk, which limits memory for long rows

Chunk: TypeAlias = list[Row | BadRow]


class Result(Protocol):
    """`status`: the exit status. `broken`: why the import ended early. `rejects`: the file of rejected rows."""

    status: int
    broken: str
    rejects: Path | None

    @property
    def done(self) -> int:
        """The number of rows so far, for the progress line."""


def import_chunks(
    table: Table,
    source: InputBytes,
    result: Result,
    take_in: Callable[[Chunk, Rejects], None],
    *,
    size: int,
    path: Path,
    chosen: Path | None,
    within: AbstractContextManager[object] | None = None,
) -> float:
    """Call `take_in` for each chunk of `size` rows, and store in the result how the import ended. Gives its seconds.

    `path`: the imported file. `chosen`: the file for rejected rows, by default beside it. `within` is entered before
    the first chunk, and left when the import ends.
    """
    rejects, progress = rejects_beside(path, table.form_of_rejects(), chosen), Progress(source.size)
    try:
        with within or nullcontext(), interrupted_between_chunks() as end_if_interrupted:
            for chunk in _chunks(table, size):
                take_in(chunk, rejects)
                progress.show(source.position, result.done)
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
    return progress.seconds


def _chunks(table: Table, size: int) -> Iterator[Chunk]:
    chunk: Chunk = []
    characters = 0
    try:
        for row in table:
            chunk.append(row)
            characters += row.size
            if len(chunk) == size or characters >= MAX_CHARACTERS:
                yield chunk
                chunk, characters = [], 0
    except CutOffError:
        if chunk:
            yield chunk  # complete rows before the fault
        raise
    if chunk:
        yield chunk
