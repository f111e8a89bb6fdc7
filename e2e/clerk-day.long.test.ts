import type { Page } from '@playwright/test'
import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { type Card, cards } from '@portal/contract/cards/cards.ts'
import { type Endpoint, pathOf } from '@portal/contract/endpoint.ts'
import { type InvoiceRow, invoices } from '@portal/contract/invoices/invoices.ts'
import { type OpenInvoice, receipts } from '@portal/contract/receipts/receipts.ts'
import { type TransactionRow, transactions } from '@portal/contract/transactions/transactions.ts'
import { fileRows } from '../server/src/testing/files/transaction-files.ts'
import { samplePurchases } from '../server/src/testing/files/transaction-samples.ts'
import { makeXlsx } from '../server/src/testing/files/workbooks.ts'
import { test as base, type DemoPerson, expect, portalPort, signInAs } from './portal.ts'
import { startPortal } from './start-portal.ts'

/** The day judges, bills and mails all that waits, so it has a portal of its own. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for an object pattern.
  baseURL: async ({}, use, { parallelIndex }) => {
    const { url, stop } = await startPortal(portalPort + 1 + parallelIndex)
    await use(url)
    await stop()
  },
})

/** What a task takes: presses of the pointer, fields typed into or given a file, and keys that write no text. */
type Count = { clicks: number; fields: number; keys: number }
const nothingYet = (): Count => ({ clicks: 0, fields: 0, keys: 0 })

/** Runs in the page. Only what the user does is trusted: events that scripts dispatch are not counted. */
function tellActions() {
  const tell = (kind: string) => (window as unknown as { acted: (kind: string) => void }).acted(kind)
  let typedInto: EventTarget | null = null
  const isChoice = (target: EventTarget | null) =>
    target instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(target.type)
  const on = (type: string, act: (event: Event) => void) =>
    window.addEventListener(type, (event) => event.isTrusted && act(event), { capture: true })
  on('pointerdown', () => tell('clicks'))
  on('keydown', (event) => (event as KeyboardEvent).key.length > 1 && tell('keys'))
  on('input', ({ target }) => {
    if (isChoice(target) || target === typedInto) return
    typedInto = target
    tell('fields')
  })
}

type Task = (walk: Walk) => Promise<void>
type Walk = { page: Page; count: Count; read: <T>(endpoint: Endpoint, input?: object) => Promise<T> }

const dialog = (page: Page) => page.getByRole('dialog')
const openMenu = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

/** Three fuel providers' files, with purchases of one day that no rate was published for, and a card that is not ours. */
const filesOf = (date: string) =>
  (['Esso', 'Suncore', 'Pipeline'] as const).map((provider) => {
    const [first, ...others] = samplePurchases[provider].map((bought) => ({ ...bought, date }))
    if (!first) throw new Error(`There is no sample of ${provider}.`)
    const stranger = { ...first, card: '5550001112223', auth: 'STRANGER-1' }
    return {
      provider: provider === 'Esso' ? 'ESSO' : provider,
      file: {
        name: `${provider}-${date}.xlsx`,
        mimeType: 'application/octet-stream',
        buffer: makeXlsx(fileRows(provider, [first, ...others, ...(provider === 'Esso' ? [stranger] : [])])),
      },
    }
  })

const importThreeFiles: Task = async ({ page, count, read }) => {
  const { end_date } = await read<{ end_date: string }>(billingRuns.preview)
  await openMenu(page, 'Transactions')
  await page.getByRole('button', { name: 'Import Transaction' }).click()
  for (const [at, { provider, file }] of filesOf(end_date).entries()) {
    const asked = page.waitForEvent('filechooser')
    await dialog(page)
      .getByRole('button', { name: at === 0 ? 'Choose a file' : 'Choose another file' })
      .click()
    await (await asked).setFiles(file)
    await dialog(page).getByRole('combobox', { name: 'Provider' }).click()
    await page.getByRole('option', { name: provider }).click()
    count.fields += 1
    await dialog(page).getByRole('button', { name: 'Import', exact: true }).click()
    await expect(dialog(page).getByText('Rows read')).toBeVisible()
  }
}

const judgeWhatWaits: Task = async ({ page }) => {
  await page.getByRole('link', { name: /^\d+ To review$/ }).click()
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: /^Select all \d+$/ }).click()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await dialog(page)
    .getByRole('button', { name: /^Accept \d+ transactions$/ })
    .click()
  await expect(page.getByText('No Transaction found.')).toBeVisible()
  await page.getByRole('link', { name: 'Quarantine', exact: true }).click()
  await page.getByRole('button', { name: 'Skip STRANGER-1' }).click()
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Not a card of ours')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Transaction skipped')).toBeVisible()
  await expect(page.getByText('No transactions in quarantine')).toBeVisible()
}

const bill: Task = async ({ page }) => {
  await openMenu(page, 'Invoices')
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('button', { name: 'New billing run' }).click()
  await dialog(page).getByRole('button', { name: 'Start billing run' }).click()
  await expect(page.getByText('The billing run is done')).toBeVisible()
}

