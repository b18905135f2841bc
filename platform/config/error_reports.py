"""Error reports to a service with Sentry's protocol (SENTRY_DSN): types, places in the code and ids.

Each logged error is reported. A report contains only listed fields (KEPT): no texts of errors, no values of variables,
no addresses, headers or bodies, because these may contain personal data or secrets.
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
    """Set up the reports. The thread that sends them starts with the first one, so a fork before it is safe. At its end
    the process waits some seconds for unsent reports.
    """
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
    report["logentry"] = {"message": given.get("logentry", {}).get("message", "")}  # the template, without its values
    report["exception"] = {"values": [_exception(each) for each in given.get("exception", {}).get("values", ())]}
    return cast(Event, report)


def _exception(given: dict[str, Any]) -> dict[str, Any]:
    frames = (given.get("stacktrace") or {}).get("frames", ())
    kept = [{name: frame[name] for name in _OF_FRAMES if name in frame} for frame in frames]
    return {"type": given.get("type"), "module": given.get("module"), "stacktrace": {"frames": kept}}
