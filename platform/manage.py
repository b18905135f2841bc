#!/usr/bin/env python
"""Django's command line, with both source roots on the path."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    sys.path[:0] = [str(ROOT), str(ROOT / "platform")]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.core.management import execute_from_command_line

    from config.preload import without_collecting

    with without_collecting():
        django.setup()
    try:
        execute_from_command_line(sys.argv)
    except Exception as error:
        # after the settings have been read: before, they end the process themselves
        from config.postgresql.reach import end_of_command
        from kit.database import AWAY

        if isinstance(error, AWAY) and (end := end_of_command(error)):
            raise end from None
        raise


if __name__ == "__main__":
    main()
