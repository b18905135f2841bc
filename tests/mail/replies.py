"""What mail programs write above the mail that a reply quotes, in eight languages and a few more."""


def _by_program(text: str) -> dict[str, str]:
    """The lines below each name."""
    return dict(each.split("\n", 1) for each in text.strip().removeprefix("=== ").split("\n=== "))


# above lines marked by `>`
SENTENCES = _by_program("""
=== gmail en
On Mon, Nov 2, 2026 at 10:00 AM Shop Desk <desk@shop.example> wrote:
=== gmail en, broken
On Mon, Nov 2, 2026 at 10:00 AM Shop Desk
<desk@shop.example> wrote:
=== gmail en, broken in the name
On Mon, Nov 2, 2026 at 10:00 AM The Very Long Named Customer Care Desk
of the Shop <desk@shop.example> wrote:
=== gmail en, address on its own
On Mon, Nov 2, 2026 at 10:00 AM Shop Desk <
desk@shop.example> wrote:
=== apple en
On 2 Nov 2026, at 10:00, Shop Desk <desk@shop.example> wrote:
=== apple en, wrote alone
On Nov 2, 2026, at 10:00 AM, Shop Desk
<desk@shop.example>
wrote:
=== thunderbird en
On 02/11/2026 10:00, Shop Desk wrote:
=== proton en
On Monday, November 2nd, 2026 at 10:00 AM, Shop Desk <desk@shop.example> wrote:
=== k9 en
On November 2, 2026 10:00:00 AM GMT+01:00, Shop Desk <desk@shop.example> wrote:
=== evolution en
On Mon, 2026-11-02 at 10:00 +0000, Shop Desk wrote:
=== horde en
Quoting Shop Desk <desk@shop.example>:
=== gmail de
Am Mo., 2. Nov. 2026 um 10:00 Uhr schrieb Shop Desk <desk@shop.example>:
=== gmail de, broken
Am Mo., 2. Nov. 2026 um 10:00 Uhr schrieb Shop Desk <
desk@shop.example>:
=== gmail de mobile
Shop Desk <desk@shop.example> schrieb am Mo., 2. Nov. 2026, 10:00:
=== apple de
Am 02.11.2026 um 10:00 schrieb Shop Desk <desk@shop.example>:
=== thunderbird de
Am 02.11.26 um 10:00 schrieb Shop Desk:
=== yahoo de
Am Montag, 2. November 2026, 10:00:00 MEZ hat Shop Desk <desk@shop.example> Folgendes geschrieben:
=== gmail fr
Le lun. 2 nov. 2026 à 10:00, Shop Desk <desk@shop.example> a écrit\u00a0:
=== gmail fr, broken
Le lun. 2 nov. 2026 à 10:00, Shop Desk <desk@shop.example> a
écrit :
=== apple fr
Le 2 nov. 2026 à 10:00, Shop Desk <desk@shop.example> a écrit :
=== thunderbird fr
Le 02/11/2026 à 10:00, Shop Desk a écrit :
=== gmail es
El lun, 2 nov 2026 a las 10:00, Shop Desk (<desk@shop.example>) escribió:
=== apple es
El 2 nov 2026, a las 10:00, Shop Desk <desk@shop.example> escribió:
=== thunderbird es
El 2/11/26 a las 10:00, Shop Desk escribió:
=== gmail it
Il giorno lun 2 nov 2026 alle ore 10:00 Shop Desk <desk@shop.example> ha
scritto:
=== apple it
Il giorno 2 nov 2026, alle ore 10:00, Shop Desk <desk@shop.example> ha scritto:
=== thunderbird it
Il 02/11/2026 10:00, Shop Desk ha scritto:
=== gmail pt
Em seg., 2 de nov. de 2026 às 10:00, Shop Desk <desk@shop.example>
escreveu:
=== gmail pt-pt
Shop Desk <desk@shop.example> escreveu (segunda, 2/11/2026 à(s) 10:00):
=== apple pt
Em 2 de nov. de 2026, à(s) 10:00, Shop Desk <desk@shop.example> escreveu:
=== apple pt-pt
No dia 2/11/2026, às 10:00, Shop Desk <desk@shop.example> escreveu:
=== thunderbird pt
Em 02/11/2026 10:00, Shop Desk escreveu:
=== gmail nl
Op ma 2 nov 2026 om 10:00 schreef Shop Desk <desk@shop.example>:
=== apple nl
Op 2 nov. 2026 om 10:00 heeft Shop Desk <desk@shop.example> het volgende geschreven:
=== thunderbird nl
Op 2-11-2026 om 10:00 schreef Shop Desk:
=== gmail pl
pon., 2 lis 2026 o 10:00 Shop Desk <desk@shop.example> napisał(a):
=== apple pl
Wiadomość napisana przez Shop Desk <desk@shop.example> w dniu 2 lis 2026, o godz. 10:00:
=== thunderbird pl
W dniu 2.11.2026 o 10:00, Shop Desk pisze:
=== yahoo pl
W dniu poniedziałek, 2 listopada 2026 10:00:00 CET użytkownik Shop Desk <desk@shop.example> napisał:
=== gmail sv
Den mån 2 nov. 2026 kl 10:00 skrev Shop Desk <desk@shop.example>:
=== apple sv
2 nov. 2026 kl. 10:00 skrev Shop Desk <desk@shop.example>:
=== thunderbird sv
Den 2026-11-02 kl. 10:00, skrev Shop Desk:
=== gmail da
man. 2. nov. 2026 kl. 10.00 skrev Shop Desk <desk@shop.example>:
=== gmail fi
ma 2. marrask. 2026 klo 10.00 Shop Desk (desk@shop.example) kirjoitti:
=== gmail cs
po 2. 11. 2026 v 10:00 odesílatel Shop Desk <desk@shop.example> napsal:
=== gmail ja
2026年11月2日(月) 10:00 Shop Desk <desk@shop.example>:
=== tutanota
2. Nov. 2026, 10:00 von desk@shop.example:
=== spark
On 2 Nov 2026 at 10:00 +0000, Shop Desk <desk@shop.example>, wrote:
=== roundcube pl
W dniu 2026-11-02 10:00, Shop Desk napisał(a):
=== mail ru
Понедельник, 2 ноября 2026, 10:00 +03:00 от Shop Desk <desk@shop.example>:
=== yahoo, old
--- On Mon, 2/11/26, Shop Desk <desk@shop.example> wrote:
=== no colon
Am 02.11.2026 um 10:00 schrieb Shop Desk <desk@shop.example>
=== thunderbird de, old
Shop Desk schrieb am 02.11.2026 um 10:00:
=== roundcube nl
Shop Desk schreef op 2026-11-02 10:00:
=== mutt
On Mon, Nov 02, 2026 at 10:00:00AM +0000, Shop Desk wrote:
=== gnus
Shop Desk <desk@shop.example> writes:
=== web pt
Em Seg 02/11/26 10:00, Shop Desk desk@shop.example escreveu:
=== yandex
02.11.2026, 10:00, "Shop Desk" <desk@shop.example>:
=== gmail zh
Shop Desk <desk@shop.example> 于2026年11月2日周一 10:00写道：
""")

