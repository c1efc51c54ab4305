async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByRole('listitem').filter({ hasText: 'Green curry' }).getByRole('button', { name: 'Plan meal' }).click();
  await page.getByLabel('Guests').fill('6 adults');
  await page.getByLabel('Day').selectOption('Saturday');
  await page.getByRole('button', { name: 'Add to plan' }).click();
  await expect.visible(page.getByText('Green curry, Saturday, for 6 adults'));
}
