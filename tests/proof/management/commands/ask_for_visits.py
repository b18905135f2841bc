"""Asks for visits, and writes the numbers of their tasks and processes as JSON."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tests.proof.site_visit import ask_for_visits
from workflows.models import Task


class Command(BaseCommand):
    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", type=int)

    def handle(self, *_args: Any, number: int, **_options: Any) -> None:
        tasks = Task.objects.filter(process__in=ask_for_visits(number), queue="visits").order_by("pk")
        self.stdout.write(json.dumps([{"task": task.pk, "process": task.process_id} for task in tasks]))
