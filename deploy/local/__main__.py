"""`python3 -m deploy.local COMMAND`: what the Makefile calls."""

import argparse
from collections.abc import Callable

from deploy.local import backup, bench, check, compose_env, drill, generate, lint, lock, manage, run_tests, setup, up
from deploy.local.terminal import one_line_failures

# commands that parse their own options; argparse.REMAINDER would refuse an option that begins with a dash
PASSED_ON = ("bench", "bombs", "chaos", "cluster", "shift", "lock")


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "up": lambda _: up.run(),
    "setup": lambda _: setup.run(),
    "env": lambda _: compose_env.run(),
    "test": lambda given: run_tests.run(given.only or run_tests.KINDS),
    "check": lambda given: check.run(given.room),
    "drills": lambda _: drill.run_all(),
    "lint": lambda _: lint.run(),
    "backup": lambda given: backup.run(given.to),
    "bench": lambda given: bench.run(given.options),
    "bombs": lambda given: drill.run("bombs", given.options),
    "chaos": lambda given: drill.run("chaos", given.options),
    "cluster": lambda given: drill.run("cluster", given.options),
    "shift": lambda given: drill.run("shift", given.options),
    "generate": lambda given: generate.run(check=given.check),
    "manage": lambda given: manage.run(given.arguments, throwaway=given.throwaway),
    "lock": lambda given: lock.run(given.options),
}


def main() -> int:
    given = _parse()
    with one_line_failures():
        return COMMANDS[given.command](given)
    raise AssertionError(given.command)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python3 -m deploy.local", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("up", help="set up and run the whole product")
    commands.add_parser("setup", help="the environment with its tools, and the console's packages")
    commands.add_parser("env", help="ask what docker-compose.yml needs, and write .env")
    test = commands.add_parser("test", help="run every test")
    test.add_argument("--only", choices=run_tests.KINDS, action="append")
    checked = commands.add_parser("check", help="lint the changed files, and run the tests of a room")
    checked.add_argument("room", nargs="?", default="", help="a word such as tags, a file or a folder; else the change")
    commands.add_parser("drills", help="prove every rule in full, and print a table")
    commands.add_parser("lint", help="run every check of style, types, import directions and generated files")
    backed_up = commands.add_parser("backup", help="copy the running product's data folder")
    backed_up.add_argument("to", metavar="FOLDER", help="a new folder, from which a product can be started")
    commands.add_parser("bench", help="measure the product at work", add_help=False)
    commands.add_parser("bombs", help="throw what takes most to be read beside people at work", add_help=False)
    commands.add_parser("chaos", help="kill the product's processes while people decide, and audit", add_help=False)
    commands.add_parser("cluster", help="what may befall a cluster befalls it, and all is audited", add_help=False)
    commands.add_parser("shift", help="measure 100, 200 and 400 people at work", add_help=False)
    generated = commands.add_parser("generate", help="regenerate the generated files")
    generated.add_argument("--check", action="store_true", help="fail when a file changed")
    managed = commands.add_parser("manage", help="run a manage.py command beside the running product")
    managed.add_argument("--throwaway", action="store_true", help="with an empty database instead")
    managed.add_argument("arguments", nargs=argparse.REMAINDER)
    commands.add_parser("lock", help="resolve and pin the dependencies again", add_help=False)
    given, options = parser.parse_known_args()
    if options and given.command not in PASSED_ON:
        parser.error(f"unrecognized arguments: {' '.join(options)}")
    given.options = options
    return given


if __name__ == "__main__":
    raise SystemExit(main())
