"""The ways that the demo's reviews have gone: outcomes in their order, walked through the flows themselves.

A way through a step or an outcome that its flow does not have is refused when it is walked.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, NamedTuple

from workflows.decision_check import DecisionCheck
from workflows.engine.core.nodes import Back, Depends, Ending, HumanTask
from workflows.restriction_request import RestrictionRequest
from workflows.review_moderation import ReviewModeration
from workflows.second_looks.sampling import CHECKED

MODERATION: Any = ReviewModeration
REQUEST: Any = RestrictionRequest
CHECK: Any = DecisionCheck
FIRES, WITHDRAWN = "(fires)", "(withdrawn)"  # what the clock does, and what the source does
By = Literal["moderator", "head", "clock", "source"]


@dataclass(frozen=True, slots=True)
class Way:
    """One process: where its work begins, and the outcomes. `decided`: the decision that a second look is about."""

    first: str
    outcomes: tuple[str, ...] = ()
    flow: Any = MODERATION
    decided: str = ""

    @property
    def arrival(self) -> tuple[Any, ...]:
        """The nodes that it passes before anybody works on it."""
        match self.first:
            case "requests_to_restrict":
                return (REQUEST.asked,)
            case "second_look":
                return (CHECK.sampled,)
            case "escalated":
                return (MODERATION.reinstated,)
            case _:
                return (MODERATION.received, MODERATION.screened)


@dataclass(frozen=True, slots=True)
class Move:
    """One step's end."""

    node: Any
    outcome: str
    by: By
    target: Any


class Told(NamedTuple):
    """An entry of the history that every review on this way has. `seq` and `place` count from 1, `move` from 0."""

    seq: int
    place: int | None
    move: int
    action: str
    node: str
    outcome: str
    to_node: str


@dataclass
class Journey:
    """A way as the flow has it: the steps for people with their origins, what ended each, and where it stands."""

    number: int
    way: Way
    steps: list[HumanTask]
    origins: list[str]
    moves: list[Move] = field(default_factory=list)

    @cached_property
    def place(self) -> Any:
        return self.moves[-1].target if self.moves else self.steps[0]

    @cached_property
    def ending(self) -> Ending | None:
        return self.place if isinstance(self.place, Ending) else None

    @cached_property
    def is_held(self) -> bool:
        """Whether it goes on by itself when a time comes."""
        return not self.ending and bool(self.place.fires)

    @cached_property
    def status(self) -> str:
        """Of what it is about."""
        return str(getattr(self.place, "status", self.place.name))

    @cached_property
    def entries(self) -> list[Told]:
        """What its history tells, as far as it is the same for all."""
        begins = "reinstate" if self.way.arrival == (MODERATION.reinstated,) else "start"
        told = [Told(1, None, 0, begins, "", "", str(self.steps[0].name))]
        for number, move in enumerate(self.moves, 1):
            place, name = self.place_of(number), str(move.node.name)
            if move.by in ("moderator", "head"):
                told.append(Told(len(told) + 1, place, number, "claim", name, "", ""))
            action = {"clock": "fire", "source": "withdraw"}.get(move.by, "decide")
            told.append(Told(len(told) + 1, place, number, action, name, move.outcome, str(move.target.name)))
        return told

    @cached_property
    def checked(self) -> int:
        """The number of the decision at which a second look is taken, as `workflows.second_looks.sampling` chooses it.

        Raises LookupError where none would be taken.
        """
        decided = [number for number, move in enumerate(self.moves) if move.outcome in CHECKED and move.by != "clock"]
        if not decided or self.moves[decided[-1]].node.name == "escalated":
            raise LookupError(f"nobody looks again at {self.way}")
        return decided[-1]

    def place_of(self, step: int) -> int:
        """The place among its tasks of a step for people, from 1."""
        return len(self.way.arrival) + step

    def seq_of(self, move: int, action: str) -> int:
        """The entry that tells so of a move, from 0."""
        return next(entry.seq for entry in self.entries if (entry.move, entry.action) == (move + 1, action))


def walk(way: Way, number: int = 0) -> Journey:
    """Raises KeyError for an outcome that a step does not have."""
    journey = Journey(number, way, [way.flow.instance.node(way.first)], [""])
    for outcome in way.outcomes:
        move = _move(journey, outcome)
        if isinstance(move.target, HumanTask):
            journey.origins.append(_origin(journey, move))
            journey.steps.append(move.target)
        journey.moves.append(move)
    return journey


def _move(journey: Journey, outcome: str) -> Move:
    node, flow = journey.steps[-1], journey.way.flow.instance
    if outcome == WITHDRAWN:
        return Move(node, "", "source", flow.withdrawn)
    by: By = "head" if node.permission == "head_moderator" else "moderator"
    if outcome == FIRES:
        outcome, by = node.on_fire, "clock"
    target = node.targets[outcome]
    if isinstance(target, Back):
        target = flow.node(journey.origins[-1] or "pending")
    elif isinstance(target, Depends):
        target = target.yes if outcome == f"would_{journey.way.decided}" else target.no
    return Move(node, outcome, by, target)


def _origin(journey: Journey, move: Move) -> str:
    """As the engine has it (activations._origin)."""
    if not isinstance(move.node.targets[move.outcome], Back | Depends):
        return str(move.node.name)
    earlier = [origin for step, origin in zip(journey.steps, journey.origins, strict=True) if step is move.target]
    return earlier[-1] if earlier else ""
