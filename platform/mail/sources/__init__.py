"""The sources of mail: Maildir, mbox, standard input, IMAP. Each puts away the mails that are stored."""