# above a mail that reaches to the end without marks
UNMARKED = _by_program("""
=== yahoo en
On Monday, 2 November 2026 at 10:00:00 GMT, Shop Desk <desk@shop.example> wrote:
=== outlook mac
On 02/11/2026, 10:00, "Shop Desk" <desk@shop.example> wrote:
=== webmail en
On 02/11/2026 10:00 GMT Shop Desk <desk@shop.example> wrote:
=== webmail de
Shop Desk <desk@shop.example> hat am 02.11.2026 10:00 CET geschrieben:
=== webmail it
Il 02/11/2026 10:00 CET Shop Desk <desk@shop.example> ha scritto:
=== webmail fr
Le 02/11/2026 10:00 CET, Shop Desk <desk@shop.example> a écrit :
=== webmail nl
Op 02-11-2026 10:00 CET schreef Shop Desk <desk@shop.example>:
=== webmail pl
Dnia 2 listopada 2026 10:00 Shop Desk <desk@shop.example> napisał(a):
=== original
------- Original Message -------
On Monday, November 2nd, 2026 at 10:00 AM, Shop Desk <desk@shop.example> wrote:
=== outlook en
From: Shop Desk <desk@shop.example>
Sent: Monday, November 2, 2026 10:00 AM
To: Ann <ann@client.example>
Subject: Order
=== outlook en, ruled
________________________________
From: Shop Desk <desk@shop.example>
Sent: 02 November 2026 10:00
To: Ann
Subject: Order
=== outlook en, many
From: Shop Desk [mailto:desk@shop.example]
Sent: 02 November 2026 10:00
To: Ann; Bob
<bob@client.example>; Cleo
Cc: Dan
Subject: Order 5512
and more
=== outlook en, bold
*From:* Shop Desk <desk@shop.example>
*Sent:* Monday, November 2, 2026 10:00 AM
*To:* Ann
*Subject:* Order
=== outlook en, spaced
From: Shop Desk <desk@shop.example>

Sent: Monday, November 2, 2026 10:00 AM

To: Ann

Subject: Order
=== outlook en, old
-----Original Message-----
From: Shop Desk
Sent: 02 November 2026 10:00
To: Ann
Subject: Order
=== phone en
-------- Original message --------
From: Shop Desk <desk@shop.example>
Date: 02/11/2026 10:00 (GMT+00:00)
To: ann@client.example
Subject: Order
=== forward
Begin forwarded message:

From: Shop Desk <desk@shop.example>
Subject: Order
Date: 2 November 2026 at 10:00:00 GMT
To: ann@client.example
=== forward of gmail
---------- Forwarded message ---------
From: Shop Desk <desk@shop.example>
Date: Mon, Nov 2, 2026 at 10:00 AM
Subject: Order
To: <ann@client.example>
=== outlook de
Von: Shop Desk <desk@shop.example>
Gesendet: Montag, 2. November 2026 10:00
An: Ann <ann@client.example>
Betreff: Bestellung
=== outlook de, old
-----Ursprüngliche Nachricht-----
Von: Shop Desk
Gesendet: Montag, 2. November 2026 10:00
An: Ann
Betreff: Bestellung
=== phone de
-------- Ursprüngliche Nachricht --------
Von: Shop Desk <desk@shop.example>
Datum: 02.11.26 10:00 (GMT+01:00)
An: ann@client.example
Betreff: Bestellung
=== web de
Gesendet: Montag, 2. November 2026 um 10:00 Uhr
Von: "Shop Desk" <desk@shop.example>
An: ann@client.example
Betreff: Bestellung
=== outlook fr
De : Shop Desk <desk@shop.example>
Envoyé : lundi 2 novembre 2026 10:00
À : Ann <ann@client.example>
Objet : Commande
=== outlook fr, old
-----Message d'origine-----
De : Shop Desk
Envoyé : lundi 2 novembre 2026 10:00
À : Ann
Objet : Commande
=== web fr
----- Mail original -----
De: Shop Desk <desk@shop.example>
À: Ann
Envoyé: Lundi 2 Novembre 2026 10:00:00
Objet: Commande
=== outlook es
De: Shop Desk <desk@shop.example>
Enviado: lunes, 2 de noviembre de 2026 10:00
Para: Ann <ann@client.example>
Asunto: Pedido
=== outlook es, old
-----Mensaje original-----
De: Shop Desk
Enviado el: lunes, 2 de noviembre de 2026 10:00
Para: Ann
Asunto: Pedido
=== outlook it
Da: Shop Desk <desk@shop.example>
Inviato: lunedì 2 novembre 2026 10:00
A: Ann <ann@client.example>
Oggetto: Ordine
=== phone it
-------- Messaggio originale --------
Da: Shop Desk <desk@shop.example>
Data: 02/11/26 10:00 (GMT+01:00)
A: ann@client.example
Oggetto: Ordine
=== outlook pt
De: Shop Desk <desk@shop.example>
Enviado: segunda-feira, 2 de novembro de 2026 10:00
Para: Ann <ann@client.example>
Assunto: Pedido
=== outlook pt, old
-----Mensagem original-----
De: Shop Desk
Enviada em: segunda-feira, 2 de novembro de 2026 10:00
Para: Ann
Assunto: Pedido
=== outlook nl
Van: Shop Desk <desk@shop.example>
Verzonden: maandag 2 november 2026 10:00
Aan: Ann <ann@client.example>
Onderwerp: Bestelling
=== outlook nl, old
-----Oorspronkelijk bericht-----
Van: Shop Desk
Verzonden: maandag 2 november 2026 10:00
Aan: Ann
Onderwerp: Bestelling
=== outlook pl
Od: Shop Desk <desk@shop.example>
Wysłano: poniedziałek, 2 listopada 2026 10:00
Do: Ann <ann@client.example>
Temat: Zamówienie
=== outlook pl, old
-----Oryginalna wiadomość-----
Od: Shop Desk
Wysłano: 2 listopada 2026 10:00
Do: Ann
Temat: Zamówienie
=== outlook sv
Från: Shop Desk <desk@shop.example>
Skickat: den 2 november 2026 10:00
Till: Ann <ann@client.example>
Ämne: Order
=== em client
------ Original Message ------
From "Shop Desk" <desk@shop.example>
To "Ann" <ann@client.example>
Date 02/11/2026 10:00:00
Subject Order
=== qq
------------------ Original ------------------
From: Shop Desk <desk@shop.example>
Date: Mon, Nov 2, 2026 10:00 AM
To: Ann
Subject: Order
=== hotmail, old
Date: Mon, 2 Nov 2026 10:00:00 +0000
Subject: Order
From: desk@shop.example
To: ann@client.example
=== outlook ru
От: Shop Desk <desk@shop.example>
Отправлено: 2 ноября 2026 г. 10:00
Кому: Ann
Тема: Заказ
=== zoho
---- On Mon, 02 Nov 2026 10:00:00 +0000 Shop Desk <desk@shop.example> wrote ----
=== notes
Von:        Shop Desk <desk@shop.example>
An:        Ann <ann@client.example>,
Kopie:        bob@client.example
Datum:        02.11.2026 10:00
Betreff:        Bestellung
=== web it
----Messaggio originale----
Da: desk@shop.example
Data: 2-nov-2026 10.00
A: <ann@client.example>
Ogg: R: Ordine
=== web nl
----Origineel Bericht----
Van : desk@shop.example
Datum : 02/11/2026 10:00
Aan : ann@client.example
Onderwerp : Bestelling
=== web pt
De: "Shop Desk" <desk@shop.example>
Enviada: 2026/11/02 10:00:00
Para: ann@client.example
Assunto: Re: Pedido
=== web pl
Od: "Shop Desk" <desk@shop.example>
Do: "Ann" <ann@client.example>;
Wysłane: 10:00 Poniedziałek 2026-11-02
Temat: Re: Zamówienie
=== web fr, small
envoyé : 2 novembre 2026 à 10:00
de : Shop Desk <desk@shop.example>
à : Ann <ann@client.example>
objet : Commande
""")

