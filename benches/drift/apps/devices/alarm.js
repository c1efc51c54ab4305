async ({ page, expect, url }) => {
  await page.goto(url);
  const card = page.getByRole('region', { name: 'Cellar' });
  await card.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('switch', { name: 'Urgent alerts' }).click();
  await page.getByLabel('Note').fill('below the boiler');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.visible(card.getByText('below the boiler'));
}
