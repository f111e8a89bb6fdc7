import type { Browser, Page, Request } from '@playwright/test'
import { type DemoPerson, expect, moveTo, signInAs, violationsOn } from './portal.ts'

const welcome = /^(Welcome to|Bienvenue chez) Fresh Fuels$/
const card = '70830500007919'
const customer = 'Northline Haulage (C00002)'
const transaction = /^E\d+ · Fresh Fuels$/
const invoice = /^INV-\d{4}-\d+ · Fresh Fuels$/
const upload = /^\S+\.(xlsx|csv|xls) · Fresh Fuels$/
const run = /^Billing run \S+ – \S+ · Fresh Fuels$/
/** `profile.test.ts` changes his name. */
const user = /^(Tom|Thomas) Whitefeather · Fresh Fuels$/
/** Name, address, user, and the title of the tab if it is not the heading (BRAND-6). */
export type WalkedScreen = [string, string, DemoPerson | null, (string | RegExp)?]
export const walkedScreens: WalkedScreen[] = [
  ['sign-in', '/', null, welcome],
  ['not found, stranger', '/nowhere', null],
  ['sign-up', '/sign-up', null],
  ['forgot password', '/forgot-password', null],
  ['reset password', '/reset-password#token=none', null],
  ['reset password without a link', '/reset-password', null],
  ['verify a document', '/verify', null],
  ['verify an unknown code', '/verify?code=7KQ2-M9XV-4TRB', null],
  ['dashboard', '/Dashboard', 'staff', welcome],
  ['dashboard of a customer', '/Dashboard?period=90d&until=2026-11-14', 'northline', welcome],
  ['dashboard, nothing bought', '/Dashboard?until=2024-01-31', 'northline', welcome],
  ['mail', '/outbox', 'staff'],
  ['webhooks', '/webhooks', 'northline'],
  ['notifications', '/notifications', 'staff'],
  ['notifications of a customer', '/notifications', 'northline'],
  ['security', '/profile/security', 'northline'],
  ['choices of notifications', '/profile/notifications', 'northline'],
  ['cards', '/managercards', 'staff'],
  ['cards with filters', '/managercards?filter=driver_name::a', 'staff'],
  ['cards, none found', '/managercards?filter=card_number:000000', 'staff'],
  ['add a card', '/managercards/add-new', 'staff'],
  ['edit a card', '/managercards/1/edit', 'staff', card],
  ['view a card', '/managercards/1/view', 'clerk', card],
  ['card templates', '/managercards/templates', 'staff'],
  ['add a card template', '/managercards/templates/add-new', 'staff'],
  ['customers', '/customer', 'staff'],
  ['edit a customer', '/customer/2/edit', 'staff', customer],
  ['view a customer', '/customer/2/view', 'staff', customer],
  ['set up a customer', '/customer/set-up', 'staff'],
  ['terms of a set-up', '/customer/2/set-up?step=terms', 'staff', 'Northline Haulage'],
  ['cards of a set-up', '/customer/2/set-up?step=cards', 'staff', 'Northline Haulage'],
  ['exposure', '/customer/exposure', 'staff'],
  ['companies', '/company', 'staff'],
  ['companies, none found', '/company?filter=email:nobody', 'staff'],
  ['add a company', '/company/add-new', 'staff'],
  ['markups', '/customer-markup', 'staff'],
  ['add a markup', '/customer-markup/add-new', 'staff'],
  ['edit a markup', '/customer-markup/1/edit', 'staff'],
  ['transactions', '/transactions', 'staff'],
  ['transactions to review', '/transactions?filter=review:open', 'staff'],
  ['transactions of a customer', '/transactions?filter=currency:CAD', 'desk'],
  ['view a transaction', '/transactions/1/view', 'staff', transaction],
  ['add a transaction', '/transactions/add-new', 'staff'],
  ['edit a transaction', '/transactions/1/edit', 'staff', transaction],
  ['smart buy', '/smartbuy?near=CA-ON-toronto&sort=distance_km,asc', 'northline'],
  ['smart buy, no customer chosen', '/smartbuy', 'staff'],
  ['on the way', '/smartbuy/route?from=CA-ON-toronto&to=CA-QC-quebec&corridor_km=100', 'northline'],
  ['missed savings', '/smartbuy/missed', 'northline'],
  ['exceptions', '/transactions/exceptions', 'staff'],
  ['exceptions of a customer', '/transactions/exceptions', 'northline'],
  ['thresholds of exceptions', '/transactions/exceptions/thresholds', 'staff'],
  ['imports', '/imports', 'staff'],
  ['an import', '/imports/1/view', 'staff', upload],
  ['quarantine', '/quarantine', 'staff'],
  ['provider statements', '/provider-statements', 'staff'],
  ['view a unit', '/truckcare/units/9', 'staff', /^\S+ · Fresh Fuels$/],
  ['view a unit of a customer', '/truckcare/units/9', 'northline', /^\S+ · Fresh Fuels$/],
  ['units of a customer', '/truckcare', 'northline'],
  ['units of a chosen customer', '/truckcare?filter=company_name:Northline%20Haulage', 'staff'],
  ['services due', '/truckcare/due', 'northline'],
  ['services due without an earlier one', '/truckcare/due?state=unknown', 'northline'],
  ['services done', '/truckcare/services', 'northline'],
  ['service plans', '/truckcare/plans', 'northline'],
  ['users', '/user', 'staff'],
  ['users, none found', '/user?filter=email:nobody', 'northline'],
  ['add a user', '/user/add-new', 'staff'],
  ['edit a user', '/user/4/edit', 'northline', user],
  ['view a user', '/user/4/view', 'northline', user],
  ['tax rates', '/tax-rates?filter=tax:FET', 'staff'],
  ['reporting', '/reporting', 'staff'],
  ['IFTA worksheet', '/reporting/ifta?quarter=2026Q3', 'northline'],
  ['IFTA worksheet for staff', '/reporting/ifta?quarter=2026Q4&company_id=2&base=US', 'staff'],
  ['IFTA worksheet, no customer chosen', '/reporting/ifta?quarter=2026Q3', 'staff'],
  ['reports to run', '/reporting/library', 'staff'],
  ['reports of a customer', '/reporting/library', 'northline'],
  ['schedules of reports', '/reporting/schedules', 'staff'],
  ['margin report', '/reporting/library/margin', 'staff'],
  ['spend by site', '/reporting/library/spend?group_by=site', 'northline'],
  ['purchase lines', '/reporting/library/purchase-lines?product=DEF', 'northline'],
  ['why it moved', '/reporting/library/why-it-moved?company_id=2', 'staff'],
  ['why it moved, for a customer', '/reporting/library/why-it-moved', 'northline'],
  ['spend against budget', '/reporting/library/spend-against-budget?from=2026-08-01&to=2026-11-14', 'northline'],
  ['fuel economy', '/reporting/library/fuel-economy?from=2026-08-01&to=2026-11-14', 'northline'],
  ['missed savings report', '/reporting/library/missed-savings?from=2026-09-01&to=2026-11-14', 'northline'],
  ['sales-tax return', '/reporting/library/sales-tax-return', 'staff'],
  ['fuel taxes', '/reporting/library/fuel-taxes', 'staff'],
  ['input tax credits', '/reporting/library/input-tax-credits', 'northline'],
  ['receivables report', '/reporting/library/receivables', 'staff'],
  ['claims report', '/reporting/library/claims', 'staff'],
  ['exceptions report', '/reporting/library/exceptions?from=2026-08-01&to=2026-11-14', 'northline'],
  ['cards to look at', '/reporting/library/cards', 'northline'],
  ['tie-out report', '/reporting/library/tie-out', 'staff'],
  ['lines with their margin', '/reporting/margin/lines?filter=currency:CAD', 'staff'],
  ['budgets', '/reporting/budgets', 'staff'],
  ['claims', '/reporting/claims', 'staff'],
  ['exchange rates', '/reporting/exchange-rates', 'staff'],
  ['journal', '/reporting/journal', 'staff'],
  ['export of the journal', '/reporting/journal/export', 'staff'],
  ['a journal batch', '/reporting/journal/{batch}/view', 'staff', /^JB-\d+ · Fresh Fuels$/],
  ['general-ledger accounts', '/reporting/journal/accounts', 'staff'],
  ['product codes', '/product-codes?filter=provider:Esso', 'staff'],
  ['daily rates', '/dailyrates', 'staff'],
  ['a site', '/dailyrates/sites/1/view', 'staff'],
  ['an upload of daily rates', '/dailyrates/1/edit', 'staff'],
  ['view a card that may be changed', '/managercards/1/view', 'staff', card],
  ['cards with two filters on a field', '/managercards?filter=driver_name::a&filter=driver_name::e', 'staff'],
  ['tracking logs', '/tracking-logs?size=5', 'northline'],
  ['billing runs', '/invoices/runs', 'staff'],
  ['a billing run', '/invoices/runs/1/view', 'staff', run],
  ['an invoice by hand', '/invoices/add-new', 'staff'],
  ['billing settings', '/invoices/settings', 'staff'],
  ['invoice payments', '/invoices/payments', 'staff'],
  ['bank files', '/invoices/bank-files', 'staff'],
  ['receipts', '/invoices/receipts', 'staff'],
  ['receipts of a customer', '/invoices/receipts', 'desk'],
  ['record a receipt', '/invoices/receipts/record', 'staff'],
  ['a receipt', '/invoices/receipts/1/view', 'staff', /^REF \d+ · Fresh Fuels$/],
  ['credit notes', '/invoices/credit-notes', 'staff'],
  ['a credit note', '/invoices/credit-notes/1/view', 'staff', /^CN-\d{4}-\d+ · Fresh Fuels$/],
  ['a new credit note', '/invoices/credit-notes/issue', 'staff'],
  ['credit an invoice', '/invoices/1/credit', 'staff', invoice],
  ['write-offs', '/invoices/write-offs', 'staff'],
  ['refunds', '/invoices/refunds', 'staff'],
  ['books', '/books', 'staff'],
  ['API keys', '/api-keys', 'northline'],
  ['operations', '/operations', 'staff'],
  ['reminders and statements', '/invoices/reminders', 'staff'],
  ['statement of account', '/customer/2/statement', 'staff'],
  ['an empty list', '/reporting', 'northline'],
  ['help', '/help', 'northline'],
  ['a file of a fuel provider', '/help/files/transactions-esso', 'staff'],
  ['profile', '/profile', 'desk', user],
  ['invoices', '/invoices?filter=company_name::a', 'staff'],
  ['receivables', '/invoices/receivables', 'staff'],
  ['receivables of a day, none found', '/invoices/receivables?as_of=2020-01-31', 'staff'],
  ['open documents', '/invoices/receivables/2/view', 'staff'],
  ['view an invoice', '/invoices/1/view', 'staff', invoice],
  ['edit an invoice', '/invoices/1/edit', 'staff', invoice],
  ['no permission', '/customer', 'desk'],
  ['not found', '/nowhere', 'staff'],
]

