"""Install the console's packages and build it."""

import hashlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from deploy.local.layout import BUILD, CONSOLE, NODE_MODULES, PYTHON, ROOT
from deploy.local.steps import run_step, setup_lock, timed

DIST = CONSOLE / "dist"
PACKAGES = (ROOT / "package.json", ROOT / "package-lock.json")
NOT_BUILT_FROM = {
    "dist",
    "e2e",
    "node_modules",
    "tools",
}  # folders in console/ that the build does not read
PACKAGES_STAMP = NODE_MODULES / ".docket"
BUILD_STAMP = BUILD / "console"


def ensure_packages() -> None:
    """Run `npm ci`, unless node_modules was installed from the current package-lock.json."""
    wanted = digest(PACKAGES, salt=_node_version())
    if _read(PACKAGES_STAMP) == wanted:
        return
    with setup_lock():
        if _read(PACKAGES_STAMP) == wanted:
            return
        with timed("Console packages"):
            run_step(
                "Installing the console's packages (npm ci)",
                ["npm", "ci", "--no-audit", "--no-fund"],
                log=BUILD / "logs" / "npm.log",
            )
            PACKAGES_STAMP.write_text(wanted)


def ensure_console() -> None:
    """Build the console, unless console/dist was built from the current sources. Needs the Python environment."""
    wanted = digest((*PACKAGES, *sources()))
    if _is_built(wanted):
        return
    ensure_packages()
    with setup_lock():
        if _is_built(wanted):
            return
        BUILD_STAMP.unlink(missing_ok=True)
        with timed("Console"):
            run_step(
                "Building the console (npm run build)",
                ["npm", "run", "build"],
                log=BUILD / "logs" / "console.log",
            )
            run_step(
                "Compressing the console's files",
                [PYTHON, "-m", "whitenoise.compress", "--quiet", DIST],
                log=BUILD / "logs" / "compress.log",
            )
        BUILD_STAMP.write_text(wanted)


def _is_built(wanted: str) -> bool:
    return _read(BUILD_STAMP) == wanted and (DIST / "index.html").exists()


def sources() -> Iterator[Path]:
    for folder, folders, files in os.walk(CONSOLE):
        folders[:] = sorted(name for name in folders if name not in NOT_BUILT_FROM)
        yield from (Path(folder) / name for name in sorted(files))


def digest(files: tuple[Path, ...], salt: str = "") -> str:
    digest = hashlib.sha256(salt.encode())
    for file in files:
        digest.update(f"\0{file.relative_to(ROOT)}\0".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _node_version() -> str:
    return subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()


def _read(stamp: Path) -> str:
    return stamp.read_text() if stamp.exists() else ""
