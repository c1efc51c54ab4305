async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByRole('button', { name: 'Crash when a photo is rotated' }).click();
  await page.getByRole('button', { name: 'Move to another column' }).click();
  await page.getByRole('option', { name: 'Done' }).click();
  await page.getByLabel('Comment').fill('fixed in 4.2.1');
  await page.getByRole('button', { name: 'Update issue' }).click();
  await expect.visible(page.getByText('fixed in 4.2.1'));
}
