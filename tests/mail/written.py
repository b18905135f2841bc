"""Mails as senders' programs write them, for tests."""

from email.message import EmailMessage

CLIENT = "Ann Client <ann@client.example.com>"


def a_mail(
    text: str = "Hello.",
    *,
    sender: str = CLIENT,
    to: str = "support@docket.test",
    subject: str = "A question",
    message_id: str = "<1@client.example.com>",
    **headers: str,
) -> bytes:
    """`headers`: with `_` for `-`."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = to
    message["Subject"] = subject
    message["Date"] = "Fri, 20 Nov 2026 10:00:00 +0000"
    if message_id:
        message["Message-ID"] = message_id
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def a_bounce(of_id: str, *, message_id: str = "<bounce-1@mx.client.example.com>", action: str = "failed") -> bytes:
    """A delivery report (RFC 3464) about one of our mails."""
    lines = (
        "Return-Path: <>",
        "From: Mail Delivery System <MAILER-DAEMON@mx.client.example.com>",
        "To: support@docket.test",
        "Subject: Undelivered Mail Returned to Sender",
        f"Message-ID: {message_id}",
        "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        "",
        "--b",
        "Content-Type: text/plain",
        "",
        "The mail could not be delivered.",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.client.example.com",
        "",
        "Final-Recipient: rfc822; ann@client.example.com",
        f"Action: {action}",
        "Status: 5.1.1" if action == "failed" else "Status: 4.4.1",
        "",
        "--b",
        "Content-Type: message/rfc822",
        "",
        "From: support@docket.test",
        "To: ann@client.example.com",
        "Subject: Re: A question",
        f"Message-ID: <{of_id}>",
        "",
        "Our answer.",
        "--b--",
        "",
    )
    return "\r\n".join(lines).encode()


def with_parts(parts: list[tuple[str, bytes]], *, kind: str = "mixed") -> bytes:
    """A mail of parts, each with its header lines; written by hand, because no library writes what is wrong."""
    head = (
        f"From: {CLIENT}\r\nTo: support@docket.test\r\nSubject: Parts\r\nMessage-ID: <parts@client.example.com>\r\n"
        f"MIME-Version: 1.0\r\nContent-Type: multipart/{kind}; boundary=xyz\r\n\r\n"
    ).encode()
    body = b"".join(b"--xyz\r\n" + header.encode() + b"\r\n\r\n" + content + b"\r\n" for header, content in parts)
    return head + body + b"--xyz--\r\n"
