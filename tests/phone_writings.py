"""The ways in which people write a telephone number, made from the library's example numbers."""

from collections.abc import Iterator

import phonenumbers
from phonenumbers import PhoneNumber, PhoneNumberFormat, PhoneNumberType

MOBILE, LANDLINE = PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE
ABROAD = {"AU": "0011"}  # what is dialled before a country code, where it is not 00


def numbers_of(region: str, kind: int, *, number: int) -> Iterator[PhoneNumber]:
    """So many valid numbers of a country, beginning with the library's example of this kind."""
    example = phonenumbers.example_number_for_type(region, kind)
    assert example is not None
    assert example.national_number is not None
    for step in range(number):
        made = PhoneNumber(example.country_code, example.national_number + step * 1_111)
        assert phonenumbers.is_valid_number_for_region(made, region)
        yield made


def writings(number: PhoneNumber, region: str) -> dict[str, str]:
    """The number as people write it, by the name of the way. All of them name its country or begin with its zero."""
    national = phonenumbers.national_significant_number(number)
    spaced = phonenumbers.format_number(number, PhoneNumberFormat.NATIONAL)
    international = phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL)
    code, rest = (
        number.country_code,
        phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL).split(" ", 1)[1],
    )
    abroad = ABROAD.get(region, "00")
    return {
        "E.164": f"+{code}{national}",
        "00": f"00{code}{national}",
        "abroad": f"{abroad}{code}{national}",
        "abroad, spaced": f"{abroad} {code} {rest}",
        "code without a plus": f"{code}{national}",
        "trunk zero": f"0{national}",
        "national": spaced,
        "dashes": spaced.replace(" ", "-"),
        "dots": spaced.replace(" ", "."),
        "slashes": spaced.replace(" ", "/"),
        "brackets": f"(0{national[:3]}) {national[3:]}",
        "pairs": " ".join(f"0{national}"[at : at + 2] for at in range(0, len(national) + 1, 2)),
        "blanks around": f"  {spaced}\t",
        "line break": f"{spaced}\r\n",
        "two spaces": spaced.replace(" ", "  "),
        "no-break space": spaced.replace(" ", "\N{NO-BREAK SPACE}"),
        "narrow no-break space": spaced.replace(" ", "\N{NARROW NO-BREAK SPACE}"),
        "thin space": spaced.replace(" ", "\N{THIN SPACE}"),
        "no-break hyphen": spaced.replace(" ", "\N{NON-BREAKING HYPHEN}"),
        "en dash": spaced.replace(" ", "\N{EN DASH}"),
        "minus": spaced.replace(" ", "\N{MINUS SIGN}"),
        "dash with spaces": spaced.replace(" ", " - "),
        "international": international,
        "international, dots": international.replace(" ", "."),
        "international, slashes": international.replace(" ", "/"),
        "plus and space": f"+ {code} {rest}",
        "zero in brackets": f"+{code} (0){national}",
        "zero in brackets, spaced": f"+{code} (0) {rest}",
        "00 and zero in brackets": f"00{code} (0){rest}",
        "zero after the code": f"+{code} 0{national}",
        "code in brackets": f"(+{code}) {national}",
        "00 in brackets": f"(00{code}) {rest}",
        "RFC 3966": f"tel:+{code}{national}",
        "RFC 3966, dashes": f"tel:+{code}-{rest.replace(' ', '-')}",
        "full-width digits": _with_digits("０", f"0{national}"),
        "full-width plus": _with_digits("０", f"{code}{national}").join(("＋", "")),
        "Arabic digits": _with_digits("٠", f"0{national}"),
        # what programs put around a number that is copied from them
        "directional marks": f"\N{LEFT-TO-RIGHT EMBEDDING}{international}\N{POP DIRECTIONAL FORMATTING}",
        "left-to-right mark": f"\N{LEFT-TO-RIGHT MARK}{spaced}",
        "zero width space": f"\N{ZERO WIDTH SPACE}{spaced}\N{ZERO WIDTH SPACE}",
        "byte order mark": f"\ufeff{spaced}",
        "soft hyphens": spaced.replace(" ", "\N{SOFT HYPHEN}"),
        "label": f"Tel: {spaced}",
        "label, international": f"Mob. {international}",
    }


def _with_digits(zero: str, digits: str) -> str:
    return "".join(chr(ord(zero) + int(digit)) for digit in digits)
