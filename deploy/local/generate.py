"""Generated files: descriptions of the API and the processes, and the console's types, desk and icons."""

import hashlib

from deploy.local.confusables import TABLE
from deploy.local.console import ensure_packages
from deploy.local.environment import ensure_environment
from deploy.local.layout import BUILD, CONSOLE, PYTHON, ROOT
from deploy.local.product import manage
from deploy.local.steps import run_step
from deploy.local.terminal import say
from deploy.local.throwaway import throwaway_database

GENERATED = (
    CONSOLE / "src" / "api" / "schema.d.ts",
    CONSOLE / "src" / "api" / "desk.json",
    CONSOLE / "src" / "api" / "icons.ts",
    ROOT / "docs" / "processes.md",
    TABLE,
)


def run(*, check: bool) -> int:
    """Regenerate all files. With `check`, returns 1 if a file changed, or if a model lacks a migration."""
    ensure_environment("dev")
    ensure_packages()
    before = _digests()
    with throwaway_database() as env:
        if check:
            run_step(
                "Looking for a missing migration (run manage.py makemigrations)",
                manage("makemigrations", "--check", "--dry-run"),
                log=BUILD / "logs" / "migrations.log",
                env=env,
            )
        run_step("Describing the API", manage("export_openapi"), log=BUILD / "logs" / "openapi.log", env=env)
        run_step("Describing the desk", manage("export_desk"), log=BUILD / "logs" / "desk.log", env=env)
        run_step("Choosing the icons", manage("export_icons"), log=BUILD / "logs" / "icons.log", env=env)
        run_step("Describing the processes", manage("export_processes"), log=BUILD / "logs" / "processes.log", env=env)
    run_step(
        "Reading Unicode's confusables", [PYTHON, "-m", "deploy.local.confusables"], log=BUILD / "logs" / "looks.log"
    )
    run_step("Generating the console's types", ["npm", "run", "generate"], log=BUILD / "logs" / "schema.log")
    changed = [name for name, digest in _digests().items() if digest != before[name]]
    for name in changed:
        say(f"{name} was out of date and has been regenerated: commit it." if check else f"{name} written.")
    return int(check and bool(changed))


def _digests() -> dict[str, str]:
    return {
        str(file.relative_to(ROOT)): hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else ""
        for file in GENERATED
    }
