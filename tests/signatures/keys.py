"""Keys and certificates, made anew for each run of the tests."""

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import pkcs12
from cryptography.x509.oid import ExtendedKeyUsageOID

NOW = datetime.now(UTC)


class Key:
    """A key and a certificate that signs itself."""

    def __init__(
        self, name: str, passphrase: bytes | None = None, *, stamps: bool = False, days: int = 30
    ) -> None:
        private: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey
        if stamps:  # pyHanko's authority for tests wants this kind
            private = rsa.generate_private_key(65537, 2048)
        else:
            private = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        usage = x509.KeyUsage(
            digital_signature=True, content_commitment=True, key_encipherment=False,
            data_encipherment=False, key_agreement=False, key_cert_sign=True, crl_sign=True,
            encipher_only=False, decipher_only=False,
        )  # fmt: skip
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(subject)
            .public_key(private.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(NOW - timedelta(days=60))
            .not_valid_after(NOW + timedelta(days=days))
            .add_extension(usage, critical=True)
        )
        if stamps:
            purpose = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
            builder = builder.add_extension(purpose, critical=True)
        own = builder.sign(private, hashes.SHA256())
        locked = (
            serialization.BestAvailableEncryption(passphrase)
            if passphrase
            else serialization.NoEncryption()
        )
        self.pem = own.public_bytes(serialization.Encoding.PEM)
        self.p12 = pkcs12.serialize_key_and_certificates(b"key", private, own, None, locked)
