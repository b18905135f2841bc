"""What an import says at its end."""

from collections.abc import Iterator
from dataclasses import dataclass

from commands.imports.lines import FALLBACK
from commands.imports.mapping import RowReader
from commands.imports.rejects import Rejects
from commands.imports.run import Summary
from commands.imports.values import DAY_FIRST, Dates
from workflows.reviews.arrival import Fate

MOST_REASONS = 5
EXCERPT = 60
_SAID = {
    Fate.ACCEPTED: "taken in",
    Fate.DUPLICATE: "here already",
    Fate.REVISED: "with other words than before",
    Fate.AMENDED: "with another rating, date or address than before",
    Fate.VERIFIED: "verified now",
    Fate.REJECTED: "rejected",
    Fate.BUSY: "busy: being changed by somebody",
}
_FORETOLD = {**_SAID, Fate.ACCEPTED: "would be taken in"}


@dataclass(frozen=True, slots=True)
class Report:
    """An import that has come to its end, whichever it was."""

    summary: Summary
    rejects: Rejects
    reader: RowReader
    dates: Dates
    foreign: int
    seconds: float
    dry_run: bool

    def lines(self) -> Iterator[str]:
        if self.dry_run:
            yield "Dry run: nothing was written but the rejected rows."
            yield from _mapping(self.reader)
            yield from _samples(self.summary)
        yield from self._counts()
        yield from self._taken_for_granted()

    def _counts(self) -> Iterator[str]:
        summary = self.summary
        yield f"{summary.rows:,} rows in {self.seconds:.1f} s ({summary.rows / (self.seconds or 1):,.0f}/s)"
        for fate, said in (_FORETOLD if self.dry_run else _SAID).items():
            if count := summary.fates[fate]:
                yield f"  {count:>9,}  {said}"
        if summary.copies:
            yield f"  {summary.copies:>9,}  of them with content that was here already (flagged)"
        for reason, count in summary.reasons.most_common(MOST_REASONS):
            yield f"    {count:>7,}  {reason}"
        if self.rejects.count:
            yield f"Rejected rows: {self.rejects.path}"

    def _taken_for_granted(self) -> Iterator[str]:
        if DAY_FIRST in self.dates.assumed:
            yield f"Dates were read as {DAY_FIRST}; --date-format says otherwise."
        if "UTC" in self.dates.assumed:
            yield "Dates without a time zone were taken for UTC."
        if self.foreign:
            yield f"{self.foreign:,} bytes were not UTF-8 and were read as {FALLBACK}; --encoding says otherwise."


def _mapping(reader: RowReader) -> Iterator[str]:
    for field, column in reader.columns.items():
        yield f"  {field:<14} from column {column!r}"
    for field, value in reader.constants.items():
        yield f"  {field:<14} is {value!r}"
    if reader.makes_ids:
        yield "  external_id    is made of what a row says"


def _samples(summary: Summary) -> Iterator[str]:
    for one in summary.samples:
        known = one.review.model_dump(exclude_defaults=True, exclude={"company"})
        company = next(str(part) for part in one.review.company if part is not None)
        yield f"line {one.row.line}: company={company!r} " + " ".join(
            f"{name}={str(value)[:EXCERPT]!r}" for name, value in known.items()
        )
