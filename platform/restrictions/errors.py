"""Why a request to restrict is not taken."""

from kit.errors import ConflictError


class NotPublishedError(ConflictError):
    code = "not_published"
    message = "Only a published review can be restricted."


class TooManyRequestsError(ConflictError):
    code = "too_many_requests"
    message = "This review has had as many requests to restrict as it may have."


class RequestOpenError(ConflictError):
    code = "request_open"
    message = "A request to restrict this review is being looked at. Wait until it is decided."
