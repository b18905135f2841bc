"""The lines that mail programs write above a mail that they quote, in many languages.

Two forms: a sentence such as `On 2 Nov 2026 at 10:00, Desk <desk@shop.example> wrote:`, on up to four lines; and a
block of `From:`, `Sent:`, `To:`, `Subject:`. People write such lines too, so each function accepts only what programs
write.
"""

import re
from collections.abc import Mapping, Sequence

MOST_LINES = 4  # of a sentence
MOST_CHARACTERS = 400  # of a sentence
MOST_BLOCK = 16  # lines of a block
MOST_WRAPPED = 3  # further lines of one label, such as a long list of recipients
A_WRAPPED_LINE = 60  # characters from which programs break a line

_TIME = re.compile(r"\d{1,2}[:.h]\d{2}|\d ?[AaPp]\.?[Mm]\b|\d ?[時点时시]")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)\d{1,2}[./-]\d{1,2}[./-]\d{2}(?!\d)")
_DATED = re.compile(r"\d")
_EMAIL = re.compile(r"[^\s<>()\[\]:;,\"]+@[^\s<>()\[\]:;,\"]+")
_ENDS = re.compile(r"[:\uff1a][\s*_]*$")
_WROTE = re.compile(
    r"wrote|schrieb|geschrieben|[ée]crit|escribi[óo]|escreveu|ha scritto|scrive|schreef|geschreven|napisał"
    r"|nadesłał|pisze|skrev",
    re.IGNORECASE,
)
# people who quote their own mail
_BY_MYSELF = re.compile(
    r"\bI (?:\w+ )?wrote|\bschrieb ich|\bich (?:\w+ )?schrieb|j.ai écrit|\bescribí\b|\bescrevi\b|\bho scritto"
    r"|\bschreef ik",
    re.IGNORECASE,
)
# how a sentence begins; its later lines do not begin so
_OPENS = re.compile(
    r"(?:on|am|le|el|il|op|em|no dia|a|à|w dniu|dnia|den|v|dne|pe|quoting|zitat von|wiadomość napisana przez)[ .]",
    re.IGNORECASE,
)
# it may also begin with a day (`pon., 2 lis 2026`, `4 dec. 2024`, `2026年1月1日`), or with the writer's name
_OPENS_WITH_DAY = re.compile(r"[^\W\d_]{2,12}[.,]*\s+\d{1,2}\b(?![:h])|\d{1,2}[. /-]{1,2}\S|(?:19|20)\d\d\s?[-./年년]")
_OPENS_WITH_NAME = re.compile(
    r"[\"'“]?[^\W\d_][^<>@:]{0,80}[\s(<\[]+[^\s<>@]+@"
    r"|(?:[A-ZÀ-ÞĄĆŁŚŹŻ][\w.'-]*\s){1,5}(?:wrote|schrieb|schreef|a écrit|escribió|escreveu|ha scritto|napisał|skrev)"
    r"(?=.{0,60}(?:\d{4}|\d[./-]\d))"
)

_ANSWERS_WITHIN = re.compile(
    r"\b(?:answer|repl(?:y|ies)|comment|antwort|anmerkung|réponse|commentaire|respuesta|comentario|rispost|comment[io]"
    r"|resposta|comentário|antwoord|opmerking|odpowied|komentarz|svar|kommentar)\w*[^.!?\n]{0,60}"
    r"\b(?:below|in[ -]?line|in (?:red|blue|green|bold|capitals)|between|unten|im text|in rot|ci-dessous"
    r"|dans le texte|en rouge|abajo|en rojo|sotto|nel testo|in rosso|abaixo|no texto|a vermelho|em vermelho|hieronder"
    r"|in de tekst|in (?:het )?rood|poniżej|w tekście|na czerwono|nedan|i texten|i rött|nedenfor)\b"
    r"|\b(?:inline|below|unten|ci-dessous|hieronder|poniżej)\b[^.!?\n]{0,30}\b(?:answer|repl|antwort|répon|antwoord|odpowied)",
    re.IGNORECASE,
)
_SPOKEN = tuple("\"'“”„«»‚‘")

