// @puppeteer/replay: node puppeteer.js TOOLS BROWSER
//
// Runs a recording in the form of Chrome's recorder, with the selectors it writes (aria, css, xpath, pierce, text), and
// at the end a step that waits for the outcome, as its documentation recommends for a check.
const path = require('path');
const { pathToFileURL } = require('url');
const { serve, steps } = require('./lines.js');
const [, , tools, executablePath] = process.argv;
const modules = path.join(tools, 'puppeteer-replay/node_modules');

const recordingOf = (job) => {
  const { acts } = job.recorded;
  const last = [...acts].reverse().find((it) => it.act === 'visible');
  const outcome = last?.text;
  const all = steps(job.recorded);
  // The recorder notes which steps lead to another page.
  const leads = (place) => (all[place + 1] || last).page !== all[place].page;
  const does = all.map((step, place) => ({
    ...(step.type === 'change' ? { type: 'change', value: step.value } : { type: 'click', offsetX: 5, offsetY: 5 }),
    selectors: step.selectors, target: 'main', ...(leads(place) ? { assertedEvents: [{ type: 'navigation', url: '', title: '' }] } : {}),
  }));
  return {
    title: 'chore',
    timeout: job.timeout,
    steps: [{ type: 'setViewport', width: 1280, height: 800, deviceScaleFactor: 1, isMobile: false, hasTouch: false, isLandscape: false }, { type: 'navigate', url: job.url }, ...does,
      ...(outcome ? [{ type: 'waitForElement', selectors: [[`text/${outcome}`]], visible: true }] : [])],
  };
};

(async () => {
  const puppeteer = (await import(pathToFileURL(path.join(modules, 'puppeteer-core/lib/puppeteer/puppeteer-core.js')))).default;
  const { createRunner, PuppeteerRunnerExtension } = await import(pathToFileURL(path.join(modules, '@puppeteer/replay/lib/main.js')));
  const browser = await puppeteer.launch({ executablePath, headless: 'shell', args: ['--no-sandbox'] });
  serve(async (job) => {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    try {
      const runner = await createRunner(recordingOf(job), new PuppeteerRunnerExtension(browser, page, { timeout: job.timeout }));
      await runner.run();
      return {};
    } finally {
      await page.goto(job.end).catch(() => {});
      await page.waitForFunction(() => document.title === 'handed over', { timeout: 3000 }).catch(() => {});
      await context.close();
    }
  }, () => browser.close());
})();
