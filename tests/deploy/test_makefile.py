"""The Makefile has the targets that the documents name."""

import re
import subprocess

from deploy.local.layout import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z0-9]+):", MAKEFILE, re.MULTILINE))
UNLISTED = {"setup"}  # only called by other targets


def test_make_alone_explains_every_target() -> None:
    output = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^  make (\w+) +\S", output, re.MULTILINE)) == TARGETS - UNLISTED


def test_every_target_is_phony() -> None:
    declared = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert declared
    assert set(declared[1].split()) == TARGETS


def test_documents_name_only_existing_targets() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "deploy/README.md"):
        assert set(re.findall(r"(?:`|^    )make ([a-z0-9]+)", (ROOT / name).read_text(), re.MULTILINE)) <= TARGETS


def test_ci_runs_the_commands_of_the_readme() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    lint, test = (line for line in lines if line.startswith("make "))
    assert lint == "make lint"
    assert test.startswith("make test ||")
    assert test == lines[-1]
