"""Habits of the house that a change can break without noticing."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.rights import PERMISSIONS, AccessLevel, default_access
from api.counts import Counts
from api.routes import api
from tests.live import ROOT, child_environment
from workflows.engine.core.flows import flows, queues, steps
from workflows.engine.inbox.counts import COUNT_PERMISSIONS, UNCOUNTED
from workflows.engine.inbox.lists import VIEWS

# the specification, section 3
# j and k move, n takes the next, s skips, m notes, z undoes, f finds, g goes elsewhere (console.md, Keys);
# o says whose work it is, w opens the editor, x selects
KEYS_OF_THE_DESK = set("jknsmzfgwox/?")
SPECIFIED_COUNTS = [
    "pending",
    "assigned_to_me",
    "escalated",
    "unverified",
    "investigation",
    "queued",
    "requests_to_restrict",
    "backlog",
    "testimonials",
    "tickets",
    "assigned_to_others",
]
SPECIFIED_PERMISSIONS = [
    "tickets",
    "bulk_moderation",
    "backlog",
    "assigned_to_others",
    "banned_words",
    "head_moderator",
    "testimonials",
    "organisation",
    "groups",
    "tags",
    "users",
    "blacklist",
    "reporting",
    "custom_reporting",
    "foresight",
    "search",
    "top_level_add",
]
OUR_PERMISSIONS = ["moderation", "history"]


@pytest.mark.parametrize(
    "command",
    [
        ["-c", "import platform; print(platform.system())"],
        ["platform/manage.py", "check"],
        ["-m", "pytest", "--version"],
    ],
)
def test_our_platform_folder_does_not_shadow_pythons_module(command: list[str]) -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    subprocess.run([sys.executable, *command], cwd=ROOT, env=child_environment(), check=True, capture_output=True)


def test_the_counts_are_the_specifications() -> None:
    assert list(COUNT_PERMISSIONS) == SPECIFIED_COUNTS
    assert list(Counts.model_fields) == SPECIFIED_COUNTS


def test_the_permissions_are_the_specifications_and_two_of_our_own() -> None:
    assert list(PERMISSIONS) == SPECIFIED_PERMISSIONS + OUR_PERMISSIONS
    for level in AccessLevel:
        assert set(default_access(level)) <= set(PERMISSIONS)


def test_every_queue_and_view_is_counted_under_its_permission() -> None:
    for queue in queues().values():
        assert queue.name in UNCOUNTED or COUNT_PERMISSIONS[queue.name] == queue.permission
    assert {name: view.permission for name, view in VIEWS.items()} == {
        "assigned_to_me": "moderation",
        "assigned_to_others": "assigned_to_others",
        "set_aside": "moderation",
    }


def test_no_outcome_takes_a_key_of_the_desk_or_of_its_neighbour() -> None:
    for flow in flows():
        for step in steps(flow):
            keys = [outcome.key for outcome in step.outcomes.values() if outcome.key]
            assert len(keys) == len(set(keys)), step.name
            assert not set(keys) & KEYS_OF_THE_DESK, step.name


def test_the_committed_description_of_the_api_is_the_apis() -> None:
    committed = json.loads(Path(ROOT, "console/src/api/openapi.json").read_text())
    assert committed == json.loads(json.dumps(api.get_openapi_schema())), "run: make generate"


@pytest.mark.usefixtures("database")
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
