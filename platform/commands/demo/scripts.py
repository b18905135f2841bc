"""What can have happened to a review, by the step in which it begins: the weights of scripts (see `story.Story`)."""

from collections.abc import Mapping

Scripts = Mapping[str, Mapping[str, int]]

LIVE, NOT_LIVE = "approve fire", "reject fire"
ENDED: Scripts = {
    "pending": {
        LIVE: 760,
        "approve publish": 25,
        NOT_LIVE: 70,
        f"approve recall {NOT_LIVE}": 12,
        f"backlog return {LIVE}": 40,
        f"backlog {NOT_LIVE}": 8,
        f"investigate {LIVE}": 22,
        f"investigate return {LIVE}": 14,
        f"investigate {NOT_LIVE}": 12,
        f"escalate {LIVE}": 14,
        f"escalate return {LIVE}": 8,
        f"escalate {NOT_LIVE}": 5,
        "withdraw": 10,
        f"{LIVE} ask restrict fire": 9,
        f"{LIVE} ask escalate restrict fire": 2,
        f"{LIVE} ask decline fire": 16,
        f"{LIVE} ask decline fire ask restrict fire": 3,
        f"{LIVE} ask restrict fire reinstate {LIVE}": 2,
        f"{LIVE} ask withdraw": 1,
        f"{NOT_LIVE} reinstate {LIVE}": 4,
        f"{NOT_LIVE} reinstate {NOT_LIVE}": 2,
        f"{LIVE} look agree": 14,
        f"{NOT_LIVE} look agree": 8,
        f"{LIVE} look differ first": 2,
        f"{NOT_LIVE} look differ first": 2,
        f"{NOT_LIVE} look differ second": 2,
    },
    "unverified": {
        f"verify {LIVE}": 700,
        f"vouch {LIVE}": 80,
        f"verify {NOT_LIVE}": 60,
        NOT_LIVE: 110,
        f"backlog return verify {LIVE}": 30,
        "withdraw": 20,
        f"verify {LIVE} ask restrict fire": 14,
        f"verify {LIVE} look agree": 8,
    },
    "investigation": {
        LIVE: 380,
        f"return {LIVE}": 130,
        NOT_LIVE: 360,
        f"escalate {NOT_LIVE}": 130,
        f"{NOT_LIVE} look agree": 20,
    },
}
OPEN: Scripts = {
    "pending": {
        "": 640,
        "backlog return": 25,
        "escalate return": 8,
        "approve recall": 6,
        "investigate": 60,
        "backlog": 175,
        "escalate": 55,
        "approve": 28,
        "reject": 3,
        f"{LIVE} ask": 22,
        f"{LIVE} ask decline fire ask": 4,
        f"{LIVE} ask escalate": 5,
        f"{LIVE} ask restrict": 1,
        f"{LIVE} ask decline": 1,
        f"{NOT_LIVE} reinstate": 6,
        f"{LIVE} ask restrict fire reinstate": 2,
        f"{LIVE} look": 16,
        f"{NOT_LIVE} look": 10,
        f"{LIVE} look differ": 6,
        f"{NOT_LIVE} look differ": 6,
    },
    "unverified": {"": 820, "verify": 90, "backlog": 60, "escalate": 30},
    "investigation": {"": 800, "escalate": 100, "return": 100},
}
# what has been decided in the last day of the small demo, and what else is to be seen there
SMALL: Mapping[str, int] = {
    LIVE: 9,
    "approve": 8,
    NOT_LIVE: 3,
    "reject": 2,
    "backlog": 6,
    "investigate": 5,
    "escalate": 3,
    "escalate return": 1,
    **{
        script: 1
        for scripts in (OPEN, ENDED)
        for script in scripts["pending"]
        if {"ask", "look", "reinstate"} & {*script.split()}
    },
    "": 55,
}
# what people leave with an open item, by the share of items that have it
MARKS: Mapping[str, float] = {"assign": 0.05, "note": 0.04, "skip": 0.03, "snooze": 0.025, "draft": 0.01}
# edits of the words before the first decision: by the staff while somebody holds the review, or by its author
EDITED, REWRITTEN = 0.03, 0.02


def is_held(script: str) -> bool:
    """Whether an open script ends with a decision that waits for its effect."""
    return script.endswith(("approve", "reject", "restrict", "decline"))
