/* Asks a server of wrong answers (t/clients/faults.t) each once and prints what error came, as JSON.
   Usage: faults.mjs DIST BASE_URL KEY */

import { pathToFileURL } from "node:url";
import { inspect } from "node:util";

const [dist, base, key] = process.argv.slice(2);
const { BizrecError, Client } = await import(pathToFileURL(`${dist}/index.js`).href);

const logs = [];
const shown = (value) => inspect(value, { depth: Infinity, showHidden: true });

async function outcome(call) {
  try {
    await call();
    return 1;
  } catch (error) {
    if (!(error instanceof BizrecError)) {
      throw error;
    }
    logs.push(shown(error), JSON.stringify(error));
    return [error.name, error.status ?? null];
  }
}

function refuses(url, itsKey) {
  try {
    new Client(url, itsKey);
  } catch (error) {
    logs.push(shown(error));
    return error instanceof TypeError;
  }
  return false;
}

async function all(rows) {
  for await (const _ of rows);
}

const client = (path, itsKey = key) => new Client(`${base}/${path}`, itsKey, { retries: 0, timeout: 20000, largestAnswer: 1 << 20 });
const enrich = `object null number text none numbers no_json deep bad_gzip cut_gzip bomb cut endless created wait error_gzip error_list
error_deep error_types redirect moved echo good packed`.split(/\s+/);
const said = {};
for (const path of enrich) {
  said[path] = await outcome(() => client(path).enrich({ website: "example.com" }));
}
for (const path of ["short", "statusless"]) {
  said[path] = await outcome(() => all(client(path).enrichMany([{}, {}])));
}
for (const path of ["stuck", "circle", "no_cursor"]) {
  said[path] = await outcome(() => all(client(path).allIds({ query: "x", limit: 1 })));
}
said.batch_object = await outcome(() => all(client("object").enrichMany([{}])));
said.records_list = await outcome(() => client("good").records(["a"]));
said.credits_object = await outcome(() => client("object").credits());
said.redirect_get = await outcome(() => client("redirect").credits());
said.key_of_a_file = await outcome(() => client("good", `${key}\r\n`).enrich({ website: "example.com" }));
said.refused = ["sec\nret", "secret\t", "secret\0", " secret", "secret\u00e9", "secret\r\n."].filter((of) => refuses(base, of)).length;
refuses(key, base);  // the wrong way round
const api = client("good");
logs.push(shown(api), JSON.stringify(api));
console.log(JSON.stringify({ ...said, logs }));
