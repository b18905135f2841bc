"""The interface of a kind of item in the demo. A new kind is a new class."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Model

from commands.demo.people import Team
from commands.demo.story import Story

Row = dict[str, Any]


@dataclass(slots=True)
class Copy:
    """An item to be made. `key`: the key of its prototype. `values`: the values of the kind's columns.

    `weeks`, `older`: how much older it is than its prototype, in weeks, and as a share of the prototype's slack.
    """

    key: Any
    values: dict[str, Any]
    weeks: int = 0
    older: float = 0.0


class Kind(Protocol):
    """Draws copies, and creates the stories of their prototypes.

    - `columns`: values that differ between copies: SQL types by name. Texts of prototypes contain them as ⟦column⟧.
      A numeric column with this name gets the copy's value, unless it is empty in the prototype.
    - `expressions`: SQL for other columns, with the copy as `c` and the prototype's row as `p`.
    - `json_ids`: JSON keys whose values are ids of copied rows.
    - `keys`: the prototypes of the copies with these numbers. `begin`: the story of a prototype, not yet played.
    - `draw`: the copies that do not exist. Each depends only on its number and the kind's seed.
    - `bring_in`: ingests the items of stories, by the product's own functions.
    - `tokens`: by regular expression, the copy's column that replaces the match, or the model whose id it is.
    - `day`: the moment whose date the texts of a prototype's row contain as ⟦day⟧. `rows`: all its rows, by model.
    """

    subject: type[Model]
    columns: Mapping[str, str]
    expressions: Mapping[tuple[type[Model], str], str]
    json_ids: Mapping[str, type[Model]]

    def keys(self, numbers: Iterable[int]) -> set[Any]: ...
    def begin(self, key: Any, team: Team) -> Story: ...
    def draw(self, numbers: Iterable[int]) -> list[Copy]: ...
    def bring_in(self, stories: Sequence[Any]) -> None: ...
    def tokens(self) -> Mapping[str, str | type[Model]]: ...
    def day(self, model: str, row: Row, rows: Mapping[str, list[Row]]) -> Any: ...
