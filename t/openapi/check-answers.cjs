// Usage: NODE_PATH=build/openapi/node_modules node t/openapi/check-answers.cjs docs/openapi.yaml FOLDER [some]
// Holds the answers that the HTTP tests have recorded (t/lib/Bizrec/Answers.pm) against the document: each status,
// header and body must be in it, each request that got a 200 must fit the schema of requests, and each that was refused
// for a type or a bound must not. Fields and headers that the document does not name are a failure. Unless only `some`
// of the tests have run, every error that the document gives as an example must be among the answers.
const { readdirSync, readFileSync } = require('fs');
const { join } = require('path');
const { parse } = require('yaml');
const Ajv = require('ajv/dist/2020');
const addFormats = require('ajv-formats');

const [file, folder, some] = process.argv.slice(2);
const document = parse(readFileSync(file, 'utf8'));
// Of HTTP and of nginx's own modules, which the document leaves to them.
const usual = new Set(['server', 'content-type', 'content-length', 'connection', 'transfer-encoding', 'content-encoding', 'vary', 'keep-alive', 'set-cookie']);

// ---- schemas

const resolve = (value) => (value.$ref ? resolve(value.$ref.slice(2).split('/').reduce((at, key) => at[key], document)) : value);

// Clients must expect fields that they do not know; the tests must not.
function closed(schema) {
    if (schema === null || typeof schema !== 'object') return schema;
    if (Array.isArray(schema)) return schema.map(closed);
    const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
    return schema.type === 'object' && schema.properties && schema.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}

function compiler(components) {
    const ajv = new Ajv({ strict: false, allErrors: false, multipleOfPrecision: 6 });
    addFormats(ajv);
    ajv.addSchema({ $id: 'api', components });
    const made = new Map();
    return (schema) => {
        if (!made.has(schema)) {
            made.set(schema, ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/'))));
        }
        return made.get(schema);
    };
}

const requestSchema = compiler(document.components);
const answerSchema = compiler({ schemas: closed(document.components.schemas) });
const complaint = (validate) => validate.errors.map((error) => `${error.instancePath || '/'} ${error.message}`).join('; ');

// ---- requests

// null, an empty string and white space are the same as no field, and white space at either end does not count.
function withoutBlanks(value) {
    if (typeof value === 'string') return value.trim() || null;
    if (Array.isArray(value)) return value.map(withoutBlanks);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutBlanks(one)]).filter(([, one]) => one !== null));
}

// JSON.parse() takes the last of two fields of one name, the server refuses them.
function hasFieldTwice(text) {
    const objects = [];
    let isKey = false;
    for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
        if (token === '{') objects.push(new Set());
        else if (token === '[') objects.push(null);
        else if (token === '}' || token === ']') objects.pop();
        else if (token !== ',' && isKey && objects.at(-1)) {
            const name = JSON.parse(token);
            if (objects.at(-1).has(name)) return true;
            objects.at(-1).add(name);
        }
        isKey = token === '{' || (token === ',' && Boolean(objects.at(-1)));
    }
    return false;
}

