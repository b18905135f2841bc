"""The grounds of a rejection or restriction, from its form. The statement of reasons is composed from them."""

from dataclasses import dataclass

from reviews.models import Reason, StatementKind


@dataclass(frozen=True, slots=True)
class Grounds:
    """`explanation`, `rule`: if empty, those of the reason apply. `notice`: somebody asked for the decision.

    `detected`: screening had found something; a person decides in any case.
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
