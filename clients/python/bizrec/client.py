"""The calls of the API."""

from __future__ import annotations

import ssl
from itertools import islice
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional
from urllib.parse import urlencode

from .answer import Answer, Enriched, Row, is_rows, unexpected
from .changes import Changes
from .errors import InvalidRequest
from .transport import Transport

_IDS_A_REQUEST = 100
_ITEMS_A_REQUEST = 100
_ROWS_A_PAGE = 500
_ROWS_OF_ENRICH = 50
_CHANGES_A_PAGE = 1000


class Client:
    """A client with one connection: one for each thread. A context manager closes it.

    base_url      "https://api.example.com"; a path in it comes before the API's own
    api_key       as it came from a file: line breaks at its end are no part of it
    timeout       seconds for connecting and for each step of an answer
    retries       after 429 and 5xx, as Retry-After says, and where no connection is had; all of these are free of charge
    longest_wait  seconds; where the server asks for more, the error comes at once
    largest_answer   bytes of an answer, unpacked; above, AnswerLost
    strict        unknown fields are refused (422) instead of ignored
    context       of TLS, for own certificates
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        timeout: float = 10.0,
        retries: int = 4,
        longest_wait: float = 30.0,
        largest_answer: int = 64 << 20,
        strict: bool = False,
        context: Optional[ssl.SSLContext] = None,
    ) -> None:
        self._transport = Transport(
            base_url,
            api_key,
            timeout=timeout,
            retries=retries,
            longest_wait=longest_wait,
            largest_answer=largest_answer,
            context=context,
        )
        self._headers = {"Prefer": "handling=strict"} if strict else {}

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._transport.close()

    def enrich(self, **fields: Any) -> Answer:
        """Records of a company: website="…" or social_media_link="…", location, limit, cursor, estimate_total."""
        return self._ask("/api/v1/enrich_company", fields)

    def enrich_all(self, **fields: Any) -> Iterator[Row]:
        """Every row of enrich(), page by page, as a whole brand; `limit` is the rows of a page."""
        return self._rows(self.enrich, fields, _ROWS_OF_ENRICH)

    def enrich_many(self, requests: Iterable[Mapping[str, Any]]) -> Iterator[Enriched]:
        """Any number of enrichments, a hundred a request: one result for each, in their order. {"website": "…"}, …"""
        wanted = iter(requests)
        while items := [dict(item) for item in islice(wanted, _ITEMS_A_REQUEST)]:
            reply = self._transport.ask("POST", "/api/v1/enrich_company/batch", {"items": items}, self._headers)
            if not is_rows(reply.body) or len(reply.body) != len(items):
                raise unexpected(f"expected {len(items)} items", reply.request_id)
            yield from [Enriched(item, reply.request_id) for item in reply.body]

    def search_ids(self, **fields: Any) -> Answer:
        """One page of ids: query="…", tags=[…], location={…}, limit, cursor, estimate_total, and the filters."""
        return self._ask("/api/v1/search/only_ids", fields)

    def search(self, **fields: Any) -> Answer:
        """One page of whole records; the same fields."""
        return self._ask("/api/v1/search", fields)

    def all_ids(self, **fields: Any) -> Iterator[Row]:
        """Every row of search_ids(), page by page; `limit` is the rows of a page."""
        return self._rows(self.search_ids, fields, _ROWS_A_PAGE)

    def all_records(self, **fields: Any) -> Iterator[Row]:
        """Every row of search(), page by page; each costs as much as a row of an enrichment."""
        return self._rows(self.search, fields, _ROWS_A_PAGE)

    def records(self, ids: Iterable[str]) -> Dict[str, Row]:
        """Records by id, in the order asked, of any number of ids; those that the server does not have are absent."""
        wanted = list(ids)
        found: Dict[str, Row] = {}
        for begin in range(0, len(wanted), _IDS_A_REQUEST):
            query = urlencode({"id": ",".join(wanted[begin : begin + _IDS_A_REQUEST])})
            reply = self._transport.ask("GET", f"/api/v1/business_records/list/service_id?{query}")
            if not isinstance(reply.body, dict) or not is_rows(list(reply.body.values())):
                raise unexpected("expected records by id", reply.request_id)
            found.update(reply.body)
        return found

    def changes(self, since: str, *, content: bool = False, **filters: str) -> Changes:
        """What became of each record since a generation, page by page: an iterator over rows {"id", "kind", "fields", "content"}.

        After the last row its `until` is the generation that has been reached: `since` of the next call.
        `content`: added and changed rows have their records, each at the price of a row; without it all rows are free.
        Filters: id="ID,ID", fields="/phone,/website", country, state, city, root_domain; until="…". GenerationGone: the server does not
        keep what changed since then; fetch the records anew.
        """
        query = {**filters, "since": since, "limit": str(_CHANGES_A_PAGE), **({"include": "content"} if content else {})}
        return Changes(lambda cursor: self._transport.ask("GET", "/api/v1/changes?" + urlencode({**query, **cursor}), None, self._headers))

    def credits(self) -> Mapping[str, Any]:
        """{"team", "granted", "spent", "remaining"}; free of charge."""
        reply = self._transport.ask("GET", "/api/v1/credits")
        if not isinstance(reply.body, dict) or not reply.body.keys() >= {"team", "granted", "spent", "remaining"}:
            raise unexpected("expected a balance", reply.request_id)
        return reply.body

    def _ask(self, path: str, fields: Mapping[str, Any]) -> Answer:
        reply = self._transport.ask("POST", path, dict(fields), self._headers)
        return Answer(reply.body, reply.headers, reply.request_id)

    @staticmethod
    def _rows(ask: Callable[..., Answer], fields: Dict[str, Any], most: int) -> Iterator[Row]:
        given = fields.get("limit") or 0
        size = given if given > 0 else most
        fields = {**fields, "limit": size}
        seen, pages = fields.get("cursor"), 0
        while True:
            try:
                answer = ask(**fields)
            except InvalidRequest as error:
                if error.field != "limit" or given > 0 or size == 0:
                    raise
                # The plan has smaller pages: the server's own size then, until a page is empty, which costs nothing.
                size = fields["limit"] = 0
                continue
            page: List[Row] = answer.rows
            yield from page
            if len(page) < max(size, 1):
                return
            cursor = page[-1].get("cursor")
            if not isinstance(cursor, list) or cursor in (seen, fields.get("cursor")):
                raise unexpected("its last cursor leads back to a page before", answer.request_id)
            fields["cursor"] = cursor
            pages += 1
            if pages & (pages - 1) == 0:  # kept longer and longer, so that a circle of any length comes back to it
                seen = cursor
