async ({ page, expect, url }) => {
  await page.goto(url);
  const row = page.getByRole('row', { name: 'Cannot reach the file share' });
  await row.getByRole('button', { name: 'Mark resolved' }).click();
  await page.getByLabel('Note').fill('Cable was loose');
  await page.getByRole('button', { name: 'Close ticket' }).click();
  await expect.visible(row.getByText('resolved: Cable was loose'));
}
