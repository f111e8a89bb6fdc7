import type { Page } from '@playwright/test'
import { expect, expectAccessible, signInAs, test } from './portal.ts'

// The demo's purchases end on a fixed day.
const until = '2026-11-14'
const cents = (text: string | null) => Number((text ?? '').replace(/[^\d-]/g, ''))

const tileOf = (page: Page) => (name: string) => page.locator('.dash-tile').filter({ hasText: new RegExp(`^${name}`) })
async function expectFigures(page: Page): Promise<void> {
  const tile = tileOf(page)
  await expect(tile('Spend')).toContainText('taxes included')
  for (const name of [
    'Fuel volume',
    'Average fuel price',
    'Exceptions',
    'Not billed yet',
    'Due',
    'Overdue',
    'Cards on hold',
  ])
    await expect(tile(name)).toBeVisible()
  for (const name of [
    'Top drivers',
    'Top units',
    'Top sites',
    'By product',
    'By province or state',
    'Cards by status',
    'Recent imports',
  ])
    await expect(page.getByRole('region', { name })).toBeVisible()
  for (const name of [
    /^Spend, CAD/,
    /^Average fuel price before sales tax/,
    /^Transactions by month/,
    /^Invoices sent by month/,
  ])
    await expect(page.getByRole('figure', { name })).toBeVisible()
}
/** Spend and volume are one picture (UX-11). */
const draw = (page: Page, measure: string) =>
  page.getByRole('group', { name: 'Chart' }).getByRole('button', { name: measure }).click()

test('DASH-1 staff choose the days, read a chart as a table, and follow each number to its list', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto(`/Dashboard?until=${until}`)
  const tile = tileOf(page)
  await expectFigures(page)
  await draw(page, 'Volume')
  await expect(page.getByRole('figure', { name: /^Fuel volume, L/ })).toBeVisible()
  await draw(page, 'Spend')

  await page.getByRole('group', { name: 'Period' }).getByRole('button', { name: '7 days' }).click()
  await expect(page).toHaveURL(/period=7d/)
  const spend = page.getByRole('figure', { name: /^Spend, CAD/ })
  await spend.getByRole('button', { name: 'View as table' }).click()
  await expect(spend.getByRole('rowheader')).toHaveCount(7)
  const shown = cents(await tile('Spend').locator('strong').textContent())
  const amounts = await spend.locator('tbody td:nth-child(2)').allTextContents()
  expect(amounts.reduce((sum, text) => sum + cents(text), 0)).toBe(shown)

  // A product leads to its lines. A month's bar links to the invoices it counts, without Drafts and Voids.
  await expect(page.getByRole('region', { name: 'By product' }).getByRole('link').first()).toHaveAttribute(
    'href',
    /\/reporting\/library\/purchase-lines\?.*product=/,
  )
  const sent = page.getByRole('figure', { name: /^Invoices sent by month/ })
  await sent.getByRole('button', { name: 'View as table' }).click()
  const month = sent
    .getByRole('row')
    .filter({ has: page.getByRole('link') })
    .filter({ hasNot: page.getByRole('cell', { name: '0', exact: true }) })
    .last()
  const counted = await month.getByRole('cell').textContent()
  await month.getByRole('link').click()
  await expect(page).toHaveURL(/filter=delivery:sent/)
  await expect(page.getByText(new RegExp(`^Showing record 1 to \\d+ of ${counted} records$`))).toBeVisible()
  await page.goBack()

  // Both currencies are shown: the transaction count names its currency, the exceptions count both (UX-4).
  await expect(tile('Spend')).toContainText(/ transactions in CAD, taxes included/)
  const exceptions = await tile('Exceptions').locator('strong').textContent()
  await tile('Exceptions').getByRole('link').click()
  await expect(page).toHaveURL(/\/transactions\?filter=txn_date:2026-11-08..2026-11-14&filter=exceptions:any$/)
  await expect(page.getByText(new RegExp(`^Showing record 1 to \\d+ of ${exceptions} records$`))).toBeVisible()
  await page.goBack()

  // The report behind the tile has the same sum over the same days (REPT-4).
  const spent = (await tile('Spend').locator('strong').first().textContent()) ?? ''
  await tile('Spend').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/reporting\/library\/spend\?/)
  await expect(page.getByRole('region', { name: 'Spend and volume CAD' }).locator('tfoot')).toContainText(spent)
  await page.goBack()
  await expect(page.getByRole('group', { name: 'Period' }).getByRole('button', { name: '7 days' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  await page.getByRole('group', { name: 'Currency' }).getByRole('button', { name: 'USD' }).click()
  await draw(page, 'Volume')
  await expect(page.getByRole('figure', { name: /^Fuel volume, gal/ })).toBeVisible()
  await tile('Not billed yet').getByRole('link').first().click()
  await expect(page).toHaveURL(/filter=billing:open&filter=currency:USD$/)
  await expect(page.getByText(/Showing record 1 to 10 of/)).toBeVisible()
})

test('DASH-1 UX-4 a customer sees its own numbers, its owed currency first; days without purchases link to days that have some', async ({
  page,
}) => {
  // Other journeys create invoices for the same customer; here it owes only US dollars.
  const owed = {
    currency: 'USD',
    status: 'SENT',
    count: 2,
    amount_due: 20_000,
    overdue_count: 1,
    overdue_amount: 14_591.68,
    overdue_since: '2026-11-01',
    next_due_date: '2026-11-30',
  }
  await page.route('**/v2/dashboard?*', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, invoices: { ...answer.invoices, open: [owed] } } })
  })
  await signInAs(page, 'northline')
  await page.goto('/Dashboard?until=2024-01-31')
  await expect(page.getByText(/^No purchases in USD from 02\/01\/24 to 31\/01\/24\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Show the days up to that date' }).click()
  await expect(page.getByRole('figure', { name: /^Spend, USD/ })).toBeVisible()
  for (const name of ['Recent imports', 'Getting started'])
    await expect(page.getByRole('region', { name })).toHaveCount(0)
  await expect(page.getByText('To review')).toHaveCount(0)
  // Northline owes US dollars: the tile says so for either chosen currency.
  const tile = tileOf(page)
  for (const currency of ['USD', 'CAD']) {
    await page.getByRole('group', { name: 'Currency' }).getByRole('button', { name: currency }).click()
    await expect(page).toHaveURL(new RegExp(`currency=${currency}`))
    await expect(tile('Overdue').locator('strong')).toHaveText('$14,591.68 USD')
  }
  // Figures in both currencies show the chosen one and link to the other.
  await expect(tile('Spend').locator('strong')).toContainText('CAD')
  await tile('Spend').getByRole('link', { name: /USD/ }).click()
  await expect(page).toHaveURL(/currency=USD/)
  await page.goBack()
  await page.getByRole('region', { name: 'Cards by status' }).getByRole('link', { name: /HOLD/ }).click()
  await expect(page).toHaveURL(/\/managercards\?filter=card_status:HOLD$/)
  await page.goBack()
  await page
    .getByRole('figure', { name: /^Spend, CAD/ })
    .getByRole('button', { name: 'View as table' })
    .click()
  await expectAccessible(page)
})

