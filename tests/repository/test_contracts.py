"""What holds the rooms apart: contracts of import-linter that name every room, and an engine that names no kind."""

import ast
import re
import tomllib
from collections.abc import Iterator

from tests.live import ROOT
from workflows.engine.core.flows import flows
from workflows.engine.core.subject_registry import facets, subjects

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
BY_NAME = {contract["name"]: contract for contract in CONTRACTS["contracts"]}
ROOMS = {folder.name for folder in (ROOT / "platform").iterdir() if (folder / "__init__.py").exists()}
# what a kind of process cannot be in: they stand above the engine, or below all kinds
NO_KIND = {"config", "server", "api", "commands", "accounts", "audit", "fulltext", "kit"}
NAMES_OF_KINDS = {
    *(name for flow in flows() for name in (flow.kind, flow.subject.thing)),
    *subjects(),
    *facets(),
    "stars",
}


def test_the_contracts_hold_for_every_room() -> None:
    assert set(CONTRACTS["root_packages"]) == ROOMS | {"workflows"}


def test_every_room_has_one_place_in_the_direction_of_the_house() -> None:
    layers = [room for layer in BY_NAME["The direction of the house"]["layers"] for room in layer.split(" | ")]
    assert sorted(layers) == sorted(ROOMS | {"workflows"})


def test_the_engine_may_import_no_room_of_a_kind() -> None:
    forbidden = BY_NAME["The engine knows no kind of process"]["forbidden_modules"]
    assert set(forbidden) == ROOMS - NO_KIND | {"workflows.*"}


def test_neither_the_engine_nor_its_tables_name_a_kind_its_subject_or_a_facet() -> None:
    found = {
        (file.relative_to(ROOT).as_posix(), name)
        for room in ("engine", "models")
        for file in (ROOT / "workflows" / room).rglob("*.py")
        for text in names_and_strings(file.read_text())
        for name in NAMES_OF_KINDS
        if re.search(rf"(?<![a-z]){name}(?![a-z])", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text).lower())
    }
    assert found == set()


def test_no_answer_of_an_error_knows_a_kind() -> None:
    source = (ROOT / "platform/api/http/errors.py").read_text()
    imported = {node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    rooms = {str(module).split(".")[0] for module in imported}
    assert rooms & (ROOMS - NO_KIND) == set()


def names_and_strings(source: str) -> Iterator[str]:
    """Every name and every string of a module, without its docstrings."""
    tree = ast.parse(source)
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)]
    prose = {id(body[0].value) for body in bodies if body and isinstance(body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value
        for field in ("id", "attr", "name", "arg"):
            if isinstance(name := getattr(node, field, None), str):
                yield name
