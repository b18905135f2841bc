"""`make shift`: 100, 200 and 400 people at work, a minute each, calling all that the console calls at its pace."""

import argparse
import os
import sys
from collections.abc import Sequence

from drills.product import running_product, use_database_of

PEOPLE, SECONDS, REVIEWS = "100,200,400", 60.0, 30_000
SERVER_CORES = 2  # of the product; the people have the others


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parse(arguments)
    cores = sorted(os.sched_getaffinity(0))
    apart = len(cores) > SERVER_CORES
    if apart:
        os.sched_setaffinity(0, cores[:SERVER_CORES])  # the product inherits them
    with running_product() as product:
        use_database_of(product)
        from drills.shift_run import load, people_of, shift  # noqa: PLC0415 (needs django.setup())

        _say(f"{given.reviews:,} reviews: {load(given.reviews):.0f} s")
        people = people_of(max(given.people))
        if apart:
            os.sched_setaffinity(0, cores[SERVER_CORES:])
        where = f"the product on {SERVER_CORES} of {len(cores)} cores, the people on the others"
        print(where if apart else f"all on {len(cores)} cores", flush=True)
        for number in given.people:
            print(shift(product, people[:number], given.seconds), flush=True)
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make shift ARGS=…", description="Measure people at work.")
    parser.add_argument("--people", type=_numbers, default=_numbers(PEOPLE), help=f"who work at once: {PEOPLE}")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of each shift: {SECONDS:.0f}")
    parser.add_argument("--reviews", type=int, default=REVIEWS, help=f"open reviews on the desk: {REVIEWS}")
    return parser.parse_args(arguments)


def _numbers(text: str) -> list[int]:
    """Raises ValueError, which argparse reports."""
    return [int(number) for number in text.split(",")]


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
