async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByRole('button', { name: '17', exact: true }).click();
  await page.locator('.hour').filter({ hasText: 'Studio' }).getByRole('button', { name: 'Choose' }).click();
  await page.getByLabel('Your name').fill('Priya Nair');
  await page.getByLabel('People').selectOption('4');
  await page.getByRole('button', { name: 'Book now' }).click();
  await expect.visible(page.getByText('Booked for Priya Nair'));
}
