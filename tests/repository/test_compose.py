"""The compose file passes on whatever the settings read."""

import re

import yaml

from deploy.local.layout import PLATFORM, ROOT

READ = re.compile(r"""(?:environ\.get\(|environ\[|\b(?:read|checked|require)(?:_\w+)?\(\s*)"([A-Z][A-Z_]+)\"""")
OF_REQUESTS = {"TRUSTED_PROXIES"}  # only the web server has any


def test_each_variable_of_the_settings_is_passed_on() -> None:
    sources = "".join(file.read_text() for file in (PLATFORM / "config" / "settings").glob("*.py"))
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    read = set(READ.findall(sources))
    assert {"DATABASE_URL", "MAIL_URL", "DOCKET_HOLD_SECONDS", "TESTIMONIAL_CHECK"} <= read
    for name in ("web", "worker", "scheduler"):
        assert read - services[name]["environment"].keys() <= (set() if name == "web" else OF_REQUESTS), name


def test_a_pooler_can_stand_in_front_and_the_script_of_the_roles_gets_what_it_reads() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    assert services["web"]["environment"]["DATABASE_URL"].startswith("${DATABASE_URL:-")
    read = set(re.findall(r"^\\getenv \w+ (\w+)$", (ROOT / "deploy" / "roles.sql").read_text(), re.MULTILINE))
    assert "DOCKET_LOCK_TIMEOUT_MS" in read
    assert read - services["postgres"]["environment"].keys() == {"OWNER_RIGHTS"}  # of the tests' databases


def test_figures_for_those_who_run_it_are_not_given_to_the_outside() -> None:
    conf = (ROOT / "deploy" / "nginx" / "docket.conf").read_text()
    (refused,) = re.findall(r"location ~ (\S+) \{\s+return 404;\s+\}", conf)
    asked = ("/metrics", "/metrics/", "/metrics//", "/metrics-of-ours", "/api/metrics")  # web answers the first three
    assert [path for path in asked if re.search(refused, path)] == ["/metrics", "/metrics/", "/metrics//"]
