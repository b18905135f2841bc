"""The row of people who sign in: nearly all of it is the hash of the password, which bare SQL does not have."""

from benchmarks import bare
from benchmarks.client import Client
from benchmarks.crowd import Work, Worker
from benchmarks.desk import Desk
from benchmarks.row import Row, bare_read
from commands.demo.people import DEMO_ACCOUNTS, DEMO_PASSWORD


def _sign_in(desk: Desk) -> Worker:
    def worker(number: int) -> Work:
        client = Client(desk.port, "")
        email = DEMO_ACCOUNTS[number % len(DEMO_ACCOUNTS)][0]
        return lambda: client.send("POST", "/auth/login", {"email": email, "password": DEMO_PASSWORD})

    return worker


ROWS = (Row("sign-in", "sign-in", None, _sign_in, bare_read(bare.SESSION)),)