/** `rules` limits axe to these rules; without it, axe checks all of them, and with none it only has to fit. */
export type Look = { width: number; height?: number; colorScheme: 'light' | 'dark'; rules?: string[] }

/** Waits until the page has asked for nothing during a sixth of a second, and shows no placeholder. */
export function watchRequests(page: Page) {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => open.delete(request))
  return {
    forget: () => open.clear(),
    settled: async () => {
      let quiet = 0
      await expect.poll(() => (quiet = open.size === 0 ? quiet + 1 : 0), { intervals: [40] }).toBeGreaterThan(4)
      await expect(page.locator('.mantine-Skeleton-root, [aria-busy=true]')).toHaveCount(0)
    },
  }
}

async function expectTitle(page: Page, title?: string | RegExp): Promise<void> {
  const own = title ?? (await page.getByRole('heading', { level: 1 }).innerText())
  await expect(page).toHaveTitle(own instanceof RegExp ? own : `${own} · Fresh Fuels`)
}

/** Every chart's axis reaches at least 100 (LIT-12). */
async function expectTallCharts(page: Page, path: string): Promise<void> {
  const axes = await page
    .locator('figure:has(figcaption) svg[role=img]')
    .evaluateAll((charts) =>
      charts.map((chart) => [...chart.querySelectorAll('text[text-anchor=end]')].map((tick) => tick.textContent ?? '')),
    )
  if (['/Dashboard', '/dailyrates/sites/1/view'].includes(path)) expect(axes.length, path).toBeGreaterThan(0)
  for (const ticks of axes) {
    const numbers = ticks.map((tick) => Number.parseFloat(tick.replaceAll(',', '')) * (tick.endsWith('K') ? 1000 : 1))
    expect(Math.max(...numbers), path).toBeGreaterThanOrEqual(100)
  }
}

