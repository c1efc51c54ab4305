async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByRole('switch', { name: 'Urgent' }).check();
  await page.getByLabel('Spending limit').fill('3500');
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect.visible(page.getByText('Saved', { exact: true }));
}
