async ({ page, expect, url }) => {
  await page.goto(url);
  await page.getByLabel('Email').fill('ines@northwind.example');
  await page.getByLabel('Password').fill('tulip-9');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('row', { name: 'Marlow Books' }).getByRole('link', { name: 'Open' }).click();
  await page.getByLabel('Tracking number').fill('RM445566GB');
  await page.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect.visible(page.getByText('Shipped', { exact: true }));
}
