"""One request after the other over one kept connection, and again where the server asks for it."""

from __future__ import annotations

import http.client
import json
import random
import ssl
import time
import uuid
import zlib
from typing import Any, Dict, Mapping, NamedTuple, Optional, Union
from urllib.parse import SplitResult, urlsplit

from .errors import AnswerLost, NotReached, error_of, seconds

# nginx closes a connection that has been idle for 75 s. One that is closed just now would lose the request on its way.
LONGEST_IDLE = 30.0  # seconds

# Statuses of which the server has charged nothing, and which may be over in a moment.
_PASSING = (429, 500, 502, 503, 504)

_STEP = 1 << 16  # bytes read at a time
_SHORTEST_KEY = 8  # shorter ones are of tests, and parts of words


def _parsed(raw: bytes) -> Any:
    return json.loads(raw, parse_constant=_refuse)  # NaN is no JSON


def _refuse(name: str) -> Any:
    raise ValueError(name)


class _Secret(str):
    """Text that no repr() shows: not that of a client, nor that of a traceback's variables."""

    def __repr__(self) -> str:
        return "'…'"


def _secret_of(api_key: str) -> _Secret:
    key = api_key.rstrip("\r\n")
    if not all("!" <= c <= "~" for c in key):
        # Not the key itself: errors go to logs.
        raise ValueError("api_key: expected ASCII letters, digits and signs; it has a space, a control character or another letter")
    return _Secret(key)


def _address_of(base_url: str) -> SplitResult:
    try:
        address = urlsplit(base_url)
        if address.scheme in ("http", "https") and address.hostname and (address.port or 1) > 0:
            address.hostname.encode("idna")
            return address
    except ValueError:
        pass
    # Not the address itself: it may have a password, or be the key in the wrong place.
    raise ValueError("base_url: expected an address such as https://api.example.com") from None


class Reply(NamedTuple):
    body: Any  # of JSON
    headers: Dict[str, str]  # names in lower case
    request_id: str


class Transport:
    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float,
        retries: int,
        longest_wait: float,
        largest_answer: int,
        context: Optional[ssl.SSLContext],
    ) -> None:
        address = _address_of(base_url)
        self._address = address
        self._host = address.netloc.rpartition("@")[2]
        self._prefix = address.path.rstrip("/")
        self._key = _secret_of(api_key)
        self._largest_answer = largest_answer
        self._timeout = timeout
        self._retries = retries
        self._longest_wait = longest_wait
        self._context = context
        self._connection: Union[http.client.HTTPConnection, None] = None
        self._used = 0.0

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def ask(self, method: str, path: str, body: Any = None, headers: Optional[Mapping[str, str]] = None) -> Reply:
        """The answer of status 200. Every try has the same request id."""
        request_id = uuid.uuid4().hex
        sent = {
            "Authorization": _Secret(f"Bearer {self._key}"),
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": "bizrec-python/0.1",
            "X-Request-Id": request_id,
            **(headers or {}),
        }
        data = None
        if body is not None:
            data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
            sent["Content-Type"] = "application/json"
        for tried in range(self._retries + 1):
            is_last = tried == self._retries
            try:
                status, answer, found = self._send(method, self._prefix + path, data, sent, request_id)
            except NotReached:
                if is_last:
                    raise
                time.sleep(self._backoff(tried))
                continue
            if status == 200:
                return Reply(answer, found, found.get("x-request-id", request_id))
            answer = self._without_key(answer)
            wait = seconds(found.get("retry-after"))
            wait = self._backoff(tried) if wait is None else wait
            if status not in _PASSING or is_last or wait > self._longest_wait:
                raise error_of(status, answer, found, found.get("x-request-id", request_id))
            time.sleep(wait)
        raise AssertionError("unreachable")

    def _backoff(self, tried: int) -> float:
        return min(self._longest_wait, 0.25 * 2**tried * (0.5 + random.random()))

    def _without_key(self, value: Any) -> Any:
        """Text, and texts of an error's fields, in which a server has repeated the key."""
        if isinstance(value, dict):
            return {name: self._without_key(text) for name, text in value.items()}
        if isinstance(value, str) and len(self._key) >= _SHORTEST_KEY:
            return value.replace(self._key, "…")
        return value

    def _lost(self, why: str, request_id: str, status: Optional[int], cause: Optional[BaseException] = None) -> AnswerLost:
        self.close()
        lost = AnswerLost(self._without_key(f"no whole answer of {self._host}: {why}"), request_id=request_id, status=status)
        # Without its frames: a variable of one is the request, with the key.
        lost.__cause__ = cause.with_traceback(None) if cause else None
        return lost

    def _send(self, method: str, path: str, data: Optional[bytes], headers: Mapping[str, str], request_id: str):
        connection = self._connected(request_id)
        try:
            connection.request(method, path, body=data, headers=dict(headers))
            response = connection.getresponse()
            with response:  # one that is given up is closed, too
                raw = self._body(response, request_id)
        except (OSError, http.client.HTTPException, ValueError) as error:
            lost = self._lost(type(error).__name__ + f": {error}", request_id, None, error)
        else:
            self._used = time.monotonic()
            found = {name.lower(): value for name, value in response.getheaders()}
            if response.will_close:
                self.close()
            try:
                return response.status, _parsed(self._unpacked(raw, found, request_id)), found
            except (ValueError, RecursionError, zlib.error) as error:
                if response.status != 200:  # something in front of the server made it
                    return response.status, None, found
                lost = self._lost(f"it is no JSON ({type(error).__name__})", request_id, 200)
        raise lost

    def _body(self, response: http.client.HTTPResponse, request_id: str) -> bytes:
        parts, left = [], self._largest_answer
        while part := response.read(min(_STEP, left + 1)):
            parts.append(part)
            left -= len(part)
            if left < 0:
                raise self._lost(f"it has more than {self._largest_answer} bytes (largest_answer)", request_id, response.status)
        if response.length:
            raise http.client.IncompleteRead(b"", response.length)
        return b"".join(parts)

    def _unpacked(self, raw: bytes, found: Mapping[str, str], request_id: str) -> bytes:
        if found.get("content-encoding", "").lower() != "gzip":
            return raw
        packed = zlib.decompressobj(wbits=31)
        text = packed.decompress(raw, self._largest_answer + 1)
        if len(text) > self._largest_answer:
            raise self._lost(f"it has more than {self._largest_answer} bytes (largest_answer)", request_id, 200)
        if not packed.eof:
            raise ValueError("cut off")
        return text

    def _connected(self, request_id: str) -> http.client.HTTPConnection:
        if self._connection is not None and time.monotonic() - self._used <= LONGEST_IDLE:
            return self._connection
        self.close()
        host, port = self._address.hostname or "", self._address.port
        if self._address.scheme == "https":
            context = self._context or ssl.create_default_context()
            connection: http.client.HTTPConnection = http.client.HTTPSConnection(host, port, timeout=self._timeout, context=context)
        else:
            connection = http.client.HTTPConnection(host, port, timeout=self._timeout)
        try:
            connection.set_debuglevel(0)  # what it prints has the key
            connection.connect()
        except OSError as error:
            raise NotReached(f"{self._host} cannot be reached: {error}", request_id=request_id) from error
        self._connection = connection
        return connection
