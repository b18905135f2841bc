"""`docket webhook add|list|remove`: the addresses that receive events."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, CommandParser
from django.core.validators import URLValidator

from commands.base import DocketCommand
from workflows.engine.outbox.endpoints import add_endpoint, remove_endpoint
from workflows.models import WebhookDelivery, WebhookEndpoint


class Command(DocketCommand):
    help = "Add, list and remove addresses that receive events; the secret is shown when an address is added."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(dest="verb", required=True)
        add = verbs.add_parser("add", help="send events to an address")
        add.add_argument("url")
        add.add_argument("--kind", action="append", default=[], help="a kind of event; default: all kinds")
        verbs.add_parser("list", help="list the addresses with their undelivered events")
        remove = verbs.add_parser("remove", help="stop sending to an address")
        remove.add_argument("id", type=int)

    def handle(self, *_args: Any, **options: Any) -> None:
        getattr(self, options["verb"])(options)

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

    def remove(self, options: dict[str, Any]) -> None:
        if not remove_endpoint(options["id"]):
            raise CommandError(f"There is no address {options['id']}.")
        self.stdout.write("removed")
