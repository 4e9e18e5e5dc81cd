// The page: the form to a request, the answer to table, map and facts.

import { meantInstead, narrowedBy, problemOf, showHeaders } from "./facts.js";
import { lines } from "./lines.js";
import { drawMap, markOnMap } from "./map.js";
import { missingOf, pageBehind, requestOf, send, withTotal } from "./request.js";
import { RowTable } from "./table.js";

const at = (id) => document.getElementById(id);
const form = at("ask");
const table = new RowTable(at("rows"), (number) => markOnMap(at("map"), number));
const hints = {
  website: ["Website", "https://www.example.com/stores"],
  profile: ["Address of the profile", "https://www.instagram.com/example/"],
  search: ["Words", "coffee in Seattle"],
  ids: ["Words", "coffee in Seattle"],
};
// `make run` serves this machine alone, with this public key.
const demoKey = ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname) ? "demo-key" : "";
let language = "curl";
let last; // the request whose rows are shown

function valuesOf() {
  const values = {};
  for (const [name, value] of new FormData(form)) values[name] = name === "key" ? value : value.trim();
  return values;
}

function showLines() {
  at("lines").textContent = lines[language](requestOf(valuesOf(), "rows"), location.origin);
}

function say(text) {
  at("status").textContent = text;
}

function showProblem(problem) {
  const panel = at("problem");
  const title = document.createElement("h2");
  title.textContent = problem.title;
  panel.replaceChildren(title, ...problem.lines.map((line) => {
    const text = document.createElement("p");
    text.textContent = line;
    return text;
  }));
  panel.hidden = false;
}

const isPoint = ({ content }) => typeof content?.latitude === "number" && typeof content?.longitude === "number";

function showMap() {
  const points = table.rows
    .map((row, i) => ({ row, number: i + 1 }))
    .filter(({ row }) => isPoint(row))
    .map(({ row, number }) => ({ lat: row.content.latitude, long: row.content.longitude, name: row.content.business_name ?? row.id, row: number }));
  drawMap(at("map"), points, (number) => table.open(number));
}

function showRows(rows, total, narrowed) {
  table.add(rows);
  at("answer").hidden = table.rows.length === 0 && narrowed === "";
  at("more").hidden = rows.length === 0 || table.rows.length >= total;
  at("narrowed").textContent = narrowed;
  at("narrowed").hidden = narrowed === "";
  showMap();
}

function priceText(headers) {
  const charged = headers.get("x-credits-charged");
  return charged === null ? "" : `, ${charged} credits`;
}

function rowsText(total) {
  const count = table.rows.length;
  if (count === 0) return "No record matches";
  return total > count ? `${count} of ${total} rows` : `${count} ${count === 1 ? "row" : "rows"}`;
}

function sayAnswer(answer, total) {
  const engine = /dur=([\d.]+)/.exec(answer.headers.get("server-timing") ?? "")?.[1];
  const time = `${answer.milliseconds.toFixed(1)} ms${engine === undefined ? "" : `, of which the engine ${engine} ms`}`;
  say(`${rowsText(total)}; ${time}${priceText(answer.headers)}.`);
}

function showMeant(words) {
  at("instead").textContent = words;
  at("meant").hidden = words === "";
}

function showAnswer(answer, request) {
  showHeaders(at("headers"), answer.headers);
  showMeant(meantInstead(answer.headers));
  at("facts").hidden = false;
  if (answer.status !== 200 || answer.body === undefined) {
    say("");
    showProblem(problemOf(answer));
    return;
  }
  const { data, total_count: all } = answer.body;
  if (!Array.isArray(data)) {
    const { rows, total_count: total, credits } = answer.body;
    say(`${rows} of ${total} rows would cost ${credits} credits. Nothing was charged.`);
    return;
  }
  last = { request, cursor: data.at(-1)?.cursor };
  showRows(data, all, narrowedBy(answer.headers));
  sayAnswer(answer, all);
}

async function ask(request) {
  const buttons = document.querySelectorAll("button");
  for (const button of buttons) button.disabled = true;
  at("problem").hidden = true;
  showMeant("");
  say("Asking …");
  try {
    showAnswer(await send(request, form.elements.key.value), request);
  } catch (error) {
    say("");
    showProblem({ title: "No answer", lines: ["The server was not reached, or the connection broke.", String(error.message ?? error)] });
  } finally {
    for (const button of buttons) button.disabled = false;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const values = valuesOf();
  table.clear(values.kind === "ids" ? "ids" : "records");
  showRows([], 0, "");
  const missing = missingOf(values);
  if (missing) {
    say(missing);
    at("text").focus();
    return;
  }
  ask(withTotal(requestOf(values, event.submitter?.value ?? "rows")));
});

for (const button of document.querySelectorAll("[data-text]")) {
  button.addEventListener("click", () => {
    form.elements.kind.value = button.dataset.kind;
    form.elements.text.value = button.dataset.text;
    form.dispatchEvent(new Event("input", { bubbles: true }));
    form.requestSubmit(form.querySelector("button[value=rows]"));
  });
}

form.addEventListener("input", () => {
  const [name, example] = hints[valuesOf().kind];
  at("what").textContent = name;
  at("text").placeholder = example;
  showLines();
});

at("instead").addEventListener("click", () => {
  form.elements.text.value = at("instead").textContent;
  form.dispatchEvent(new Event("input", { bubbles: true }));
  form.requestSubmit(form.querySelector("button[value=rows]"));
});

at("more").addEventListener("click", async () => {
  const first = table.rows.length + 1;
  await ask(pageBehind(last.request, last.cursor));
  if (table.rows.length >= first) at("rows").querySelector(`tr.row[data-row="${first}"]`).focus();
});

for (const button of document.querySelectorAll("[data-lines]")) {
  button.addEventListener("click", () => {
    language = button.dataset.lines;
    for (const other of document.querySelectorAll("[data-lines]")) other.setAttribute("aria-pressed", String(other === button));
    showLines();
  });
}

at("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(at("lines").textContent);
    say("Copied. Put your key into the variable KEY.");
  } catch {
    getSelection().selectAllChildren(at("lines"));
    say("Selected: copy it with the keyboard.");
  }
});

form.elements.key.value = demoKey;
table.clear("records");
showLines();
