"""Sizes that CONTRIBUTING and decision 33 name: lines of a file, files of a feature, properties of a component."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.live import ROOT

MOST_LINES, MOST_FILES, MOST_PROPERTIES = 300, 25, 8
SOURCES = ("platform", "workflows", "deploy", "benchmarks", "drills", "console/src", "console/e2e")
# written by `make generate`
GENERATED = {"console/src/api/schema.d.ts"}
_PROPERTIES = re.compile(r"(?:interface|type) \w*Props\b[^{]*\{\n(.*?)\n\}", re.DOTALL)
_PROPERTY = re.compile(r"^  (?:readonly )?\w+\??[:(<]", re.MULTILINE)


def sources() -> Iterator[Path]:
    """What the product and its tools are made of. A file of tests is as long as its rules are many."""
    for folder in SOURCES:
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in {".py", ".ts", ".tsx"} and "migrations" not in file.parts and ".test." not in file.name:
                yield file


def test_no_file_is_longer_than_300_lines() -> None:
    long = {file.relative_to(ROOT).as_posix() for file in sources() if len(_lines(file)) > MOST_LINES}
    assert long == GENERATED


def test_no_feature_has_more_than_25_files() -> None:
    features = (ROOT / "console" / "src" / "features").iterdir()
    sizes = {folder.name: sum(file.is_file() for file in folder.rglob("*")) for folder in features}
    assert {name: size for name, size in sizes.items() if size > MOST_FILES} == {}


def test_no_component_declares_more_than_8_properties() -> None:
    """Those that it passes on to an element of HTML are not counted."""
    found = {
        (file.name, len(_PROPERTY.findall(body)))
        for file in sources()
        if file.suffix == ".tsx"
        for body in _PROPERTIES.findall(file.read_text())
    }
    assert max(properties for _, properties in found) == MOST_PROPERTIES, found


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines()
