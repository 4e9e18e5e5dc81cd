// From the form to a request of the API.

const paths = {
  website: "/api/v1/enrich_company",
  profile: "/api/v1/enrich_company",
  search: "/api/v1/search",
  ids: "/api/v1/search/only_ids",
};
const textFields = { website: "website", profile: "social_media_link", search: "query", ids: "query" };
const placeNames = ["country", "state", "city", "zip_code"];
const placeNumbers = ["lat", "long", "geo_radius"];

// The server gets a text that is no number unchanged: its error names the field and the text.
function numberOrText(text) {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function placeOf(form) {
  const place = {};
  for (const name of placeNames) {
    if (form[name]) place[name] = form[name];
  }
  for (const name of placeNumbers) {
    if (form[name]) place[name] = numberOrText(form[name]);
  }
  return place;
}

/** `form`: the values of the fields, without white space at their ends. `act`: "rows" or "price". */
export function requestOf(form, act) {
  const body = {};
  if (form.text) body[textFields[form.kind]] = form.text;
  const location = placeOf(form);
  if (Object.keys(location).length) body.location = location;
  if (form.limit) body.limit = numberOrText(form.limit);
  const isSearch = form.kind === "search" || form.kind === "ids";
  const prefer = [];
  if (form.strict) prefer.push("handling=strict");
  if (form.explain && isSearch) prefer.push("explain=1");
  if (act === "price") prefer.push("return=minimal");
  return { path: paths[form.kind], body, prefer: prefer.join(", "), isSearch, kind: form.kind };
}

/** A message for the user if a necessary field is empty; otherwise "". No empty field is sent. */
export function missingOf(form) {
  if (form.text || form.kind === "search" || form.kind === "ids") return "";
  return form.kind === "website" ? "Type a website first, or click on an example." : "Type the address of a profile first.";
}

/** The same request, whose answer tells how many rows there are in all. */
export function withTotal(request) {
  return { ...request, body: { ...request.body, estimate_total: true } };
}

/** The same request for the rows after `cursor`. */
export function pageBehind(request, cursor) {
  return { ...request, body: { ...request.body, cursor } };
}

/** {status, headers, body, milliseconds}; body: the parsed JSON, or undefined if it is no JSON. Throws if no answer comes. */
export async function send(request, key) {
  const headers = { "Content-Type": "application/json" };
  if (key) headers.Authorization = `Bearer ${key}`;
  if (request.prefer) headers.Prefer = request.prefer;
  const begin = performance.now();
  const response = await fetch(request.path, {
    method: "POST",
    headers,
    body: JSON.stringify(request.body),
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
  });
  const text = await response.text();
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return { status: response.status, headers: response.headers, body, milliseconds: performance.now() - begin };
}
