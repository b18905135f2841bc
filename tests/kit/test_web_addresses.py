"""Addresses of web pages from the environment."""

import pytest

from kit.web_addresses import checked_web_address


@pytest.mark.parametrize("address", ["", "https://status.example.com", "http://127.0.0.1:8080/start?of=desk"])
def test_a_web_address_is_taken_as_it_is(address: str) -> None:
    assert checked_web_address("SERVICE_STATUS_URL", address) == address


@pytest.mark.parametrize("address", ["javascript:alert(1)", "status.example.com", "https://", "https://[", "/status"])
def test_anything_else_stops_the_start_and_names_the_variable(address: str) -> None:
    with pytest.raises(SystemExit, match="SERVICE_STATUS_URL"):
        checked_web_address("SERVICE_STATUS_URL", address)
