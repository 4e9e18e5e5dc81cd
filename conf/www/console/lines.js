// The request as lines for a shell, for the Python and for the TypeScript client. The key is never in them.

const shellQuoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curl(request, origin) {
  const parts = [`curl -s ${shellQuoted(origin + request.path)}`, `-H "Authorization: Bearer $KEY"`];
  if (request.prefer) parts.push(`-H ${shellQuoted(`Prefer: ${request.prefer}`)}`);
  parts.push(`-d ${shellQuoted(JSON.stringify(request.body))}`);
  return parts.join(" \\\n     ");
}

function pythonValue(value) {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value === "object") {
    return `{${Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${pythonValue(inner)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}

const calls = {
  website: ["enrich", "enrich"],
  profile: ["enrich", "enrich"],
  search: ["search", "search"],
  ids: ["search_ids", "searchIds"],
};

function python(request, origin) {
  const fields = Object.entries(request.body).map(([name, value]) => `${name}=${pythonValue(value)}`).join(", ");
  const strict = request.prefer.includes("handling=strict") ? ", strict=True" : "";
  return [
    "import os",
    "from bizrec import Client",
    "",
    `with Client(${JSON.stringify(origin)}, os.environ["KEY"]${strict}) as api:`,
    `    for row in api.${calls[request.kind][0]}(${fields}):`,
    `        print(row["match_score"], row["id"])`,
  ].join("\n");
}

function typescript(request, origin) {
  const strict = request.prefer.includes("handling=strict") ? ", { strict: true }" : "";
  return [
    `import { Client } from "bizrec";`,
    "",
    `const api = new Client(${JSON.stringify(origin)}, process.env.KEY!${strict});`,
    `for (const row of await api.${calls[request.kind][1]}(${JSON.stringify(request.body)})) {`,
    "  console.log(row.match_score, row.id);",
    "}",
  ].join("\n");
}

/** `origin`: of the server, "https://api.example.com". */
export const lines = { curl, python, typescript };
