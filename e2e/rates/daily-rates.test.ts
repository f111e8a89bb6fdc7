import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { essoHeader, essoRates, type Rows } from '../../server/src/testing/rows/rate-rows.ts'
import { expect, expectAccessible, signInAs, test } from '../portal.ts'

// Run serially: files of one provider are applied one after the other.
test.describe.configure({ mode: 'default' })

const uploadCard = (page: Page) => page.getByRole('region', { name: 'Upload daily rates' })
const choose = (page: Page, name: string, buffer: Buffer) =>
  uploadCard(page)
    .getByLabel('File', { exact: true })
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
const upload = (page: Page) => uploadCard(page).getByRole('button', { name: 'Upload', exact: true }).click()
/** A site that no other test uses, so that tests can run in parallel. */
const site = `77${String(Date.now()).slice(-6)}`
const sheet = (...rows: ReturnType<typeof essoRates>[]): Rows => [essoHeader, ...rows]

test('RATE-2 RATE-3 NAV-8 a file with bad rows is reported and changes nothing; the corrected file applies and is charted', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/DailyRates/add-new')
  await expect(uploadCard(page).getByLabel('Fuel provider')).toBeFocused()
  await uploadCard(page).getByLabel('Fuel provider').selectOption('Esso')
  await choose(page, 'bad.xlsx', makeXlsx(sheet(essoRates({ 2: site }), essoRates({ 2: site, 6: 'KEROSENE' }))))
  await upload(page)
  await expect(page.getByText('Error while uploading daily rates.')).toBeVisible()
  await expect(uploadCard(page).getByText('Nothing was imported: 1 of 2 rows has an error.')).toBeVisible()
  await expect(
    uploadCard(page).getByRole('row', { name: /3 Product KEROSENE This product code of Esso is not mapped/ }),
  ).toBeVisible()
  await expectAccessible(page)
  const report = page.waitForEvent('download')
  await uploadCard(page).getByRole('button', { name: 'Download rejected rows' }).click()
  expect(await readFile(await (await report).path(), 'utf8')).toContain('3,Product,KEROSENE')
  await uploadCard(page).getByRole('link', { name: 'Show the report' }).click()
  await expect(page).toHaveURL(/\/dailyrates\/\d+\/edit$/)
  await expect(page.getByRole('heading', { level: 1, name: 'bad.xlsx' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Nothing was imported: 1 of 2 rows has an error.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Daily Rates' }).click()

  await uploadCard(page).getByLabel('Fuel provider').selectOption('Esso')
  await choose(
    page,
    'good.xlsx',
    makeXlsx(sheet(essoRates({ 2: site }), essoRates({ 2: site, 6: 'REEFER', 7: 190, 8: null, 9: null, 10: null }))),
  )
  await upload(page)
  await expect(page.getByText('Upload daily rates successfully!')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Last uploads' }).getByRole('link', { name: 'good.xlsx' }).first(),
  ).toBeVisible()
  await uploadCard(page).getByRole('link', { name: 'Show the report' }).click()
  await expect(page.getByRole('row', { name: new RegExp(`${site} Lévis TS — — — This site is new`) })).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Repriced' })).toBeVisible()
  await page.goto(`/dailyrates?filter=site_number:${site}&filter=day:2026-11-20`)
  const row = page.getByRole('row', {
    name: new RegExp(`${site} Lévis TS Lévis QC Diesel DSL EFF LS 15/11/26 2\\.0477 CAD/L`),
  })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /Details of/ }).click()
  await expect(page.getByRole('img', { name: `Price of site ${site} Lévis TS over 90 days, CAD ¢/L` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'View as table' }).click()
  await expect(page.getByRole('row', { name: '14/11/26 204.77 ¢/L 190.00 ¢/L' })).toBeVisible()
  await expectAccessible(page)
})

test('RATE-6 LIT-10 a file can be previewed: what changes is shown in money, and nothing is saved until it is applied', async ({
  page,
}) => {
  const own = `78${String(Date.now()).slice(-6)}`
  const priced = (cents: number) =>
    makeXlsx(sheet(essoRates({ 0: '2026-11-10', 1: null, 2: own, 7: cents, 8: null, 9: null, 10: null, 11: null })))
  await signInAs(page, 'staff')
  await page.goto('/dailyrates')
  await uploadCard(page).getByLabel('Fuel provider').selectOption('Esso')
  await choose(page, 'first.xlsx', priced(150))
  await upload(page)
  await expect(page.getByText('Upload daily rates successfully!')).toBeVisible()
  await choose(page, 'second.xlsx', priced(180))
  await uploadCard(page).getByRole('button', { name: 'Preview' }).click()
  await expect(page).toHaveURL(/\/dailyrates\/\d+\/edit$/)
  await expect(page.getByText('Nothing has been saved yet.')).toBeVisible()
  const moved = page.getByRole('region', { name: 'Prices that move by more than 15%: 1' })
  await expect(
    moved.getByRole('row', { name: `10/11/26 ${own} Lévis TS DSL EFF LS 10/11/26 1.5000 CAD/L 1.8000 CAD/L +20%` }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Replace the day' })).toBeVisible()
  await expect(page.getByText('No unbilled transaction has a new amount.').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Upload daily rates successfully!').first()).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Repriced' })).toBeVisible()
  await page.goto(`/dailyrates?filter=site_number:${own}`)
  await expect(page.getByRole('row', { name: /DSL EFF LS 10\/11\/26 1\.8000 CAD\/L/ })).toBeVisible()
})

test('RATE-3 the list shows the rates of a day', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/dailyrates?filter=site_number:1063')
  await expect(page.getByRole('heading', { name: 'Latest rates' })).toBeVisible()
  await page.getByLabel('In force on').fill('01/11/26')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/day:2026-11-01|day%3A2026-11-01/)
  await expect(page.getByRole('heading', { name: 'In force', exact: true })).toBeVisible()
  await expect(
    page.getByRole('row', { name: /1063 Mississauga Cardlock Mississauga ON Diesel 20 01\/11\/26/ }),
  ).toBeVisible()
  await page.goto('/dailyrates/987654321/edit')
  await expect(page.getByText('This record does not exist, or you cannot see it.')).toBeVisible()
})
