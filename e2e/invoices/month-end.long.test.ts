import { readFileSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import { reconcile } from '../../server/src/db/reconcile/reconcile.ts'
import { fileRows, type Purchase } from '../../server/src/testing/files/transaction-files.ts'
import { makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { setBillingSettings } from '../../server/src/testing/invoices.ts'
import { insertCustomer } from '../../server/src/testing/paying.ts'
import { apiClient, expect, signInAs, test, uniqueNumber } from '../portal.ts'
import { asDatabaseOwner } from './made-invoices.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-CA', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
/** The day of the portal, which dates what is issued now. */
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto' }).format(new Date())
const shownDay = (day: string): string => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(2, 4)}`

const litres = (date: string, auth: string, quantity: number, price: number) => ({ date, auth, quantity, price })
/** The cents of a purchase in Ontario, from its row alone: the file's price and 13% on it. */
function centsOf({ quantity, price }: { quantity: number; price: number }) {
  const before = Math.round((Math.round(quantity * 1000) * Math.round(price * 10_000)) / 100_000)
  const tax = Math.round((before * 13) / 100)
  return { before, tax, total: before + tax }
}
const sumOf = (rows: readonly { quantity: number; price: number }[]): number =>
  rows.reduce((sum, row) => sum + centsOf(row).total, 0)

async function importFile(page: Page, card: string, rows: ReturnType<typeof litres>[]) {
  const purchases: Purchase[] = rows.map((row) => ({
    ...row,
    card,
    province: 'ON',
    product: 'DSL EFF LS',
    taxes: { HST: centsOf(row).tax / 100 },
  }))
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Import Transaction' }).click()
  await dialog(page).getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'ESSO' }).click()
  await dialog(page)
    .getByLabel('File', { exact: true })
    .setInputFiles({
      name: `${card}.xlsx`,
      mimeType: 'application/octet-stream',
      buffer: makeXlsx(fileRows('Esso', purchases)),
    })
  await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Import transactions successfully!')).toBeVisible()
}
/** Without a rate of the day the file's price is billed, once a person accepts it. */
async function acceptAll(page: Page, company: string) {
  await page.goto(`/transactions?filter=review:open&filter=company_name:${encodeURIComponent(company)}`)
  await page.getByLabel('Select all on this page').check()
  await page
    .getByRole('button', { name: /^Accept/ })
    .first()
    .click()
  await dialog(page)
    .getByRole('button', { name: /^Accept/ })
    .click()
  await expect(page.getByText('No Transaction found.')).toBeVisible()
}
/** Bills a period of the customer and returns the number of its invoice. */
async function bill(page: Page, company: string, from: string, to: string, cents: number): Promise<string> {
  await page.goto('/invoices/runs')
  await page.getByRole('button', { name: 'New billing run' }).click()
  const run = page.getByRole('dialog', { name: 'New billing run' })
  await run.getByLabel('From date').fill(from)
  await run.getByLabel('To date').fill(to)
  await run.getByLabel('To date').press('Enter')
  await run.getByLabel(company).check()
  await expect(run.getByRole('status')).toContainText(dollars(cents))
  await run.getByRole('button', { name: 'Start billing run' }).click()
  await expect(page.getByText('The billing run has started')).toBeVisible()
  const row = page.locator('tr[data-row]', { hasText: company }).filter({ hasText: dollars(cents) })
  await expect(async () => {
    await page.goto(`/invoices?filter=status:DRAFT&filter=company_name:${encodeURIComponent(company)}`)
    await expect(row).toBeVisible({ timeout: 3000 })
  }).toPass()
  return (await row.innerText()).match(/INV-\d{4}-\d+/)?.[0] as string
}
async function mail(page: Page, number: string) {
  await page.goto(`/invoices/${number}/view`)
  await page.getByRole('button', { name: 'Email', exact: true }).first().click()
  await dialog(page).getByRole('button', { name: 'Email' }).click()
  await expect(page.getByText('Invoice emailed successfully!')).toBeVisible()
}
async function bookBankLine(page: Page, number: string, cents: number) {
  const bank = `Month end ${uniqueNumber()}`
  await page.goto('/invoices/bank-files')
  await page.getByRole('button', { name: 'Upload bank file' }).click()
  await dialog(page).getByLabel('Bank').selectOption({ label: 'New bank' })
  const buffer = Buffer.from(
    `Posted Date,Amount,Reference,Payer\n${today},${(cents / 100).toFixed(2)},${number},${bank}`,
  )
  await dialog(page).locator('input[type=file]').setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer })
  await dialog(page).getByRole('button', { name: 'Next' }).click()
  await dialog(page).getByLabel('Date order').selectOption('YYYY-MM-DD')
  await dialog(page).getByLabel('Name of the bank').fill(bank)
  await dialog(page).getByRole('button', { name: 'Save and upload' }).click()
  await expect(dialog(page).getByText('New lines')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await page.goto(`/invoices/bank-files?filter=reference::${number}`)
  const line = page.locator('tr[data-row]', { hasText: number })
  await line.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Confirm Selected' }).click()
  await dialog(page).getByRole('button', { name: 'Book', exact: true }).click()
  await expect(line).toContainText('Booked')
}
async function fillReceipt(page: Page, company: string, cents: number, reference: string) {
  await page.goto('/invoices/receipts/record')
  await page.getByRole('combobox', { name: 'Customer' }).fill(company)
  await page.getByRole('option', { name: company }).click()
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill((cents / 100).toFixed(2))
  await page.getByLabel('Reference').fill(reference)
  await expect(page.getByText(/CAD stays on account/)).toBeVisible()
}
async function receive(page: Page, company: string, cents: number, reference: string) {
  await fillReceipt(page, company, cents, reference)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Receipt recorded')).toBeVisible()
}
async function reverse(page: Page, how: RegExp, reason: string) {
  await page.getByRole('button', { name: 'Reverse', exact: true }).click()
  await dialog(page).getByRole('radio', { name: how }).check()
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('The receipt was reversed')).toBeVisible()
}
async function openMenu(page: Page, number: string, entry: string) {
  await page.goto(`/invoices/${number}/view`)
  await page.getByRole('button', { name: new RegExp(`More actions.*${number}`) }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
async function creditLine(page: Page, number: string, auth: string, cents: number) {
  await openMenu(page, number, 'Credit invoice')
  await page.getByLabel('Reason').fill('Bought by another fleet')
  await page.getByRole('checkbox', { name: new RegExp(`^Credit ${auth}`) }).check()
  await expect(page.getByText(`Credit of $${dollars(cents)} CAD`)).toBeVisible()
  await page.getByRole('button', { name: 'Issue credit note' }).click()
  await expect(page.getByText('Credit note issued')).toBeVisible()
}
async function writeOff(page: Page, number: string, cents: number) {
  await openMenu(page, number, 'Write off')
  await expect(dialog(page).getByLabel('Amount')).toHaveValue((cents / 100).toFixed(2))
  await dialog(page).getByLabel('Reason').fill('Not worth a letter')
  await dialog(page).getByRole('button', { name: 'Write off' }).click()
  await expect(page.getByText('Balance written off')).toBeVisible()
}
async function closeBooks(page: Page) {
  await page.goto('/books')
  await page.getByLabel('Through').fill(shownDay(today))
  await page.getByLabel('Through').blur()
  await expect(page.getByRole('table').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close the books' }).click()
  await dialog(page).getByRole('button', { name: 'Close the books' }).click()
  await expect(page.getByRole('heading', { name: `The books are closed through ${shownDay(today)}` })).toBeVisible()
}
async function openBooks(page: Page) {
  await page.goto('/books')
  await page.getByRole('button', { name: 'Open the books again' }).click()
  await dialog(page).getByLabel('Reason').fill('The journey is over')
  await dialog(page).getByRole('button', { name: 'Open the books again' }).click()
  await expect(page.getByRole('heading', { name: 'The books are open' })).toBeVisible()
}
/** The journal of today: each line with its cents, debit positive. */
async function exportJournal(page: Page): Promise<{ customer: string; key: string; cents: number }[]> {
  await page.goto('/reporting/journal/export')
  for (const name of ['From date', 'To date']) {
    await page.getByLabel(name).fill(shownDay(today))
    await page.getByLabel(name).press('Tab')
  }
  await page.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'CAD' }).click()
  await page.getByRole('button', { name: /^Export/ }).click()
  await expect(page).toHaveURL(/journal\/\d+\/view$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /^Download/ })
      .first()
      .click(),
  ])
  const [, ...lines] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split(/\r?\n/)
  return lines.map((line) => {
    // Only a memo has commas of its own, so what follows it is counted from the end.
    const cells = line.split(',')
    return {
      customer: cells[4] ?? '',
      key: cells.at(-9) ?? '',
      cents: Math.round((Number(cells.at(-2)) - Number(cells.at(-1))) * 100),
    }
  })
}

async function newFleet(request: APIRequestContext) {
  const company = `Month End ${uniqueNumber()}`
  const card = uniqueNumber()
  const id = await asDatabaseOwner(async (owner) => {
    await setBillingSettings(owner)
    const made = await insertCustomer(owner, { name: company })
    await owner.query(`update customers set email = 'fleet@monthend.test' where company_id = $1`, [made])
    return made
  })
  await (await apiClient(request, 'staff')).createCard({ card_number: card, company_name: company })
  return { company, card, id }
}

/** Other journeys insert invoices with numbers of their own, which belong to no series. */
async function findBreaches() {
  const { breaches } = await asDatabaseOwner(reconcile)
  return breaches.filter(({ what }) => !what.endsWith('which belongs to no series.'))
}

test('RECV-1 RECV-3 RECV-5 RECV-6 RECV-7 RECV-10 a month from import to journal, each total beside a sum of its own', async ({
  page,
  request,
}) => {
  const { company, card, id } = await newFleet(request)
  const rows = [
    litres('2026-11-02', `A${card}`, 412.37, 1.4899),
    litres('2026-11-03', `B${card}`, 388.125, 1.5021),
    litres('2026-11-05', `C${card}`, 505.5, 1.4777),
    litres('2026-11-06', `D${card}`, 95.25, 1.6199),
  ] as const
  const [first, second] = [sumOf(rows.slice(0, 2)), sumOf(rows.slice(2))]
  const credited = sumOf(rows.slice(3))
  const [writtenOff, rest] = [150, second - credited - 150]

  // Names the step that hangs.
  page.setDefaultTimeout(30_000)
  await signInAs(page, 'staff')
  await importFile(page, card, [...rows])
  await acceptAll(page, company)
  const paidInFull = await bill(page, company, '01/11/26', '03/11/26', first)
  const disputed = await bill(page, company, '04/11/26', '14/11/26', second)
  for (const number of [paidInFull, disputed]) await mail(page, number)
  await bookBankLine(page, paidInFull, first)
  await receive(page, company, 20_000, 'CHQ returned')
  await reverse(page, /returned it \(NSF\)/, 'No funds')
  await receive(page, company, 9_999, 'CHQ mistyped')
  await reverse(page, /mistake/, 'Mistyped')
  await creditLine(page, disputed, rows[3].auth, credited)
  await receive(page, company, rest, 'CHQ right')
  await writeOff(page, disputed, writtenOff)
  await closeBooks(page)
  await fillReceipt(page, company, 100, 'CHQ late')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Date received')).toHaveAccessibleDescription(
    new RegExp(`The books are closed through ${shownDay(today)}\\. Only later dates can be booked\\.`),
  )

  await page.goto(`/customer/${id}/statement?from=2026-11-01&to=${today}`)
  await expect(
    page.getByText(`Invoiced $${dollars(first + second)} CAD, paid $${dollars(first + rest)} CAD.`),
  ).toContainText(`Credited $${dollars(credited)} CAD. Written off $${dollars(writtenOff)} CAD.`)
  await expect(page.getByRole('table', { name: 'Statement in CAD' }).getByRole('row').last()).toContainText('$0.00 CAD')
  await page.goto(`/invoices/receivables?filter=company_name:${encodeURIComponent(company)}`)
  await expect(page.getByText('No Record found')).toBeVisible()

  const journal = await exportJournal(page)
  const mine = journal.filter(({ customer }) => customer === company)
  const of = (key: RegExp) => mine.filter((line) => key.test(line.key)).reduce((sum, { cents }) => sum + cents, 0)
  const kept = rows.slice(0, 3).map(centsOf)
  expect(journal.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
  expect({
    receivable: of(/^receivable/),
    sales: of(/^sales/),
    hst: of(/^tax\.hst/),
    writtenOff: of(/^bad_debt/),
    bank: of(/^bank/),
    payable: of(/^payable/),
  }).toEqual({
    receivable: 0,
    sales: -kept.reduce((sum, { before }) => sum + before, 0),
    hst: -kept.reduce((sum, { tax }) => sum + tax, 0),
    writtenOff,
    bank: first + rest,
    payable: -kept.reduce((sum, { total }) => sum + total, 0),
  })
  await openBooks(page)
  expect(await findBreaches()).toEqual([])
})