# what people write that looks like it, in a reply as well
OWN = (
    "On Monday the manager wrote:\n“You will never get your money back.”\n\nOn Tuesday I wrote back.",
    "Am Montag schrieb mir Ihr Kollege:\nDas Geld kommt am 2.11.\n\nEs kam nicht.",
    "Le 2 novembre, votre collègue a écrit :\nC’est trop tard.\n\nCe n’est pas vrai.",
    "On 2 November 2026 at 10:00 your colleague told me:\nit is on its way.\n\nIt is not.",
    "On 2 Nov 2026 at 10:00 I wrote:\nplease refund me.\n\nNobody has answered.",
    "Dates:\n2 Nov 2026 at 10:00: ordered at desk@shop.example\n3 Nov 2026 at 11:00: paid\n\nThen nothing.",
    "From: London\nTo: Leeds\nDate: 2 November 2026\n\nThat is the journey.",
    "From: London\nTo: Leeds\nDate: 2 November 2026, 10:00\n\nThat is the journey.",
    "My answers are below in red.\n\nFrom: Desk\nSent: 2 November 2026 10:00\nTo: Ann\nSubject: Order\n\nWhich?\n5512",
    "Antworten unten im Text.\n\nVon: Desk\nGesendet: 2. November 2026 10:00\nAn: Ann\nBetreff: Ware\n\nWelche?\n5512",
    "On 2 November 2026 at 10:00, Desk <desk@shop.example> wrote:\n“It is on its way.”\n\nIt is not.",
    "My address:\nDe: 12 rue Haute\nA: Lyon\nObjet: rien\n\nMerci.",
    "I have sent you my original message:\nmy parcel is lost.\n\nPlease read it.",
    "-----\nSummary\n-----\nThe parcel is lost.",
    "The three points are\n1) price > 20\n2) colour\n3) size\n\nThank you.",
    "Please write to ann@client.example:\nmy other address does not work.",
    "My points are:\n> the colour\n> the size",
    "My points are\n> the colour\n> the size\nDo you see?",
    "Data: my data was deleted\nDo: something\nOd: rana\nTemat: brak",
)
