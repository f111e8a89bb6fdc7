import { transactions } from '@portal/contract/transactions/transactions.ts'
import { apiClient, expect, expectAccessible, signInAs, test } from '../portal.ts'

type Listed = {
  id: number
  authentication_id: string
  txn_attr: { dtl_prd_cd: string; dtl_amt: number }[]
  review: string | null
}
/** Adds the query to the path, since `call` takes none. */
const listed = async (call: Awaited<ReturnType<typeof apiClient>>['call'], query: string): Promise<Listed[]> =>
  (await call({ ...transactions.list, path: `${transactions.list.path}?size=50&${query.replaceAll(':', '%3A')}` }))
    .transactions

test('TXN-1 TXN-2 TXN-3 a row expands into its lines with their totals, and its review flag is readable beside its actions', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.route('**/v2/fuel-transaction/authcode*', async (route) => {
    const answer = await (await route.fetch()).json()
    for (const row of answer.transactions)
      Object.assign(row, {
        review: 'open',
        flags: ['no_markup', 'provider_tax'],
        exceptions: ['over_limit', 'on_hold'],
      })
    await route.fulfill({ json: answer })
  })
  await page.goto('/transactions')
  const row = page.locator('tr[data-row]').first()
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  const amount = await row.locator('td').nth(9).textContent()
  await expect(page.locator('.lines-table').first().locator('tfoot td').last()).toHaveText(amount as string)
  await page.getByRole('button', { name: 'Expand all' }).click()
  await expect(page.locator('.lines-table')).toHaveCount(10)
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await expect(page.locator('.lines-table')).toHaveCount(0)
  await expect(row.locator('.flag-mark')).toHaveAttribute('title', /Provider tax differs/)
  await page.getByRole('link', { name: 'To review', exact: true }).click()
  await expect(row.locator('.flag-badges')).toContainText('Provider tax differs')
  // The filter's answer replaces the row, so both positions come from the same moment.
  await expect
    .poll(() =>
      row.evaluate((cells) => {
        const ends = [...cells.querySelectorAll('.status')].map((badge) => badge.getBoundingClientRect().right)
        const actions = cells.querySelector('.pinned')?.getBoundingClientRect().left ?? 0
        return ends.length > 0 && Math.max(...ends) <= actions
      }),
    )
    .toBe(true)
})

