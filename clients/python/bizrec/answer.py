"""Answers: rows, and what their headers say."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Optional
from urllib.parse import unquote

from .errors import AnswerLost, BizrecError, error_of

Row = Dict[str, Any]

# How a search may read its words: "How the words were read" in docs/api.md.
READINGS = ("all_words", "in_place", "decoded", "most_words", "any_word")


def is_rows(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def unexpected(what: str, request_id: str) -> AnswerLost:
    """Of an answer of status 200 that the API does not give."""
    return AnswerLost(f"the answer is no answer of the API: {what}", request_id=request_id, status=200)


class Answer:
    """The rows of a request, in their order, and what came with them.

    total_count        all matches; None unless the request had estimate_total
    ignored_fields     fields that the server does not know, or that held nothing: a typing error widens a request
    applied_defaults   defaults that narrowed the request ("location[0].country=US")
    ignored_words  what a search read as words, though it looks like operators
    identity_note      why a link names no business, else ""
    reading            how a search read the words, one of READINGS; else ""
    also               words of another reading that is nearly as likely, to be asked for as query; else ""
    credits_charged, credits_remaining   None where rows have no price
    """

    def __init__(self, body: Any, headers: Mapping[str, str], request_id: str) -> None:
        has_total = isinstance(body, dict)
        rows = body.get("data") if has_total else body
        if not is_rows(rows):
            raise unexpected("expected rows", request_id)
        self.rows: List[Row] = rows
        self.total_count: Optional[int] = body.get("total_count") if has_total else None
        self.headers = dict(headers)
        self.request_id = request_id
        self.ignored_fields = _names(headers.get("x-ignored-fields"))
        self.applied_defaults = _names(headers.get("x-applied-defaults"))
        self.ignored_words = headers.get("x-words-ignored", "")
        self.identity_note = headers.get("x-identity-note", "")
        self.reading = headers.get("x-query-reading", "").split(";")[0]
        self.also = unquote(headers.get("x-query-also", "").strip('"'))
        self.credits_charged = _number(headers.get("x-credits-charged"))
        self.credits_remaining = _number(headers.get("x-credits-remaining"))

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: int) -> Row:
        return self.rows[index]


class Enriched:
    """What an item of enrich_many() found: the rows, or the error of this item alone.

    rows               [] where it has an error
    error              None, or what enrich() would have raised
    total_count, ignored_fields, applied_defaults, identity_note   as of an Answer
    """

    def __init__(self, item: Mapping[str, Any], request_id: str) -> None:
        status = item.get("status") if isinstance(item, dict) else None
        rows = item.get("rows", []) if isinstance(item, dict) else None
        if not isinstance(status, int) or not is_rows(rows):
            raise unexpected("expected a status and rows of each item", request_id)
        self.rows: List[Row] = rows
        self.error: Optional[BizrecError] = None if status == 200 else error_of(status, item, {}, request_id)
        self.total_count: Optional[int] = item.get("total_count")
        self.ignored_fields = _names(item.get("ignored_fields"))
        self.applied_defaults = _names(item.get("applied_defaults"))
        self.identity_note = str(item.get("identity_note", ""))


def _names(text: Any) -> List[str]:
    return [name.strip() for name in text.split(",")] if text and isinstance(text, str) else []


def _number(text: Optional[str]) -> Optional[float]:
    try:
        return float(text) if text else None
    except ValueError:
        return None
