async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByRole('option', { name: 'Minutes of Tuesday' }).click();
  await page.getByRole('button', { name: 'Reply' }).click();
  await page.getByLabel('Your answer').fill('Confirmed, thank you');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.visible(page.getByRole('option', { name: 'Minutes of Tuesday' }).getByText('Answered'));
}
