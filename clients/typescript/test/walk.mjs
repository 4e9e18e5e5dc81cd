/* Asks a server each thing once and prints what came, as JSON: t/clients/clients.t compares it with the other client's.
   Usage: walk.mjs DIST BASE_URL KEY POOR_KEY CLOSED_URL */

import { pathToFileURL } from "node:url";

const [dist, base, key, poor, closed] = process.argv.slice(2);
const { BizrecError, Client, CreditLimitReached, GenerationGone } = await import(pathToFileURL(`${dist}/index.js`).href);

async function errorOf(call) {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof BizrecError)) {
      throw error;
    }
    const needed = error instanceof CreditLimitReached ? [error.creditsNeeded, error.creditsRemaining] : [];
    return [error.name, error.status ?? null, error.code, error.field ?? null, error.requestId.length > 0, ...needed];
  }
}

async function idsOf(rows, id = (row) => row.id) {
  const found = [];
  for await (const row of rows) {
    found.push(id(row));
  }
  return found;
}

async function manyOf(client, requests) {
  const found = [];
  for await (const { rows, error } of client.enrichMany(requests)) {
    found.push(rows.map((row) => row.content.business_name).concat(error ? [error.field] : []));
  }
  return found;
}

// What a copy of the records goes through: too old, since the oldest, nothing new.
async function changesOf(client) {
  const all = (changes) => idsOf(changes, (row) => row);
  try {
    return await all(client.changes("0".repeat(16)));
  } catch (error) {
    if (!(error instanceof GenerationGone)) {
      throw error;
    }
    const first = client.changes(error.oldest, { include: "content" });
    const rows = [];
    let early;
    for await (const row of first) {
      early ??= first.until;
      rows.push(row);
    }
    const kinds = rows.filter((row) => row.kind !== "added").map((row) => [row.kind, row.fields ?? null, row.content?.business_name ?? null]);
    return [error.status, error.code, early, first.until === error.newest, new Set(rows.map((row) => row.id)).size, kinds, await all(client.changes(first.until))];
  }
}

async function secondLate() {
  const late = new Client(`${base}/late`, key, { longestWait: 0.5 });
  await errorOf(() => late.searchIds({ limit: 1 }));
  return errorOf(() => late.searchIds({ limit: 1 }));
}

const api = new Client(base, key);
const other = (path, options, itsKey = key) => new Client(base + path, itsKey, options);
const example = { website: "example.com" };
const answer = await api.enrich({ ...example, limit: 2, estimate_total: true, frobnicate: 1, location: { country: "US" } });
const ids = await idsOf(api.allIds({ query: "shop", limit: 2 }));
const unknown = "00000000-0000-4000-8000-000000000000";
const manyIds = Array.from({ length: 30 }, () => [...ids].reverse().concat(unknown)).flat();

console.log(JSON.stringify({
  rows: [...answer].map((row) => row.content.business_name),
  total: answer.totalCount,
  ignored: answer.ignoredFields,
  defaults: (await api.enrich({ ...example, location: { state: "CA" } })).appliedDefaults,
  charged: answer.creditsCharged,
  remaining: answer.creditsRemaining,
  has_request_id: answer.requestId.length > 0,
  readings: [await api.searchIds({ query: "shop" }), await api.searchIds({ query: "shpo" }), await api.searchIds({ query: "" })].map((answer) => answer.reading),
  also: [await api.searchIds({ query: "мебель грве" }), await api.searchIds({ query: "shop" })].map((answer) => answer.also),
  note: (await api.enrich({ website: "gmail.com" })).identityNote,
  many: await manyOf(api, Array.from({ length: 75 }, () => [{ ...example, limit: 1 }, { website: "localhost" }]).flat()),
  whole_brand: await idsOf(api.enrichAll({ ...example, limit: 2 })),
  whole_brand_at_once: await idsOf(api.enrichAll(example)),
  ids,
  all_at_once: await idsOf(api.allIds({ query: "shop" })),
  small_pages: await idsOf(other("/small/").allIds({ query: "shop" })),
  records_of_all: await idsOf(api.allRecords({ query: "shop", limit: 3 }), (row) => row.content.store_id),
  records: [...(await api.records(manyIds)).keys()],
  changes: await changesOf(api),
  credits: Object.keys(await api.credits()).sort(),
  no_website: await errorOf(() => api.enrich({ website: "localhost" })),
  strict: await errorOf(() => other("", { strict: true }).enrich({ ...example, frobnicate: 1 })),
  too_many_rows: await errorOf(() => idsOf(other("/small").allIds({ query: "shop", limit: 500 }))),
  no_credit: await errorOf(() => other("", {}, poor).enrich({ ...example, limit: 5 })),
  wrong_key: await errorOf(() => other("", {}, "wrong").enrich(example)),
  nowhere: await errorOf(() => other("/nowhere").enrich(example)),
  not_reached: await errorOf(() => new Client(closed, key, { retries: 1 }).enrich(example)),
  lost: await errorOf(() => other("/lost").enrich(example)),
  limited: [
    (await other("/limited").enrich({ ...example, limit: 1 })).rows.length,
    (await other("/limited").enrich({ ...example, limit: 1 })).rows.length,
  ],
  late: await secondLate(),
  broken: await errorOf(() => other("/broken", { retries: 1 }).enrich(example)),
}));
