"""The base of answers and of queries."""

from pydantic import BaseModel, ConfigDict


class Schema(BaseModel):
    """Made from a mapping, or from the attributes of an object.

    Not ninja's Schema, whose Python code looks for callables and querysets in each field of each row: that took a third
    of the time of a long list.
    """

    model_config = ConfigDict(from_attributes=True)
