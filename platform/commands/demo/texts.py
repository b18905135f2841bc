"""The words of the demo data: invented companies, people and stories."""

from typing import NamedTuple


class Story(NamedTuple):
    title: str
    rating: int
    text: str
    constructive: str


COMPANIES = (
    "Saltmarsh Veterinary Centre",
    "Marlpit Removals",
    "Quayle Street Dental",
    "Tidewell Boilers",
    "Fennick & Dow Solicitors",
    "Copperbeck Nursery",
    "Hollin Lane Opticians",
    "Greywether Letting",
    "Oxbow Cycles",
    "Ravensmoor Physiotherapy",
    "Lantern Bay Hotel",
    "Ashgrove Electrical",
    "The Ferryman’s Table",
    "Kestrel Driving School",
    "Harrow & Pike Roofing",
    "Linden Funeral Care",
)

# name, business, job title
AUTHORS: tuple[tuple[str, str | None, str | None], ...] = (
    ("Rowan Thackery", "Thackery Joinery", "Owner"),
    ("Imogen Pell", None, None),
    ("Dai Prosser", None, None),
    ("Nadia Rahimi", "Rahimi Accounting", "Partner"),
    ("Tobias Wren", None, None),
    ("Orla Keane", None, "Teacher"),
    ("Samuel Achebe", None, None),
    ("Freya Lindgren", "Northlight Studio", "Photographer"),
    ("Gareth Munro", None, None),
    ("Priya Nair", None, None),
    ("Jonah Bickford", "Bickford Farm", "Farmer"),
    ("Hester Vaughan", None, None),
)

STORIES = (
    Story(
        title="Kind vets, chaotic reception",
        rating=2,
        text=(
            "We brought our old spaniel in on Saturday with an ear infection. The vet who saw him was "
            "patient, explained the drops properly, and he was comfortable within two days.\n\n"
            "Reception was another matter. I was quoted £64 on the phone and charged £118 at the "
            "desk, and when I asked why I was told to read the small print. "
            "They are crooks about pricing, plain and simple."
        ),
        constructive=(
            "Put the price list on the website, and tell people before the appointment when the weekend rate applies."
        ),
    ),
    Story(
        title="Two days late and no phone call",
        rating=1,
        text=(
            "The van was booked for Thursday morning. Nobody came, nobody rang, and when I got "
            "through at noon I was told the crew was in another county. They turned up on Saturday.\n\n"
            "To be fair, once they arrived they were quick and nothing was broken."
        ),
        constructive="A text message on the morning of the move would have saved us a day off work.",
    ),
    Story(
        title="Root canal without the drama",
        rating=5,
        text=(
            "I have put this off for two years because I was frightened. The dentist talked me "
            "through every step, stopped whenever I raised my hand, and rang the next day to ask how "
            "I was."
        ),
        constructive="The waiting room is cold. Otherwise nothing to add.",
    ),
    Story(
        title="Fixed on Christmas Eve’s eve",
        rating=4,
        text=(
            "Boiler died on the 23rd with a newborn in the house. They had somebody with us in three "
            "hours, and the part came the next morning."
        ),
        constructive="The invoice arrived with the wrong address and took a month to correct.",
    ),
    Story(
        title="They lost my file, then billed me",
        rating=1,
        text=(
            "Three meetings, and at each of them I had to explain the case from the start because the "
            "file could not be found. The final invoice listed eleven hours of reading it."
        ),
        constructive="Give every client one person to call, and keep notes of what was said.",
    ),
    Story(
        title="Our daughter runs in every morning",
        rating=5,
        text=(
            "She cried for the first week and now she runs in without turning round. The staff know "
            "every child by name and send a photo at lunch."
        ),
        constructive="More places in the garden when it rains would be good.",
    ),
    Story(
        title="Good frames, slow lenses",
        rating=3,
        text=(
            "A very thorough eye test and a good choice of frames. The lenses were promised in a week "
            "and took four, and I had to chase each time."
        ),
        constructive="Tell people the real waiting time when they order.",
    ),
    Story(
        title="Deposit returned after four months",
        rating=2,
        text=(
            "The flat was fine. Getting the deposit back was not: four months, nine emails and in the "
            "end a letter before it arrived, less £60 for a lamp that was on the inventory as broken."
        ),
        constructive="Answer emails within a week, even if only to say that there is no news.",
    ),
    Story(
        title="Honest advice about an old frame",
        rating=5,
        text=(
            "I came in to have a 1986 tourer rebuilt and was told, kindly, that it was not worth the "
            "money, and what would be. They then sold me half of what I had planned to buy."
        ),
        constructive="Longer opening hours on Thursdays, please.",
    ),
    Story(
        title="Back on the fells in six weeks",
        rating=5,
        text=(
            "A plan in writing, exercises that I could do at a desk, and somebody who noticed that I "
            "was doing one of them wrong. Six weeks later I was up Skiddaw."
        ),
        constructive="An online booking page would save a phone call.",
    ),
    Story(
        title="Lovely view of the bins",
        rating=2,
        text=(
            "The photographs show the bay. Our room showed the bins of the hotel next door and, at "
            "six in the morning, the lorry that empties them. Breakfast was excellent and the people "
            "were kind about it, but there was no other room."
        ),
        constructive="Say on the website which rooms face the yard.",
    ),
    Story(
        title="Five out of five, would rewire again",
        rating=5,
        text=(
            "Two tidy people, one long day, every room explained before they started and swept when "
            "they left. The certificate came by email that evening."
        ),
        constructive="",
    ),
    Story(
        title="Cold food, warm apology",
        rating=3,
        text=(
            "Main courses came twenty minutes apart and both were lukewarm. The manager took them off "
            "the bill without being asked and sent us home with a pudding."
        ),
        constructive="Two people in the kitchen on a Sunday would do it.",
    ),
    Story(
        title="Passed first time at fifty-two",
        rating=5,
        text=(
            "I failed three tests in the nineties and gave up. My instructor was calm, honest about "
            "what I did wrong, and never once touched the brake for show."
        ),
        constructive="The office rarely answers the phone in the afternoon.",
    ),
    Story(
        title="Nobody told us about the scaffold",
        rating=2,
        text=(
            "The roof is sound now, and I believe it will stay so. But the scaffold stood for eleven "
            "weeks after the last tile, over our only parking space, and every week the answer was "
            "next week."
        ),
        constructive="Put the date of taking it down into the contract.",
    ),
    Story(
        title="A funeral done with great care",
        rating=5,
        text=(
            "They listened more than they talked. My father’s odd requests were treated as if "
            "everybody asked for them, and the bill was to the penny what we had been told."
        ),
        constructive="",
    ),
)
