"""The clocks of a client who does not answer (docs/design/tickets.md)."""

from datetime import timedelta

from workflows.engine.core.nodes import within

WARNED_AFTER = timedelta(days=11)
RESOLVED_AFTER = timedelta(days=14)
# a message of the client within this time after the end reopens the ticket
REOPENED_WITHIN = timedelta(days=30)

end_of_waiting = within(RESOLVED_AFTER)
