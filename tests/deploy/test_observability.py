"""The dashboard and the alert rules are about metrics that there are, with labels that these have."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from kit.tallies import Tally
from tests.caller import Client
from tests.factories import a_moderator
from tests.live import ROOT
from tests.staff import Staff
from workflows.watching import GAUGES

FOLDER = ROOT / "deploy" / "observability"
OF_REQUESTS = ("method", "route", "status", "le")


def expressions() -> Iterator[str]:
    """Of both files."""
    for group in yaml.safe_load((FOLDER / "rules.yml").read_text())["groups"]:
        yield from (rule["expr"] for rule in group["rules"])
    for panel in json.loads((FOLDER / "dashboard.json").read_text())["panels"]:
        yield from (target["expr"] for target in panel.get("targets", ()))


def labels_of(metric: str) -> tuple[str, ...]:
    counted = {f"{tally.name}_total": tally.labels for tally in Tally.everywhere}
    gauges = {name: labels for name, (_, labels) in GAUGES.items()}
    return {**counted, **gauges}.get(metric, OF_REQUESTS if metric.startswith("docket_request_seconds") else ())


@pytest.mark.usefixtures("database")
def test_every_metric_that_is_named_is_given() -> None:
    Staff(a_moderator()).get("/user/me")
    answer: Any = Client().get("/metrics")
    given = set(re.findall(r"docket_\w+", answer.content.decode()))
    named = {name for expression in expressions() for name in re.findall(r"docket_\w+", expression)}
    assert len(named) > 15
    assert named - given == set()
    shown = {name for name in given if not name.endswith(("_bucket", "_count", "_sum", "_created"))}
    assert shown - named - {"docket_request_seconds"} == set()  # and each is shown somewhere


def test_every_label_that_is_asked_for_is_there() -> None:
    asked = [
        (metric, label)
        for expression in expressions()
        for metric, matched in re.findall(r"(docket_\w+)\{(.*?)\}", expression)
        for label in re.findall(r"(\w+)(?:=~|!=|=)\"", matched)
    ]
    asked += [
        (metric, label)
        for expression in expressions()
        for grouped, rest in re.findall(r"by \((.*?)\) (.*)", expression)
        for metric in re.findall(r"docket_\w+", rest)[:1]
        for label in re.split(r",\s*", grouped)
    ]
    assert len(asked) > 20
    assert [(metric, label) for metric, label in asked if label not in labels_of(metric)] == []


@pytest.mark.parametrize("options", [["check", "rules", "rules.yml"], ["test", "rules", "rules.test.yml"]])
def test_prometheus_accepts_the_rules_and_they_fire_when_they_should(options: list[str]) -> None:
    tool = shutil.which("promtool")
    if tool is None:
        pytest.skip("promtool is missing: install prometheus.")
    done = subprocess.run([tool, *options], cwd=FOLDER, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
