"""Generate the table of characters that look like Latin letters, from Unicode's table of confusables (UTS #39)."""

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
# Unicode names of variants of letters that are missing in the table of confusables
DRAWN = re.compile(
    r"(?:LATIN LETTER SMALL CAPITAL(?: (?:TURNED|REVERSED|INVERTED))?"
    r"|NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER"
    r"|LATIN (?:SMALL|CAPITAL) LETTER(?: (?:TURNED|REVERSED|SCRIPT|DOTLESS|OPEN|BARRED|INSULAR|LONG))?)"
    r" ([A-Z])(?: WITH .+)?"
)
# characters that "fancy text" websites use for a letter, if Unicode's table has none or another letter
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
    """Write the part that matching needs: for each non-ASCII character, the small letters or apostrophe that it
    resembles.
    """
    found = {**dict(_drawn()), **dict(_letters())}
    # small letters that look like their capital, such as the Cyrillic ka
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
        # matching removes decomposable marks anyway
        if letter and not character.isascii() and not unicodedata.decomposition(character):
            yield character, letter[1].lower()


def _letters() -> Iterator[tuple[str, str]]:
    # read as a file, because importing the package loads two tables of 1 MB
    read = resources.files("confusable_homoglyphs").joinpath("confusables.json").read_text(encoding="utf-8")
    table = {character: [look["c"] for look in looks] for character, looks in json.loads(read).items()}
    for character, looks in table.items():
        if len(character) == 1 and not character.isascii():
            # some resemble a character that itself resembles a letter
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
    # the table has one shape for I, l, 1 and |; capital letters and numbers are read as a capital I
    if bare == "l" and (unicodedata.category(character) == "Lu"):
        return "i"
    return bare.lower()


if __name__ == "__main__":
    write_confusables()
