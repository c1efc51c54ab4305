// Playwright and a file of storage state: node playwright_storage.js MODULE BROWSER URL FILE (read|write)
const [, , library, executablePath, url, path, what] = process.argv;
const { chromium } = require(library);

(async () => {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const context = await browser.newContext(what === 'read' ? { storageState: path } : {});
  const page = await context.newPage();
  await page.goto(url);
  if (what === 'write') {
    await page.getByLabel('Name').fill('Ada');
    await page.getByText('Log in').click();
  }
  await page.getByText('Hello Ada').waitFor({ timeout: 15000 });
  if (what === 'write') await context.storageState({ path });
  await browser.close();
})().catch((error) => {
  console.error(String(error));
  process.exit(1);
});
