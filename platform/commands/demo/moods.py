"""Sentences of which reviews are put together that could be about any company."""

from typing import NamedTuple

from commands.demo.details import CONTENT_MIDDLES, CROSS_MIDDLES, MIXED_MIDDLES


class Mood(NamedTuple):
    """Reviews of one temper: a title, an opening, what happened, an end, and perhaps a hint for the company."""

    ratings: tuple[int, ...]
    titles: tuple[str, ...]
    openings: tuple[str, ...]
    middles: tuple[str, ...]
    closings: tuple[str, ...]
    hints: tuple[str, ...]


CONTENT = Mood(
    ratings=(5, 5, 4),
    titles=(
        "Would go again",
        "Calm, clear, on time",
        "Nothing to complain about",
        "Kind people",
        "Better than the last three",
        "Did what they said",
        "Worth the drive",
        "Everybody was lovely",
        "Quick and careful",
        "A pleasure from start to finish",
    ),
    openings=(
        "I came on a recommendation and can see why.",
        "Booked online on a Sunday evening and had an answer by eight the next morning.",
        "Third time that I have used them, and still as good as the first.",
        "I was nervous about this and need not have been.",
        "Arrived ten minutes early and was seen ten minutes early.",
        "My mother chose them, and she does not choose lightly.",
        "We had been let down twice elsewhere before we came here.",
    ),
    middles=(
        *CONTENT_MIDDLES,
        "The person who looked after us explained what would happen, what it would cost and how long it would "
        "take, and all three turned out to be true.",
        "They noticed something that nobody else had, told me about it plainly and left it to me to decide.",
        "Everything was clean, everybody was polite, and the bill was what had been said on the phone.",
        "I had a long list of questions. None of them was treated as a silly one.",
        "Something did go wrong half-way through. They rang me before I knew, and had put it right by the afternoon.",
        "They could easily have sold me more than I needed, and did not.",
    ),
    closings=(
        "I have told my neighbours.",
        "Thank you, especially to the young man at the front desk.",
        "I will be back in the spring.",
        "Parking is on the street, but there was room.",
        "Five minutes from the station, which helps.",
        "If you are in two minds: go.",
    ),
    hints=(
        "Nothing, really. Perhaps a hook for coats.",
        "Send the invoice by email as well.",
        "The sign is easy to miss from the road.",
        "It would help to see the prices before booking.",
        "More appointments after five, please.",
        "",
    ),
)
MIXED = Mood(
    ratings=(3,),
    titles=(
        "Fine, with one or two buts",
        "Good work, poor messages",
        "Half and half",
        "All right in the end",
        "Nice people, long wait",
    ),
    openings=(
        "The work itself was good.",
        "I wanted to like this more than I did.",
        "Nothing terrible, nothing special.",
        "A mixed day.",
    ),
    middles=(
        *MIXED_MIDDLES,
        "The appointment began forty minutes late and nobody said why. Once it began, I had no complaints.",
        "Two people told me two different prices. In the end I paid the lower one, after asking three times.",
        "They were friendly and knew their trade, but the room was cold and the card reader did not work.",
        "What was promised for Tuesday came on Friday. It was worth having when it came.",
    ),
    closings=(
        "I might come again if I lived nearer.",
        "Three stars, and I have thought about it.",
        "With a little more order it would be very good.",
        "Ask for the date in writing.",
    ),
    hints=(
        "Ring when you are running late. People can use the time.",
        "Agree on one price list.",
        "Heat the waiting room in November.",
        "",
    ),
)
CROSS = Mood(
    ratings=(1, 2, 1),
    titles=(
        "Not what was promised",
        "I want my afternoon back",
        "Please read your own emails",
        "Charged for nothing",
        "Never an answer",
        "Disappointing",
    ),
    openings=(
        "I have waited two weeks before writing this, to be fair.",
        "I do not often write reviews.",
        "The first visit was fine, which makes the second harder to understand.",
        "Four phone calls, three emails, one visit.",
    ),
    middles=(
        *CROSS_MIDDLES,
        "I was told that somebody would ring back. Nobody did, and when I went there in person I was told "
        "that there was no record of me.",
        "What I paid for was not what I got, and when I said so I was shown a clause on the back of the form.",
        "They charged a call-out fee for a visit on which nothing was done, because the part had been left behind.",
        "The man who came was rude to my husband and left mud on the stairs. The repair lasted until the evening.",
        "It took six weeks and a letter to get back what I had paid twice by mistake.",
    ),
    closings=(
        "I have since gone elsewhere.",
        "I would like somebody to ring me.",
        "One star because none is not possible.",
        "A simple apology would have done.",
        "It felt like a scam.",
    ),
    hints=(
        "Answer emails, even if only to say that you have them.",
        "Keep a note of who was promised what.",
        "Train people at the desk to say sorry.",
        "Do not charge for a visit on which nothing was done.",
        "",
    ),
)

# most people are content
MOODS = (CONTENT, CONTENT, CONTENT, MIXED, CROSS)