_LABELS: Mapping[str, str] = {
    "from": "from von de da van od från fra lähettäjä expéditeur remitente mittente absender afzender nadawca"
    " avsändare от feladó gönderen kimden de~la από 差出人 发件人",
    "date": "sent date gesendet gesendet~am datum envoyé envoyé~le enviado enviado~el enviado~em enviada"
    " enviada~em fecha data inviato inviato~il verzonden verzonden~op wysłano wysłane skickat"
    " skickat~den sendt dato lähetetty päiväys odesláno data~wysłania отправлено дата küldve elküldve"
    " gönderildi tarih trimis στάλθηκε ημερομηνία 送信日時 日付 发送时间",
    "to": "to an à a para aan do till til vastaanottaja komu destinataire destinatario кому címzett kime"
    " către προς 宛先 收件人",
    "cc": "cc bcc kopie kopia copie copie~à kopi cci dw copia копия 抄送",
    "subject": "subject betreff objet sujet asunto oggetto assunto onderwerp temat ämne emne aihe předmět тема"
    " tárgy konu subiect θέμα 件名 主题",
    "other": "reply-to antwort~an répondre~à responder~a rispondi~a antwoord~aan importance wichtigkeit"
    " priority priorität attachments anlagen pièces~jointes adjuntos allegati anexos bijlagen"
    " załączniki",
}
_KIND = {name.replace("~", " "): kind for kind, names in _LABELS.items() for name in names.split()}
_LABEL = re.compile(r"[*_]*([^\W\d_][^\W\d_ -]*(?:[ -][^\W\d_]+)?)[*_]*\s?[:\uff1a][*_]*(?:\s+|$)(.*)")
_BLOCK_BEGINS = ("from", "date", "to", "subject")

_RULE = re.compile(r"[-_=*]{5,}|[-*]{3}")
# the words above a block or instead of it, between dashes or with a colon
_ANNOUNCED = re.compile(
    r"original(?: |-)?(?:message|nachricht|meddelande|mail)|ursprüngliche (?:nachricht|mail)"
    r"|(?:message|mail|courriel) d.?origine|(?:message|mail|courriel) original|mensaje original"
    r"|messaggio originale|mensagem original|oorspronkelijke? bericht|origineel bericht|oryginalna wiadomość"
    r"|wiadomość oryginalna|ursprungligt meddelande|oprindelig (?:meddelelse|besked)|opprinnelig melding"
    r"|alkuperäinen viesti|původní (?:zpráva|e-mail)|forwarded (?:message|by)|weitergeleitete nachricht"
    r"|weitergeleiteten nachricht|message (?:transféré|réexpédié)|mensaje reenviado|messaggio inoltrato"
    r"|mensagem (?:re)?encaminhada|doorgestuurd bericht|(?:przekazan|przekazywan)\w+ wiadomoś\w+"
    r"|wiadomość przekazana|vidarebefordrat (?:meddelande|brev)|videresendt (?:meddelelse|melding|besked)"
    r"|原始邮件|^[-\s]*original[-\s]*$",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"forward|weitergeleitet|transf|réexp|reenviad|inoltrat|encaminhad|doorgestuurd|przeka|vidarebef|videresend",
    re.IGNORECASE,
)
_BETWEEN_DASHES = re.compile(
    r"[-_=*\s]{3,}[^-_=*]+(?:-[^-_=*]+)?[-_=*\s]{3,}|original message processed by.*", re.IGNORECASE
)
_WITH_COLON = re.compile(r"[^:]{5,60}\s?:")


def start_of_sentence(seen: Sequence[str], end: int, *, by: str, strict: bool) -> int | None:
    """The first line of the sentence that ends on the line before `end`; None if there is none.

    It ends with a colon and has a day or an address. `strict`: it must have two of day, time and address, which people
    do not write, and must not name `by`.
    """
    found = None
    for begin in range(end - 1, max(-1, end - 1 - MOST_LINES), -1):
        if not seen[begin]:
            break
        said = " ".join(seen[begin:end]).strip("- ")
        if len(said) > MOST_CHARACTERS or not (_ENDS.search(said) or (is_full(said) and _WROTE.search(said))):
            break
        if found is not None and not (_OPENS.match(said) and _goes_on(seen[begin], seen[begin + 1])):
            continue
        if _is_sentence(said, by=by, strict=strict):
            found = begin
            if _OPENS.match(said):
                return begin
    return found