// Whether a schema can say what the server says: no schema knows countries, the calendar, a length in bytes, or the greatest limit that
// an operator gives a search.
function isOfSchema(message) {
    if (/ bytes, got |expected a date .*got a string "\d{4}-\d\d-\d\d|expected text, got a NUL/.test(message)) return false;
    return /: expected |: maximum limit is 50,|is required|: a radius needs /.test(message) && !/unknown field|unknown country|cannot use/.test(message);
}

function checkRequest(operation, answer, json) {
    if (answer.method !== 'POST' || !answer.isBodyKnown || !['200', '422'].includes(answer.status)) return [];
    let body;
    try {
        body = JSON.parse(answer.body);
    } catch (error) {
        return [`a ${answer.status} for a body that is no JSON: ${error.message}`];
    }
    if (hasFieldTwice(answer.body)) return [];
    const schema = resolve(operation.requestBody).content['application/json'].schema;
    if (Array.isArray(body.items) && Array.isArray(json)) return checkItems(resolve(schema).properties.items.items, body.items, json);
    const validate = requestSchema(schema);
    const fits = validate(withoutBlanks(body));
    if (answer.status === '200') {
        counts.accepted += 1;
        return fits ? [] : [`answered, but the schema refuses the request: ${complaint(validate)}`];
    }
    if (!isOfSchema(json.error)) return [];
    counts.refused += 1;
    return fits && validate(body) ? ['refused, but the schema takes the request'] : [];
}

// Of a batch, whose items are refused one by one.
function checkItems(schema, items, answers) {
    if (items.length !== answers.length) return [`${answers.length} answers for ${items.length} items`];
    const validate = requestSchema(schema);
    return items.flatMap((item, i) => {
        const { status, error } = answers[i];
        const fits = validate(withoutBlanks(item));
        counts[status === 200 ? 'accepted' : 'refused'] += 1;
        if (status === 200) return fits ? [] : [`an item was answered, but the schema refuses it: ${complaint(validate)}`];
        return isOfSchema(error) && fits && validate(item) ? ['an item was refused, but the schema takes it'] : [];
    });
}

// ---- answers

function checkHeaders(response, text) {
    const problems = [];
    const known = new Map(Object.entries(response.headers ?? {}).map(([name, header]) => [name.toLowerCase(), resolve(header)]));
    const seen = new Set();
    for (const line of text.split('\n').filter(Boolean)) {
        const [, name, value] = line.match(/^([^:]*): ?(.*)$/s);
        const header = known.get(name);
        seen.add(name);
        if (!header) {
            if (!usual.has(name)) problems.push(`header ${name} is not in the document`);
            continue;
        }
        const validate = answerSchema(header.schema);
        if (!validate(['integer', 'number'].includes(header.schema.type) ? Number(value) : value)) problems.push(`header ${name}: ${complaint(validate)}`);
    }
    for (const [name, header] of known) {
        if (header.required && !seen.has(name)) problems.push(`header ${name} is missing`);
    }
    return problems;
}

// The server says so if it was asked for strict handling, and only then.
function checkPreference(answer) {
    const asked = answer.prefer.toLowerCase();
    if (!['200', '422'].includes(answer.status) || !['', 'handling=strict'].includes(asked)) return [];
    const isApplied = /^preference-applied: /m.test(answer.headers);
    return isApplied === (asked !== '') ? [] : [`Prefer: "${asked}", but Preference-Applied is ${isApplied ? '' : 'not '}there`];
}

// The body of an answer, or a text that says why there is none.
function readBody(answer) {
    if (answer.areHeadersKnown && !/^content-type: application\/json$/m.test(answer.headers)) return 'the answer is not application/json';
    try {
        return { json: JSON.parse(answer.content) };
    } catch (error) {
        return `the answer is no JSON: ${error.message}`;
    }
}

const errorSchema = { $ref: '#/components/schemas/Error' };
const counts = { answers: 0, elsewhere: 0, accepted: 0, refused: 0 };
const seenStatuses = new Map();
const seenErrors = new Set();

// Errors that differ in nothing but the id of the request, or in the order of their members, are the same.
const errorKey = (status, { request_id: id, ...body }) => `${status} ${id !== undefined} ${JSON.stringify(Object.entries(body).sort())}`;

const operationOf = (path, method) => path[method?.toLowerCase()] ?? path.post ?? path.get;

function check(answer) {
    const operation = answer.endpoint && operationOf(document.paths[`/api/v1/${answer.endpoint}`], answer.method);
    const isJson = /^content-type: application\/json$/m.test(answer.headers);
    if (!operation && (answer.status < 400 || !isJson || answer.method === 'HEAD')) return [];
    const response = operation ? operation.responses[answer.status] && resolve(operation.responses[answer.status]) : { content: { 'application/json': { schema: errorSchema } } };
    if (!response) return [`status ${answer.status} is not in the document`];
    if (operation) {
        const key = `${answer.endpoint} ${answer.status}`;
        seenStatuses.set(key, (seenStatuses.get(key) ?? 0) + 1);
    }
    counts[operation ? 'answers' : 'elsewhere'] += 1;
    const problems = operation && answer.areHeadersKnown ? [...checkHeaders(response, answer.headers), ...checkPreference(answer)] : [];
    if (answer.method === 'HEAD') return problems;
    const body = readBody(answer);
    if (typeof body === 'string') return [...problems, body];
    if (answer.status >= 400) seenErrors.add(errorKey(answer.status, body.json));
    const validate = answerSchema(response.content['application/json'].schema);
    if (!validate(body.json)) return [...problems, `the body: ${complaint(validate)}`];
    return operation ? [...problems, ...checkRequest(operation, answer, body.json)] : problems;
}

// ---- the records

function* rows(bytes) {
    const names = ['endpoint', 'method', 'prefer', 'isBodyKnown', 'body', 'status', 'areHeadersKnown', 'headers', 'content'];
    for (let at = 0; at < bytes.length; ) {
        const row = {};
        for (const name of names) {
            const end = at + 4 + bytes.readUInt32BE(at);
            row[name] = bytes.toString('utf8', at + 4, end);
            at = end;
        }
        yield row;
    }
}

const problems = new Map();
for (const name of readdirSync(folder)) {
    for (const answer of rows(readFileSync(join(folder, name)))) {
        for (const problem of check(answer)) {
            const same = problems.get(problem) ?? { ...answer, times: 0 };
            problems.set(problem, { ...same, times: same.times + 1 });
        }
    }
}

const missing = [];
for (const [path, operations] of Object.entries(document.paths)) {
    const { responses } = operationOf(operations);
    for (const [status, response] of Object.entries(responses)) {
        if (status < 400) continue;
        for (const [name, { value }] of Object.entries(resolve(response).content['application/json'].examples)) {
            if (!seenErrors.has(errorKey(status, value))) missing.push(`${path}, ${status}, example ${name}`);
        }
    }
    const seen = Object.keys(responses).map((status) => `${status} ${seenStatuses.get(`${path.slice(8)} ${status}`) ?? 0}`);
    console.log(`${path}: ${seen.join(', ')}`);
}
console.log(`${counts.answers} different answers of the endpoints and ${counts.elsewhere} errors of other addresses are as ${file} says;`);
console.log(`it takes ${counts.accepted} requests that were answered and refuses ${counts.refused} that were refused`);

const shown = [...problems].slice(0, 20);
for (const [problem, { times, ...answer }] of shown) {
    console.error(`\n${problem} (${times} times)`);
    for (const [name, value] of Object.entries(answer)) console.error(`    ${name}: ${JSON.stringify(value).slice(0, 600)}`);
}
if (problems.size > shown.length) console.error(`\nand ${problems.size - shown.length} more kinds of problem`);
if (!some) for (const example of new Set(missing)) console.error(`no test has had this error: ${example}`);
const isEmpty = counts.answers === 0 || (!some && (counts.accepted === 0 || counts.refused === 0));
if (isEmpty) console.error('nothing was checked');
process.exitCode = problems.size || (!some && missing.length) || isEmpty ? 1 : 0;
