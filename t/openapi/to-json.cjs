// Usage: NODE_PATH=build/openapi/node_modules node t/openapi/to-json.cjs FILE
// The YAML file as JSON, a line each member, as conf/www/openapi.json has it.
const { readFileSync } = require('fs');
const { parse } = require('yaml');

console.log(JSON.stringify(parse(readFileSync(process.argv[2], 'utf8')), null, 1));
