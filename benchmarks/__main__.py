"""`python -m benchmarks`: the command of `make bench`, on an empty database with full durability.

The environment names the database (DATABASE_URL, DATABASE_OWNER_URL).
"""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import django

PAGE = Path("docs", "benchmarks.md")
SIZES = "100k,1M"
UNITS = {"k": 1_000, "m": 1_000_000}


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parse(arguments)
    django.setup()
    from benchmarks.run import run  # noqa: PLC0415 (needs django.setup())

    began = time.monotonic()
    run(given.sizes, given.rows, given.output, seconds=given.seconds)
    print(f"{given.output} written, after {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench ARGS=…", description="Measure the product at work.")
    parser.add_argument("--sizes", type=_sizes, default=_sizes(SIZES), help=f"numbers of reviews: {SIZES}")
    parser.add_argument(
        "--rows", type=_names, default=(), help="the rows to measure, or the beginnings of their names: list,counts"
    )
    parser.add_argument("--seconds", type=float, default=1.2, help="of each of a row's three windows: 1.2")
    parser.add_argument("--output", type=Path, default=PAGE, help=f"the page with the tables: {PAGE}")
    return parser.parse_args(arguments)


def _sizes(text: str) -> list[int]:
    """Parse the sizes. Raises ValueError, which argparse reports."""
    return sorted(int(name.rstrip("kKmM")) * UNITS.get(name[-1:].lower(), 1) for name in text.split(","))


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


if __name__ == "__main__":
    raise SystemExit(main())
