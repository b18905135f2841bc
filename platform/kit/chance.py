"""Whether two shares differ by more than chance explains."""

from math import exp, lgamma

_SIGNIFICANT = 0.05
_ROUNDING = 1e-7  # tolerance of sums of logarithms: outcomes exactly as unlikely as the observed one count as well


def shares_differ(found: int, of: int, others_found: int, others_of: int) -> bool:
    """Fisher's exact test, two-sided, at 5%. It is valid for small numbers too, such as those of one company."""
    hits = found + others_found
    every = _ways(of + others_of, hits)
    chances = [
        _ways(of, each) + _ways(others_of, hits - each) - every
        for each in range(max(0, hits - others_of), min(of, hits) + 1)
    ]
    observed = _ways(of, found) + _ways(others_of, others_found) - every
    return sum(exp(chance) for chance in chances if chance <= observed + _ROUNDING) < _SIGNIFICANT


def _ways(of: int, chosen: int) -> float:
    """The logarithm of the number of ways to choose."""
    return lgamma(of + 1) - lgamma(chosen + 1) - lgamma(of - chosen + 1)
