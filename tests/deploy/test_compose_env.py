"""`make env` writes what docker-compose.yml needs."""

import re
from io import StringIO
from pathlib import Path

import pytest

from deploy.local import compose_env
from deploy.local.layout import ROOT
from deploy.local.terminal import SetupError

ANSWERS = {
    "ALLOWED_HOSTS": "docket.example.com",
    "MAIL_URL": "smtp+tls://desk:pa$s@mail.example.com",
    "DOCKET_ADMIN_EMAIL": "ada@example.com",
}


def held(file: Path) -> dict[str, str]:
    return dict(line.split("=", 1) for line in file.read_text().splitlines() if "=" in line)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("sys.stdin", StringIO())  # nobody to ask
    for name in ANSWERS:
        monkeypatch.delenv(name, raising=False)
    return tmp_path / ".env"


def test_all_that_the_compose_file_requires_is_written_for_its_owner_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, answer in ANSWERS.items():
        monkeypatch.setenv(name, answer)
    compose_env.run(file)
    required = set(re.findall(r"\$\{(\w+):\?", (ROOT / "docker-compose.yml").read_text()))
    assert required <= held(file).keys()
    assert held(file)["MAIL_URL"] == "'smtp+tls://desk:pa$s@mail.example.com'"  # compose would replace a bare $s
    made = [held(file)[name] for name in compose_env.MADE]
    assert len(set(made)) == len(made)
    assert all(re.fullmatch(r"[0-9a-f]{48}", one) for one in made)
    assert file.stat().st_mode & 0o777 == 0o600


def test_repeated_it_keeps_what_is_there_and_adds_what_is_missing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("# mine\nSECRET_KEY=mine\nMAIL_URL=\nALLOWED_HOSTS=a.example\nPORT=8001\n")
    monkeypatch.setenv("MAIL_URL", "none")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: f" {ANSWERS['DOCKET_ADMIN_EMAIL']} ")
    compose_env.run(file)
    first = file.read_text()
    assert first.startswith("# mine\nSECRET_KEY=mine\nALLOWED_HOSTS=a.example\nPORT=8001\n")
    assert (held(file)["MAIL_URL"], held(file)["DOCKET_ADMIN_EMAIL"]) == ("none", "ada@example.com")
    assert first.count("MAIL_URL") == 1
    compose_env.run(file)
    assert file.read_text() == first


def test_what_is_held_is_found_however_compose_lets_it_be_written(file: Path) -> None:
    lines = [
        *("export SECRET_KEY=mine", "OWNER_PASSWORD = mine # kept", "BROKER_PASSWORD='mine' # kept"),
        *("  APPLICATION_PASSWORD=#mine", "MAIL_URL = none", "export ALLOWED_HOSTS='a.example'", "PORT=8001"),
        "DOCKET_ADMIN_EMAIL=ada@example.com",
    ]
    file.write_text("\n".join([*lines, "SUPERUSER_PASSWORD= # which one?", ""]))
    compose_env.run(file)
    *kept, added = file.read_text().splitlines()
    assert kept == lines
    assert re.fullmatch(r"SUPERUSER_PASSWORD=[0-9a-f]{48}", added)


def test_what_nobody_has_said_is_named_and_nothing_is_written(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SetupError, match=r"^ALLOWED_HOSTS is not set, and there is nobody to ask"):
        compose_env.run(file)
    for name in ANSWERS:
        monkeypatch.setenv(name, "it's")
    with pytest.raises(SetupError, match=r"ALLOWED_HOSTS holds a character that \.env cannot"):
        compose_env.run(file)
    assert not file.exists()
