"""`docket import reviews FILE`, `… blacklist`, `… tickets`, `… companies`, `… categories` (docs/importing.md)."""

import gc
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.db import InterfaceError, OperationalError

from audit import actions
from commands.base import DocketCommand, given_path
from commands.imports.blacklist import import_blacklist
from commands.imports.chunks import INCOMPLETE, INTERRUPTED
from commands.imports.companies import import_category_file, import_company_file
from commands.imports.faults import CutOffError, UnreadableFileError
from commands.imports.formats import trustpilot
from commands.imports.formats.known import FILES, REVIEWS, TICKETS, product_of
from commands.imports.interrupting import interrupted_between_chunks
from commands.imports.lines import Lines
from commands.imports.mapping import RowReader, require_one_order
from commands.imports.opening import InputBytes
from commands.imports.progress import Progress
from commands.imports.recorded import recorded
from commands.imports.rejects import rejects_beside
from commands.imports.report import Report
from commands.imports.rows import Table
from commands.imports.run import Summary, run_import, taking_in, trying_out
from commands.imports.tickets import import_tickets
from commands.imports.values import Dates
from companies.importing import names_alike, newest_company
from kit import request_id
from workflows.engine.core.errors import TaskBusyError

GC_THRESHOLDS = (100_000, 20, 20)


@contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Collect garbage rarely: with the default thresholds, collection takes a third of an import's time."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def pair(text: str) -> tuple[str, str]:
    name, mark, value = text.partition("=")
    if not mark or not name.strip() or not value:
        raise ArgumentTypeError(f"{text!r} is not of the form FIELD=…")
    return name.strip(), value


class Command(DocketCommand):
    help = "Import reviews, blacklist entries, tickets, companies or categories; a second run adds what is new."

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = parser.add_subparsers(dest="kind", required=True)
        reviews = kinds.add_parser("reviews", help="reviews, each with a company, its source's id and a text")
        reviews.add_argument("file", type=given_path)
        reviews.add_argument("--map", type=pair, action="append", default=[], metavar="FIELD=COLUMN")
        reviews.add_argument(
            "--set", type=pair, action="append", default=[], metavar="FIELD=VALUE", help="for all rows"
        )
        reviews.add_argument(
            "--default", type=pair, action="append", default=[], metavar="FIELD=VALUE", help="used if the cell is blank"
        )
        reviews.add_argument(
            "--make-ids", action="store_true", help="for a file without ids: make an id from each row's content"
        )
        reviews.add_argument(
            "--dry-run", action="store_true", help="print what would happen, and write only rejected rows"
        )
        reviews.add_argument(
            "--rejects", type=given_path, help="file for rejected rows; default: FILE.rejected.csv or .ndjson"
        )
        add_format(reviews, REVIEWS)
        reviews.add_argument("--delimiter", default="", help="one character, or tab; default: detected")
        reviews.add_argument("--encoding", default="", help="default: UTF-8, UTF-16 by its mark, or Windows-1252")
        add_date_format(reviews)
        add_blacklist_arguments(kinds)
        add_ticket_arguments(kinds)
        add_company_arguments(kinds)

    def handle(self, *_args: Any, **options: Any) -> None:
        path: Path = options["file"]
        runs = {"blacklist": self._import_blacklist, "tickets": self._import_tickets}
        runs |= {"companies": self._import_companies, "categories": self._import_companies}
        run = runs.get(options["kind"], self._import)
        try:
            with InputBytes(path) as source, request_id.bound(), rare_garbage_collection():
                run(source, options)
        except (UnreadableFileError, CutOffError) as error:  # raised before the first row
            raise CommandError(str(error)) from None
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error.strerror}.") from None

    def _import_blacklist(self, source: InputBytes, options: dict[str, Any]) -> None:
        form = options["date_format"]
        result = import_blacklist(source, options["file"], dict(options["map"]), options["rejects"], form)
        for line in result.lines:
            self.stdout.write(line)
        if result.broken:
            self.stderr.write(f"{result.broken} Imported rows stay; run the same command again to continue.")
            sys.exit(result.status)

    def _import_tickets(self, source: InputBytes, options: dict[str, Any]) -> None:
        result = import_tickets(source, options["file"], options)
        for line in result.lines:
            self.stdout.write(line)
        if result.broken:
            self.stderr.write(f"{result.broken} Imported threads stay; run the same command again to continue.")
            sys.exit(result.status)

    def _import_companies(self, source: InputBytes, options: dict[str, Any]) -> None:
        take_in = import_company_file if options["kind"] == "companies" else import_category_file
        result = take_in(source, options["file"], options)
        for line in result.lines:
            self.stdout.write(line)
        if result.broken:
            self.stderr.write(f"{result.broken} Imported rows stay; run the same command again to continue.")
            sys.exit(result.status)

    def _import(self, source: InputBytes, options: dict[str, Any]) -> None:
        path: Path = options["file"]
        lines, dates, summary = Lines(source, options["encoding"]), Dates(options["date_format"]), Summary()
        table = Table(lines, kind=_file_form(options["format"]), delimiter=_delimiter(options["delimiter"]))
        reader = review_reader(table, dates, options)
        ask_for_date_format(path, reader, table, options)
        rejects = rejects_beside(path, table.form_of_rejects(), options["rejects"])
        progress = Progress(source.size)
        is_dry = options["dry_run"]
        receive = trying_out if is_dry else taking_in(path.name)
        said = nullcontext() if is_dry else recorded("reviews", actions.REVIEWS_IMPORTED, summary.numbers)
        status, broken, newest = 0, "", newest_company()
        try:
            with said, interrupted_between_chunks() as end_if_interrupted:
                for rows in run_import(table, reader, receive, rejects=rejects, summary=summary):
                    progress.show(source.position, rows)
                    end_if_interrupted()
        except KeyboardInterrupt:
            status, broken = INTERRUPTED, "Interrupted."
        except (OperationalError, InterfaceError, TaskBusyError) as error:
            status, broken = INCOMPLETE, f"The database failed: {str(error).splitlines()[0]}."
        finally:
            progress.close()
            rejects.close()
        if summary.cut_off:
            status, broken = INCOMPLETE, summary.cut_off
        report = Report(summary, rejects, reader, dates, lines.foreign, names_alike(newest), progress.seconds, is_dry)
        for line in report.lines():
            self.stdout.write(line)
        if broken:
            self.stderr.write(f"{broken} Imported rows stay; run the same command again to continue.")
        if status:
            sys.exit(status)


