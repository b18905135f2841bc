"""Which spans of a text lie inside others, in the time of sorting them."""

from collections.abc import Iterator, Sequence

from banned_words.views import Span


def held(inner: Sequence[Span], outer: Sequence[Span]) -> Iterator[Span]:
    """The spans of `inner` that lie inside a span of `outer`."""
    waiting, furthest = sorted(outer, key=_start, reverse=True), 0
    for span in sorted(inner, key=_start):
        while waiting and waiting[-1].start <= span.start:
            furthest = max(furthest, waiting.pop().end)
        if span.end <= furthest:
            yield span


def holding(outer: Sequence[Span], inner: Sequence[Span]) -> Iterator[Span]:
    """The spans of `outer` that contain a span of `inner`."""
    waiting, nearest = sorted(inner, key=_start), float("inf")
    for span in sorted(outer, key=_start, reverse=True):
        while waiting and waiting[-1].start >= span.start:
            nearest = min(nearest, waiting.pop().end)
        if nearest <= span.end:
            yield span


def _start(span: Span) -> int:
    return span.start
