"""What can have happened to a review at the demo's desk: one process after the other, and how often."""

from dataclasses import dataclass

from commands.demo.ways import CHECK, FIRES, REQUEST, WITHDRAWN, Way
from workflows.second_looks.sampling import CHECKED

PUBLISHED, REJECTED = ("approve", FIRES), ("reject", FIRES)


@dataclass(frozen=True, slots=True)
class Tale:
    """`weight`: beside the other tales that begin in the same step and are open, or ended, alike."""

    weight: int
    ways: tuple[Way, ...]


def _tale(weight: int, first: str, *outcomes: str) -> Tale:
    return Tale(weight, (Way(first, outcomes),))


def _asked(*outcomes: str) -> Way:
    """Somebody asked that it be restricted."""
    return Way("requests_to_restrict", outcomes, REQUEST)


def _reinstated(*outcomes: str) -> Way:
    return Way("escalated", outcomes)


def _looked_at(before: Way, *, agrees: bool | None = None, right: str = "") -> Way:
    """A second person looked at a decision, or is to look; where the two differ, a third says who was `right`."""
    decided = [outcome for outcome in before.outcomes if outcome in CHECKED][-1]
    other = next(outcome for outcome in CHECKED if outcome != decided)
    opinion = () if agrees is None else (f"would_{decided if agrees else other}",)
    return Way("second_look", (*opinion, *([right] if right else [])), CHECK, decided)


_LIVE, _NOT_LIVE = Way("pending", PUBLISHED), Way("pending", REJECTED)
_LIVE_AFTER_ALL, _FOUND_OUT = Way("unverified", ("verify", *PUBLISHED)), Way("investigation", REJECTED)

ENDED = (
    _tale(760, "pending", *PUBLISHED),
    _tale(25, "pending", "approve", "publish"),
    _tale(70, "pending", *REJECTED),
    _tale(12, "pending", "approve", "recall", *REJECTED),
    _tale(40, "pending", "backlog", "return", *PUBLISHED),
    _tale(8, "pending", "backlog", "reject", FIRES),
    _tale(22, "pending", "investigate", *PUBLISHED),
    _tale(14, "pending", "investigate", "return", *PUBLISHED),
    _tale(12, "pending", "investigate", *REJECTED),
    _tale(14, "pending", "escalate", *PUBLISHED),
    _tale(8, "pending", "escalate", "return", *PUBLISHED),
    _tale(5, "pending", "escalate", *REJECTED),
    _tale(10, "pending", WITHDRAWN),
    Tale(9, (_LIVE, _asked("restrict", FIRES))),
    Tale(2, (_LIVE, _asked("escalate", "restrict", FIRES))),
    Tale(16, (_LIVE, _asked("decline", FIRES))),
    Tale(3, (_LIVE, _asked("decline", FIRES), _asked("restrict", FIRES))),
    Tale(2, (_LIVE, _asked("restrict", FIRES), _reinstated(*PUBLISHED))),
    Tale(4, (_NOT_LIVE, _reinstated(*PUBLISHED))),
    Tale(2, (_NOT_LIVE, _reinstated(*REJECTED))),
    Tale(14, (_LIVE, _looked_at(_LIVE, agrees=True))),
    Tale(8, (_NOT_LIVE, _looked_at(_NOT_LIVE, agrees=True))),
    Tale(2, (_LIVE, _looked_at(_LIVE, agrees=False, right="first"))),
    Tale(2, (_NOT_LIVE, _looked_at(_NOT_LIVE, agrees=False, right="first"))),
    Tale(2, (_NOT_LIVE, _looked_at(_NOT_LIVE, agrees=False, right="second"))),
    _tale(780, "unverified", "verify", *PUBLISHED),
    _tale(60, "unverified", "verify", *REJECTED),
    _tale(110, "unverified", *REJECTED),
    _tale(30, "unverified", "backlog", "return", "verify", *PUBLISHED),
    _tale(20, "unverified", WITHDRAWN),
    Tale(14, (_LIVE_AFTER_ALL, _asked("restrict", FIRES))),
    Tale(8, (_LIVE_AFTER_ALL, _looked_at(_LIVE_AFTER_ALL, agrees=True))),
    _tale(380, "investigation", *PUBLISHED),
    _tale(130, "investigation", "return", *PUBLISHED),
    _tale(360, "investigation", *REJECTED),
    _tale(130, "investigation", "escalate", *REJECTED),
    Tale(20, (_FOUND_OUT, _looked_at(_FOUND_OUT, agrees=True))),
)
OPEN = (
    _tale(640, "pending"),
    _tale(25, "pending", "backlog", "return"),
    _tale(8, "pending", "escalate", "return"),
    _tale(6, "pending", "approve", "recall"),
    _tale(60, "pending", "investigate"),
    _tale(175, "pending", "backlog"),
    _tale(55, "pending", "escalate"),
    _tale(28, "pending", "approve"),
    _tale(3, "pending", "reject"),
    Tale(22, (_LIVE, _asked())),
    Tale(4, (_LIVE, _asked("decline", FIRES), _asked())),
    Tale(5, (_LIVE, _asked("escalate"))),
    Tale(1, (_LIVE, _asked("restrict"))),
    Tale(1, (_LIVE, _asked("decline"))),
    Tale(6, (_NOT_LIVE, _reinstated())),
    Tale(2, (_LIVE, _asked("restrict", FIRES), _reinstated())),
    Tale(16, (_LIVE, _looked_at(_LIVE))),
    Tale(10, (_NOT_LIVE, _looked_at(_NOT_LIVE))),
    Tale(6, (_LIVE, _looked_at(_LIVE, agrees=False))),
    Tale(6, (_NOT_LIVE, _looked_at(_NOT_LIVE, agrees=False))),
    _tale(820, "unverified"),
    _tale(90, "unverified", "verify"),
    _tale(60, "unverified", "backlog"),
    _tale(30, "unverified", "escalate"),
    _tale(800, "investigation"),
    _tale(100, "investigation", "escalate"),
    _tale(100, "investigation", "return"),
)


def ways_of(tales: tuple[Tale, ...]) -> list[Way]:
    """Each way once, in the order in which they first come."""
    return list(dict.fromkeys(way for tale in tales for way in tale.ways))
