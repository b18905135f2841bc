"""Reasons to refuse a new request to restrict."""

from kit.errors import ConflictError


class NotPublishedError(ConflictError):
    code = "not_published"
    message = "Only a published review can be restricted."


class TooManyRequestsError(ConflictError):
    code = "too_many_requests"
    message = "This review has reached the limit of requests to restrict it."


class RequestOpenError(ConflictError):
    code = "request_open"
    message = "A request to restrict this review is already open. Wait until it is decided."
