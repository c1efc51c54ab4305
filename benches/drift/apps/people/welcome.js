async ({ page, expect, url }) => {
  await page.goto(url);
  const card = page.getByRole('article').filter({ hasText: 'Ada Park' });
  await card.getByRole('button', { name: 'Follow' }).click();
  await expect.visible(card.getByRole('button', { name: 'Following' }));
  await card.getByRole('button', { name: 'Message' }).click();
  await page.getByLabel('Your message').fill('Welcome to the guild');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.visible(card.getByText('Sent'));
}
