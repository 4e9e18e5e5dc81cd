// Rows of an answer as a table; a row opens to its whole record and to the explanation of its score.

const cell = (text, name) => {
  const made = document.createElement("td");
  made.textContent = text ?? "";
  if (name) made.className = name;
  return made;
};

const addressOf = (content) =>
  [content.street_address, [content.zip_code, content.city].filter(Boolean).join(" "), content.state, content.country].filter(Boolean).join(", ");

const columns = {
  records: [
    ["Name", (row) => row.content.business_name ?? row.content.brand_name],
    ["Address", (row) => addressOf(row.content)],
    ["Website", (row) => row.content.root_domain ?? row.content.website_url, "optional"],
    ["Phone", (row) => row.content.phone, "optional"],
    ["Rating", (row) => row.content.google_rating, "number optional"],
    ["Matched", (row) => row.match_highlights?.join(", "), "optional"],
    ["Score", (row) => row.match_score, "number"],
  ],
  ids: [
    ["Id", (row) => row.id],
    ["Place id", (row) => row.place_id, "optional"],
    ["Score", (row) => row.match_score, "number"],
  ],
};

function headOf(kind) {
  const line = document.createElement("tr");
  for (const [name, , style] of [["#", null, "number"], ...columns[kind]]) {
    const made = document.createElement("th");
    made.scope = "col";
    made.textContent = name;
    if (style) made.className = style;
    line.append(made);
  }
  return line;
}

function detailOf(row, span) {
  const line = document.createElement("tr");
  line.className = "more";
  const whole = document.createElement("td");
  whole.colSpan = span;
  if (row.explain) {
    const title = document.createElement("h2");
    title.textContent = `Why the score is ${row.match_score}`;
    const list = document.createElement("pre");
    list.className = "explanation";
    list.textContent = row.explain.join("\n");
    whole.append(title, list);
  }
  const record = document.createElement("pre");
  record.textContent = JSON.stringify(row.content ?? row, null, 2);
  whole.append(record);
  line.append(whole);
  return line;
}

export class RowTable {
  /** `chosen(number)` is called when a row opens. */
  constructor(table, chosen) {
    this.table = table;
    this.body = table.tBodies[0];
    this.chosen = chosen;
    this.body.addEventListener("click", (event) => this.toggle(event.target.closest("tr.row")));
    this.body.addEventListener("keydown", (event) => this.onKey(event));
  }

  clear(kind) {
    this.kind = kind;
    this.rows = [];
    this.body.replaceChildren();
    this.table.tHead.replaceChildren(headOf(kind));
  }

  add(rows) {
    for (const row of rows) {
      this.rows.push(row);
      const line = document.createElement("tr");
      line.className = "row";
      line.tabIndex = 0;
      line.dataset.row = String(this.rows.length);
      line.setAttribute("aria-expanded", "false");
      line.append(cell(this.rows.length, "number"), ...columns[this.kind].map(([, value, style]) => cell(value(row), style)));
      this.body.append(line);
    }
  }

  open(number) {
    const line = this.body.querySelector(`tr.row[data-row="${number}"]`);
    if (line.getAttribute("aria-expanded") === "false") this.toggle(line);
    line.focus();
    line.scrollIntoView({ block: "nearest" });
  }

  toggle(line) {
    if (!line) return;
    const isOpen = line.getAttribute("aria-expanded") === "true";
    line.setAttribute("aria-expanded", String(!isOpen));
    if (isOpen) {
      line.nextElementSibling.remove();
      return;
    }
    line.after(detailOf(this.rows[Number(line.dataset.row) - 1], line.cells.length));
    this.chosen(Number(line.dataset.row));
  }

  onKey(event) {
    const line = event.target.closest("tr.row");
    if (!line || event.target !== line) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.toggle(line);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const all = [...this.body.querySelectorAll("tr.row")];
      all[all.indexOf(line) + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
    }
  }
}
