"""The commands that the README promises."""

import re
import subprocess

from deploy.local.layout import ROOT

MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z0-9]+):", MAKEFILE, re.MULTILINE))
QUIET = {"setup"}  # what other targets need first


def test_make_alone_explains_every_target() -> None:
    said = subprocess.run(["make"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"^  make (\w+) +\S", said, re.MULTILINE)) == TARGETS - QUIET


def test_every_target_is_phony() -> None:
    declared = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert declared
    assert set(declared[1].split()) == TARGETS


def test_what_is_written_about_exists() -> None:
    for name in ("README.md", "CONTRIBUTING.md", "deploy/README.md"):
        assert set(re.findall(r"(?:`|^    )make ([a-z0-9]+)", (ROOT / name).read_text(), re.MULTILINE)) <= TARGETS


def test_ci_runs_what_the_readme_says() -> None:
    commands = [line.strip() for line in (ROOT / ".ci" / "run").read_text().splitlines()]
    assert commands[-2] == "make lint"
    assert commands[-1].startswith("make test ||")
