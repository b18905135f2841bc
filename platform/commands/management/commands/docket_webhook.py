"""`docket webhook add|list|rotate|deliveries|resend|remove`: manage webhooks and their deliveries."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.core.validators import URLValidator

from commands.base import DocketCommand
from kit.errors import DomainError
from workflows.engine.outbox.deliveries import deliveries_of, resend, with_states
from workflows.engine.outbox.endpoints import add_endpoint, remove_endpoint, rotate_secret
from workflows.models import WebhookDelivery, WebhookEndpoint

SHOWN = 50


class Command(DocketCommand):
    help = "The addresses that receive events, and what was sent to them; a new secret is shown once."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        add = verbs.add_parser("add", help="send events to an address")
        add.add_argument("url")
        add.add_argument("--kind", action="append", default=[], help="a kind of event; default: all kinds")
        verbs.add_parser("list", help="list the addresses with their undelivered events")
        for verb, told in (
            ("rotate", "give an address a new secret; the one before is valid for a day"),
            ("deliveries", f"the newest {SHOWN} events for an address"),
            ("resend", "send the event of a delivery once more"),
            ("remove", "stop sending to an address"),
        ):
            verbs.add_parser(verb, help=told).add_argument("id", type=int)

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            getattr(self, options["verb"])(options)
        except DomainError as error:
            raise CommandError(error.message) from error

    def add(self, options: dict[str, Any]) -> None:
        schemes = ["https"] if settings.DOCKET_ENV == "production" else ["http", "https"]
        try:
            URLValidator(schemes=schemes)(options["url"])
        except ValidationError as error:
            raise CommandError(f"The address must begin with {' or '.join(schemes)}://") from error
        endpoint = add_endpoint(options["url"], options["kind"])
        self.stdout.write(f"{endpoint.pk}  secret: {endpoint.secret}")

    def list(self, _options: dict[str, Any]) -> None:
        for endpoint in WebhookEndpoint.objects.order_by("pk"):
            waiting = WebhookDelivery.objects.filter(endpoint=endpoint, delivered_at=None).count()
            kinds = ",".join(endpoint.kinds) or "all"
            self.stdout.write(f"{endpoint.pk}  {endpoint.url}  {kinds}  {waiting} not delivered")

    def rotate(self, options: dict[str, Any]) -> None:
        endpoint = rotate_secret(options["id"], by=None)
        self.stdout.write(f"{endpoint.pk}  secret: {endpoint.secret}")

    def deliveries(self, options: dict[str, Any]) -> None:
        for logged in with_states(deliveries_of(options["id"]).order_by("-pk")[:SHOWN]):
            row = logged.delivery
            told = (row.event_id, row.event.kind, logged.state, f"{row.attempts} attempts", row.last_answer)
            self.stdout.write("  ".join(map(str, (row.pk, *told))).rstrip())

    def resend(self, options: dict[str, Any]) -> None:
        resend(options["id"], by=None)
        self.stdout.write("due")

    def remove(self, options: dict[str, Any]) -> None:
        if not remove_endpoint(options["id"]):
            raise CommandError(f"There is no address {options['id']}.")
        self.stdout.write("removed")
