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
import { servePortal } from './own-portal.ts'
import { test as base, type DemoPerson, expect, portalPort, signInAs } from './portal.ts'

/** The day judges, bills and mails all that waits, so it has a portal of its own. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for an object pattern.
  baseURL: async ({}, use, { parallelIndex }) => {
    const { url, stop } = await servePortal(portalPort + 1 + parallelIndex)
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
type Walk = {
  page: Page
  count: Count
  read: <T>(endpoint: Endpoint, params?: Record<string, string | number>) => Promise<T>
}

const dialog = (page: Page) => page.getByRole('dialog')
const shownDay = (date: string): string => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(2, 4)}`
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

/** On every page of the list. Before its rows are there, the box selects nothing. */
async function selectAll(page: Page) {
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  await page.getByLabel('Select all on this page').click()
  await page.getByRole('button', { name: /^Select all \d+$/ }).click()
}

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
    await expect(dialog(page).getByRole('link', { name: /^Open import/ })).toBeVisible()
  }
}

const judgeWhatWaits: Task = async ({ page }) => {
  await page.getByRole('link', { name: /^\d+ To review$/ }).click()
  await selectAll(page)
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

const bill: Task = async ({ page, read }) => {
  const due = await read<{ start_date: string; end_date: string }>(billingRuns.preview)
  const period = `${shownDay(due.start_date)} – ${shownDay(due.end_date)}`
  await openMenu(page, 'Invoices')
  await page.getByRole('link', { name: 'Runs', exact: true }).click()
  await page.getByRole('button', { name: 'New billing run' }).click()
  await dialog(page).getByRole('button', { name: 'Start billing run' }).click()
  const run = page.getByRole('row', { name: new RegExp(`^${period}`) })
  await expect(run.getByRole('cell', { name: 'Completed' })).toBeVisible()
}

const mail: Task = async ({ page }) => {
  await page.getByRole('link', { name: /^\d+ Drafts to send$/ }).click()
  await selectAll(page)
  await page.getByRole('button', { name: 'Email selected' }).click()
  await dialog(page).getByRole('button', { name: 'Email' }).click()
  await expect(page.getByText('Invoice emailed successfully!').first()).toBeVisible()
  await expect(page.getByText('No Record found')).toBeVisible()
}

const find = async (page: Page, text: string) => {
  await page.getByRole('button', { name: /^Search/ }).click()
  await expect(dialog(page).getByRole('textbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(text)
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
  await find(page, payer.company_name)
  await expect(page.getByRole('group', { name: 'Customers' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Record receipt' }).click()
  await expect(page.getByRole('textbox', { name: 'Amount', exact: true })).toBeFocused()
  await page.keyboard.type((cents / 100).toFixed(2))
  await page.keyboard.press('Tab')
  await page.keyboard.type('CHQ 4711')
  await expect(page.getByText(/CAD stays on account/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Receipt recorded')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Allocations' }).locator('tbody tr')).toHaveCount(3)
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

type Step = { name: string; as: DemoPerson; task: Task; most: Count }
/** Each task with what it takes at most: the table of docs/clerk-day.md. The demo's clerk may only view. */
const day: readonly Step[] = [
  { name: 'import three files', as: 'staff', task: importThreeFiles, most: { clicks: 14, fields: 3, keys: 0 } },
  { name: 'judge what waits', as: 'staff', task: judgeWhatWaits, most: { clicks: 7, fields: 1, keys: 1 } },
  { name: 'bill', as: 'staff', task: bill, most: { clicks: 4, fields: 0, keys: 0 } },
  { name: 'mail', as: 'staff', task: mail, most: { clicks: 5, fields: 0, keys: 0 } },
  { name: 'take a cheque', as: 'staff', task: takeCheque, most: { clicks: 2, fields: 3, keys: 3 } },
  { name: 'answer about a price', as: 'clerk', task: answerAboutPrice, most: { clicks: 2, fields: 1, keys: 1 } },
  { name: 'hold a driver’s card', as: 'staff', task: holdCard, most: { clicks: 2, fields: 2, keys: 2 } },
]

test('UX-2 UX-3 a clerk’s month-end day takes no more clicks than written down', async ({ page }) => {
  // Names the step that hangs.
  page.setDefaultTimeout(30_000)
  let count = nothingYet()
  await page.exposeFunction('acted', (kind: keyof Count) => {
    count[kind] += 1
  })
  await page.addInitScript(tellActions)
  const read = async <T>(endpoint: Endpoint, params: Record<string, string | number> = {}): Promise<T> => {
    const reply = await page.request.get(pathOf(endpoint), { headers: { 'x-portal': '1' }, params })
    expect(reply.status()).toBe(200)
    return reply.json()
  }
  for (const { name, as, task, most } of day)
    await test.step(name, async () => {
      await signInAs(page, as)
      // The day starts on the dashboard, or without permission for it, on the list of cards.
      await page.goto(as === 'clerk' ? '/managercards' : '/dashboard')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      count = nothingYet()
      await task({ page, count, read })
      for (const kind of ['clicks', 'fields', 'keys'] as const)
        expect.soft(count[kind], `${kind} to ${name}`).toBeLessThanOrEqual(most[kind])
      expect(count.clicks, `the clicks to ${name} were counted`).toBeGreaterThan(0)
    })
})
