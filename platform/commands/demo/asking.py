"""What people who are written about ask for."""

from collections.abc import Mapping
from random import Random

from commands.demo.drafts import Request
from commands.demo.names import FIRST_NAMES, LAST_NAMES
from commands.demo.writing import fill_in, pick
from restrictions.models import Ground

# of a domain that is nobody's (RFC 2606): whoever works on the demo writes to nobody
DOMAIN = "example.com"
ROLES = (
    "Owner",
    "Manager of the branch",
    "Solicitor of the company",
    "The person who is named",
    "Head of customer care",
)
GROUNDS: Mapping[str, tuple[str, ...]] = {
    Ground.DEFAMATION: (
        "The review says that we charged for work that was not done. The work was done on {day} and signed for.",
        "It calls {person} dishonest. There has never been a complaint, and we can show the papers.",
    ),
    Ground.PRIVACY: ("{person} is named with the street where they live. That is nobody’s business.",),
    Ground.NOT_A_CUSTOMER: (
        "We have no booking under this name, neither in {month} nor before.",
        "The author was never here: on that {day} we were closed.",
    ),
    Ground.WRONG_BUSINESS: ("We have no lift and no second floor. This is about the shop next door.",),
    Ground.OFFENSIVE: ("The words for {person} are not fit to be read by anybody.",),
    Ground.OTHER: ("The author has told us on the telephone that the matter is settled, and has not taken it down.",),
}


def ask(number: int, chance: Random) -> Request:
    """The request of this number about a review."""
    ground = pick(chance, tuple(GROUNDS))
    first, last = pick(chance, FIRST_NAMES), pick(chance, LAST_NAMES)
    return Request(
        number=number,
        ground=str(ground),
        facts=fill_in(pick(chance, GROUNDS[ground]), chance),
        name=f"{first} {last}",
        email=f"{first}.{last}@{DOMAIN}".lower(),
        role=pick(chance, ROLES),
    )
