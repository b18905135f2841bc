"""The allowed data of history entries: ids, codes, numbers and times, declared per action.

Entries are permanent, so they must not contain names: accounts are ids, and text written by people is in EventText,
where it can be erased. Names are looked up when history is read (decision 31).
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, TypeAlias

Field: TypeAlias = "Callable[[Any], bool] | Mapping[str, Field]"
# the allowed keys, each with a check of its value; None is always a valid value
Shape: TypeAlias = Mapping[str, Field]

_CODE = re.compile(r"[A-Za-z0-9_.-]{0,64}")
_MAX_TITLE = 120


class UndeclaredDataError(ValueError):
    """A programming error: the data of an entry is not declared for its action."""


def account(value: Any) -> bool:
    """The id of an account. Readers of history get `{id, name}` instead."""
    return type(value) is int


def number(value: Any) -> bool:
    return type(value) in (int, float)


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def code(value: Any) -> bool:
    """A code of the product or of its settings: no spaces, no `@`."""
    return isinstance(value, str) and _CODE.fullmatch(value) is not None


def codes(value: Any) -> bool:
    return isinstance(value, list) and all(map(code, value))


def moment(value: Any) -> bool:
    """A time in ISO 8601."""
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return True


def title(value: Any) -> bool:
    """The title of a code when the entry was written, from a table of the product; never text typed by a person."""
    return isinstance(value, str) and len(value) <= _MAX_TITLE


ENGINE_ENTRIES: Mapping[str, Shape] = {
    "assign": {"to": account, "from": account, "holder": account},
    "unassign": {"from": account},
    "take_over": {"from": account, "holder": account},
    "note": {"to": account},
    "snooze": {"until": moment},
    "override": {"process": number},
    "reinstate": {"process": number},
}


def shape_of(flow: Any, action: str, node: Any = None, outcome: str = "") -> Shape:
    """The keys declared by the engine, by the flow (`ProductFlow.entry_data`) and, for a decision, by its form."""
    chosen = getattr(node, "outcomes", {}).get(outcome) if action == "decide" else None
    form: Shape = chosen.form.entry_data if chosen and chosen.form else {}
    return {**ENGINE_ENTRIES.get(action, {}), **flow.entry_data.get(action, {}), **form}


def account_keys(flow: Any, action: str) -> tuple[str, ...]:
    """The keys whose values are accounts, in entries of an action."""
    return tuple(name for name, field in shape_of(flow, action).items() if field is account)


def require_declared(action: str, data: Mapping[str, Any], shape: Shape) -> None:
    """Raises UndeclaredDataError, which names the key but not the value: errors are logged, and values may be
    confidential.
    """
    for key in _undeclared(data, shape):
        raise UndeclaredDataError(
            f"data[{key!r}] of the action {action!r}: history stores only ids and codes declared for the action"
            " (ENGINE_ENTRIES, the flow's or the form's entry_data)"
        )


def _undeclared(data: Mapping[str, Any], shape: Shape, path: str = "") -> Iterator[str]:
    for name, value in data.items():
        field = shape.get(name)
        if isinstance(field, Mapping) and isinstance(value, Mapping):
            yield from _undeclared(value, field, f"{path}{name}.")
        elif field is None or isinstance(field, Mapping) or not (value is None or field(value)):
            yield f"{path}{name}"
