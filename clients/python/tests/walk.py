"""Asks a server each thing once and prints what came, as JSON: t/clients/clients.t compares it with the other client's.

Usage: walk.py BASE_URL KEY POOR_KEY CLOSED_URL
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import bizrec  # noqa: E402


def error_of(call):
    try:
        return call()
    except bizrec.BizrecError as error:
        needed = [error.credits_needed, error.credits_remaining] if isinstance(error, bizrec.CreditLimitReached) else []
        return [type(error).__name__, error.status, error.code, error.field, len(error.request_id) > 0, *needed]


def changes_of(api):
    """What a copy of the records goes through: too old, since the oldest, nothing new."""
    try:
        return list(api.changes("0" * 16))
    except bizrec.GenerationGone as error:
        first = api.changes(error.oldest, content=True)
        rows = [next(first)]
        early = first.until
        rows += list(first)
        kinds = [[row["kind"], row.get("fields"), row.get("content", {}).get("business_name")] for row in rows if row["kind"] != "added"]
        return [error.status, error.code, early, first.until == error.newest, len({row["id"] for row in rows}), kinds, list(api.changes(first.until))]


def main(base, key, poor, closed):
    api = bizrec.Client(base, key)
    answer = api.enrich(website="example.com", limit=2, estimate_total=True, frobnicate=1, location={"country": "US"})
    ids = [row["id"] for row in api.all_ids(query="shop", limit=2)]
    unknown = "00000000-0000-4000-8000-000000000000"
    said = {
        "rows": [row["content"]["business_name"] for row in answer],
        "total": answer.total_count,
        "ignored": answer.ignored_fields,
        "defaults": api.enrich(website="example.com", location={"state": "CA"}).applied_defaults,
        "charged": answer.credits_charged,
        "remaining": answer.credits_remaining,
        "has_request_id": len(answer.request_id) > 0,
        "note": api.enrich(website="gmail.com").identity_note,
        "readings": [api.search_ids(query=text).reading for text in ("shop", "shpo", "")],
        "also": [api.search_ids(query=text).also for text in ("мебель грве", "shop")],
        "many": [
            [row["content"]["business_name"] for row in found.rows] + ([found.error.field] if found.error else [])
            for found in api.enrich_many([{"website": "example.com", "limit": 1}, {"website": "localhost"}] * 75)
        ],
        "whole_brand": [row["id"] for row in api.enrich_all(website="example.com", limit=2)],
        "whole_brand_at_once": [row["id"] for row in api.enrich_all(website="example.com")],
        "ids": ids,
        "all_at_once": [row["id"] for row in api.all_ids(query="shop")],
        "small_pages": [row["id"] for row in bizrec.Client(f"{base}/small/", key).all_ids(query="shop")],
        "records_of_all": [row["content"]["store_id"] for row in api.all_records(query="shop", limit=3)],
        "records": list(api.records([*reversed(ids), unknown] * 30)),
        "changes": changes_of(api),
        "credits": sorted(api.credits()),
        "no_website": error_of(lambda: api.enrich(website="localhost")),
        "strict": error_of(lambda: bizrec.Client(base, key, strict=True).enrich(website="example.com", frobnicate=1)),
        "too_many_rows": error_of(lambda: list(bizrec.Client(f"{base}/small", key).all_ids(query="shop", limit=500))),
        "no_credit": error_of(lambda: bizrec.Client(base, poor).enrich(website="example.com", limit=5)),
        "wrong_key": error_of(lambda: bizrec.Client(base, "wrong").enrich(website="example.com")),
        "nowhere": error_of(lambda: bizrec.Client(f"{base}/nowhere", key).enrich(website="example.com")),
        "not_reached": error_of(lambda: bizrec.Client(closed, key, retries=1).enrich(website="example.com")),
        "lost": error_of(lambda: bizrec.Client(f"{base}/lost", key).enrich(website="example.com")),
        "limited": [len(bizrec.Client(f"{base}/limited", key).enrich(website="example.com", limit=1)) for _ in range(2)],
        "late": [error_of(lambda: bizrec.Client(f"{base}/late", key, longest_wait=0.5).search_ids(limit=1) and None) for _ in range(2)][1],
        "broken": error_of(lambda: bizrec.Client(f"{base}/broken", key, retries=1).enrich(website="example.com")),
    }
    print(json.dumps(said, sort_keys=True))


if __name__ == "__main__":
    main(*sys.argv[1:])
