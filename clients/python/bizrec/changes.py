"""What has changed since a generation."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Mapping, Optional

from .answer import Row, is_rows, unexpected


class Changes:
    """An iterator over the rows of all pages.

    until  the generation to which they lead, "" until all rows were given: a walk that ends early must not pass for a whole one
    """

    def __init__(self, ask: Callable[[Mapping[str, str]], Any]) -> None:
        self.until = ""
        self._rows = self._walk(ask)

    def __iter__(self) -> Iterator[Row]:
        return self._rows

    def __next__(self) -> Row:
        return next(self._rows)

    def _walk(self, ask: Callable[[Mapping[str, str]], Any]) -> Iterator[Row]:
        cursor: Optional[str] = None
        while True:
            reply = ask({} if cursor is None else {"cursor": cursor})
            page = reply.body if isinstance(reply.body, dict) else {}
            last, cursor = cursor, page.get("cursor")
            if not is_rows(page.get("data")) or not isinstance(page.get("until"), str):
                raise unexpected("expected changes", reply.request_id)
            yield from page["data"]
            if not page.get("more"):
                self.until = page["until"]
                return
            if not isinstance(cursor, str) or (last is not None and cursor <= last):  # cursors ascend
                raise unexpected("its cursor leads back to a page before", reply.request_id)
