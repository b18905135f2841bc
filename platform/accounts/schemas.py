"""People as other rooms and the API show them."""

from pydantic import BaseModel


class Person(BaseModel):
    id: int
    name: str
