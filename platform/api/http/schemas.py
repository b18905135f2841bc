"""The base of answers and of queries."""

from pydantic import BaseModel, ConfigDict


class Schema(BaseModel):
    """Made of a mapping, or of an object by its attributes.

    Not ninja's Schema, which reads each field of each row by Python code, in search of calls and querysets: that took a
    third of the time of a long list.
    """

    model_config = ConfigDict(from_attributes=True)
