"""HTTP with the certificates, proxy and credentials that pip would use."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

import certifi
import httpx

from desktop_app.models.errors import DownloadError

# A read that stays silent this long is a dropped connection; Stop is noticed between reads.
_TIMEOUT = httpx.Timeout(15.0, connect=10.0)
_BUNDLE_VARIABLES = ("PIP_CERT", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE")


@dataclass(frozen=True, slots=True)
class ConnectionSettings:
    """certificates: a PEM bundle ("" = the system's and certifi's). proxy: "" = what the environment says.

    login: user and password of the package index, for files it keeps on its own host. token: of a hub, sent
    to the host that was asked and to none that it leads to.
    """

    certificates: str = ""
    proxy: str = ""
    login: tuple[str, str] | None = None
    token: str = ""

    @classmethod
    def from_pip(cls, configuration: Mapping[str, str], url: str = "") -> ConnectionSettings:
        """From pip's own options (cert, proxy, index-url, extra-index-url), then the usual variables."""
        variables = (os.environ.get(name, "") for name in _BUNDLE_VARIABLES)
        bundle = next((path for path in (configuration.get("cert", ""), *variables) if path), "")
        indexes = f"{configuration.get('index-url', '')} {configuration.get('extra-index-url', '')}".split()
        return cls(bundle, configuration.get("proxy", ""), _login(indexes, urlsplit(url).hostname))


def _login(indexes: list[str], host: str | None) -> tuple[str, str] | None:
    """pip's report leaves passwords out, so that they are taken from the index's own address."""
    for index in indexes:
        parts = urlsplit(index)
        if host and parts.hostname == host and parts.username:
            return unquote(parts.username), unquote(parts.password or "")
    return None


def open_client(settings: ConnectionSettings) -> httpx.Client:
    """A client that follows redirects and honours proxy variables and netrc.

    Raises:
        DownloadError: the certificate bundle or the proxy address the user set cannot be used.
    """
    try:
        return httpx.Client(
            verify=_ssl_context(settings.certificates),
            proxy=settings.proxy or None,
            auth=settings.login,
            timeout=_TIMEOUT,
            follow_redirects=True,
            trust_env=True,
            headers={"User-Agent": "slipstream-chat"} | _authorization(settings.token),
        )
    except (ValueError, ImportError, httpx.InvalidURL) as error:
        raise DownloadError(
            f"The proxy setting cannot be used ({error}); correct it and try again."
        ) from error


def _authorization(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _ssl_context(bundle: str) -> ssl.SSLContext:
    try:
        if Path(bundle).is_dir() and bundle:
            return ssl.create_default_context(capath=bundle)
        if bundle:
            return ssl.create_default_context(cafile=bundle)
    except (OSError, ssl.SSLError) as error:
        raise DownloadError(
            f"The certificate bundle {bundle} cannot be read; correct PIP_CERT or SSL_CERT_FILE."
        ) from error
    # The system's store knows a company's own authority; certifi serves systems that have no store.
    context = ssl.create_default_context()
    context.load_verify_locations(cafile=certifi.where())
    return context


@contextmanager
def network_errors_as_sentences(url: str) -> Iterator[None]:
    """
    Raises:
        DownloadError: in place of whatever httpx raised.
    """
    host = urlsplit(url).hostname or url
    try:
        yield
    except httpx.ProxyError as error:
        raise DownloadError(
            f"The proxy refused the connection to {host}; check the proxy settings and try again."
        ) from error
    except httpx.ConnectError as error:
        if "CERTIFICATE" in str(error).upper():
            raise DownloadError(
                f"The certificate of {host} is not trusted here; set SSL_CERT_FILE to your "
                "organisation's bundle."
            ) from error
        raise DownloadError(
            f"{host} cannot be reached; check the network connection and try again."
        ) from error
    except httpx.TimeoutException as error:
        raise DownloadError(f"{host} does not answer; check the network connection and try again.") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise DownloadError(
            f"The connection to {host} broke off; try again, what has arrived is kept and the rest is "
            "fetched then."
        ) from error
