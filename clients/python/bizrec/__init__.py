"""Client of the business-records API. Standard library alone; Python 3.9 or later.

    from bizrec import Client

    with Client("https://api.example.com", "KEY") as api:
        for row in api.enrich(website="starbucks.com", location={"city": "Seattle"}):
            print(row["match_score"], row["content"]["business_name"])
"""

from .answer import READINGS, Answer, Enriched, Row
from .changes import Changes
from .client import Client
from .errors import (
    AnswerLost,
    BizrecError,
    CreditLimitReached,
    Forbidden,
    GenerationGone,
    InvalidRequest,
    NotFound,
    NotReached,
    ServerError,
    TooManyRequests,
    Unauthorized,
)

__all__ = [
    "Answer",
    "AnswerLost",
    "BizrecError",
    "Changes",
    "Client",
    "CreditLimitReached",
    "Enriched",
    "Forbidden",
    "GenerationGone",
    "InvalidRequest",
    "NotFound",
    "NotReached",
    "READINGS",
    "Row",
    "ServerError",
    "TooManyRequests",
    "Unauthorized",
]
