// The flow as one writes it with Playwright: node playwright.js MODULE BROWSER URL OUTCOME; one line in, one flow, its milliseconds out.

const [, , module_, executablePath, url, outcome] = process.argv;
const { chromium } = require(module_);

const flow = async (page) => {
  await page.goto(url);
  await page.getByLabel('Email').fill('ada@example.org');
  await page.getByLabel('Password').fill('lantern-42');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('row').filter({ hasText: 'Milk' }).getByRole('button', { name: 'Open' }).click();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Street').fill('12 St James Square');
  await page.getByLabel('Express delivery').check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('status').filter({ hasText: outcome }).waitFor();
};

(async () => {
  const browser = await chromium.launch({ executablePath, headless: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await flow(page);
  console.log('ready');
  require('readline').createInterface({ input: process.stdin }).on('line', async () => {
    const began = performance.now();
    await flow(page);
    console.log(performance.now() - began);
  }).on('close', () => browser.close());
})();
