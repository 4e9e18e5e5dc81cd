"""What a request may raise. Every one knows the id of its request, which the server's log has too."""

from __future__ import annotations

from typing import Any, Mapping, Optional


class BizrecError(Exception):
    """The request has no answer.

    status      of HTTP; None: the server was not reached, or did not answer
    code        for programs, does not change ("invalid_field"); "" without an answer of the API
    field       of the body, where the error is about one ("location[0].lat")
    request_id  X-Request-Id of the request
    """

    def __init__(
        self,
        detail: str,
        *,
        request_id: str,
        status: Optional[int] = None,
        code: str = "",
        field: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(f"{detail} (request {request_id})")
        self.detail = detail
        self.request_id = request_id
        self.status = status
        self.code = code
        self.field = field
        self.retry_after = retry_after


class InvalidRequest(BizrecError):
    """400, 413, 414, 422, 431: the request itself is wrong; the same again gets the same. Also 3xx: redirects are not followed.

    Of the code "too_much_work" the detail says how to ask for less.
    """


class Unauthorized(BizrecError):
    """401: the key is missing, unknown or over."""


class CreditLimitReached(BizrecError):
    """402: the team's balance does not cover the answer. Nothing was charged."""

    def __init__(self, detail: str, *, credits_needed: Optional[float], credits_remaining: Optional[float], **about: Any) -> None:
        super().__init__(detail, **about)
        self.credits_needed = credits_needed
        self.credits_remaining = credits_remaining


class Forbidden(BizrecError):
    """403: the key may not use this endpoint."""


class NotFound(BizrecError):
    """404: the server does not have this endpoint."""


class GenerationGone(BizrecError):
    """410: the changes since a generation are not kept any more; fetch the records anew.

    oldest  the oldest generation since which they are kept
    newest  that of the server
    """

    def __init__(self, detail: str, *, oldest: Optional[str], newest: Optional[str], **about: Any) -> None:
        super().__init__(detail, **about)
        self.oldest = oldest
        self.newest = newest


class TooManyRequests(BizrecError):
    """429, also after the retries."""


class ServerError(BizrecError):
    """5xx, also after the retries. Nothing was charged."""


class NotReached(BizrecError):
    """No connection, also after the retries. Nothing was charged."""


class AnswerLost(BizrecError):
    """The request was sent, and its answer did not come whole, or is none of the API: the server may have charged it. It is not sent again."""


_CLASSES = {401: Unauthorized, 403: Forbidden, 404: NotFound, 429: TooManyRequests}


def error_of(status: int, body: Any, headers: Mapping[str, str], request_id: str) -> BizrecError:
    """The error of an answer that is not 200. `headers`: names in lower case. `body`: of JSON, or None where it is none."""
    fields = body if isinstance(body, dict) else {}
    about = {
        "request_id": request_id,
        "status": status,
        "code": str(fields.get("code", "")),
        "field": fields["field"] if isinstance(fields.get("field"), str) else None,
        "retry_after": seconds(headers.get("retry-after")),
    }
    detail = str(fields.get("detail") or f"HTTP {status}")
    if status < 300:
        return AnswerLost(f"HTTP {status}: expected 200", **about)
    if status < 400:
        detail = f"HTTP {status}: redirects are not followed; base_url is to be the address that they lead to"
    if status == 402:
        return CreditLimitReached(
            detail, credits_needed=fields.get("credits_needed"), credits_remaining=fields.get("credits_remaining"), **about
        )
    if status == 410:
        return GenerationGone(detail, oldest=fields.get("oldest"), newest=fields.get("newest"), **about)
    if status in _CLASSES:
        return _CLASSES[status](detail, **about)
    return (ServerError if status >= 500 else InvalidRequest)(detail, **about)


def seconds(text: Optional[str]) -> Optional[float]:
    """Of Retry-After; None without one, and for a date, which the API does not send."""
    digits = (text or "").strip()
    return float(digits) if digits.isascii() and digits.isdigit() else None
