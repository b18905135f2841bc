"""The tables of this room."""

from reviews.models.reasons import Reason
from reviews.models.reviews import Review, ReviewStatus, Revision, Source
from reviews.models.statements import Letter, Statement, StatementKind

__all__ = ["Letter", "Reason", "Review", "ReviewStatus", "Revision", "Source", "Statement", "StatementKind"]
