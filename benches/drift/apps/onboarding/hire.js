async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByLabel('Full name').fill('Yusuf Demir');
  await page.getByLabel('Temporary').check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Office').selectOption('Porto');
  await page.getByLabel('Needs a laptop').check();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Create employee' }).click();
  await expect.visible(page.getByText('Yusuf Demir, Porto (Temporary)'));
}
