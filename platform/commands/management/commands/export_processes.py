"""`manage.py export_processes`: writes docs/processes.md from the flows."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from workflows.engine.core.flows import ProductFlow, flows, steps
from workflows.engine.core.graph import graph_of

_SHAPES = {"start": '(["{}"])', "end": '(["{}"])', "task": '["{}"]', "hold": '[/"{}"/]', "step": '{{"{}"}}'}


class Command(BaseCommand):
    help = "Write docs/processes.md: each process with its steps, outcomes and graph."

    def handle(self, *_args: Any, **_options: Any) -> None:
        target = settings.ROOT / "docs" / "processes.md"
        sections = [line for flow in flows() for line in _section(flow)]
        target.write_text("\n".join(["# The processes", "", "Written by `make generate`.", "", *sections]) + "\n")
        self.stdout.write(f"wrote {target.relative_to(settings.ROOT)}")


def _section(flow: type[ProductFlow]) -> Iterator[str]:
    yield f"## {flow.process_title} (`{flow.kind}`)"
    yield ""
    yield "| step | queue | permission | outcomes |"
    yield "|---|---|---|---|"
    nodes, edges = graph_of(flow)
    by_name = {step.name: step for step in steps(flow)}
    for node in nodes:
        if step := by_name.get(node["name"]):
            outcomes = ", ".join(
                f"{outcome.label}{' (form)' if outcome.form else ''}" for outcome in step.outcomes.values()
            )
            yield f"| {step.task_title} | {step.queue or 'none'} | {step.permission} | {outcomes} |"
    yield ""
    yield "```mermaid"
    yield "flowchart TD"
    for node in nodes:
        yield f"    {node['name']}{_SHAPES[node['type']].format(node['title'])}"
    for edge in edges:
        label = f"|{edge['label']}|" if edge["label"] else ""
        yield f"    {edge['from']} -->{label} {edge['to']}"
    yield "```"
