async ({ page, expect, url }) => {
  await page.goto(url);
  await expect.visible(page.getByText('Blue Harbour Ltd'));
  await page.getByRole('row', { name: 'Dev Patel' }).getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Role').selectOption('Editor');
  await page.getByLabel('Seat').fill('B-12 north');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.visible(page.getByRole('row', { name: 'Dev Patel' }).getByText('B-12 north'));
}
