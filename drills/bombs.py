"""`make bombs`: ten bombs of each kind at once, beside 50 people at work; their calls are compared with a quiet run."""

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from drills.product import running_product, use_database_of

KINDS = ("picture", "testimonial", "mail", "import", "export", "pattern")
PEOPLE, SECONDS, REVIEWS, EACH = 50, 60.0, 5_000, 10


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parse(arguments)
    with tempfile.TemporaryDirectory(prefix="docket-mail-") as mailbox:
        for name in ("cur", "new", "tmp"):
            (Path(mailbox) / name).mkdir()
        with running_product(MAIL_IN_URL=f"maildir://{mailbox}") as product:
            use_database_of(product)
            from drills.bombs_run import run  # noqa: PLC0415 (needs django.setup())

            return int(run(product, Path(mailbox), given) > 0)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bombs ARGS=…", description="Throw bombs beside people at work.")
    parser.add_argument("--people", type=int, default=PEOPLE, help=f"who work meanwhile: {PEOPLE}")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"of each of the two runs: {SECONDS:.0f}")
    parser.add_argument("--reviews", type=int, default=REVIEWS, help=f"open reviews on the desk: {REVIEWS}")
    parser.add_argument("--kinds", type=_names, default=KINDS, help=f"{','.join(KINDS)}")
    parser.add_argument("--each", type=int, default=EACH, help=f"bombs of each kind: {EACH}")
    return parser.parse_args(arguments)


def _names(text: str) -> Sequence[str]:
    """Raises ValueError, which argparse reports."""
    names = text.split(",")
    if not set(KINDS).issuperset(names):
        raise ValueError(text)
    return names


if __name__ == "__main__":
    raise SystemExit(main())
