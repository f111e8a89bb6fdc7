import { expect, expectAccessible, moveTo, signInAs, test } from './portal.ts'

test('LIT-11 DASH-2 CARE-1 staff see no units until they choose a customer, and rows lead to the unit', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/truckcare')
  await expect(page.getByText('No Truck Care records to show')).toBeVisible()
  await expect(page.getByText('Showing record 0 to 0 of 0 records')).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Prairie')
  await page.getByRole('option', { name: /^Prairie Freight/ }).click()
  const unit = page.getByRole('link', { name: 'T201', exact: true })
  await expect(unit).toBeVisible()
  await expectAccessible(page)
  await unit.click()
  await expect(page).toHaveURL(/\/truckcare\/units\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Next services' })).toBeVisible()
})

test('CARE-2 CARE-3 UX-2 a due service is counted, recorded, and no longer due', async ({ page }) => {
  await signInAs(page, 'prairie')
  await page.goto('/truckcare/due')
  const due = page.getByRole('region', { name: 'Due and overdue' })
  const rows = due.getByRole('row').filter({ hasText: 'Oil change' })
  await expect(rows.first()).toBeVisible()
  const [before, unit] = [await rows.count(), await rows.first().getByRole('link').innerText()]
  await rows
    .first()
    .getByRole('button', { name: `Record Oil change of ${unit}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Record a service' })
  await dialog.getByLabel('Amount').fill('412.5')
  await dialog.getByLabel('Vendor').fill('Journey Diesel')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Service recorded' })).toBeVisible()
  await expect(rows).toHaveCount(before - 1)
  await moveTo(page, '/truckcare/services')
  const made = page.getByRole('row').filter({ hasText: 'Journey Diesel' }).first()
  await expect(made).toContainText('$412.50')
  await made.getByRole('link', { name: unit }).click()
  await expect(page.getByRole('region', { name: 'Services', exact: true })).toContainText('Journey Diesel')
  await expect(page.getByRole('region', { name: 'Fuel economy' })).toBeVisible()

  await page.goto('/truckcare/due')
  const proposed = page.getByRole('region', { name: 'Proposed from purchases' }).getByRole('row')
  const count = await proposed.count()
  await proposed
    .nth(1)
    .getByRole('button', { name: /^Accept .+ as a service$/ })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'Service recorded' }).last()).toBeVisible()
  await expect(proposed).toHaveCount(count === 2 ? 0 : count - 1)
})
