"""The products whose files are read: by the name that is given, or by what the first row has."""

from collections.abc import Callable, Mapping
from typing import Any

from commands.imports.faults import UnreadableFileError
from commands.imports.formats import google, trustpilot, zammad, zendesk

Recognises = Callable[[Mapping[str, Any]], bool]
REVIEWS: Mapping[str, Any] = {"trustpilot": trustpilot, "google": google}
TICKETS: Mapping[str, Any] = {"zendesk": zendesk, "zammad": zammad}
FILES = ("csv", "ndjson")


def product_of(products: Mapping[str, Any], chosen: str, first: Mapping[str, Any]) -> str:
    """The name of the product that wrote a file; empty for a file with our own names."""
    if chosen:
        return chosen if chosen in products else ""
    return next((name for name, product in products.items() if product.recognises(first)), "")


def states_of(given: Mapping[str, str]) -> dict[str, bool]:
    """Which states of tickets are closed ones, as `--state` says. Raises UnreadableFileError."""
    if wrong := sorted(value for value in given.values() if value not in ("open", "closed")):
        raise UnreadableFileError(f"--state: a ticket is open or closed, not {wrong[0]!r}.")
    return {name.lower(): value == "closed" for name, value in given.items()}
