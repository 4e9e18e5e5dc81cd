// Usage: NODE_PATH=build/openapi/node_modules node t/browser/console.cjs CHROMIUM BASE_URL SCREENSHOTS
// Uses the console as people do, state after state, and prints as JSON what each state shows. A screenshot of each goes to SCREENSHOTS.
// {"cannot":…}: the browser does not start here.
const { mkdirSync, mkdtempSync, rmSync } = require('fs');
const { tmpdir } = require('os');
const { join } = require('path');
const puppeteer = require('puppeteer-core');

const [chromium, base, screenshots] = process.argv.slice(2);
const states = {};
const wrong = { violations: [], errors: [], elsewhere: [] };

async function begin(browser) {
    const page = await browser.newPage();
    page.setDefaultTimeout(120_000);  // a busy machine
    await page.setViewport({ width: 1100, height: 900 });
    page.on('pageerror', (error) => wrong.errors.push(String(error)));
    page.on('console', (message) => {
        const text = message.text();
        if (/Content Security Policy/.test(text)) wrong.violations.push(text);
        else if (message.type() === 'error' && !/status of \d+|ERR_INTERNET_DISCONNECTED/.test(text)) wrong.errors.push(text);
    });
    page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(`${base}/`) && !url.startsWith('data:')) wrong.elsewhere.push(url);
        if (/key-/.test(url)) wrong.elsewhere.push(`a key in ${url}`);
    });
    await page.goto(`${base}/console/`, { waitUntil: 'networkidle0' });
    return page;
}

const look = (page) => page.evaluate(() => {
    const text = (selector) => document.querySelector(selector)?.innerText.trim() ?? '';
    const isShown = (selector) => { const found = document.querySelector(selector); return Boolean(found && found.checkVisibility()); };
    return {
        status: text('#status'),
        problem: isShown('#problem') ? text('#problem') : '',
        rows: [...document.querySelectorAll('tr.row')].map((row) => [...row.cells].map((cell) => cell.innerText)),
        points: document.querySelectorAll('#map circle').length,
        mapShown: isShown('#map'),
        moreShown: isShown('#more'),
        meant: isShown('#meant') ? text('#meant') : '',
        narrowed: isShown('#narrowed') ? text('#narrowed') : '',
        key: document.querySelector('[name=key]').value,
        text: document.querySelector('#text').value,
        explanation: text('.explanation'),
        record: text('tr.more pre:last-of-type'),
        facts: Object.fromEntries([...document.querySelectorAll('#headers dt')].map((term) => [term.innerText, term.nextElementSibling.innerText])),
        lines: text('#lines'),
        focus: document.activeElement?.dataset?.row ?? document.activeElement?.id ?? '',
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        kept: localStorage.length + sessionStorage.length + document.cookie.length + (location.href === `${location.origin}/console/` ? 0 : 1),
        back: getComputedStyle(document.body).backgroundColor,
    };
});

async function keep(page, name) {
    states[name] = await look(page);
    await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
}

async function fill(page, values) {
    await page.evaluate((wanted) => {
        for (const details of document.querySelectorAll('details')) details.open = Boolean(wanted.country || wanted.city || wanted.lat);
        const form = document.querySelector('form');
        for (const field of form.elements) {
            if (field.type === 'radio') field.checked = field.value === (wanted.kind ?? 'website');
            else if (field.type === 'checkbox') field.checked = Boolean(wanted[field.name]);
            else if (field.name && field.tagName === 'INPUT') field.value = wanted[field.name] ?? '';
        }
        form.dispatchEvent(new Event('input', { bubbles: true }));
    }, values);
}

const settled = (page) => page.waitForFunction(() => !document.querySelector('button:disabled') && document.querySelector('#status').textContent !== 'Asking …');

async function ask(page, name, values, act = 'rows') {
    await fill(page, values);
    await (act === 'enter' ? page.focus('#text').then(() => page.keyboard.press('Enter')) : page.click(`button[value=${act}]`));
    await settled(page);
    await keep(page, name);
}

async function walk(browser) {
    const page = await begin(browser);
    const good = { key: 'key-rich', limit: '4' };
    await keep(page, 'first');
    await ask(page, 'empty', { key: 'key-rich' });
    await page.click('[data-text="starbucks.com"]');
    await settled(page);
    await keep(page, 'example');
    await ask(page, 'narrowed', { ...good, text: 'example.com', city: 'Seattle' });
    await ask(page, 'enrichment', { ...good, text: 'https://www.example.com/stores' }, 'enter');
    await page.focus('tr.row');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await keep(page, 'record');
    await page.click('#more');
    await settled(page);
    await keep(page, 'enrichment_all');
    await ask(page, 'nothing', { ...good, text: 'nobody.example' });
    await ask(page, 'search', { ...good, kind: 'search', text: 'shop', country: 'US', explain: true });
    await page.click('#map circle:last-of-type');
    await keep(page, 'explained');
    await page.click('#more');
    await settled(page);
    await keep(page, 'second_page');
    await ask(page, 'ids', { ...good, kind: 'ids', text: 'shpo' });
    await ask(page, 'meant', { ...good, kind: 'search', text: 'maple grve' });
    await page.click('#instead');
    await settled(page);
    await keep(page, 'instead');
    await ask(page, 'markup', { ...good, text: '<img src=x onerror=alert(1)>.example' });
    await ask(page, 'script_in_record', { ...good, text: 'markup.example' });
    await page.click('tr.row');
    await keep(page, 'script_opened');
    await ask(page, 'price', { ...good, text: 'example.com' }, 'price');
    await ask(page, 'e401', { text: 'example.com' });
    await ask(page, 'e402', { key: 'key-poor', text: 'example.com', limit: '4' });
    await ask(page, 'e422', { ...good, text: 'example.com', limit: '51' });
    await ask(page, 'e429_before', { key: 'key-slow', text: 'example.com', limit: '1' });
    await ask(page, 'e429', { key: 'key-slow', text: 'example.com', limit: '1' });
    await ask(page, 'e503', { key: 'key-down', text: 'example.com', limit: '1' });
    for (const language of ['curl', 'python', 'typescript']) {
        await fill(page, { ...good, kind: 'search', text: `it's "coffee"`, city: 'Oakland', strict: true });
        await page.click(`[data-lines=${language}]`);
        states[language] = await look(page);
    }
    await page.setViewport({ width: 360, height: 740 });
    await ask(page, 'phone', { ...good, kind: 'search', text: 'shop', country: 'US' });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await keep(page, 'phone_dark');
    await page.setViewport({ width: 1100, height: 900 });
    await keep(page, 'dark');
    await page.setOfflineMode(true);
    await ask(page, 'offline', { ...good, text: 'example.com' });
}

const start = (home) => puppeteer.launch({
    executablePath: chromium,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
    userDataDir: join(home, 'profile'),
    env: { ...process.env, HOME: home },
    timeout: 120_000,
});

(async () => {
    mkdirSync(screenshots, { recursive: true });
    const home = mkdtempSync(join(tmpdir(), 'bizrec-browser-'));
    let browser;
    try {
        browser = await start(home);
    } catch (error) {
        console.log(JSON.stringify({ cannot: String(error).split('\n')[0] }));
        return;
    }
    try {
        await walk(browser);
    } finally {
        await browser.close();
        rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    }
    console.log(JSON.stringify({ states, wrong }));
})();