test('UX-11 a site of the top five leads to exactly its purchases', async ({ page }) => {
  await signInAs(page, 'northline')
  await page.goto(`/Dashboard?until=${until}&currency=CAD`)
  const sites = page.getByRole('region', { name: 'Top sites' })
  await expect(sites.getByRole('row')).toHaveCount(6)
  const amount = cents(await sites.getByRole('row').nth(1).getByRole('cell').last().textContent())
  await sites.getByRole('link').first().click()
  await expect(page).toHaveURL(/filter=txn_date:2026-10-16..2026-11-14&filter=currency:CAD&filter=dtl_stn_no:/)
  await expect(page.locator('tr[data-row]').first()).toBeVisible()
  // The list's own call has the same filters as its address.
  const listed = await page.evaluate(async () =>
    (await fetch(`/v2/fuel-transaction/authcode${location.search}`)).json(),
  )
  const rows: { txn_amount: number }[] = listed.transactions
  expect(rows.reduce((sum, { txn_amount }) => sum + Math.round(txn_amount * 100), 0)).toBe(amount)
})

test('UX-11 on a phone the first screen says what is owed and when, the change in spend and the cards on hold; on paper it is two sheets', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'northline')
  await page.goto('/Dashboard')
  const tile = tileOf(page)
  for (const name of ['Due', 'Overdue', 'Cards on hold', 'Spend'])
    await expect(tile(name).locator('strong')).toBeInViewport()
  const change = tile('Spend').getByRole('link', { name: /^[+-][\d.,]+% from the previous period Why it moved$/ })
  await expect(change).toBeInViewport()
  await expect(page.getByText(/^compared with \d/)).toBeInViewport()
  // Days after the last file are a gap, and never read as zero.
  const spend = page.getByRole('figure', { name: /^Spend/ })
  await expect(spend.locator('.bar-shown')).not.toContainText('no data yet')
  await spend.getByRole('button', { name: 'View as table' }).click()
  await expect(spend.getByRole('row').nth(1)).toContainText('no data yet')
  await spend.getByRole('button', { name: 'View as table' }).click()
  await expectAccessible(page)
  for (const format of ['A4', 'Letter']) {
    const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g)
    expect([format, sheets?.length]).toEqual([format, 2])
  }
})
