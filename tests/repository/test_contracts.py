"""The contracts of import-linter name every room: a room that they do not name is not held by them."""

import tomllib

from tests.live import ROOT

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
BY_NAME = {contract["name"]: contract for contract in CONTRACTS["contracts"]}
ROOMS = {folder.name for folder in (ROOT / "platform").iterdir() if (folder / "__init__.py").exists()}
# what a kind of process cannot be in: they stand above the engine, or below all kinds
NO_KIND = {"config", "server", "api", "commands", "accounts", "audit", "fulltext", "kit"}


def test_the_contracts_hold_for_every_room() -> None:
    assert set(CONTRACTS["root_packages"]) == ROOMS | {"workflows"}


def test_every_room_has_one_place_in_the_direction_of_the_house() -> None:
    layers = [room for layer in BY_NAME["The direction of the house"]["layers"] for room in layer.split(" | ")]
    assert sorted(layers) == sorted(ROOMS | {"workflows"})


def test_the_engine_may_import_no_room_of_a_kind() -> None:
    forbidden = BY_NAME["The engine knows no kind of process"]["forbidden_modules"]
    assert set(forbidden) == ROOMS - NO_KIND | {"workflows.*"}
