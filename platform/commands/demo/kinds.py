"""What each kind of item brings to the demo. A new kind is a class of its own, and an entry in `making.SMALL`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

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


class Kind:
    """Draws copies, and drives the prototypes that they ask for.

    - `columns`: what differs from copy to copy, by name, with its type in SQL. A column of this name in a copied table
      gets the copy's value, unless the prototype's is empty. Words of prototypes name it as ⟦column⟧.
    - `expressions`: columns that are filled otherwise, in SQL, with the copy as `c` and the prototype's row as `p`.
    - `json_ids`: keys of JSON that hold ids of copied rows. `written_ids`: how texts name the ids of a model.
    """

    subject: ClassVar[type[Model]]
    columns: ClassVar[Mapping[str, str]]
    expressions: ClassVar[Mapping[tuple[type[Model], str], str]] = {}
    json_ids: ClassVar[Mapping[str, type[Model]]] = {}
    written_ids: ClassVar[Sequence[tuple[type[Model], str]]] = ()

    def draw(self, numbers: Iterable[int]) -> list[Copy]:
        """The copies of these numbers that do not exist. Each depends on its number and on the kind's seed alone."""
        raise NotImplementedError

    def begin(self, key: Any, team: Team) -> Story:
        """The story of a prototype, not yet played."""
        raise NotImplementedError

    def bring_in(self, stories: Sequence[Any]) -> None:
        """Let the items of the stories arrive, by the product's own functions."""
        raise NotImplementedError

    def day(self, model: str, row: Row, rows: Mapping[str, list[Row]]) -> Any:
        """The moment whose date the words of a row of a prototype say, as ⟦day⟧. `rows`: all its rows, by model."""
        return None