test('TXN-5 TXN-7 TXN-14 the view opens by authentication code and shows every line; with DEF the fuel comes first, under its own name', async ({
  page,
  request,
}) => {
  const { call } = await apiClient(request, 'staff')
  const transaction = (await listed(call, 'sort=txn_date,asc&filter=currency:CAD')).find(({ txn_attr }) =>
    txn_attr.some((line) => line.dtl_prd_cd === 'DEF'),
  )
  if (!transaction) throw new Error('The demo has no transaction with DEF.')
  await signInAs(page, 'staff')
  await page.goto(`/transactions?filter=authentication_id:${transaction.authentication_id}`)
  await page.getByRole('link', { name: `View ${transaction.authentication_id}` }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions/${transaction.authentication_id}/view$`))
  await expect(page.getByRole('heading', { level: 1, name: 'View Transaction' })).toBeVisible()
  await expect(page.locator('.purchase')).toHaveCount(transaction.txn_attr.length)
  await expect(page.locator('.purchase').first().getByRole('heading')).toHaveText(/^(DieselD1|GasolineGAS)/)
  await expect(page.locator('.purchase').nth(1).getByRole('heading')).toContainText('Other 1DEF')
  // Taxes of zero are named together below the others, which have their unit.
  const first = page.locator('.purchase').first()
  const none = await first.locator('.steps-source').allInnerTexts()
  for (const tax of ['FET', 'PFT', 'PCT', 'Local tax'].filter((name) => !none.join().includes(name)))
    await expect(first.locator('.facts > div', { hasText: tax }).locator('dd')).toHaveText(/^0\.\d{4} CAD\/L$/)
  await expect(first.locator('.facts dd').getByText(/^0\.0000 /)).toHaveCount(0)
  await expect(page.getByText('Further line')).toHaveCount(0)
  await expect(page.getByText('Difference')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to Transactions' }).click()
  await expect(page).toHaveURL(new RegExp(`/transactions\\?filter=authentication_id:${transaction.authentication_id}`))
})

test('RATE-4 TXN-11 staff, and only staff, see the price explained step by step and attach files', async ({
  page,
  request,
}) => {
  const { call } = await apiClient(request, 'staff')
  const [transaction] = await listed(
    call,
    'filter=company_name:Northline Haulage&filter=dtl_stn_prv:ON&filter=location::Esso',
  )
  if (!transaction) throw new Error('Northline has no transaction at Esso.')
  await signInAs(page, 'staff')
  await page.goto(`/transactions/${transaction.authentication_id}/view`)
  await page.getByRole('button', { name: 'Explain this price' }).click()
  const explained = page.getByRole('region', { name: 'Explain this price' })
  await expect(explained.getByText(/^Esso daily rate of \d\d\/\d\d\/26/).first()).toBeVisible()
  await expect(explained.getByText(/13%, Ontario, from 01\/04\/25/).first()).toBeVisible()
  await expect(explained.getByText('Recalculated from the stored inputs: matches to the cent.')).toHaveCount(
    transaction.txn_attr.length,
  )
  await expectAccessible(page)
  await expect(page.getByRole('button', { name: 'Attach a file' })).toBeVisible()
  await page.context().clearCookies()
  await signInAs(page, 'northline')
  await page.goto(`/transactions/${transaction.authentication_id}/view`)
  await expect(page.getByRole('heading', { level: 1, name: 'View Transaction' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Attach a file' })).toHaveCount(0)
  // A customer sees how the bill is made up, without rate, markup or margin (COST-2).
  await page.getByRole('button', { name: 'Explain this price' }).click()
  await expect(explained.getByText(/13%, Ontario, from 01\/04\/25/).first()).toBeVisible()
  await expect(explained.getByText(/daily rate|markup/i)).toHaveCount(0)
  await expect(page.getByText(/margin/i)).toHaveCount(0)
  await expectAccessible(page)
})

test('TXN-13 TXN-23 flagged transactions are found and accepted after a confirmation, singly and in bulk, and the acceptance is undone', async ({
  page,
  request,
}) => {
  const { call } = await apiClient(request, 'staff')
  const open = await listed(call, 'filter=review:open&sort=txn_date,asc')
  const [first, second, third] = open
  if (!first || !second || !third) throw new Error('The demo has too few flagged transactions.')
  await signInAs(page, 'staff')
  await page.goto('/transactions?sort=txn_date,asc')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByText('Please select a transaction to accept.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo acceptance', exact: true }).click()
  await expect(page.getByText('Please select an accepted transaction.')).toBeVisible()
  await page.getByRole('link', { name: 'To review', exact: true }).click()
  await expect(page).toHaveURL(/filter=review:open/)
  await page.goto('/transactions?sort=txn_date,asc&filter=review:open')
  const question = page.getByRole('dialog', { name: 'Accept flagged transactions' })
  await page.getByRole('button', { name: `Accept ${first.authentication_id}` }).click()
  await expect(question).toContainText(/They will be billed as they are\..*\$[\d,.]+\s(CAD|USD)/)
  await question.getByRole('button', { name: 'Accept 1 transaction' }).click()
  await expect(page.getByText('Transactions accepted')).toBeVisible()
  await expect(page.getByRole('button', { name: `Accept ${first.authentication_id}` })).toHaveCount(0)
  for (const { authentication_id } of [second, third]) await page.getByLabel(`Select ${authentication_id}`).check()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await call(transactions.get, { id: third.id })).review).toBe('open')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(question.getByRole('listitem').first()).toHaveText(/: [12]$/)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Accept 2 transactions' }).click()
  await expect(page.getByLabel(`Select ${third.authentication_id}`)).toHaveCount(0)
  // Undo from the messages, where the toast's second line stays, and from the transaction's own page.
  await page.getByRole('button', { name: 'Messages' }).click()
  const kept = page.getByRole('listitem').filter({ hasText: '2 accepted' })
  await kept.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Acceptance undone').first()).toBeVisible()
  await expect(page.getByLabel(`Select ${third.authentication_id}`)).toBeVisible()
  await page.goto(`/transactions/${third.id}/view`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await question.getByRole('button', { name: 'Accept 1 transaction' }).click()
  await page.getByRole('button', { name: 'Undo acceptance' }).click()
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible()
  const [accepted, undone] = [
    await call(transactions.get, { id: first.id }),
    await call(transactions.get, { id: third.id }),
  ]
  expect([accepted.is_accepted, accepted.review, undone.review]).toEqual([true, 'accepted', 'open'])
})

test('TXN-12 the map shows the site at zoom 9 with its address, zooms to the whole province and contacts no other host', async ({
  page,
  request,
}) => {
  const { call } = await apiClient(request, 'staff')
  const [transaction] = await listed(call, 'filter=location::Dixie Road')
  const hosts = new Set<string>()
  page.on('request', (asked) => hosts.add(new URL(asked.url()).hostname))
  await signInAs(page, 'staff')
  await page.goto(`/transactions/${transaction?.authentication_id}/view`)
  await page.getByRole('button', { name: 'Show on map' }).click()
  const dialog = page.getByRole('dialog', { name: 'Site' })
  await expect(dialog.getByText('43.6532, -79.6482')).toBeVisible()
  await expect(dialog.getByText('Esso Dixie Road')).toBeVisible()
  // A link, followed or not; the map itself asks no one.
  const elsewhere = dialog.getByRole('link', { name: 'Open in maps' })
  await expect(elsewhere).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\/\?mlat=43\.65/)
  await expect(elsewhere).toHaveAttribute('rel', 'noreferrer')
  await expect(dialog.locator('.map-site')).toBeVisible()
  // At zoom 9 and this latitude a pixel is 221 metres, so the scale shows 20 km.
  await expect(dialog.locator('.leaflet-control-scale-line').first()).toHaveText('20 km')
  await expect(dialog.locator('.map-name').first()).toBeVisible()
  for (const shape of ['land', 'lake', 'border']) await expect(dialog.locator(`.map-${shape}`)).toBeVisible()
  await expectAccessible(page)
  const frame = await dialog.locator('.map-frame').boundingBox()
  const outline = async () => await dialog.locator('.map-region').boundingBox()
  if (!frame) throw new Error('The map has no frame.')
  const isWhole = async () => {
    const box = await outline()
    return (
      box &&
      box.x > frame.x &&
      box.y > frame.y &&
      box.x + box.width < frame.x + frame.width &&
      box.y + box.height < frame.y + frame.height
    )
  }
  expect(await isWhole()).toBe(false)
  await dialog.getByRole('button', { name: 'Zoom to province' }).click()
  await expect(dialog.locator('.leaflet-control-scale-line').first()).toHaveText(/[1-9]00 km/)
  expect(await isWhole()).toBe(true)
  expect((await outline())?.height).toBeGreaterThan(frame.height * 0.7)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect([...hosts]).toEqual(['localhost'])
})
