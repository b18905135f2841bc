"""Make files of reviews and run the import command on them."""

import csv
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from reviews.models import Review
from tests.shared_data import SHARED_DATA

NHS = SHARED_DATA / "reviews" / "nhs_experiences.csv.gz"
NHS_OPTIONS = (
    *("--map", "company=team", "--default", "company=Unattributed", "--set", "source=nhs"),
    *("--map", "posted_at=date", "--map", "external_id=review_id"),
)
needs_nhs_file = pytest.mark.skipif(not NHS.exists(), reason=f"the real reviews are not here: {NHS}")

Write = Callable[..., Path]  # the fixture `write`
COLUMNS = "source,external_id,company,rating,text,verified\n"


@dataclass(frozen=True, slots=True)
class Imported:
    status: int
    output: str
    error: str


def run_import(path: Path, *options: str) -> Imported:
    """Run the command in this process. Any exception other than CommandError or SystemExit fails the test."""
    out, err = StringIO(), StringIO()
    try:
        call_command("docket_import", "reviews", str(path), *options, stdout=out, stderr=err)
        status = 0
    except CommandError as error:
        return Imported(1, out.getvalue(), str(error))
    except SystemExit as error:
        status = int(error.code or 0)
    return Imported(status, out.getvalue(), err.getvalue())


def a_line(number: int, **cells: Any) -> str:
    cells_of_row: Mapping[str, Any] = {
        "source": "wf",
        "external_id": f"row-{number}",
        "company": f"Company {number % 5}",
        "rating": number % 5 + 1,
        "text": f"They came at {number}.",
        "verified": "yes",
    }
    return ",".join(str(cell) for cell in {**cells_of_row, **cells}.values()) + "\n"


def a_table(count: int) -> str:
    return COLUMNS + "".join(a_line(number) for number in range(1, count + 1))


def rejected(path: Path) -> list[tuple[int, str]]:
    """(line, reason) of each rejected row of a file."""
    table, objects = (path.with_name(f"{path.name}.rejected.{kind}") for kind in ("csv", "ndjson"))
    rows: list[Any] = []
    if table.exists():
        rows += csv.DictReader(StringIO(table.read_text("utf-8-sig"), newline=""))
    if objects.exists():
        rows += map(json.loads, objects.read_text().splitlines())
    return [(int(row["docket_line"]), row["docket_reason"]) for row in rows]


def texts() -> list[str]:
    return list(Review.objects.order_by("pk").values_list("text", flat=True))