/** Collects requests to other hosts, and what the content security policy refuses. */
function watchHosts(page: Page): string[] {
  const faults: string[] = []
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost') faults.push(request.url())
  })
  page.on('console', (message) => message.text().includes('Content Security Policy') && faults.push(message.text()))
  return faults
}

/** A screen's address. The demo has no batch of the journal, so the first walk exports one. */
export async function addressOf(page: Page, [, path]: WalkedScreen): Promise<string> {
  return path.includes('{batch}') ? path.replace('{batch}', String(await batchId(page))) : path
}
async function batchId(page: Page): Promise<number> {
  const headers = { 'x-portal': '1' }
  const { journal_batches: batches } = await (await page.request.get('/v2/journal-batches?size=1', { headers })).json()
  if (batches.length > 0) return batches[0].id
  const data = { from: '2026-09-01', to: '2026-09-15', format: 'csv', currency: 'CAD' }
  const made = await page.request.post('/v2/journal-batches', { headers, data })
  return (await made.json()).journal_batches[0].id
}

/** The screens are walked in so many parts, side by side. */
export const walks = [0, 1, 2, 3] as const

/** Opens a part of the screens, and runs axe on each at each look. */
export async function walkScreens(
  browser: Browser,
  walk: (typeof walks)[number],
  looks: readonly Look[],
  locale: 'en-CA' | 'fr-CA' = 'en-CA',
): Promise<void> {
  // Without motion, no colour is checked in mid-transition.
  const context = await browser.newContext({ reducedMotion: 'reduce', locale })
  const page = await context.newPage()
  const requests = watchRequests(page)
  const faults = watchHosts(page)
  const chosen = walkedScreens.filter((_, index) => index % walks.length === walk)
  for (const person of new Set(chosen.map(([, , who]) => who))) {
    await context.clearCookies()
    if (person) await signInAs(page, person)
    const own = chosen.filter(([, , who]) => who === person)
    for (const [index, screen] of own.entries()) {
      const path = await addressOf(page, screen)
      await page.setViewportSize({ width: 1440, height: 900 })
      if (person && index > 0 && path !== '/nowhere') await moveTo(page, path)
      else {
        requests.forget()
        await page.goto(path)
      }
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await requests.settled()
      // The expected titles are English.
      if (locale === 'en-CA') await expectTitle(page, screen[3])
      if (locale === 'en-CA') await expectTallCharts(page, path)
      for (const look of looks) faults.push(...(await faultsAt(page, path, look)))
    }
  }
  expect(faults).toEqual([])
  await context.close()
}

/** What axe finds at this look, and whether the page scrolls sideways. */
async function faultsAt(page: Page, path: string, look: Look): Promise<string[]> {
  const { width, height = 900, colorScheme, rules } = look
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme)
  const found = rules?.length === 0 ? [] : await violationsOn(page, rules)
  // Some parts follow the new width a moment later.
  const fits = (most: number) => document.documentElement.scrollWidth <= most
  const isFitting = page.waitForFunction(fits, width, { timeout: 5000 }).then(
    () => true,
    () => false,
  )
  if (!(await isFitting)) found.push(`${await page.evaluate(() => document.documentElement.scrollWidth)} pixels wide`)
  return found.map((fault) => `${path} at ${width}, ${colorScheme}: ${fault}`)
}
