"""GET /desk: what the processes declare for the console."""

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings

from tests.description import description
from tests.factories import an_account, an_admin
from tests.live import ROOT
from tests.staff import Staff
from workflows.engine.core.flows import flows, nodes_of
from workflows.engine.core.nodes import Ending


def the_desk() -> dict[str, Any]:
    desk: dict[str, Any] = Staff(an_account()).get("/desk").json()
    return desk


def test_a_queue_is_described_completely() -> None:
    queues = {queue["name"]: queue for queue in the_desk()["queues"]}
    assert queues["escalated"] == {
        "name": "escalated",
        "title": "Escalated reviews",
        "permission": "head_moderator",
        "path": "reviews/escalated",
        "icon": "siren",
        "key": "e",
        "place": "moderation",
        "position": 1,
        "view": False,
        "lists": "",
        "fires": False,
        "about": "",
        "kinds": ["review_moderation", "restriction_request", "ticket_resolution", "testimonial_transcription"],
        "facets": ["rating", "flagged"],
    }
    assert queues["tickets"]["kinds"] == ["ticket_resolution"]
    assert queues["testimonials"]["kinds"] == ["testimonial_transcription"]
    assert (queues["tickets"]["facets"], queues["testimonials"]["facets"]) == ([], ["rating"])
    assert queues["assigned_to_me"]["view"]
    assert [queue["lists"] for queue in queues.values() if queue["view"]] == ["others", "own", "put_off"]
    assert (queues["second_look"]["place"], queues["second_look"]["key"]) == (None, "")


def test_every_queue_with_a_page_answers_under_its_name() -> None:
    staff = Staff(an_admin())
    for queue in the_desk()["queues"]:
        assert staff.get(f"/queues/{queue['name']}/tasks").status_code == 200


def test_the_statuses_of_each_thing_stand_in_the_order_of_its_work() -> None:
    statuses = the_desk()["statuses"]

    def of(thing: str) -> list[str]:
        return [status["name"] for status in statuses if thing in status["things"]]

    done = ["rejected", "published", "file_refused", "withdrawn"]
    assert of("testimonial") == ["examining", "to_transcribe", "to_check", "backlog", "escalated", "queued", *done]
    assert of("ticket") == ["new", "replied", "awaiting_response", "escalated", "resolved", "merged"]
    before = ["unverified", "pending", "investigation", "backlog", "escalated", "queued"]
    assert of("review") == [*before, "rejected", "published", "withdrawn", "restricted"]


def test_statuses_have_a_title_and_are_open_until_an_end() -> None:
    statuses = {status["name"]: status for status in the_desk()["statuses"]}
    pending = {"name": "pending", "title": "Pending", "open": True, "tone": "", "things": ["review"]}
    assert statuses["pending"] == pending
    assert statuses["escalated"]["things"] == ["review", "ticket", "testimonial"]
    ends = {node.declared_status for flow in flows() for node in nodes_of(flow) if isinstance(node, Ending)}
    assert {name for name, status in statuses.items() if not status["open"]} == {end.name for end in ends if end}


def test_kinds_have_a_title() -> None:
    assert {"kind": "decision_check", "title": "Second look at a decision"} in the_desk()["kinds"]


def test_the_desk_is_equal_for_everybody_and_cached() -> None:
    first = Staff(an_account()).get("/desk")
    again = Staff(an_admin()).get("/desk", **{"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_queues_whose_items_move_on_automatically_are_marked() -> None:
    assert [queue["name"] for queue in the_desk()["queues"] if queue["fires"]] == ["queued"]


@pytest.mark.parametrize("name", ["clientDashboard", "serviceStatus", "foresight"])
def test_a_module_has_the_address_of_its_setting(name: str) -> None:
    with override_settings(MODULE_ADDRESSES={**settings.MODULE_ADDRESSES, name: "https://module.example/start"}):
        assert the_desk()["modules"] == [{"name": name, "address": "https://module.example/start"}]
    assert the_desk()["modules"] == []


def test_the_addresses_of_modules_come_from_the_servers_environment() -> None:
    variables = ("CLIENT_DASHBOARD_URL", "SERVICE_STATUS_URL", "FORESIGHT_URL")
    addresses = {variable: f"https://module.example/{variable}" for variable in variables}
    command = "from django.conf import settings; print(*settings.MODULE_ADDRESSES.values())"
    started = subprocess.run(
        [sys.executable, "platform/manage.py", "shell", "--no-imports", "--command", command],
        cwd=ROOT,
        env={**os.environ, **addresses},
        capture_output=True,
        text=True,
        check=True,
    )
    assert started.stdout.split() == list(addresses.values())


def test_the_generated_desk_of_the_console_is_current() -> None:
    generated = json.loads((ROOT / "console" / "src" / "api" / "desk.json").read_text())
    of_settings = {"review_form": "", "review_rules": "", "mail": True, "read_first_ms": 400, "second_factors": False}
    assert {**generated, "modules": [], **of_settings} == the_desk()


def test_the_console_has_every_icon_that_is_named() -> None:
    module = (ROOT / "console" / "src" / "api" / "icons.ts").read_text()
    assert set(re.findall(r'"([a-z0-9-]+)":', module)) == {queue["icon"] for queue in the_desk()["queues"]}


def test_the_permissions_are_one_type_in_the_apis_description() -> None:
    schemas = description()["components"]["schemas"]
    reference = {"$ref": "#/components/schemas/Permission"}
    assert schemas["SessionUser"]["properties"]["cms_access"]["items"] == reference
    assert schemas["DeskQueue"]["properties"]["permission"] == reference
    assert schemas["QueueOverview"]["properties"]["permission"] == reference


def test_a_removed_permission_is_not_sent() -> None:
    staff = Staff(an_account(access=["moderation", "abolished"]))
    assert staff.get("/user/me").json()["cms_access"] == ["moderation"]


def test_addresses_of_the_review_form_and_of_the_rules_come_from_the_servers_environment() -> None:
    form, rules = "https://forms.example/new", "https://house.example/rules"
    with override_settings(REVIEW_FORM_URL=form, REVIEW_RULES_URL=rules):
        desk = the_desk()
    assert (desk["review_form"], desk["review_rules"]) == (form, rules)
