"""Rules of the repository that a change can break unnoticed."""

import re
import subprocess
import sys

import pytest
from django.core.management import call_command

from api.tasks.counts import Counts
from tests.live import ROOT, child_environment
from tests.repository.specified import named
from workflows.engine.reading.lists.desk import listed_queues
from workflows.engine.reading.lists.views import VIEWS


def test_our_platform_folder_does_not_shadow_pythons_module() -> None:
    assert not (ROOT / "platform" / "__init__.py").exists()
    command = [sys.executable, "-c", "import platform; print(platform.system())"]
    subprocess.run(command, cwd=ROOT, env=child_environment(), check=True, capture_output=True)


def test_documents_name_only_existing_targets() -> None:
    targets = set(re.findall(r"^([a-z0-9]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md", "deploy/README.md"):
        assert set(re.findall(r"(?:`|^    )make ([a-z0-9]+)", (ROOT / name).read_text(), re.MULTILINE)) <= targets


def test_each_decision_stands_once_in_the_list_by_theme() -> None:
    folder = ROOT / "docs" / "decisions"
    titles = {file.name: file.read_text().partition("\n")[0] for file in folder.glob("0*.md")}
    listed = re.findall(r"^- \[(\d+)\]\((.+?)\) (.+)$", (folder / "README.md").read_text(), re.MULTILINE)
    assert sorted((name, f"# {number}. {title}") for number, name, title in listed) == sorted(titles.items())


def test_no_remark_in_the_console_switches_a_rule_off() -> None:
    """oxlint cannot be told to pass over its own remarks, as ESLint is (`noInlineConfig`)."""
    files = [
        path for folder in ("src", "e2e", "tools", "public") for path in (ROOT / "console" / folder).rglob("*.[jt]s*")
    ]
    ours = [path for path in [*files, *ROOT.glob("console/*.[jt]s")] if "node_modules" not in path.parts]
    assert len(ours) > 100
    assert [path for path in ours if re.search(r"(ox|es)lint-(disable|enable)", path.read_text())] == []


def test_the_counts_are_the_specifications() -> None:
    """And first: what else is counted follows."""
    fields, specified = Counts.model_fields, named(3, "Counts")
    assert sorted(list(fields)[: len(specified)]) == sorted(specified)
    assert {field.annotation for field in fields.values()} == {int}


def test_every_queue_and_view_is_counted_but_what_is_put_off() -> None:
    listed = {entry.queue.name for entry in listed_queues()}
    assert listed - set(Counts.model_fields) == {name for name, view in VIEWS.items() if view.asleep} == {"set_aside"}


@pytest.mark.usefixtures("database")
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
