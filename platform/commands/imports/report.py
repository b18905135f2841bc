"""The report that an import prints at its end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from commands.imports.lines import FALLBACK
from commands.imports.mapping import RowReader
from commands.imports.rejects import Rejects
from commands.imports.run import Summary
from commands.imports.values import DAY_FIRST, Dates
from workflows.reviews.ingest import IngestStatus

MOST_REASONS = 5
MOST_ALIKE = 10
EXCERPT = 60
_SAID = {
    IngestStatus.ACCEPTED: "imported",
    IngestStatus.DUPLICATE: "already here",
    IngestStatus.REVISED: "with a changed text",
    IngestStatus.AMENDED: "with a changed rating, date or address",
    IngestStatus.VERIFIED: "now verified",
    IngestStatus.REJECTED: "rejected",
    IngestStatus.BUSY: "busy: being changed by somebody",
}
_FORETOLD = {**_SAID, IngestStatus.ACCEPTED: "would be imported"}


@dataclass(frozen=True, slots=True)
class Report:
    """A finished, failed or interrupted import."""

    summary: Summary
    rejects: Rejects
    reader: RowReader
    dates: Dates
    foreign: int
    alike: Sequence[str]  # names of companies that differ in next to nothing
    seconds: float
    dry_run: bool

    def lines(self) -> Iterator[str]:
        if self.dry_run:
            yield "Dry run: only the rejected rows were written."
            yield from _mapping(self.reader)
            yield from _samples(self.summary)
        yield from self._counts()
        yield from self._assumptions()

    def _counts(self) -> Iterator[str]:
        summary = self.summary
        yield f"{summary.rows:,} rows in {self.seconds:.1f} s ({summary.rows / (self.seconds or 1):,.0f}/s)"
        for status, said in (_FORETOLD if self.dry_run else _SAID).items():
            if count := summary.by_status[status]:
                yield f"  {count:>9,}  {said}"
        if summary.copies:
            yield f"  {summary.copies:>9,}  of them with the same content as an existing review (flagged)"
        for reason, count in summary.reasons.most_common(MOST_REASONS):
            yield f"    {count:>7,}  {reason}"
        if self.rejects.count:
            yield f"Rejected rows: {self.rejects.path}"

    def _assumptions(self) -> Iterator[str]:
        if DAY_FIRST in self.dates.assumed:
            yield f"Dates were read as {DAY_FIRST}; --date-format sets another form."
        if "UTC" in self.dates.assumed:
            yield "Dates without a time zone were read as UTC."
        if self.alike:
            said = ", ".join(map(repr, self.alike[:MOST_ALIKE]))
            yield f"{len(self.alike):,} companies differ only in case, spaces or full stops: {said}"
        if self.foreign:
            yield f"{self.foreign:,} bytes were not UTF-8 and were read as {FALLBACK}; --encoding sets another one."


def _mapping(reader: RowReader) -> Iterator[str]:
    for field, column in reader.columns.items():
        yield f"  {field:<14} from column {column!r}"
    for field, value in reader.constants.items():
        yield f"  {field:<14} is {value!r}"
    if reader.makes_ids:
        yield "  external_id    is made from the row's content"


def _samples(summary: Summary) -> Iterator[str]:
    for sample in summary.samples:
        fields = sample.review.model_dump(exclude_defaults=True, exclude={"company"})
        company = next(str(part) for part in sample.review.company if part is not None)
        yield f"line {sample.row.line}: company={company!r} " + " ".join(
            f"{name}={str(value)[:EXCERPT]!r}" for name, value in fields.items()
        )
