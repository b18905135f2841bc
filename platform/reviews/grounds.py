"""What a rejection or a restriction rests on, as it was filled in: what a statement of reasons is composed from."""

from dataclasses import dataclass

from reviews.models import Reason, StatementKind


@dataclass(frozen=True, slots=True)
class Grounds:
    """`explanation` and `rule` empty: those of the reason. `notice`: somebody asked for it.

    `detected` tells whether screening found something in it; a person decides in any case.
    """

    kind: StatementKind
    reason: Reason
    facts: str
    explanation: str = ""
    rule: str = ""
    notice: bool = False
    detected: bool = False

    @property
    def why(self) -> str:
        return self.explanation or self.reason.sentence

    @property
    def law_or_rule(self) -> str:
        return self.rule or self.reason.rule

    @property
    def is_illegal(self) -> bool:
        return self.reason.ground == Reason.Ground.ILLEGAL
