"""Asks a server of wrong answers (t/clients/faults.t) each once and prints what error came, as JSON.

Usage: faults.py BASE_URL KEY
"""

import http.client
import io
import json
import pathlib
import sys
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))

import bizrec  # noqa: E402

ENRICH = """object null number text none numbers no_json deep bad_gzip cut_gzip bomb cut endless created wait error_gzip error_list error_deep
error_types redirect moved echo good packed""".split()


def shown(error):
    """All that a log may have of an error: its words, and the variables of its frames."""
    text = io.StringIO()
    report = traceback.TracebackException.from_exception(error, capture_locals=True)
    report.stack = traceback.StackSummary.from_list([frame for frame in report.stack if "/bizrec/" in frame.filename])
    print("".join(report.format()), repr(error), vars(error), file=text)
    return text.getvalue()


def outcome(call, logs):
    try:
        call()
        return 1
    except bizrec.BizrecError as error:
        logs.append(shown(error))
        return [type(error).__name__, error.status]


def refuses(base, key, logs):
    try:
        bizrec.Client(base, key)
    except ValueError as error:
        logs.append(f"{error!r} {error.__cause__!r} {error.__context__!r}")
        return 1
    return 0


def main(base, key):
    logs = []
    http.client.HTTPConnection.debuglevel = 1  # what it prints would be no JSON

    def client(case, of_key=key):
        return bizrec.Client(f"{base}/{case}", of_key, retries=0, timeout=20, largest_answer=1 << 20)

    calls = {case: lambda case=case: client(case).enrich(website="example.com") for case in ENRICH}
    calls.update({case: lambda case=case: list(client(case).enrich_many([{}, {}])) for case in ("short", "statusless")})
    calls.update({case: lambda case=case: list(client(case).all_ids(query="x", limit=1)) for case in ("stuck", "circle", "no_cursor")})
    calls["batch_object"] = lambda: list(client("object").enrich_many([{}]))
    calls["records_list"] = lambda: client("good").records(["a"])
    calls["credits_object"] = lambda: client("object").credits()
    calls["redirect_get"] = lambda: client("redirect").credits()
    calls["key_of_a_file"] = lambda: client("good", f"{key}\r\n").enrich(website="example.com")
    said = {case: outcome(call, logs) for case, call in calls.items()}
    keys = ["sec\nret", "secret\t", "secret\0", " secret", "secret\u00e9", "secret\r\n."]
    said["refused"] = sum(refuses(base, of, logs) for of in keys)
    refuses(key, base, logs)  # the wrong way round
    api = client("good")
    logs += [repr(api), repr(vars(api)), repr(vars(api._transport))]
    said["logs"] = logs
    print(json.dumps(said))


if __name__ == "__main__":
    main(*sys.argv[1:])
