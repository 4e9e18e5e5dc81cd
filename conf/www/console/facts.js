// The headers of an answer, and the meaning of a refusal, in words.

const told = [
  ["x-query-reading", "How the words were read"],
  ["x-query-also", "Nearly as likely"],
  ["x-words-ignored", "Read as words, no operators"],
  ["x-ignored-fields", "Ignored fields"],
  ["x-applied-defaults", "Applied defaults"],
  ["x-identity-note", "About the link"],
  ["preference-applied", "Preferences applied"],
  ["x-credits-charged", "Credits charged"],
  ["x-credits-remaining", "Credits left"],
  ["server-timing", "Time of the engine"],
  ["x-data-date", "Day of the data"],
  ["x-index-version", "Index"],
  ["x-request-id", "Request id"],
  ["retry-after", "Retry after"],
];

const shown = {
  "x-query-reading": (value) => decodeURIComponent(value),
  "x-query-also": (value) => decodeURIComponent(value),
  "x-words-ignored": (value) => decodeURIComponent(value),
  "server-timing": (value) => value.replace(/^engine;dur=(.*)$/, "$1 ms"),
  "retry-after": (value) => `${value} s`,
};

function textOf(name, value) {
  try {
    return shown[name] ? shown[name](value) : value;
  } catch {
    return value;
  }
}

/** Fills a <dl> with the headers that are there. */
export function showHeaders(list, headers) {
  list.replaceChildren();
  for (const [name, title] of told) {
    const value = headers.get(name);
    if (value === null) continue;
    const term = document.createElement("dt");
    term.textContent = title;
    term.title = name;
    const text = document.createElement("dd");
    text.textContent = textOf(name, value);
    list.append(term, text);
  }
}

/** The words that the user may have meant instead; "" if there are none. */
export function meantInstead(headers) {
  const value = headers.get("x-query-also") ?? "";
  return textOf("x-query-also", value).replace(/^"|"$/g, "");
}

/** Rows that a default has left out of an answer, in words; "" if none. */
export function narrowedBy(headers) {
  const country = /country=([A-Z]{2})/.exec(headers.get("x-applied-defaults") ?? "")?.[1];
  return country === undefined ? "" : `Only records in ${country}: the place names no country. Put another one into Country.`;
}

const meanings = {
  400: ["The request is not valid", "The server could not read the body as JSON."],
  401: ["The key is not accepted", "Put in the key that you were given. It may be missing, mistyped, or over."],
  402: ["The balance does not cover this", "Nothing was charged. Ask for fewer rows, or add credits."],
  403: ["The key may not do this", "The key is good, but not for this endpoint."],
  404: ["The server does not have this", "Its operator has not switched this endpoint on."],
  413: ["The request is too large", "Shorten it."],
  422: ["A field is not as it must be", "Correct it and ask again."],
  429: ["Too many requests", "The key has a rate. Nothing was charged."],
  503: ["The server cannot answer now", "It has no index yet, or too much to do. Nothing was charged."],
};

/** {title, lines} of an answer that is no 200. */
export function problemOf({ status, body, headers }) {
  const [title, advice] = meanings[status] ?? (status >= 500 ? ["The server has failed", "Nothing was charged. Try again in a moment."] : ["The server refuses this", ""]);
  const lines = [body?.detail, advice].filter(Boolean);
  if (body?.field) lines.push(`Field: ${body.field}`);
  if (body?.credits_needed !== undefined) lines.push(`Needed: ${body.credits_needed} credits; left: ${body.credits_remaining}`);
  const wait = headers.get("retry-after");
  if (wait) lines.push(`Try again in ${wait} s.`);
  const id = body?.request_id ?? headers.get("x-request-id");
  if (id) lines.push(`Request id: ${id}`);
  return { title: `${status}: ${title}`, lines };
}
