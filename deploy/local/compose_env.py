"""Write the `.env` for docker-compose.yml: values come from variables or questions, passwords are generated."""

import os
import re
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path

from deploy.local.layout import ROOT
from deploy.local.terminal import SetupError, say

MADE = ("SECRET_KEY", "SUPERUSER_PASSWORD", "OWNER_PASSWORD", "APPLICATION_PASSWORD", "BROKER_PASSWORD")
ASKED = {
    "ALLOWED_HOSTS": "The names that people type, with commas, such as docket.example.com",
    "MAIL_URL": "The mail server, such as smtp+tls://user:PASSWORD@mail.example.com, or none",
    "DOCKET_ADMIN_EMAIL": "The email address of the first administrator",
}
_LINE = re.compile(r"\s*(?:export\s+)?(\w+)\s*=(.*)")
_COMMENT = re.compile(r"\s#.*")
_PLAIN = re.compile(r"[\w@:/.,+%=?&-]*", re.ASCII)


def run(file: Path = ROOT / ".env") -> int:
    """Add missing values to the file; existing ones stay. Raises SetupError if a question has no terminal."""
    lines = file.read_text().splitlines() if file.exists() else []
    found_in = [found for line in lines if (found := _LINE.fullmatch(line))]
    held = {found[1] for found in found_in if _COMMENT.sub("", found[2]).strip(" \t'\"")}
    added = {name: secrets.token_hex(24) for name in MADE if name not in held}
    added |= {name: _answer(name, question) for name, question in ASKED.items() if name not in held}
    kept = [line for line in lines if not ((found := _LINE.fullmatch(line)) and found[1] in added)]
    _write(file, kept, added)
    said = f"{file} has new lines for {', '.join(added)}." if added else f"{file} holds all that is needed."
    say(f"{said} Next: docker compose up --build --wait, then docker compose logs setup.")
    return 0


def _answer(name: str, question: str) -> str:
    given = os.environ.get(name, "").strip()
    if not given and sys.stdin.isatty():
        given = input(f"{question}: ").strip()
    if not given:
        raise SetupError(f"{name} is not set, and there is nobody to ask. {question}.")
    if "'" in given or not given.isprintable():
        raise SetupError(f"{name} holds a character that .env cannot: write it in its percent form.")
    return given


def _write(file: Path, kept: list[str], added: Mapping[str, str]) -> None:
    """Write the file, readable only by its owner from the first byte."""
    quoted = [f"{name}={value}" if _PLAIN.fullmatch(value) else f"{name}='{value}'" for name, value in added.items()]
    draft = file.with_name(f"{file.name}.new")
    draft.unlink(missing_ok=True)
    draft.touch(mode=0o600)
    draft.write_text("\n".join([*kept, *quoted, ""]))
    draft.replace(file)
