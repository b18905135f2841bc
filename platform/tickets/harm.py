"""Whether a message must be read first: it holds a harmful banned word, or says that somebody will be hurt."""

import re

from banned_words.matching import search_texts

# somebody will hurt themself or another; a short list, because everything else is read within hours anyway
_DANGER = re.compile(
    r"""\b(?:
        kill(?:ing)?\s+(?:(?:my|him|her|your)self|themselves|you|him|her|them|someone|somebody|everyone|everybody)
        | (?:end|ending|take|taking)\s+my\s+(?:own\s+)?life
        | suicid(?:e|al)
        | (?:hurt|harm|cut)(?:t?ing)?\s+(?:(?:my|him|her|your)self|themselves)
        | (?:hurt|harm|shoot|stab|beat)\s+(?:you|him|her|them|someone|somebody)
        | (?:want|going|wish)\s+to\s+(?:die|be\s+dead)
        | (?:bomb|burn\s+down)\s+(?:the|your|this)\s+\w+
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)


def is_harmful(*texts: str) -> bool:
    """Whether one of the texts has the highest priority."""
    _, ((*matches,),) = search_texts([texts])
    found = any(match.is_harmful and not match.is_shadow for of_text in matches for match in of_text)
    return found or any(map(is_dangerous, texts))


def is_dangerous(text: str) -> bool:
    """Whether a text says that somebody will be hurt."""
    return _DANGER.search(text) is not None
