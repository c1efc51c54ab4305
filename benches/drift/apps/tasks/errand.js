async ({ page, expect, url }) => {
  await page.goto(url);
  const item = page.getByRole('listitem').filter({ hasText: 'Call the plumber' });
  await item.getByRole('button', { name: 'Complete' }).click();
  await expect.visible(item.getByRole('button', { name: 'Reopen' }));
  await page.getByPlaceholder('New task').fill('Pay the plumber');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect.visible(page.getByText('Pay the plumber'));
}
