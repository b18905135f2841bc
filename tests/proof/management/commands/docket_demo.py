"""`docket demo` with items of the additional process, for the browser."""

from typing import Any

from commands.management.commands import docket_demo
from tests.proof.legal_matter import raise_matters


class Command(docket_demo.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        super().handle(*args, **options)
        raise_matters(3)
