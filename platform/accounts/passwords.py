"""Password rules (spec, section 9) and hashers."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import Any

from django.contrib.auth.hashers import Argon2PasswordHasher, check_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from accounts.models import User
from kit.errors import InvalidError

# Longer passwords only cost hashing time; 64 characters and more are allowed (figures.md, rule 13).
MAX_PASSWORD_LENGTH = 1_000


class LetterCaseValidator:
    """At least one lower-case and one upper-case letter (spec, section 5)."""

    def validate(self, password: str, user: Any = None) -> None:
        if not any(char.islower() for char in password) or not any(char.isupper() for char in password):
            raise ValidationError(self.get_help_text(), code="password_letter_case")

    def get_help_text(self) -> str:
        return "The password needs at least one lower-case and one upper-case letter."


class CheapArgon2Hasher(Argon2PasswordHasher):
    """argon2id with the lowest cost, for tests only."""

    time_cost = 1
    memory_cost = 8
    parallelism = 1


def check_new_password(password: str, *, field: str = "password") -> None:
    """Raises InvalidError with every rule that the password breaks."""
    if len(password) > MAX_PASSWORD_LENGTH or "\x00" in password:
        raise InvalidError(
            {field: [f"The password may have at most {MAX_PASSWORD_LENGTH} characters, none of them NUL."]}
        )
    try:
        validate_password(password)
    except ValidationError as error:
        raise InvalidError({field: list(error.messages)}) from error


def password_matches(password: str, stored: str) -> bool:
    with _measured():
        return check_password(password, stored)


def spend_hashing_time(password: str) -> None:
    """Hash without an account, so that unknown accounts answer as slowly as others (figures.md, rule 13)."""
    with _measured():
        User().set_password(password)


def wait_hashing_time() -> None:
    """Take as long as the last hash of this process, without the processor.

    One thread at a time, so that nobody can make all of them wait; others go on at once.
    """
    if _waiting.acquire(blocking=False):
        try:
            time.sleep(_last["seconds"])
        finally:
            _waiting.release()


_waiting = BoundedSemaphore(1)
_last = {"seconds": 0.05}  # until a hash is measured


@contextmanager
def _measured() -> Iterator[None]:
    began = time.monotonic()
    yield
    _last["seconds"] = time.monotonic() - began
