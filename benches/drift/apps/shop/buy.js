async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByRole('group', { name: 'Enamel teapot' }).getByRole('link', { name: 'View' }).click();
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByLabel('Name').fill('Rosa Keller');
  await page.getByLabel('Street').fill('Lindenweg 4');
  await page.getByLabel('Wrap as a gift').check();
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect.visible(page.getByRole('heading', { name: 'Thank you' }));
}
