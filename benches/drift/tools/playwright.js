// Playwright: node playwright.js TOOLS BROWSER roles|codegen
//
// `roles` runs the script of the chore, written by hand with role locators as Playwright's documentation recommends.
// `codegen` runs what its generator makes of the same acts: every locator as `normalize()` names it, in a row.
const path = require('path');
const { serve } = require('./lines.js');
const [, , tools, executablePath, way] = process.argv;
const { chromium } = require(path.join(tools, 'playwright/node_modules/playwright-core'));

const ACTS = ['click', 'fill', 'check', 'selectOption', 'press'];

// A page whose locators write down what is done with them.
const recording = (page, acts) => {
  const wrap = (locator) => new Proxy(locator, {
    get(on, name) {
      if (name === 'unwrapped') return on;
      const value = on[name];
      if (typeof value !== 'function') return value;
      if (ACTS.includes(name)) return async (...values) => { acts.push({ act: name, values, locator: String(await on.normalize()) }); return value.apply(on, values); };
      return (...values) => { const made = value.apply(on, values.map((it) => it?.unwrapped || it)); return made?.constructor?.name === on.constructor.name ? wrap(made) : made; };
    },
  });
  const makes = ['locator', 'getByRole', 'getByLabel', 'getByText', 'getByPlaceholder', 'getByTitle', 'getByTestId'];
  return new Proxy(page, {
    get(on, name) {
      const value = on[name];
      if (makes.includes(name)) return (...values) => wrap(value.apply(on, values));
      return typeof value === 'function' ? value.bind(on) : value;
    },
  });
};

const roles = async (page, job) => {
  const acts = [];
  const timeout = job.timeout;
  const expect = {
    async visible(locator) {
      const real = locator.unwrapped || locator;
      await real.waitFor({ state: 'visible', timeout });
      if (job.records) acts.push({ act: 'visible', values: [], locator: String(await real.normalize()), text: (await real.textContent()).trim(), page: await page.evaluate(() => performance.timeOrigin) });
    },
  };
  await eval(job.script)({ page: job.records ? recording(page, acts) : page, expect, url: job.url });
  return { acts };
};

const codegen = async (page, job) => {
  await page.goto(job.url);
  for (const { act, values, locator } of job.recorded.acts) {
    const found = eval(`page.${locator}`);
    if (act === 'visible') await found.waitFor({ state: 'visible' });
    else await found[act](...values);
  }
  return {};
};

(async () => {
  const browser = await chromium.launch({ executablePath, headless: true });
  serve(async (job) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(job.timeout);
    const page = await context.newPage();
    try {
      return await (way === 'roles' ? roles : codegen)(page, job);
    } finally {
      await page.goto(job.end).catch(() => {});
      await page.waitForFunction(() => document.title === 'handed over').catch(() => {});
      await context.close();
    }
  }, () => browser.close());
})();
