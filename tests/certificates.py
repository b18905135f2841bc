"""Certificates of our own, and servers of PostgreSQL that admit nobody without TLS."""

import datetime
import ipaddress
import os
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

LOCALHOST = x509.DNSName("localhost")
LOOPBACK = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))


def write_certificate(folder: Path, name: str, *also: x509.GeneralName) -> Path:
    """A certificate that signs itself, for `localhost`, with its key beside it; its path."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.datetime.now(datetime.UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    certificate = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([LOCALHOST, *also]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / f"{name}.crt").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    secret = folder / f"{name}.key"
    secret.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    secret.chmod(0o600)
    return folder / f"{name}.crt"


def encrypt_only(cluster: Path, user: int | None) -> Path:
    """Let a new cluster admit connections with TLS alone, of a replica too; the path of its certificate."""
    certificate = write_certificate(cluster, "server", LOOPBACK)
    with (cluster / "postgresql.conf").open("a") as settings:
        settings.write("ssl = on\n")
    (cluster / "pg_hba.conf").write_text(
        "hostssl all all 127.0.0.1/32 scram-sha-256\nhostssl replication all 127.0.0.1/32 scram-sha-256\n"
    )
    for file in (certificate, certificate.with_suffix(".key")):
        os.chown(file, -1 if user is None else user, -1)
    return certificate
