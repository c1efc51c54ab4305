async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByRole('listitem').filter({ hasText: 'Budget 2026.xlsx' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Person').fill('oskar@example.org');
  await page.getByLabel('May view').check();
  await page.getByRole('button', { name: 'Give access' }).click();
  await expect.visible(page.getByText('oskar@example.org'));
}
