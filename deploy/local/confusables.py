"""The table of characters that look like Latin letters, made from Unicode's table of confusables (UTS #39)."""

import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from importlib import metadata, resources

from deploy.local.layout import ROOT

PACKAGE = "confusable-homoglyphs"
TABLE = ROOT / "platform" / "banned_words" / "confusables.json"
APOSTROPHE = "'"
LONGEST = 3  # letters that one character may stand for, such as "ae"
# by their names in Unicode: letters that are drawn otherwise, for which the table of confusables has nothing
DRAWN = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL(?: (?:TURNED|REVERSED|INVERTED))?"
    r"|NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER"
    r"|LATIN (?:SMALL|CAPITAL) LETTER(?: (?:TURNED|REVERSED|SCRIPT|DOTLESS|OPEN|BARRED|INSULAR|LONG))?)"
    r" ([A-Z])(?: WITH .+)?"
)
# what pages that write "fancy letters" put for a letter, where Unicode's table has nothing or another letter
FANCY = {
    "a": "Λ∆дᗩ卂₳ค",
    "b": "вᗷ乃฿ɮ",
    "c": "ςᑕ匚₵ɔ",
    "d": "∂ᗪᎠ₫",
    "e": "єεɛᗴ乇",
    "f": "ғϝʄɟᖴ千₣",
    "g": "ᘜᎶ₲",
    "h": "нђɧᕼ卄Ꮒ",
    "i": "丨ꓲ𐌉Ꮖ",
    "j": "נ",
    "k": "ҝҜĸӄᏦ₭",
    "l": "ᒪㄥ",
    "m": "м爪ᗰ₥",
    "n": "ηŋпиռᑎ几₦",
    "o": "σㄖ",
    "p": "ρ℘քþᑭ卩₱",
    "r": "яཞᖇ尺ᎡᏒ",
    "s": "§ֆƨᔕ丂₴Ⴝร",
    "t": "тȶɬㄒᎿᏖ₮",
    "u": "µμυцʊᑌㄩ",
    "w": "ωшщաᗯ山₩",
    "x": "χ乂",
    "y": "ყㄚ",
    "z": "乙",
}


def write_confusables() -> None:
    """Only what matching needs: for each character outside ASCII, the small letters or the apostrophe it looks like."""
    found = {**dict(_drawn()), **dict(_letters())}
    # a small letter that is drawn like its capital, such as the Cyrillic ka
    small = {lower: found[capital] for capital in found if len(lower := capital.lower()) == 1 and lower not in found}
    fancy = {character: letter for letter, characters in FANCY.items() for character in characters}
    table: dict[str, str] = {}
    for character, letters in sorted({**small, **found, **fancy}.items()):
        table[letters] = table.get(letters, "") + character
    origin = f"Unicode's confusables.txt (UTS #39), as in {PACKAGE} {metadata.version(PACKAGE)}"
    source = f"{origin}, names of letters, and fancy letters"
    TABLE.write_text(json.dumps({"source": source, "look_like": dict(sorted(table.items()))}, indent=0) + "\n")


def _drawn() -> Iterator[tuple[str, str]]:
    for character in map(chr, range(sys.maxunicode + 1)):
        letter = DRAWN.fullmatch(unicodedata.name(character, ""))
        # what has marks apart is read without them anyway
        if letter and not character.isascii() and not unicodedata.decomposition(character):
            yield character, letter[1].lower()


def _letters() -> Iterator[tuple[str, str]]:
    # not imported: the package reads two tables of a megabyte when it is imported
    read = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8")
    table = {character: [look["c"] for look in looks] for character, looks in json.loads(read).items()}
    for character, looks in table.items():
        if len(character) == 1 and not character.isascii():
            # some look like a character that itself looks like a letter
            further = [another for look in looks for another in table.get(look, ())]
            found = [letters for look in (*looks, *further) if (letters := _plain(character, look))]
            if found:
                yield character, found[0]


def _plain(character: str, look: str) -> str:
    """Small letters without marks, or an apostrophe; empty for everything else."""
    bare = "".join(part for part in unicodedata.normalize("NFKD", look) if not unicodedata.combining(part))
    if bare == APOSTROPHE:
        return bare
    if not (bare.isascii() and bare.isalpha() and len(bare) <= LONGEST):
        return ""
    # the table has one shape for I, l, 1 and |: what is a capital letter or a number is read as a capital
    if bare == "l" and (unicodedata.category(character) == "Lu"):
        return "i"
    return bare.lower()


if __name__ == "__main__":
    write_confusables()
