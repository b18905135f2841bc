"""What each kind of item brings to the demo. A new kind is a class of its own, and an entry in `making.KINDS`."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.db.models import Model

from commands.demo.people import Team
from commands.demo.story import Story

Row = dict[str, Any]


@dataclass(slots=True)
class Copy:
    """One item to be made. `key` names its prototype, `values` has the kind's columns."""

    key: Hashable
    values: dict[str, Any]
    weeks: int = 0
    # how much older than its prototype it is, as a share of the prototype's slack
    older: float = 0.0


class Kind(ABC):
    """Draws copies, and drives the prototypes that they ask for.

    `columns`: what differs from copy to copy, with the type in SQL. Wherever a copied table has a column of such a name,
    it gets the copy's value, unless the prototype's is empty. Words of prototypes name it as ⟦column⟧. `expressions`:
    columns that are filled in another way, in SQL, with the copy as `c` and the prototype's row as `p`. `json_ids`: keys
    of JSON that hold ids of copied rows. `written_ids`: how texts name ids, by model.
    """

    name: ClassVar[str]
    subject: ClassVar[type[Model]]
    columns: ClassVar[Mapping[str, str]]
    expressions: ClassVar[Mapping[tuple[type[Model], str], str]] = {}
    json_ids: ClassVar[Mapping[str, type[Model]]] = {}
    written_ids: ClassVar[Sequence[tuple[type[Model], str]]] = ()

    @abstractmethod
    def draw(self, numbers: Iterable[int]) -> list[Copy]:
        """The copies of these numbers that do not exist yet. Each depends on its number and on the kind's seed alone."""

    @abstractmethod
    def begin(self, key: Any, team: Team) -> Story:
        """The story of a prototype, not yet played."""

    @abstractmethod
    def bring_in(self, stories: Sequence[Story]) -> None:
        """Let the items of the stories arrive, by the product's own functions."""

    def correct(self, model: type[Model], row: Row, rows: Mapping[type[Model], list[Row]]) -> None:
        """Set what the row of a prototype says of moments in its own way, once all moments are those of the demo."""
