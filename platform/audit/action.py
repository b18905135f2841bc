"""What an entry of the audit log stores of an action, and how its sentence is made."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from inspect import signature
from typing import Any

from audit.models import Kind

_CODE = re.compile(r"[A-Za-z0-9_.+-]{1,64}")


@dataclass(frozen=True, slots=True)
class Action:
    """`sentence`: what the log says, or a function that makes it of the details, which its parameters name."""

    kind: Kind
    code: str
    sentence: str | Callable[..., str]

    def tell(self, details: Mapping[str, Any]) -> str:
        return self.sentence if isinstance(self.sentence, str) else self.sentence(**details)

    def check(self, details: Mapping[str, Any]) -> None:
        """Raises ValueError for missing or unknown details, and for values that are no ids, numbers or codes."""
        named = {} if isinstance(self.sentence, str) else signature(self.sentence).parameters
        wanted = {name for name, parameter in named.items() if parameter.default is parameter.empty}
        if not wanted <= set(details) <= set(named):
            raise ValueError(f"the entry {self.kind} {self.code} needs the details {sorted(named)}")
        for name, value in details.items():
            for each in value if isinstance(value, list) else [value]:
                if not (isinstance(each, int) or (isinstance(each, str) and _CODE.fullmatch(each))):
                    raise ValueError(f"the detail {name} of {self.kind} {self.code} is no id, number or code")


@dataclass(frozen=True, slots=True)
class Deeds:
    """Actions that are counted together: all of one kind, and some of other kinds."""

    kind: Kind
    others: tuple[Action, ...]

    def has(self, kind: str, code: str) -> bool:
        return kind == self.kind or any((kind, code) == (other.kind, other.code) for other in self.others)
