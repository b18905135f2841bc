"""People with second factors, set up over HTTP."""

from datetime import timedelta
from typing import Any

from django.db.models import F

from accounts.models import AccessToken, User
from tests.accounts.authenticator import Device, code_of
from tests.accounts.visitors import HOME, Visitor
from tests.factories import PASSWORD
from tests.staff import Staff


class Person(Staff):
    """Somebody signed in who sets up what they have."""

    user: User
    secret: str
    recovery: list[str]

    def set_up_codes(self) -> None:
        """`recovery`: empty where the account has some. The code that confirms is of the step before: the one of now
        is unspent.
        """
        proposal = self.post("/user/me/codes")
        assert proposal.status_code == 201, proposal.content
        self.secret = proposal.json()["secret"]
        confirmed = self.post("/user/me/codes/confirm", {"code": code_of(self.secret, seconds=-30)})
        assert confirmed.status_code == 200, confirmed.content
        self.recovery = confirmed.json()["recovery_codes"]

    def add_passkey(self, device: Device, name: str = "Laptop") -> Any:
        options = self.post("/user/me/passkeys/options")
        assert options.status_code == 200, options.content
        return self.post("/user/me/passkeys", device.make(options.json()["options"], name))

    def factors(self) -> Any:
        return self.get(f"/user/{self.user.pk}/factors").json()

    def grow_old(self, minutes: int = 11) -> "Person":
        """Their sessions were opened, and confirmed, so much earlier."""
        earlier = timedelta(minutes=minutes)
        AccessToken.objects.filter(user=self.user).update(
            created_at=F("created_at") - earlier, confirmed_at=F("confirmed_at") - earlier
        )
        return self


def post(path: str, body: dict[str, Any], address: str = HOME, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Visitor(address).client.post(f"/api{path}", data=body, content_type="application/json", headers=named)


def first_step(user: User, address: str = HOME, password: str = PASSWORD) -> str:
    """What is pending after the right password."""
    answer = Visitor(address).sign_in(user.email, password)
    assert answer.status_code == 202, answer.content
    pending: str = answer.json()["pending"]
    return pending


def second_step(pending: str, address: str = HOME, **proof: Any) -> Any:
    return post("/auth/second-factor", {"pending": pending, **proof}, address)


def codes_of(answers: list[Any]) -> list[Any]:
    """The status of each, or the code of its refusal."""
    return [answer.json()["code"] if answer.status_code >= 400 else answer.status_code for answer in answers]
