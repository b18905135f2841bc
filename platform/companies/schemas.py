"""Companies as other rooms and the API show them."""

from pydantic import BaseModel


class CompanyRef(BaseModel):
    id: int
    name: str


class CompanyContext(CompanyRef):
    """What a moderator weighs a review against. `recent`: reviews of the last 90 days."""

    rating: float | None
    reviews: int
    recent: int
    rejected: int
