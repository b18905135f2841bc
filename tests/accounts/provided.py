"""A provider of identities for the tests, and a browser that goes there and back."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

from accounts.models import User
from accounts.provider import discovery
from audit.models import AuditEntry
from config.settings.parsing import group_levels
from tests.caller import Client
from tests.identity_provider import CLIENT, SECRET, IdentityProvider


def use(settings: Any, provider: IdentityProvider, groups: str = "") -> None:
    discovery.forget()
    settings.OIDC_ISSUER, settings.OIDC_CLIENT_ID, settings.OIDC_CLIENT_SECRET = provider.issuer, CLIENT, SECRET
    settings.OIDC_LABEL, settings.GROUP_LEVELS = "Example Ltd", group_levels(groups)


def person(subject: str = "s-1", email: str = "nora@docket.test", **more: Any) -> dict[str, Any]:
    return {"sub": subject, "email": email, "email_verified": True, "given_name": "Nora", "family_name": "Lund", **more}


class Browser:
    """One browser, at one network address."""

    def __init__(self, provider: IdentityProvider, address: str = "203.0.113.7") -> None:
        self.provider = provider
        self.client = Client(REMOTE_ADDR=address, headers={"host": "localhost"})

    def post(self, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.client.post(f"/api{path}", data=body or {}, content_type="application/json", headers=headers)

    def begin(self) -> str:
        """The provider's address."""
        answer = self.post("/auth/provider")
        assert answer.status_code == 200, answer.content
        return str(answer.json()["address"])

    def come_back(self, address: str) -> dict[str, str]:
        """What stands in the fragment of the console's address."""
        parts = urlsplit(address)
        answer = self.client.get(f"{parts.path}?{parts.query}")
        assert answer.status_code == 302, answer.content
        where = urlsplit(answer["Location"])
        assert (where.path, where.query) == ("/login", "")
        return {name: values[0] for name, values in parse_qs(where.fragment).items()}

    def go_there_and_back(self, **claims: Any) -> dict[str, str]:
        if claims:
            self.provider.person = person(**claims)
        return self.come_back(self.provider.authorize(self.begin()))

    def finish(self, code: str) -> Any:
        return self.post("/auth/provider/session", {"token": code})

    def sign_in(self, **claims: Any) -> str:
        """The token of the session."""
        fragment = self.go_there_and_back(**claims)
        assert "in" in fragment, fragment
        answer = self.finish(fragment["in"])
        assert answer.status_code == 200, answer.content
        return str(answer.json()["accessToken"])

    def me(self, token: str) -> Any:
        return self.client.get("/api/user/me", headers={"authorization": f"Bearer {token}"})


def codes_of(user: User) -> list[str]:
    """What the audit log has of an account, oldest first."""
    entries = AuditEntry.objects.filter(kind="account", subject_id=user.pk).order_by("pk")
    return [entry.code for entry in entries]
