"""The table of a shift: each kind of call with its percentiles and errors, and the product's CPU."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import quantiles

from drills.people import GOOD, Call

UNCHANGED = 304
SHARES = (50, 95, 99)


def table(people: int, calls: Sequence[Call], seconds: float, cores: Mapping[str, float]) -> str:
    """As markdown. Errors are all answers but 200, 204 and 304, and calls without an answer."""
    by_kind: dict[str, list[Call]] = defaultdict(list)
    for call in calls:
        by_kind[call.kind].append(call)
    lines = [
        f"### {people} people: {len(calls) / seconds:,.0f} calls a second",
        "",
        "| call | a second | p50 ms | p95 ms | p99 ms | worst ms | 304 | errors |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
        *(_row(kind, by_kind[kind], seconds) for kind in sorted(by_kind, key=lambda kind: -len(by_kind[kind]))),
        _row("all", calls, seconds),
        "",
        "CPU in cores: " + ", ".join(f"{title} {used:.2f}" for title, used in cores.items()) + ".",
        "",
    ]
    return "\n".join(lines)


def percentiles(times: Sequence[float]) -> list[float]:
    """Of SHARES; a single value stands for all."""
    cuts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else [times[0]] * 99
    return [cuts[share - 1] for share in SHARES]


def _row(kind: str, calls: Sequence[Call], seconds: float) -> str:
    times = [call.seconds for call in calls]
    figures = [*percentiles(times), max(times)]
    unchanged = sum(call.status == UNCHANGED for call in calls) / len(calls)
    wrong = Counter(call.status or "no answer" for call in calls if call.status not in GOOD)
    errors = ", ".join(f"{number} × {status}" for status, number in wrong.most_common()) or "0"
    cells = [kind, f"{len(calls) / seconds:.1f}", *(f"{1_000 * figure:.0f}" for figure in figures)]
    return f"| {' | '.join([*cells, f'{unchanged:.0%}', errors])} |"
