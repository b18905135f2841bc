"""`docket demo` with items of the additional processes, for the browser."""

from typing import Any

from commands.management.commands import docket_demo
from tests.proof.legal_matter import raise_matters
from tests.proof.site_visit import ask_for_visits


class Command(docket_demo.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        raise_matters(3)
        ask_for_visits(4)
