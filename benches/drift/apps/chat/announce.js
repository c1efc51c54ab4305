async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByRole('link', { name: 'Deploys' }).click();
  await page.getByPlaceholder('Write a message').fill('Release 8.1 is out');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.visible(page.getByText('Release 8.1 is out'));
}
