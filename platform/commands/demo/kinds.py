"""What each kind of item brings to the demo. A new kind is a class of its own."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import Model

from commands.demo.people import Team
from commands.demo.story import Story

Row = dict[str, Any]


@dataclass(slots=True)
class Copy:
    """An item to be made. `key` names its prototype, `values` has the kind's columns.

    `older`: by how much it is older than its prototype, as a share of the prototype's slack.
    """

    key: Any
    values: dict[str, Any]
    weeks: int = 0
    older: float = 0.0


class Kind(Protocol):
    """Draws copies, and drives the prototypes that they ask for.

    - `columns`: what differs from copy to copy, by name, with its type in SQL. Words of prototypes name it as ⟦column⟧;
      a column of numbers with this name gets the copy's value, unless the prototype's is empty.
    - `expressions`: columns that are filled otherwise, in SQL, with the copy as `c` and the prototype's row as `p`.
    - `json_ids`: keys of JSON that hold ids of copied rows.
    - `keys`: the prototypes of the copies of these numbers. `begin`: the story of one, not yet played.
    - `draw`: the copies that do not exist. Each depends on its number and on the kind's seed alone.
    - `bring_in`: lets the items of stories arrive, by the product's own functions.
    - `tokens`: by pattern, the column of the copy that takes its place in texts, or the model whose id it is.
    - `day`: the moment whose date the words of a prototype's row say, as ⟦day⟧. `rows`: all its rows, by model.
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