def review_reader(table: Table, dates: Dates, options: dict[str, Any]) -> RowReader:
    """Raises UnreadableFileError."""
    product = product_of(REVIEWS, options["format"], table.first)
    reader = RowReader(
        table.columns,
        mapped=dict(options["map"]),
        constants=dict(options["set"]),
        defaults=dict(options["default"]),
        dates=dates,
        makes_ids=options["make_ids"],
        translate=REVIEWS[product].read if product else None,
    )
    if product == "google" and not reader.has_company:
        raise UnreadableFileError("Google's reviews do not name their company: set it, with --set company=NAME.")
    return reader


def ask_for_date_format(path: Path, reader: RowReader, table: Table, options: dict[str, Any]) -> None:
    """Raises UnreadableFileError if the file's dates do not show whether the day or the month comes first."""
    columns = [column] if (column := reader.columns.get("posted_at")) else []
    if columns and table.kind == "csv":
        columns += [name for name in table.columns if name.lower() in trustpilot.DATES]
    if columns and not options["date_format"]:
        require_one_order(path, columns, kind=table.kind, delimiter=table.delimiter, encoding=options["encoding"])


def add_format(parser: CommandParser, products: Mapping[str, Any]) -> None:
    parser.add_argument(
        "--format",
        choices=[*FILES, *products],
        default="",
        help="the form of the file, or the product that wrote it; default: recognised by the file",
    )


def add_date_format(parser: CommandParser) -> None:
    parser.add_argument(
        "--date-format", default="", metavar="FORMAT", help="such as %%m/%%d/%%Y; default: ISO or day first"
    )


def add_blacklist_arguments(kinds: Any) -> None:
    blacklist = kinds.add_parser("blacklist", help="legacy entries: email addresses and mobile numbers as they are")
    blacklist.add_argument("file", type=given_path)
    blacklist.add_argument("--map", type=pair, action="append", default=[], metavar="FIELD=COLUMN")
    blacklist.add_argument("--rejects", type=given_path, help="file for rejected rows")
    add_date_format(blacklist)


def add_ticket_arguments(kinds: Any) -> None:
    tickets = kinds.add_parser("tickets", help="threads of another help desk: Zendesk, Zammad, or one thread a line")
    tickets.add_argument("file", type=given_path)
    tickets.add_argument("--source", default="", help="the name of that help desk; default: its product, or import")
    add_format(tickets, TICKETS)
    add_date_format(tickets)
    tickets.add_argument(
        "--state",
        type=pair,
        action="append",
        default=[],
        metavar="STATE=open|closed",
        help="a state of that help desk that is not known here",
    )
    tickets.add_argument("--rejects", type=given_path, help="file for rejected threads")


def add_company_arguments(kinds: Any) -> None:
    companies = kinds.add_parser("companies", help="companies with address, postcode, HSOne id and status")
    companies.add_argument("--category", default="", help="the number or the name of the category of all rows")
    categories = kinds.add_parser("categories", help="categories of companies, each with a number and a name")
    for parser in (companies, categories):
        parser.add_argument("file", type=given_path)
        parser.add_argument("--map", type=pair, action="append", default=[], metavar="FIELD=COLUMN")
        parser.add_argument("--rejects", type=given_path, help="file for rejected rows")


def _file_form(option: str) -> str:
    """The form of a file; empty where a product is chosen, which may write several."""
    return option if option in FILES else ""


def _delimiter(option: str) -> str:
    delimiter = "\t" if option in ("tab", "\\t") else option
    if len(delimiter) > 1 or delimiter in ('"', "\n", "\r"):
        raise CommandError(f"{option!r} cannot separate cells: set one character, or tab.")
    return delimiter
