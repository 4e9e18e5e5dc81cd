// Usage: NODE_PATH=build/openapi/node_modules node t/openapi/lint.cjs FILE
// What `redocly lint` says with its recommended rules, warnings included; exit code 1 if it says anything.
const { createConfig, lint } = require('@redocly/openapi-core');

async function main(file) {
    const problems = await lint({ ref: file, config: await createConfig({ extends: ['recommended'] }) });
    for (const { severity, ruleId, message, location } of problems) {
        console.log(`${severity} ${ruleId} ${location[0].pointer}: ${message}`);
    }
    process.exitCode = problems.length ? 1 : 0;
}

main(process.argv[2]);
