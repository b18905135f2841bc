"""Refusals about reviews."""

from kit.errors import InvalidError, NotFoundError


class ReviewNotFoundError(NotFoundError):
    message = "There is no review with this number."


class RepeatedIdError(InvalidError):
    """Two different reviews of one call, or of one file, have the same id; the server cannot tell which is right."""

    code = "repeated_id"

    def __init__(self, before: str) -> None:
        super().__init__({"external_id": [f"stands {before} already, with other content"]})


class OtherAuthorError(InvalidError):
    """The id belongs to a review of another author: `field` differs from the stored one."""

    code = "other_author"

    def __init__(self, field: str) -> None:
        super().__init__({field: ["differs from the address that the review with this id has: it is another author's"]})
