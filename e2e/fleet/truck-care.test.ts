import type { Page } from '@playwright/test'
import { expect, expectAccessible, moveTo, signInAs, test, uniqueNumber } from '../portal.ts'

test('LIT-11 DASH-2 CARE-1 staff see no units until they choose a customer, and rows lead to the unit', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/truckcare')
  await expect(page.getByText('No Truck Care records to show')).toBeVisible()
  await expect(page.getByText('Showing record 0 to 0 of 0 records')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: /^Add/ })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Customer' }).fill('Prairie')
  await page.getByRole('option', { name: /^Prairie Freight/ }).click()
  const unit = page.getByRole('link', { name: 'T201', exact: true })
  await expect(unit).toBeVisible()
  await expectAccessible(page)
  await unit.click()
  await expect(page).toHaveURL(/\/truckcare\/units\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Next services' })).toBeVisible()
})

/** Deletes the service of a unit whose row has this text, so that the next journey finds what this one found. */
async function deleteService(page: Page, unit: string, hasText: string): Promise<void> {
  await moveTo(page, '/truckcare/services')
  const made = page.getByRole('row').filter({ hasText, has: page.getByRole('link', { name: unit, exact: true }) })
  await made
    .first()
    .getByRole('button', { name: /^Delete / })
    .click()
  await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Service deleted' })).toBeVisible()
}

test('CARE-2 CARE-3 UX-2 a due service is recorded, and no longer due until it is deleted', async ({ page }) => {
  await signInAs(page, 'prairie')
  await page.goto('/truckcare/due')
  const due = page.getByRole('region', { name: 'Due and overdue' })
  const first = due.getByRole('row').filter({ hasText: 'Oil change' }).first()
  await expect(first).toBeVisible()
  const unit = await first.getByRole('link').innerText()
  const record = due.getByRole('button', { name: `Record a service: Oil change, ${unit}`, exact: true })
  await record.click()
  const dialog = page.getByRole('dialog', { name: 'Record a service' })
  // A repeated journey may run beside this one; each has its own vendor.
  const vendor = `Journey ${uniqueNumber()}`
  await dialog.getByLabel('Amount').fill('412.5')
  await dialog.getByLabel('Vendor').fill(vendor)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Service recorded' })).toBeVisible()
  await expect(record).toHaveCount(0)
  await moveTo(page, '/truckcare/services')
  const made = page.getByRole('row').filter({ hasText: vendor })
  await expect(made).toContainText('$412.50')
  await made.getByRole('link', { name: unit }).click()
  await expect(page.getByRole('region', { name: 'Services', exact: true })).toContainText(vendor)
  await expect(page.getByRole('region', { name: 'Fuel economy' })).toBeVisible()
  await deleteService(page, unit, vendor)
  await moveTo(page, '/truckcare/due')
  await expect(record).toBeVisible()
})

test('CARE-2 a purchase is accepted as a service, and proposed again once that is deleted', async ({ page }) => {
  await signInAs(page, 'northline')
  await page.goto('/truckcare/due')
  const proposed = page.getByRole('region', { name: 'Proposed from purchases' }).getByRole('row')
  const first = proposed.filter({ has: page.getByRole('button', { name: /^Accept .+ as a service$/ }) }).first()
  await expect(first).toBeVisible()
  const [unit = '', code = ''] = await first.getByRole('link').allInnerTexts()
  const amount = await first.getByRole('cell').nth(5).innerText()
  await page.getByRole('button', { name: `Accept ${code} as a service` }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Service recorded' })).toBeVisible()
  await expect(proposed.filter({ hasText: code })).toHaveCount(0)
  await deleteService(page, unit, amount)
  await moveTo(page, '/truckcare/due')
  await expect(proposed.filter({ hasText: code })).toHaveCount(1)
})
