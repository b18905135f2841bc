"""Sentences with a detail in braces, which differ from review to review, and what stands for the details."""

from collections.abc import Mapping, Sequence

from commands.demo.names import FIRST_NAMES

# what happened, by the mood of `moods.MOODS`
CONTENT_MIDDLES = (
    "{person} rang back within {minutes} minutes and had us in on {day} at {clock}.",
    "I was quoted £{price} and paid £{price}, which is rarer than it should be.",
    "{person} stayed {minutes} minutes longer than was booked, and would not hear of a tip.",
    "It took {minutes} minutes from door to door, and {person} had remembered what we said in {month}.",
    "On {day} the lift was out; {person} and a colleague carried everything up {number} floors without a word.",
    "We have used four others since {month}. None was as careful as {person}.",
    "There was a mistake of £{price} on the bill, in their favour. {person} found it before I did.",
    "I asked for {person} again this year, and got {person}.",
)
MIXED_MIDDLES = (
    "{person} was excellent. Whoever sat at the desk on {day} was not, and that cost us {minutes} minutes.",
    "The job was done by {clock}, as promised; the dust was still there in {month}.",
    "£{price} is fair for the work. Another £{price} for parking was not mentioned before.",
    "It was to be {person} and was somebody else, {number} times out of five. All of them were polite.",
    "The first date was moved from {day} to the week after. After that everything went well.",
)
CROSS_MIDDLES = (
    "We waited {minutes} minutes past our time on {day}, and {person} told us that this was quick.",
    "I was charged £{price} for something that {person} had called free in {month}.",
    "{person} promised to write by {day}. That was {number} weeks ago.",
    "At {clock} nobody had come. At noon {person} said that we were not on the list for {day}.",
    "They kept our deposit of £{price}. {person} says it is in the terms; it is not in those that I signed.",
    "The repair of {month} lasted {number} days, and the second visit cost £{price} again.",
)
# what somebody must look at, and what the first list of banned words knows
FLAGGED = (
    "It is a scam, and I can prove it.",
    "They are crooks, the lot of them.",
    "Frankly a rip-off.",
    "The manager is a liar.",
    "Only an idiot would pay this twice.",
    "I call that fraud, and so does my bank.",
    "Use my discount code at the till and we both save.",
    "What a load of shit.",
)
HELD = (
    "I know where you live, and I will come round.",
    "Somebody should burn it down.",
    "The man at the door is a pervert, everybody here knows it.",
    "I will kill them if they ring me once more.",
)
PROPOSED = ("Tired of waiting? A crypto investment paid for my whole kitchen, ask me how.",)
# texts as they come, now and then
ODD = (
    "Good.",
    "no",
    "👍👍👍",
    "Brilliant!!! 😀🎉 10/10 💯 would recommend 👨‍👩‍👧‍👦",
    "خدمة ممتازة، وصلوا في الموعد المحدد وكان الجميع لطفاء جدًا. سأعود مرة أخرى.",
    "שירות אדיב ומקצועי. חיכינו קצת, אבל היה שווה את זה.",
    "<b>VERY</b> good <script>alert('hi')</script> & cheap. 5 > 4, right?",
    "Très bien accueilli, rien à redire. À bientôt !",
    "服务很好，价格合理，下次还会来。",
    "ok\n\n\n\n\n\nthats it",
)
DETAILS: Mapping[str, Sequence[str]] = {
    "person": FIRST_NAMES,
    "minutes": tuple(str(number) for number in range(11, 96)),
    "price": tuple(str(number) for number in range(14, 980)),
    "number": ("two", "three", "four", "five", "six"),
    "clock": ("half past eight", "nine", "ten to eleven", "a quarter past two", "four", "ten past five"),
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"),
    "month": ("January", "March", "April", "June", "July", "September", "November", "December"),
}
