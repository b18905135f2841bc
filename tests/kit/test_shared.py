"""Answers that callers of this process share: at most as old as each caller accepts."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Event, Semaphore

from kit.shared import Shared, forget_everything
from tests.clocks import StandingClock, clock

__all__ = ["clock"]


def reading(held: Shared[float], clock: StandingClock, age: float) -> float:
    """The time at which the answer was read."""
    return held.get("a", age, clock.monotonic)


def test_a_held_answer_is_used_up_to_the_accepted_age(clock: StandingClock) -> None:
    held: Shared[float] = Shared(seconds=5)
    assert reading(held, clock, 1) == 100
    clock.now = 101
    assert reading(held, clock, 1) == 100
    assert reading(held, clock, 0.5) == 101


def test_no_answer_is_older_than_the_limit(clock: StandingClock) -> None:
    held: Shared[float] = Shared(seconds=1)
    reading(held, clock, 60)
    clock.now = 101.5
    assert reading(held, clock, 60) == 101.5


def test_a_caller_who_accepts_no_age_reads_anew(clock: StandingClock) -> None:
    held: Shared[float] = Shared(seconds=5)
    held.get("a", 0, lambda: 1.0)
    assert held.get("a", 0, lambda: 2.0) == 2.0  # even at the same moment


def test_what_is_not_worth_it_is_not_held(clock: StandingClock) -> None:
    held: Shared[int] = Shared(seconds=5)
    values = iter((1, 7, 9))
    found = [held.get("a", 5, lambda: next(values), worth=lambda value: value > 5) for _ in range(3)]
    assert found == [1, 7, 7]


def test_the_age_begins_before_the_reading(clock: StandingClock) -> None:
    held: Shared[str] = Shared(seconds=5)

    def slow() -> str:
        clock.now += 3
        return "slow"

    assert held.get("a", 1, slow) == "slow"
    assert held.get("a", 1, lambda: "new") == "new"


def test_an_answer_may_have_an_age_when_it_is_read(clock: StandingClock) -> None:
    held: Shared[str] = Shared(seconds=1)
    held.get("a", 1, lambda: "old", already=lambda _: 0.8)
    clock.now += 0.3
    assert held.get("a", 1, lambda: "new") == "new"


def test_a_slow_reading_does_not_replace_a_newer_one(clock: StandingClock) -> None:
    held: Shared[str] = Shared(seconds=5)

    def overtaken() -> str:
        clock.now += 1
        held.get("a", 0, lambda: "newer")
        return "older"

    assert held.get("a", 1, overtaken) == "older"
    assert held.get("a", 5, lambda: "another") == "newer"


def test_old_answers_are_dropped(clock: StandingClock) -> None:
    held: Shared[str] = Shared(seconds=1)
    for key in range(10):
        held.get(key, 1, lambda: "text")
        clock.now += 2
    assert len(held._held) == 1


def test_everything_is_forgotten(clock: StandingClock) -> None:
    held: Shared[float] = Shared(seconds=5)
    reading(held, clock, 1)
    forget_everything()
    clock.now = 100.5
    assert reading(held, clock, 1) == 100.5


def test_a_slow_answer_is_read_by_one_thread_at_a_time_and_the_others_wait_or_get_the_one_before(
    clock: StandingClock,
) -> None:
    held: Shared[int] = Shared(seconds=5, is_slow=True)
    reads, begun, go_on = count(1), Semaphore(0), Event()

    def slow() -> int:
        begun.release()
        go_on.wait()
        return next(reads)

    with ThreadPoolExecutor() as threads:
        at_first = [threads.submit(held.get, "a", 1, slow) for _ in range(4)]
        begun.acquire()
        go_on.set()
        assert [each.result() for each in at_first] == [1] * 4
        go_on.clear()
        clock.now += 5
        assert held.get("a", 1, slow) == 1  # older than this caller accepts, but no older than the limit
        clock.now += 1
        anew = threads.submit(held.get, "a", 1, slow)
        begun.acquire()
        assert held.get("a", 1, slow) == 1
        go_on.set()
        assert anew.result() == 2
    assert held.get("a", 0, slow) == 3
