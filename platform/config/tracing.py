"""OpenTelemetry traces (OTEL_EXPORTER_OTLP_ENDPOINT): a span for each request, job and database statement.

Spans contain ids, routes, and statements without values. OpenTelemetry's own variables define sampling and export.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from http import HTTPStatus
from threading import Lock
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode, Tracer
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from config.requests import OF_PROBES, method_of, route_of
from kit import request_id
from workflows.models import OutboxMessage

_beginning = Lock()
_propagator = TraceContextTextMapPropagator()


def tracer() -> Tracer:
    """This process's tracer. It is created at the first request or job, because its thread would not survive a fork."""
    with _beginning:
        return _made()


@cache
def _made() -> Tracer:
    provider = TracerProvider(resource=Resource.create({"service.name": "docket"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider.get_tracer("docket")


class TracingMiddleware:
    """Continues the trace of the caller that sends a `traceparent`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(OF_PROBES):
            return self.get_response(request)
        caller = _propagator.extract({"traceparent": request.headers.get("traceparent", "")})
        method = method_of(request)
        with (
            _span(method, SpanKind.SERVER, {}, context=caller) as span,
            connection.execute_wrapper(_statement_span),
        ):
            response = self.get_response(request)
            span.update_name(f"{method} {route_of(request)}")
            span.set_attributes(
                {
                    "http.request.method": method,
                    "http.route": route_of(request),
                    "http.response.status_code": response.status_code,
                    "docket.request_id": request_id.current(),
                }
            )
            if user := getattr(getattr(request, "auth", None), "user_id", None):
                span.set_attribute("enduser.id", str(user))
            if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
                span.set_status(StatusCode.ERROR)
        return response


@contextmanager
def job_span(message_id: int) -> Iterator[None]:
    found = OutboxMessage.objects.filter(pk=message_id).values_list("topic", "request_id").first()
    kind, request = found or ("", "")
    about: dict[str, str | int] = {"docket.job": message_id, "docket.kind": kind, "docket.request_id": request}
    with (
        _span(f"job {kind}", SpanKind.CONSUMER, about),
        connection.execute_wrapper(_statement_span),
    ):
        yield


def _statement_span(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    about = {"db.system.name": "postgresql", "db.query.text": str(sql)}
    name = str(sql).split(None, 1)[0].upper()
    with _span(name, SpanKind.CLIENT, about) as span:
        try:
            return execute(sql, params, many, context)
        except Exception as error:
            span.set_attribute("error.type", type(error).__name__)
            raise


def _span(
    name: str, kind: SpanKind, about: Mapping[str, str | int], context: Context | None = None
) -> AbstractContextManager[Span]:
    """A new span without the texts of errors, which may contain personal data."""
    return tracer().start_as_current_span(
        name, context=context, kind=kind, attributes=about, record_exception=False, set_status_on_exception=False
    )
