import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, signInAs, test } from './portal.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
/** Exports October in Canadian dollars and opens the batch. Returns how many entries were announced. */
async function exportOctober(page: Page, format: string): Promise<string> {
  await page.goto('/reporting/journal')
  await page.getByRole('link', { name: 'Export the journal' }).first().click()
  for (const [field, day] of [
    ['From date', '01/10/26'],
    ['To date', '31/10/26'],
  ] as const) {
    await page.getByLabel(field).fill(day)
    await page.getByLabel(field).press('Enter')
  }
  await choose(page, 'Format', format)
  await choose(page, 'Currency', 'CAD')
  const preview = page.getByRole('region', { name: 'CAD' })
  await expect(preview.getByRole('row', { name: /^1210 Fuel customers receivable/ })).toBeVisible()
  await expect(page.getByRole('region', { name: 'USD' })).toHaveCount(0)
  const save = page.getByRole('button', { name: /^Export [1-9]\d* entries$/ })
  const entries = (await save.innerText()).replace(/\D/g, '')
  await save.click()
  await expect(heading(page)).toHaveText('Journal batch')
  return entries
}
async function downloaded(page: Page): Promise<{ name: string; text: string }> {
  const button = page.getByRole('main').getByRole('button', { name: 'Download', exact: true })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'latin1') }
}
async function withdraw(page: Page) {
  await page.getByRole('button', { name: 'Withdraw…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw the batch' })
  await dialog.getByLabel('Reason').fill('Another program')
  await dialog.getByRole('button', { name: 'Withdraw batch' }).click()
  await expect(page.getByText('Withdrawn: Another program')).toBeVisible()
}

test('RECV-10 a month is previewed, exported for each accounting program, withdrawn and exported again', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  const entries = await exportOctober(page, 'QuickBooks Desktop (IIF)')
  await expect(page.getByRole('row', { name: /^Total / })).toBeVisible()
  await expectAccessible(page)
  const quickbooks = await downloaded(page)
  expect(quickbooks.name).toMatch(/^journal-JB-\d+-CAD-2026-10-01-2026-10-31\.iif$/)
  expect(quickbooks.text).toMatch(/^!TRNS\t/)
  // The same bytes at every download.
  expect(await downloaded(page)).toEqual(quickbooks)
  await withdraw(page)

  expect(await exportOctober(page, 'Xero')).toBe(entries)
  const xero = await downloaded(page)
  // Xero takes few lines at once, so the month is several files in a ZIP.
  expect(xero.name).toMatch(/^journal-JB-.*\.zip$/)
  expect(xero.text).toMatch(/JB-\d+-001\.csv/)
  await withdraw(page)

  expect(await exportOctober(page, 'Sage 50 (Canadian Edition)')).toBe(entries)
  const sage = await downloaded(page)
  expect(sage.name).toMatch(/^journal-JB-.*\.txt$/)
  expect(sage.text).toMatch(/^10-01-26,"INV26\d+","Invoice, /)
  const number = await page.locator('.form-subject').innerText()

  // A second batch of the month has nothing to take.
  await page.goto('/reporting/journal/export')
  await page.getByLabel('From date').fill('01/10/26')
  await page.getByLabel('From date').press('Enter')
  await page.getByLabel('To date').fill('31/10/26')
  await page.getByLabel('To date').press('Enter')
  await choose(page, 'Currency', 'CAD')
  await expect(page.getByRole('button', { name: 'Export 0 entries' })).toBeDisabled()
  await page.goto('/reporting/journal')
  const batch = page.getByRole('row', { name: new RegExp(`${number}.*Sage 50.*Exported`) })
  await expect(batch).toBeVisible()
  // Leaves the month as it was.
  await batch.getByRole('link', { name: number }).first().click()
  await withdraw(page)
})
