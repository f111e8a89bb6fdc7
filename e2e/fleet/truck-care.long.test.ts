import { units } from '@portal/contract/units/units.ts'
import { apiClient, expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

test('CARE-2 services that cannot be computed are counted, and each can be recorded', async ({ page }) => {
  await signInAs(page, 'northline')
  await page.goto('/truckcare/due')
  const due = page.getByRole('region', { name: 'Due and overdue' })
  const counted = due.getByText('because no earlier one is recorded')
  await expect(counted).toBeVisible()
  const count = Number(/recorded: (\d+)\./.exec(await counted.innerText())?.[1])
  await counted.getByRole('link', { name: 'Show them' }).click()
  await expect(page).toHaveURL(/\/truckcare\/due\?state=unknown$/)
  const unknown = page.getByRole('region', { name: 'No service yet' })
  const record = unknown.getByRole('button', { name: /^Record a service: / })
  await expect(record).toHaveCount(count)
  await expectAccessible(page)
  // The odometer of an earlier service is not that of today.
  await record.first().click()
  const dialog = page.getByRole('dialog', { name: 'Record a service' })
  await expect(dialog.getByRole('textbox', { name: 'Odometer' })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await unknown.getByRole('link', { name: 'Due and overdue' }).click()
  await expect(due).toBeVisible()
})

test('FORM-7 CARE-3 a unit that another user changed is reloaded in its dialog, and the input is kept', async ({
  page,
  request,
}) => {
  await signInAs(page, 'prairie')
  await page.goto('/truckcare')
  await page.getByRole('link', { name: 'T201', exact: true }).click()
  await expect(page).toHaveURL(/\/truckcare\/units\/\d+$/)
  const id = Number(/\d+$/.exec(page.url()))
  const { call } = await apiClient(request, 'prairie')
  const { make, plate, version } = await call(units.get, { id })
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Edit unit' })
  await expect(dialog.getByLabel('Make')).toHaveValue(make ?? '')
  const [other, own] = [`Other ${uniqueNumber()}`, `P ${uniqueNumber().slice(-8)}`]
  await call(units.update, { id }, { make: other, version })
  await dialog.getByLabel('Plate').fill(own)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/Another user changed this record/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reload' }).click()
  await expect(dialog.getByLabel('Make')).toHaveValue(other)
  await expect(dialog.getByText(/Another user changed this record/)).toHaveCount(0)
  await expect(dialog.getByLabel('Plate')).toHaveValue(own)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Unit changed' })).toBeVisible()
  await expect(page.getByRole('main').getByText(own)).toBeVisible()
  await call(units.update, { id }, { make, plate })
})
