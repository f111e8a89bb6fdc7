import { expect, expectAccessible, signInAs, test } from '../portal.ts'

test('SMART-1 SMART-2 SMART-3 SMART-4 a customer looks for the cheapest fuel', async ({ page }) => {
  await signInAs(page, 'northline')
  await page.goto('/smartbuy')
  await expect(page.getByRole('heading', { level: 1, name: 'Smart Buy' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByText(/Showing record 1 to 10 of \d+ records/)).toBeVisible()

  await page.getByRole('combobox', { name: 'Near' }).fill('Toronto')
  await page.getByRole('option', { name: 'Toronto, ON, Canada', exact: true }).click()
  await expect(page).toHaveURL(/near=CA-ON-toronto/)
  // The list follows the town, and the map has the site that is chosen in the list.
  await expect(main.getByRole('row').nth(1)).toContainText('Mississauga')
  await expect(page.getByRole('application', { name: 'Sites by price of diesel' })).toBeVisible()
  await main
    .getByRole('button', { name: /^Brampton Cardlock/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Map of prices' })).toContainText('Brampton Cardlock')
  await expect(page.locator('.map-price[data-chosen="true"]')).toHaveCount(1)

  const mail = page.getByRole('checkbox', { name: 'E-mail me the list each morning' })
  await mail.click()
  await expect(mail).toBeChecked()
  await page.reload()
  await expect(mail).toBeChecked()
  // The box shows what is stored, so it changes once the service has answered.
  await mail.click()
  await expect(mail).not.toBeChecked()

  await main.getByRole('link', { name: 'On the way' }).click()
  await page.getByRole('combobox', { name: 'From', exact: true }).fill('Toronto')
  await page.getByRole('option', { name: 'Toronto, ON, Canada', exact: true }).click()
  await page.getByRole('combobox', { name: 'To', exact: true }).fill('Québec')
  await page.getByRole('option', { name: 'Québec, QC, Canada', exact: true }).click()
  await expect(page.getByText(/in a straight line; roads are longer/)).toBeVisible()
  const stops = page.getByRole('region', { name: 'Sites on the way' })
  await expect(stops.getByText('Cheapest').first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Smart Buy' }).last().click()
  await page.getByRole('link', { name: 'Missed savings' }).click()
  await expect(page.getByRole('region', { name: 'By driver' })).toBeVisible()
  await main
    .getByRole('link', { name: /^\d\d\/\d\d\/\d\d$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/transactions\/\d+\/view/)
})

test('SMART-1 LIT-11 staff see no prices until they choose a customer', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/smartbuy')
  await expect(page.getByText('No Smart Buy records to show')).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Northline')
  await page.getByRole('option', { name: /Northline Haulage/ }).click()
  await expect(page.getByText(/Showing record 1 to 10 of \d+ records/)).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'E-mail me the list each morning' })).toHaveCount(0)
})