def says_answers_follow(text: str) -> bool:
    """Whether the text says that answers are inside the quotation, as in `my answers are below in red`."""
    return bool(_ANSWERS_WITHIN.search(text))


def begins_spoken(line: str) -> bool:
    """Whether a line begins with a quotation mark. People quote so, programs do not."""
    return line[:1] in _SPOKEN


def is_own_introduction(line: str) -> bool:
    """Whether a line above lines with `>` introduces the writer's own list, such as `These are my points:`."""
    return bool(_ENDS.search(line)) and not _WROTE.search(line)


def is_full(said: str) -> bool:
    """Whether a sentence has an address, a day and a time. People do not write all three."""
    return bool(_EMAIL.search(said) and _TIME.search(said) and _YEAR.search(said))


def is_header_block(seen: Sequence[str], at: int, *, by: str) -> bool:
    """Whether a block with writer, date, recipient and subject begins at line `at`. False if `by` is the writer: web
    forms send such lines above the words of the person who filled them in.
    """
    first = _label(seen[at])
    if first is None or first[0] not in _BLOCK_BEGINS:
        return False
    values: dict[str, str] = {}
    last, wrapped = "", 0
    for line in seen[at : at + MOST_BLOCK]:
        found = _label(line)
        if found is not None and found[0] not in values:
            last, wrapped = found[0], 0
            values[last] = found[1]
        elif line and last and not (values[last] and last == "subject" and wrapped):
            wrapped += 1
            if wrapped > MOST_WRAPPED:
                break
            values[last] += " " + line
        elif not line and len(values) >= _ENOUGH and "subject" in values:
            break
    return _is_complete(values) and not (by and by in values["from"].lower())


_ENOUGH = 3  # labels
_ENOUGH_KNOWN = 2


def _is_complete(values: Mapping[str, str]) -> bool:
    named = [kind for kind in ("from", "date", "to", "subject") if kind in values]
    if "from" not in values or "date" not in values or len(named) < _ENOUGH:
        return False
    day, time = _YEAR.search(values["date"]), _TIME.search(values["date"])
    if len(named) > _ENOUGH:
        return bool(day or time)
    return bool(day and time and ("subject" in values or _EMAIL.search(values["from"])))  # a journey has the others


def announces(line: str) -> bool:
    """Whether a line says that another mail follows, such as `-----Original Message-----`."""
    return bool(_BETWEEN_DASHES.fullmatch(line) and _ANNOUNCED.search(line))


def announces_original(line: str) -> bool:
    """Whether a line announces the mail that is answered, not a forwarded one."""
    return announces(line) and not _FORWARDED.search(line)


def introduces(line: str) -> bool:
    """Whether a line above a header belongs to it: a rule, or an announcement such as `Begin forwarded message:`."""
    return announces(line) or is_rule(line) or bool(_WITH_COLON.fullmatch(line) and _ANNOUNCED.search(line))


def is_rule(line: str) -> bool:
    """Whether a line is a ruled line, such as `-----`."""
    return bool(_RULE.fullmatch(line.replace(" ", "")))


def _is_sentence(said: str, *, by: str, strict: bool) -> bool:
    opens = _OPENS.match(said) or _OPENS_WITH_DAY.match(said) or _OPENS_WITH_NAME.match(said)
    email = _EMAIL.search(said)
    if not opens or _BY_MYSELF.search(said) or not (email or _WROTE.search(said)):
        return False
    if not strict:
        return bool(email or _DATED.search(said))
    known = sum(map(bool, (email, _TIME.search(said), _YEAR.search(said))))
    return known >= _ENOUGH_KNOWN and not (by and by in said.lower())


def _goes_on(line: str, following: str) -> bool:
    """Whether a program has broken the sentence after this line."""
    has_day = bool(_TIME.search(line) or _YEAR.search(line))
    return has_day or len(line) + len(following.split(maxsplit=1)[0]) >= A_WRAPPED_LINE


def _label(line: str) -> tuple[str, str] | None:
    found = _LABEL.fullmatch(line)
    kind = found and _KIND.get(found[1].lower())
    return (kind, found[2].strip()) if found and kind else None
