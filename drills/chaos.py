"""`make chaos`: people decide items and answer tickets while all kinds of process are killed; then all is audited."""

import argparse
import sys
import time
from collections.abc import Sequence

from drills.product import running_product, use_database_of
from drills.receivers import Received, mail_server, webhook_receiver

HOLD_SECONDS = "1"  # of a decision, so that effects, events and letters come during the drill
DECISIONS, ROUNDS, SERIES, PEOPLE = 1_000, 4, 12, 6


def main(arguments: Sequence[str] | None = None) -> int:
    given = _parse(arguments)
    began = time.monotonic()
    with mail_server() as mail, webhook_receiver() as webhooks:
        settings = {"DOCKET_HOLD_SECONDS": HOLD_SECONDS, "MAIL_URL": f"smtp://127.0.0.1:{mail.port}"}
        found = _drill(settings, mail, webhooks, given)
    print(f"{time.monotonic() - began:.0f} s", file=sys.stderr)
    return int(found > 0)


def _drill(settings: dict[str, str], mail: Received, webhooks: Received, given: argparse.Namespace) -> int:
    with running_product(**settings) as product:
        use_database_of(product)
        from drills.chaos_shift import run  # noqa: PLC0415 (needs django.setup())

        return run(product, mail, webhooks, given)


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make chaos ARGS=…", description="Kill processes while people decide.")
    parser.add_argument("--decisions", type=int, default=DECISIONS, help=f"at least: {DECISIONS}")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"kills of each kind, one by one: {ROUNDS}")
    parser.add_argument("--series", type=int, default=SERIES, help=f"kills at the end, without waiting: {SERIES}")
    parser.add_argument(
        "--people", type=int, default=PEOPLE, help=f"who decide at the same time, beside those at tickets: {PEOPLE}"
    )
    parser.add_argument("--seed", type=int, default=None, help="of the order of kills; printed")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
