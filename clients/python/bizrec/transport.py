"""One request after the other over one kept connection, and again where the server asks for it."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import ssl
import time
import uuid
from typing import Any, Dict, Mapping, NamedTuple, Optional, Union
from urllib.parse import urlsplit

from .errors import AnswerLost, NotReached, error_of, seconds

# nginx closes a connection that has been idle for 75 s. One that is closed just now would lose the request on its way.
LONGEST_IDLE = 30.0  # seconds

# Statuses of which the server has charged nothing, and which may be over in a moment.
_PASSING = (429, 500, 502, 503, 504)


class Reply(NamedTuple):
    body: Any  # of JSON
    headers: Dict[str, str]  # names in lower case
    request_id: str


class Transport:
    def __init__(
        self, base_url: str, api_key: str, *, timeout: float, retries: int, longest_wait: float, context: Optional[ssl.SSLContext]
    ) -> None:
        address = urlsplit(base_url)
        if address.scheme not in ("http", "https") or not address.hostname:
            raise ValueError(f"base_url: expected an address such as https://api.example.com, got {base_url!r}")
        self._address = address
        self._prefix = address.path.rstrip("/")
        self._key = api_key
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
            "Authorization": f"Bearer {self._key}",
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": "bizrec-python/0.1",
            "X-Request-Id": request_id,
            **(headers or {}),
        }
        data = None
        if body is not None:
            data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
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
            wait = seconds(found.get("retry-after"))
            wait = self._backoff(tried) if wait is None else wait
            if status not in _PASSING or is_last or wait > self._longest_wait:
                raise error_of(status, answer, found, found.get("x-request-id", request_id))
            time.sleep(wait)
        raise AssertionError("unreachable")

    def _backoff(self, tried: int) -> float:
        return min(self._longest_wait, 0.25 * 2**tried * (0.5 + random.random()))

    def _send(self, method: str, path: str, data: Optional[bytes], headers: Mapping[str, str], request_id: str):
        connection = self._connected(request_id)
        try:
            connection.request(method, path, body=data, headers=dict(headers))
            response = connection.getresponse()
            raw = response.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise AnswerLost(f"no whole answer of {self._address.netloc}: {error!r}", request_id=request_id) from error
        self._used = time.monotonic()
        found = {name.lower(): value for name, value in response.getheaders()}
        if response.will_close:
            self.close()
        if found.get("content-encoding") == "gzip":
            raw = gzip.decompress(raw)
        try:
            return response.status, json.loads(raw), found
        except ValueError as error:
            if response.status != 200:
                return response.status, None, found
            raise AnswerLost(f"the answer of {self._address.netloc} is no JSON", request_id=request_id, status=200) from error

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
            connection.connect()
        except OSError as error:
            raise NotReached(f"{self._address.netloc} cannot be reached: {error}", request_id=request_id) from error
        self._connection = connection
        return connection
