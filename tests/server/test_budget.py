"""What waits for slow peers is bounded, and a quick peer finds room."""

from functools import partial

from server.budget import Budget


def test_the_oldest_is_ended_when_there_is_no_room() -> None:
    ended: list[str] = []
    budget = Budget(100)
    first, second, third = (budget.share(partial(ended.append, name)) for name in ("1st", "2nd", "3rd"))
    first.add(40)
    second.add(60)
    assert (ended, budget.held) == ([], 100)
    third.add(30)
    assert (ended, budget.held) == (["1st"], 90)
    first.add(50)
    assert (first.is_over, budget.held) == (True, 90), "what is over uses no room"
    third.add(100)
    assert (ended, budget.held) == (["1st", "2nd", "3rd"], 0)


def test_what_came_in_whole_is_counted_and_not_ended() -> None:
    ended: list[str] = []
    budget = Budget(100)
    whole, unfinished = (budget.share(partial(ended.append, name)) for name in ("whole", "unfinished"))
    whole.add(90)
    whole.keep()
    unfinished.add(20)
    assert (ended, budget.held) == (["unfinished"], 90)
    whole.leave()
    assert budget.held == 0


def test_what_is_read_makes_room() -> None:
    budget = Budget(100)
    share = budget.share(lambda: None)
    for _ in range(100):
        share.add(100)
        share.remove(100)
    share.leave()
    share.leave()
    assert (share.is_over, budget.held) == (True, 0)


def test_all_are_ended_at_once() -> None:
    ended: list[int] = []
    budget = Budget(100)
    for number in range(3):
        budget.share(partial(ended.append, number)).add(10)
    budget.end_all()
    assert (ended, budget.held) == ([0, 1, 2], 0)
