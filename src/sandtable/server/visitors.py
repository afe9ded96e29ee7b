"""Where a visitor comes from: from this machine, through a proxy, or from elsewhere."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, MutableMapping, Sequence
from typing import Any, Final, Optional

Scope = MutableMapping[str, Any]

FORWARDED: Final = b"forwarded"
X_FORWARDED_FOR: Final = b"x-forwarded-for"
X_REAL_IP: Final = b"x-real-ip"
BY_PROXIES: Final = {FORWARDED, X_REAL_IP, b"via", b"true-client-ip", b"x-client-ip", b"x-cluster-client-ip", b"client-ip"}
BY_PROXIES_TOO: Final = (b"x-forwarded", b"x-original-", b"x-envoy-", b"cf-", b"fastly-", b"x-proxy")  # how their names begin


class Visitors:
    """A proxy on this machine makes all its visitors look as if they sat here. Most proxies say so in headers: a request with such
    headers is from elsewhere. Proxies that are named are believed when they say for whom they ask.
    """

    def __init__(self, loopback: bool, proxies: Sequence[str] = ()) -> None:
        self.loopback = loopback
        self.proxies = [network(proxy) for proxy in proxies]

    def is_here(self, scope: Scope) -> bool:
        """Whether somebody at this machine asks, whom a server on loopback takes for its owner."""
        if not self.loopback:
            return False
        if self.by_proxy(scope):
            told = [self.asked_for(list(addresses)) for addresses in claims(scope)]
            return bool(told) and all([address is not None and address.is_loopback for address in told])
        return not is_forwarded(scope)

    def by_proxy(self, scope: Scope) -> bool:
        """Whether a proxy that was named asks."""
        peer = scope.get("client")
        return peer is not None and self.is_proxy(address_of(peer[0]))

    def is_proxy(self, address: Optional[Address]) -> bool:
        return address is not None and any([address in proxy for proxy in self.proxies])

    def asked_for(self, addresses: list[str]) -> Optional[Address]:
        """The last address that is not one of the proxies': what stands before it, anybody may have written."""
        found = [address_of(text) for text in addresses]
        while len(found) > 1 and self.is_proxy(found[-1]):
            found.pop()
        return found[-1]

    def host(self, scope: Scope) -> str:
        """The name by which the server was called."""
        forwarded = values(scope, b"x-forwarded-host") if self.by_proxy(scope) else []
        return (forwarded or values(scope, b"host") or [""])[-1]


Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise OSError(f"{text!r} is no address of a proxy; give one such as 127.0.0.1, ::1 or 10.0.0.0/8") from None


def address_of(text: str) -> Optional[Address]:
    """An address with or without brackets and port; None if it is none."""
    bare = text.strip().strip('"')
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return ipaddress.ip_address(bare)
    except ValueError:
        return None


def values(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def is_forwarded(scope: Scope) -> bool:
    return any([name in BY_PROXIES or name.startswith(BY_PROXIES_TOO) for name, _ in scope["headers"]])


def claims(scope: Scope) -> Iterator[Iterator[str]]:
    """For whom a proxy asks, by each header that says so. A visitor may have sent one that his proxy does not know: all count."""
    for name in (X_FORWARDED_FOR, X_REAL_IP):
        if found := values(scope, name):
            yield iter(",".join(found).split(","))
    if found := values(scope, FORWARDED):
        yield (claim_of(element) for element in ",".join(found).split(","))


def claim_of(element: str) -> str:
    """The address in an element of `Forwarded`, such as `for=192.0.2.60;proto=http`."""
    for pair in element.split(";"):
        name, _, value = pair.strip().partition("=")
        if name.lower() == "for":
            return value
    return ""
