"""The ways that the demo's reviews have gone: outcomes in their order, walked through the flow itself.

A way through a step or an outcome that the flow does not have is refused when it is walked.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from workflows.engine.nodes import Back, Ending, HumanTask
from workflows.review_moderation import ReviewModeration

FLOW: Any = ReviewModeration
FIRES, WITHDRAWN = "(fires)", "(withdrawn)"  # what the clock does, and what the source does
By = Literal["moderator", "head", "clock", "source"]


@dataclass(frozen=True, slots=True)
class Way:
    """`weight`: of a thousand that begin in the same step and are open, or ended, alike."""

    first: str
    weight: int = 0
    outcomes: tuple[str, ...] = ()


PUBLISHED, REJECTED = ("approve", FIRES), ("reject", FIRES)

ENDED = (
    Way("pending", 760, PUBLISHED),
    Way("pending", 25, ("approve", "publish")),
    Way("pending", 70, REJECTED),
    Way("pending", 12, ("approve", "recall", *REJECTED)),
    Way("pending", 40, ("backlog", "return", *PUBLISHED)),
    Way("pending", 8, ("backlog", "reject", FIRES)),
    Way("pending", 22, ("investigate", *PUBLISHED)),
    Way("pending", 14, ("investigate", "return", *PUBLISHED)),
    Way("pending", 12, ("investigate", *REJECTED)),
    Way("pending", 14, ("escalate", *PUBLISHED)),
    Way("pending", 8, ("escalate", "return", *PUBLISHED)),
    Way("pending", 5, ("escalate", *REJECTED)),
    Way("pending", 10, (WITHDRAWN,)),
    Way("unverified", 780, ("verify", *PUBLISHED)),
    Way("unverified", 60, ("verify", *REJECTED)),
    Way("unverified", 110, REJECTED),
    Way("unverified", 30, ("backlog", "return", "verify", *PUBLISHED)),
    Way("unverified", 20, (WITHDRAWN,)),
    Way("investigation", 380, PUBLISHED),
    Way("investigation", 130, ("return", *PUBLISHED)),
    Way("investigation", 360, REJECTED),
    Way("investigation", 130, ("escalate", *REJECTED)),
)
OPEN = (
    Way("pending", 640),
    Way("pending", 25, ("backlog", "return")),
    Way("pending", 8, ("escalate", "return")),
    Way("pending", 6, ("approve", "recall")),
    Way("pending", 60, ("investigate",)),
    Way("pending", 175, ("backlog",)),
    Way("pending", 55, ("escalate",)),
    Way("pending", 28, ("approve",)),
    Way("pending", 3, ("reject",)),
    Way("unverified", 820),
    Way("unverified", 90, ("verify",)),
    Way("unverified", 60, ("backlog",)),
    Way("unverified", 30, ("escalate",)),
    Way("investigation", 800),
    Way("investigation", 100, ("escalate",)),
    Way("investigation", 100, ("return",)),
)


@dataclass(frozen=True, slots=True)
class Move:
    """One step's end."""

    node: Any
    outcome: str
    by: By
    target: Any


@dataclass
class Journey:
    """A way as the flow has it: the steps for people with their origins, what ended each, and where it stands."""

    number: int
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
        """Of the review."""
        return str(getattr(self.place, "status", self.place.name))


def walk(way: Way, number: int = 0) -> Journey:
    """Raises KeyError for an outcome that a step does not have."""
    journey = Journey(number, [FLOW.instance.node(way.first)], [""])
    for outcome in way.outcomes:
        move = _move(journey, outcome)
        if isinstance(move.target, HumanTask):
            journey.origins.append(_origin(journey, move))
            journey.steps.append(move.target)
        journey.moves.append(move)
    return journey


def _move(journey: Journey, outcome: str) -> Move:
    node = journey.steps[-1]
    if outcome == WITHDRAWN:
        return Move(node, "", "source", FLOW.instance.withdrawn)
    by: By = "head" if node.permission == "head_moderator" else "moderator"
    if outcome == FIRES:
        outcome, by = node.on_fire, "clock"
    target = node.targets[outcome]
    if isinstance(target, Back):
        target = FLOW.instance.node(journey.origins[-1] or "pending")
    return Move(node, outcome, by, target)


def _origin(journey: Journey, move: Move) -> str:
    """As the engine has it (activations._origin)."""
    if not isinstance(move.node.targets[move.outcome], Back):
        return str(move.node.name)
    earlier = [origin for step, origin in zip(journey.steps, journey.origins, strict=True) if step is move.target]
    return earlier[-1] if earlier else ""
