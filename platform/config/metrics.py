"""GET /metrics for Prometheus: counts and times of this web server's processes, and figures of the database.

Only for operators: with METRICS_TOKEN, callers must send it; without it, callers must be on this machine.
"""

import fcntl
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hmac import compare_digest
from http import HTTPStatus
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from psycopg_pool import PoolTimeout

from config.requests import method_of, route_of
from kit.tallies import Tally
from workflows.watching import GAUGES, Sample, read_figures

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
KEPT_SECONDS = 10  # figures of the database are read at most once in this time
NOTED_SECONDS = 1.0  # how often a process notes the state of its pool
BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.6, 1.2, 2.5, 5.0)  # s
PATH = "/metrics"
_FORWARDED = ("x-forwarded", "forwarded", "x-real-ip", "via")  # prefixes of headers that a proxy adds
# the folder that the processes of a web server share; set before the fork (server.shared_counts)
_SHARED = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
FOLDER = Path(_SHARED or settings.DATA_DIR)

disable_created_metrics()
_OWN = CollectorRegistry()
_REQUESTS = Histogram(
    "docket_request_seconds",
    "Time to answer a request",
    ("method", "route", "status"),
    buckets=BUCKETS,
    registry=_OWN,
)
_POOL = {
    name: Gauge(f"docket_database_pool_{name}", about, registry=_OWN, multiprocess_mode="livesum")
    for name, about in {
        "size": "Connections to the database",
        "idle": "Of these, those that nobody uses",
        "limit": "The most connections",
        "waiting": "Threads that wait for a connection",
    }.items()
}
_OF_POOL = {"size": "pool_size", "idle": "pool_available", "limit": "pool_max", "waiting": "requests_waiting"}


def show_tallies() -> None:
    """Include the tallies of this process in `/metrics` from now on."""
    for tally in Tally.everywhere:
        if tally.heard is None:
            tally.heard = partial(_count, Counter(tally.name, tally.about, tally.labels, registry=_OWN))


def _count(counter: Counter, values: tuple[str, ...]) -> None:
    counter.labels(*values).inc()


class MetricsMiddleware:
    """Times each request by its route, and answers `/metrics`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        show_tallies()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.rstrip("/") == PATH:
            return _answer(request)
        begun = time.perf_counter()
        response = self.get_response(request)
        status = f"{response.status_code // 100}xx"
        _REQUESTS.labels(method_of(request), route_of(request), status).observe(time.perf_counter() - begun)
        _note_pool()
        return response


def _answer(request: HttpRequest) -> HttpResponse:
    if status := refusal(str(request.META.get("REMOTE_ADDR", "")), request.headers):
        return JsonResponse({"code": status.name.lower(), "message": status.description}, status=status)
    response = HttpResponse(own_text() + figures_text(), content_type=CONTENT_TYPE)
    response["Cache-Control"] = "no-store"
    return response


def refusal(address: str, headers: Mapping[str, str]) -> HTTPStatus | None:
    """The HTTP status for a caller without access; None for one with access. Header names are case-insensitive."""
    sent = {name.lower(): value for name, value in headers.items()}
    if settings.METRICS_TOKEN:
        wanted = f"Bearer {settings.METRICS_TOKEN}".encode()
        is_right = compare_digest(sent.get("authorization", "").encode(), wanted)
        return None if is_right else HTTPStatus.FORBIDDEN
    is_here = _is_loopback(address) and not any(name.startswith(_FORWARDED) for name in sent)
    return None if is_here else HTTPStatus.NOT_FOUND


def _is_loopback(address: str) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback


def own_text() -> bytes:
    """The counts of all processes of this web server, including ended ones; without _SHARED, of this process only."""
    _note_pool(at_once=True)
    if not _SHARED:
        return generate_latest(_OWN)
    for file in FOLDER.glob("gauge_live*.db"):
        if not Path("/proc", pid := file.stem.rpartition("_")[2]).exists():
            mark_process_dead(pid, str(FOLDER))
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(FOLDER))
    return generate_latest(registry)


class _Figures(Collector):
    """The figures of the database. `docket_database_up`: whether they could be read."""

    def __init__(self, found: Sequence[Sample] | None) -> None:
        self._found = found

    def collect(self) -> Iterator[GaugeMetricFamily]:
        is_up = float(self._found is not None)
        yield GaugeMetricFamily("docket_database_up", "Whether figures of the database could be read", is_up)
        families = {name: GaugeMetricFamily(name, about, labels=labels) for name, (about, labels) in GAUGES.items()}
        for name, labels, value in self._found or ():
            families[name].add_metric(labels, value)
        yield from families.values()


def figures_text() -> bytes:
    """The figures of the database, in the text format of Prometheus."""
    registry = CollectorRegistry()
    registry.register(_Figures(_shared_figures()))
    return generate_latest(registry)


def _shared_figures() -> list[Sample] | None:
    """The figures; None if the database is away. One process reads them for all; meanwhile others use older figures."""
    kept = _kept_figures()
    if kept and time.monotonic() - kept["at"] < KEPT_SECONDS:
        return _samples(kept)
    with (FOLDER / "figures.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (fcntl.LOCK_NB if kept else 0))
        except BlockingIOError:
            return _samples(kept)
        kept = _kept_figures()
        if not kept or time.monotonic() - kept["at"] >= KEPT_SECONDS:
            kept = {"at": time.monotonic(), "figures": _read()}
            new = FOLDER / "figures.new"
            new.write_text(json.dumps(kept))
            new.replace(FOLDER / "figures.json")
        return _samples(kept)


def _kept_figures() -> dict[str, Any]:
    """The stored figures; empty if there are none. `at`: seconds since the start of this machine (`time.monotonic`)."""
    try:
        kept: dict[str, Any] = json.loads((FOLDER / "figures.json").read_text())
    except (FileNotFoundError, ValueError):
        return {}
    return kept if kept["at"] <= time.monotonic() else {}


def _samples(kept: dict[str, Any]) -> list[Sample] | None:
    found: list[Sample] | None = kept["figures"]
    return found


def _read() -> list[Sample] | None:
    try:
        return read_figures()
    except (Error, PoolTimeout):
        return None


_noted_at = float("-inf")


def _note_pool(*, at_once: bool = False) -> None:
    global _noted_at  # noqa: PLW0603  per process; it is harmless if two threads write it at once
    now = time.monotonic()
    if not at_once and now - _noted_at < NOTED_SECONDS:
        return
    _noted_at = now
    opened: Any = connection
    if pool := opened.pool:
        stats = pool.get_stats()
        for name, gauge in _POOL.items():
            gauge.set(stats.get(_OF_POOL[name], 0))
