"""`make check`: a quick check of a change: lint of the changed files, and the tests of a room."""

import os
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from deploy.local import setup
from deploy.local.layout import CONSOLE, PLATFORM, PYTHON, ROOT
from deploy.local.lint import BIN, Check, run_checks
from deploy.local.terminal import SetupError, say
from deploy.local.throwaway import kept_database

TESTS = ROOT / "tests"
FEATURES = CONSOLE / "src" / "features"
WORKFLOWS = ROOT / "workflows"
SCRIPTS = (".ts", ".tsx")
OF_EVERYTHING = {"tests", "api", "commands", "config", "local", "deploy"}  # folders that are not rooms


def run(room: str) -> int:
    """`room`: a word such as `tags`, a file or a folder; empty: the change since main. Returns 1 if a check failed."""
    setup.run()
    changed = changed_files()
    chosen = [ROOT / room] if (ROOT / room).exists() else []
    python = sorted(python_tests(room, chosen if room else changed))
    scripts = sorted(console_files(room, chosen if room else changed))
    if room and not (python or scripts):
        raise SetupError(f"No test belongs to {room}: name a room such as tags, a file or a folder.")
    checks = [*tests_of_console(scripts), *lint_of(changed)]
    database: AbstractContextManager[dict[str, str]] = kept_database() if python else nullcontext({})
    with database as env:
        if python:
            command: list[str | Path] = [PYTHON, "-m", "pytest", "-q", "-m", "not slow", *python]
            checks.insert(0, Check("pytest", command, env | {"DOCKET_ENV": "test"}))
        if not checks:
            say("Nothing has changed since main.")
        return run_checks(checks)


def changed_files() -> list[Path]:
    """The files that differ from the common ancestor with main, and untracked files."""
    upstream = "origin/main" if _git("rev-parse", "--verify", "--quiet", "origin/main") else "main"
    base = _git("merge-base", upstream, "HEAD") or ["HEAD"]
    names = {*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")}
    return sorted(ROOT / name for name in names if (ROOT / name).is_file())


def python_tests(room: str, paths: Iterable[Path]) -> set[Path]:
    """The test files and folders of a room and of these paths."""
    found = set(_named(room)) if room and "/" not in room else set[Path]()
    for path in paths:
        if path.is_relative_to(TESTS):
            found |= {path} if path.is_dir() or path.name.startswith("test_") else set()
        elif path.is_relative_to(PLATFORM) or path.is_relative_to(WORKFLOWS) or path.suffix == ".py":
            found |= set(_named(path.stem))
            folders = path.relative_to(ROOT).parts[:-1]
            found |= {place for name in folders[1:] if name not in OF_EVERYTHING for place in _folders(name)}
    return {path for path in found if not any(other in path.parents for other in found)}


def _named(word: str) -> Iterator[Path]:
    """Test folders with this name, and test files whose name begins with it."""
    yield from _folders(word)
    yield from TESTS.rglob(f"test_{word}*.py")


def _folders(name: str) -> Iterator[Path]:
    return (folder for folder in TESTS.rglob(name) if folder.is_dir())


def console_files(room: str, paths: Iterable[Path]) -> set[Path]:
    """The console's sources and tests that belong to a room or are among these paths."""
    places = [*paths, *([FEATURES / room] if room and "/" not in room else [])]
    inside = [path for path in places if path.is_relative_to(CONSOLE / "src") and path.exists()]
    files = {file for path in inside for file in ([path] if path.is_file() else path.rglob("*"))}
    return {file for file in files if file.suffix in SCRIPTS}


def tests_of_console(files: Sequence[Path]) -> list[Check]:
    """vitest with the tests in the folders of these files.

    Not `vitest related`: tests render the whole application, so nearly every test is related to every file.
    """
    folders = sorted({f"{file.parent.relative_to(CONSOLE)}/" for file in files})
    return (
        [Check("vitest", ["npx", "vitest", "run", "--passWithNoTests", "--root", "console", *folders])]
        if folders
        else []
    )


def lint_of(files: Sequence[Path]) -> list[Check]:
    python = [file for file in files if file.suffix == ".py"]
    scripts = [file for file in files if file.suffix in SCRIPTS and file.is_relative_to(CONSOLE)]
    of_python = [
        Check("mypy", [BIN / "mypy"], {"DOCKET_ENV": "test"}),
        Check("ruff", [BIN / "ruff", "check", *python]),
        Check("ruff format", [BIN / "ruff", "format", "--check", *python]),
    ]
    of_scripts = [
        Check("eslint", ["npx", "eslint", "--max-warnings", "0", "--no-warn-ignored", *scripts]),
        Check("oxlint", ["npx", "oxlint", "--config", "console/oxlint.config.js", "--deny-warnings", *scripts]),
    ]
    return [*(of_python if python else []), *(of_scripts if scripts else [])]


def _git(*arguments: str) -> list[str]:
    """The output lines of git; none if it fails."""
    answer = subprocess.run(["git", *arguments], cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False)
    return answer.stdout.splitlines() if answer.returncode == 0 else []
