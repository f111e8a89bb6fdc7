import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { attachEmbedded } from '../../server/src/db/embedded/embedded.ts'
import { parsePdf } from '../../server/src/testing/files/read-pdf.ts'
import { insertCustomer } from '../../server/src/testing/paying.ts'
import { madeInvoice } from '../invoices/made-invoices.ts'
import { expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const owner = new pg.Pool({
  connectionString: attachEmbedded(process.env.E2E_DATA_DIR ?? '')?.ownerUrl,
  max: 1,
  allowExitOnIdle: true,
})
const newCustomer = async () => {
  const name = `Credited ${uniqueNumber()}`
  const id = await insertCustomer(owner, { name })
  await owner.query(`update customers set email = 'office@credited.test' where company_id = $1`, [id])
  return name
}
async function chooseCustomer(page: Page, name: string) {
  await page.goto('/invoices/credit-notes')
  await page.getByRole('link', { name: 'New credit note' }).click()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
}
async function savedBy(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}

test('RECV-3 RECV-4 a customer is credited without an invoice; the credit note is downloaded and e-mailed', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await chooseCustomer(page, await newCustomer())
  await page.getByLabel('Reason').fill('Goodwill')
  await page.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  await page.getByLabel('Description').fill('Late delivery')
  await page.getByRole('combobox', { name: 'Product' }).click()
  await page.getByRole('option', { name: 'Diesel', exact: true }).click()
  await page.getByLabel('Before tax').fill('100')
  await page.getByLabel('HST').fill('13')
  await expect(page.getByText('Credit of $113.00 CAD')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(heading(page)).toHaveText('Credit note')
  await expect(page.getByText('$113.00 CAD on account')).toBeVisible()
  const number = await page.locator('.form-subject').innerText()

  const paper = await savedBy(page, 'Download PDF')
  expect([paper.name, parsePdf(paper.content).pages[0]]).toEqual([`${number}.pdf`, expect.arrayContaining([number])])
  expect((await savedBy(page, 'Download CSV')).content.toString()).toContain('Late delivery')
  const documents = page.getByRole('region', { name: 'Documents and e-mails' })
  await expect(documents).toContainText('This credit note has not been e-mailed yet.')
  await documents.getByRole('button', { name: 'Email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Email credit note' })
  await expect(dialog).toContainText('To: office@credited.test')
  await dialog.getByRole('button', { name: 'Email' }).click()
  // The demo has no mail server, so the e-mail is kept.
  await expect(documents.getByText('office@credited.test')).toBeVisible()
  await expect(documents.getByText('Kept', { exact: true })).toBeVisible()
  await expectAccessible(page)
})

test('INV-4 RECV-3 choosing an invoice leads to its lines, and its history names the credit note', async ({ page }) => {
  const name = await newCustomer()
  const { number } = await madeInvoice('SENT', name)
  const draft = await madeInvoice('DRAFT', name)
  await signInAs(page, 'staff')
  await chooseCustomer(page, name)
  await page.getByRole('combobox', { name: 'Invoice' }).click()
  await expect(page.getByRole('option', { name: new RegExp(draft.number) })).toHaveCount(0)
  await page.getByRole('option', { name: new RegExp(number) }).click()
  await expect(heading(page)).toHaveText('Credit invoice')
  await page
    .getByRole('checkbox', { name: /^Credit MADE/ })
    .first()
    .check()
  await page.getByLabel('Reason').fill('Wrong pump')
  await page.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(heading(page)).toHaveText('Credit note')
  const credit = await page.locator('.form-subject').innerText()
  await page.goto(`/invoices/${number}/view`)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history).toContainText(`Credit note ${credit} of $1.00 CAD issued`)
  await expect(history).toContainText(`$1.00 CAD of credit note ${credit} applied`)
})