const mail: Task = async ({ page }) => {
  await page.getByRole('link', { name: /^\d+ Drafts to send$/ }).click()
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: /^Select all \d+$/ }).click()
  await page.getByRole('button', { name: 'Email selected' }).click()
  await dialog(page).getByRole('button', { name: 'Email' }).click()
  await expect(page.getByText('Invoice emailed successfully!')).toBeVisible()
  await expect(page.getByText('No Record found')).toBeVisible()
}

const takeCheque: Task = async ({ page, read }) => {
  const { invoices: rows } = await read<{ invoices: InvoiceRow[] }>(invoices.list, { filter: 'status:SENT', size: 50 })
  const byCompany = Map.groupBy(
    rows.filter(({ currency }) => currency === 'CAD'),
    ({ company_id }) => company_id,
  )
  const [payer] = [...byCompany.values()].find((theirs) => theirs.length >= 3) ?? []
  if (!payer) throw new Error('No customer has three invoices to pay.')
  const open = await read<{ invoices: OpenInvoice[] }>(receipts.openInvoices, {
    company_id: payer.company_id,
    currency: 'CAD',
  })
  const cents = open.invoices.slice(0, 3).reduce((sum, { amount_due }) => sum + Math.round(amount_due * 100), 0)
  await openMenu(page, 'Invoices')
  await page.getByRole('link', { name: 'Receipts', exact: true }).click()
  await page.getByRole('link', { name: 'Record receipt' }).click()
  await expect(page.getByRole('combobox', { name: 'Customer' })).toBeFocused()
  await page.keyboard.type(payer.company_name)
  await expect(page.getByRole('option', { name: payer.company_name })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type((cents / 100).toFixed(2))
  await page.keyboard.press('Tab')
  await page.keyboard.type('CHQ 4711')
  await expect(page.getByText(/CAD stays on account/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Receipt recorded')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Allocations' }).locator('tbody tr')).toHaveCount(3)
}

const find = async (page: Page, text: string) => {
  await page.getByRole('button', { name: /^Search/ }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(text)
}

const answerAboutPrice: Task = async ({ page, read }) => {
  const { transactions: rows } = await read<{ transactions: TransactionRow[] }>(transactions.list, { size: 50 })
  const asked = rows.find(({ flags }) => flags.length === 0)
  if (!asked) throw new Error('No transaction was priced by the rules.')
  await find(page, asked.authentication_id)
  await expect(page.getByRole('group', { name: 'Transactions' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Explain this price' }).click()
  await expect(page.getByRole('row', { name: 'Quantity × price' })).toBeVisible()
}

const holdCard: Task = async ({ page, read }) => {
  const { cards: rows } = await read<{ cards: Card[] }>(cards.list, { filter: 'card_status:ACTIVE', size: 50 })
  const card = rows.find(({ driver_name }) => driver_name)
  if (!card) throw new Error('No driver has a card.')
  await find(page, card.driver_name as string)
  await expect(page.getByRole('group', { name: 'Drivers' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  await expect(dialog(page).getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The card was lost')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Status changed from ACTIVE to HOLD')).toBeVisible()
}

/** Each task from where the user starts, with what it takes: see docs/clerk-day.md. */
const day: readonly { name: string; as: DemoPerson; task: Task; most: Count }[] = [
  { name: 'import three files', as: 'staff', task: importThreeFiles, most: { clicks: 16, fields: 3, keys: 0 } },
  { name: 'judge what waits', as: 'staff', task: judgeWhatWaits, most: { clicks: 16, fields: 3, keys: 0 } },
  { name: 'bill', as: 'staff', task: bill, most: { clicks: 16, fields: 3, keys: 0 } },
  { name: 'mail', as: 'staff', task: mail, most: { clicks: 16, fields: 3, keys: 0 } },
  { name: 'take a cheque over three invoices', as: 'staff', task: takeCheque, most: { clicks: 16, fields: 3, keys: 0 } },
  { name: 'answer about a price', as: 'clerk', task: answerAboutPrice, most: { clicks: 16, fields: 3, keys: 0 } },
  { name: 'hold a driver’s card', as: 'staff', task: holdCard, most: { clicks: 16, fields: 3, keys: 0 } },
]

test('UX-2 UX-3 a clerk’s month-end day takes no more clicks than written down', async ({ page }) => {
  page.setDefaultTimeout(15_000)
  let count = nothingYet()
  await page.exposeFunction('acted', (kind: keyof Count) => {
    count[kind] += 1
  })
  await page.addInitScript(tellActions)
  const read = async <T>(endpoint: Endpoint, query: object = {}): Promise<T> => {
    const reply = await page.request.get(pathOf(endpoint), { headers: { 'x-portal': '1' }, params: query as never })
    expect(reply.status()).toBe(200)
    return reply.json()
  }
  const all: string[] = []
  for (const { name, as, task } of day) {
    await signInAs(page, as)
    await page.goto(as === 'clerk' ? '/managercards' : '/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    count = nothingYet()
    await test.step(name, () => task({ page, count, read })).catch(async (e) => { console.log(name, 'FAILED', String(e).slice(0,600)); await page.screenshot({path: `/tmp/k/${process.env.E2E_PORT}-${name.slice(0,6).replaceAll(' ','_')}.png`}) })
    all.push(`${name}: ${JSON.stringify(count)}`)
    console.log(all.at(-1))
  }
})
