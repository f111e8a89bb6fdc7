import type { Page } from '@playwright/test'
import { expect, expectAccessible, signInAs, test } from '../portal.ts'

const quarter = '2024Q1'
const choose = async (page: Page, text: string) => {
  const dialog = page.getByRole('dialog')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: /^Choose (a|another) file$/ }).click(),
  ])
  await chooser.setFiles({ name: 'distances.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await dialog.getByRole('button', { name: 'Preview' }).click()
  return dialog
}
const head = 'unit,jurisdiction,distance,length_unit\n'

test('REPT-5 a fleet sees what is missing, previews its distances, stores, replaces and deletes them', async ({
  page,
}) => {
  await signInAs(page, 'prairie')
  await page.goto('/reporting/library')
  await page.getByRole('link', { name: 'IFTA: distances, fuel and rates' }).click()
  await expect(page.getByRole('region', { name: 'Diesel', exact: true })).toBeVisible()
  await expect(page.getByText(/^Units with fuel but without a distance: 1 /)).toBeVisible()
  await expect(page.getByText('Portal purchases only', { exact: false })).toBeVisible()
  await expect(page.getByText('Rates: Sample rates, not for filing').first()).toBeVisible()

  await page.goto(`/reporting/ifta?quarter=${quarter}`)
  // A repeated run finds the file of the one before; each has its own distance.
  const distance = String(Date.now() % 100_000)
  await page.getByRole('button', { name: 'Upload: Distances' }).click()
  const bad = await choose(page, `${head}T1,Ontario,10,km\nT1,QC,10,km`)
  await expect(bad.getByRole('row', { name: /^2 jurisdiction Ontario Not a province/ })).toBeVisible()
  await expect(bad.getByRole('button', { name: /^(Store|Replace)$/ })).toHaveCount(0)
  await expectAccessible(page)
  await bad.getByRole('button', { name: 'Another file' }).click()
  const good = await choose(page, `${head}GHOST,ON,${distance},km`)
  await expect(good.getByText(/leaves them out: GHOST/)).toBeVisible()
  await good.getByRole('button', { name: /^(Store|Replace)$/ }).click()
  await expect(page.getByText('Distances stored')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText(/^distances\.csv · 1 row ·/)).toBeVisible()

  await page.goto('/reporting/ifta?quarter=2024Q2')
  await page.getByRole('button', { name: 'Upload: Distances' }).click()
  const elsewhere = await choose(page, `${head}GHOST,ON,${distance},km`)
  await expect(elsewhere.getByText(/^The same file is already stored for Q1 2024\./)).toBeVisible()
  await expect(elsewhere.getByRole('button', { name: 'Store' })).toBeEnabled()

  await page.goto(`/reporting/ifta?quarter=${quarter}`)
  await page.getByRole('button', { name: 'Upload: Distances' }).click()
  const same = await choose(page, `${head}GHOST,ON,${distance},km`)
  await expect(same.getByText('This file is already stored. There is nothing to do.')).toBeVisible()
  await same.getByRole('button', { name: 'Another file' }).click()
  const other = await choose(page, `${head}GHOST,ON,${distance},km\nGHOST,QC,1,km`)
  await expect(other.getByText(/^Replaces distances\.csv \(1 row\), uploaded /)).toBeVisible()
  await other.getByRole('button', { name: 'Replace' }).click()
  await expect(page.getByText(/^distances\.csv · 2 rows/)).toBeVisible()

  await page.getByRole('button', { name: 'Delete Distances' }).click()
  const doomed = page.getByRole('dialog', { name: 'Delete' })
  await expect(doomed).toContainText('The worksheet of Q1 2024 will do without this file.')
  await doomed.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('IFTA file deleted')).toBeVisible()
  await expect(page.getByText('No distances were uploaded for this quarter.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete Distances' })).toHaveCount(0)
})

test('REPT-5 staff choose the customer; the view is in the address', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/reporting/ifta?quarter=2026Q3')
  await expect(page.getByText('Choose a customer to see its worksheet.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Northline')
  await page.getByRole('option', { name: /^Northline Haulage/ }).click()
  await expect(page.getByRole('region', { name: 'Diesel', exact: true })).toContainText('Average (km/L)')
  await page.getByLabel('Base jurisdiction').selectOption('US')
  await expect(page.getByRole('region', { name: 'Diesel', exact: true })).toContainText('Average (mpg)')
  await expect(page).toHaveURL(/quarter=2026Q3&company_id=2&base=US/)
  await expect(page.getByRole('button', { name: 'Upload: IFTA rates' })).toBeVisible()
  // The count is that of all rows, and the button shows the rest.
  const fuel = page.getByRole('region', { name: 'Fuel by unit and jurisdiction' })
  const count = Number((await fuel.getByText(/^\d+ rows$/).innerText()).split(' ')[0])
  expect(count).toBeGreaterThan(20)
  const rows = fuel.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(20)
  await fuel.getByRole('button', { name: `Show all ${count}` }).click()
  await expect(rows).toHaveCount(count)
})
