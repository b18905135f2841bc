"""Errors for a service that takes Sentry's reports (SENTRY_DSN): types, places in the code and ids.

What is logged as an error is reported. A report is made anew of what may leave the house: the texts of errors, the
values of variables, addresses, headers and bodies may not.
"""

from typing import Any, cast

import sentry_sdk
from django.conf import settings
from sentry_sdk.integrations.atexit import AtexitIntegration
from sentry_sdk.integrations.logging import LoggingIntegration
from sentry_sdk.types import Event, Hint

from kit import request_id

KEPT = ("event_id", "timestamp", "platform", "level", "logger", "environment", "sdk")
_OF_FRAMES = (
    "filename",
    "abs_path",
    "module",
    "function",
    "lineno",
    "context_line",
    "pre_context",
    "post_context",
    "in_app",
)


def begin(dsn: str) -> None:
    """It starts no thread before the first report, which is sent beside the work, or within some seconds of the end."""
    sentry_sdk.init(
        dsn=dsn,
        environment=settings.DOCKET_ENV,
        before_send=_allowed,
        default_integrations=False,
        integrations=[LoggingIntegration(level=None), AtexitIntegration(callback=lambda *_: None)],
        auto_session_tracking=False,
        enable_backpressure_handling=False,
        include_local_variables=False,
        max_breadcrumbs=0,
        max_request_body_size="never",
        send_client_reports=False,
        shutdown_timeout=5,
    )


def _allowed(event: Event, _hint: Hint) -> Event:
    given = cast(dict[str, Any], event)
    report = {name: given[name] for name in KEPT if name in given}
    report["tags"] = {"request_id": request_id.current() or "-"}
    report["logentry"] = {"message": given.get("logentry", {}).get("message", "")}  # without its values
    report["exception"] = {"values": [_exception(each) for each in given.get("exception", {}).get("values", ())]}
    return cast(Event, report)


def _exception(given: dict[str, Any]) -> dict[str, Any]:
    frames = (given.get("stacktrace") or {}).get("frames", ())
    kept = [{name: frame[name] for name in _OF_FRAMES if name in frame} for frame in frames]
    return {"type": given.get("type"), "module": given.get("module"), "stacktrace": {"frames": kept}}
