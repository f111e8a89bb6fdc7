import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { cards } from '@portal/contract/cards/cards.ts'
import { apiClient, expect, expectAccessible, showColumn, signInAs, test } from '../portal.ts'

let marks = 0
/** Cards that only one test uses, found by their trailer. */
async function someCards(request: APIRequestContext, count: number, changes = {}) {
  const { call, createCard } = await apiClient(request, 'staff')
  const trailer = `B${Date.now()}-${process.pid}-${++marks}`
  const made: { id: number; card_number: string }[] = []
  for (let n = 0; n < count; n++) made.push(await createCard({ trailer_number: trailer, ...changes }))
  const statuses = async () => Promise.all(made.map(async ({ id }) => (await call(cards.get, { id })).card_status))
  return { trailer, made, call, statuses }
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('CARD-1 CARD-11 CARD-12 CARD-17 PERM-3 the toolbar follows the permission in its order; without a selection each button says what is missing', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  const names = await page.locator('.list-toolbar').getByRole('button').allTextContents()
  const wanted = [
    'Advanced Filter',
    'Exports Selected',
    'Assign Selected Cards To Customer',
    'Hold',
    'Release',
    'Change limits',
    'Download CSV',
  ]
  expect(names.slice(0, wanted.length)).toEqual(wanted)
  for (const [name, warning] of [
    ['Assign Selected Cards To Customer', 'Please select card to Assign'],
    ['Exports Selected', 'Please select card to Export'],
    ['Hold', 'Please select a card to put on hold.'],
    ['Release', 'Please select a card to release.'],
    ['Change limits', 'Please select the cards whose limits to change.'],
  ] as const) {
    await button(page, name).click()
    await expect(page.getByRole('alert').getByText(warning)).toBeVisible()
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A customer's Admin can hold but not assign; a user with view access can only export.
  await signInAs(page, 'northline')
  await page.goto('/managercards')
  await expect(button(page, 'Hold')).toBeVisible()
  for (const name of ['Assign Selected Cards To Customer', 'Change limits'])
    await expect(button(page, name)).toHaveCount(0)
  await signInAs(page, 'desk')
  await page.goto('/managercards')
  await expect(button(page, 'Exports Selected')).toBeVisible()
  await expect(button(page, 'Hold')).toHaveCount(0)
})

test('CARD-12 selected cards are assigned to a customer; one closed card rejects the whole selection', async ({
  page,
  request,
}) => {
  const { trailer, made, call, statuses } = await someCards(request, 3)
  await signInAs(page, 'staff')
  await page.goto(`/managercards?filter=trailer_number:${trailer}`)
  await page.getByLabel(`Select ${made[0]?.card_number}`).check()
  await page.getByLabel(`Select ${made[2]?.card_number}`).check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await button(page, 'Assign Selected Cards To Customer').click()
  const dialog = page.getByRole('dialog', { name: 'Assign Selected Cards To Customer' })
  await expect(dialog.getByText('2 cards')).toBeVisible()
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await dialog.getByLabel('Company Name').fill('prair')
  await page.getByRole('option', { name: /Prairie Freight/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('Cards Assign Successfully')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Prairie Freight' })).toHaveCount(2)
  await expect(page.getByText(/\d selected/)).toHaveCount(0)
  const closed = await call(cards.get, { id: made[1]?.id })
  await call(cards.update, { id: closed.id }, { ...closed, card_status: 'CLOSED' })
  await page.getByLabel('Select all on this page').check()
  await button(page, 'Hold').click()
  const holding = page.getByRole('dialog', { name: 'Hold cards' })
  await holding.getByLabel('Reason').fill('Lost')
  await holding.getByRole('button', { name: 'Hold' }).click()
  await expect(holding.getByRole('alert')).toContainText('1 of 3 cards is closed')
  await expect(page.getByText('Error while putting cards on hold')).toBeVisible()
  await expect(page.getByText('1 of 3 cards is closed')).toHaveCount(1)
  await expect(holding.getByLabel('Reason')).toHaveValue('Lost')
  expect(await statuses()).toEqual(['RELEASE', 'CLOSED', 'RELEASE'])
})

test('CARD-11 a selection over two pages downloads as Cards.csv, and a failure is shown', async ({ page, request }) => {
  const { trailer, made } = await someCards(request, 7)
  await signInAs(page, 'staff')
  await page.goto(`/managercards?size=5&filter=trailer_number:${trailer}`)
  await page.getByLabel(`Select ${made[0]?.card_number}`).check()
  await button(page, 'Page 2').click()
  await page.getByLabel(`Select ${made[6]?.card_number}`).check()
  await page.getByRole('button', { name: 'Driver name' }).click()
  await expect(page.getByText('2 selected')).toBeVisible()
  const saved = page.waitForEvent('download')
  await button(page, 'Exports Selected').click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('Cards.csv')
  await expect(page.getByText('Cards Exported Successfully')).toBeVisible()
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).slice(1).trimEnd().split('\r\n')
  expect(head).toMatch(/^card_number,company_name,plastic_type,.*,non_highway_fuel_weekly_balance$/)
  expect(lines.map((line) => line.split(',')[0])).toEqual([made[0]?.card_number, made[6]?.card_number])
  await page.route('**/fuel-card-management/export', (route) => route.abort())
  await button(page, 'Exports Selected').click()
  await expect(page.getByRole('alert').getByText('Error while Exporting Card')).toBeVisible()
})

test('CARD-17 LIST-8 all matching cards are selected across pages and put on hold with a reason', async ({
  page,
  request,
}) => {
  const { trailer, statuses } = await someCards(request, 7)
  await signInAs(page, 'staff')
  await page.goto(`/managercards?size=5&filter=trailer_number:${trailer}`)
  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('All 5 on this page selected.')).toBeVisible()
  await page.getByRole('button', { name: 'Select all 7' }).click()
  await expect(page.getByText('All 7 matching records selected.')).toBeVisible()
  await button(page, 'Page 2').click()
  await expect(page.getByRole('checkbox', { name: /^Select \d/, checked: true })).toHaveCount(2)
  await expectAccessible(page)
  await button(page, 'Hold').click()
  const dialog = page.getByRole('dialog', { name: 'Hold cards' })
  await expect(dialog.getByText('7 cards')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await page.keyboard.type('Depot closed')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cards put on hold')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'HOLD', exact: true })).toHaveCount(2)
  await expect(page.getByText(/\d selected/)).toHaveCount(0)
  expect(await statuses()).toEqual(Array(7).fill('HOLD'))
})

test('CARD-2 the column chooser offers the users column, and x selects the focused row', async ({ page, request }) => {
  const { trailer, made } = await someCards(request, 2)
  await signInAs(page, 'staff')
  await page.goto(`/managercards?filter=trailer_number:${trailer}`)
  await expect(page.getByText('Showing record 1 to 2 of 2 records')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Users' })).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(page.getByLabel(`Select ${made[1]?.card_number}`)).toBeChecked()
  await expect(page.getByLabel(`Select ${made[0]?.card_number}`)).not.toBeChecked()
  await showColumn(page, 'Users')
  await expect(page.getByRole('columnheader', { name: 'Users' })).toBeVisible()
  await expect(
    page.getByRole('row', { name: new RegExp(made[0]?.card_number as string) }).getByRole('cell', { name: /^[1-9]$/ }),
  ).toBeVisible()
})

test('CARD-17 at 390 pixels a touch user holds and releases one card or several', async ({ page, request }) => {
  const { trailer, made, statuses } = await someCards(request, 3)
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'northline')
  await page.goto(`/managercards?filter=trailer_number:${trailer}`)
  const first = page.getByRole('listitem').filter({ hasText: made[0]?.card_number as string })
  const act = async (name: 'Hold' | 'Release', reason: string) => {
    await first.getByRole('button', { name: /^Actions for/ }).click()
    const item = page.getByRole('menuitem', { name })
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(36)
    await item.click()
    const dialog = page.getByRole('dialog', { name: `${name} cards` })
    await expect(dialog.getByText(made[0]?.card_number as string)).toBeVisible()
    await dialog.getByLabel('Reason').fill(reason)
    await expectAccessible(page)
    await dialog.getByRole('button', { name }).click()
    await expect(page.getByText(name === 'Hold' ? 'Cards put on hold' : 'Cards released').first()).toBeVisible()
  }
  await act('Hold', 'Lost')
  await expect(first.getByText('HOLD')).toBeVisible()
  expect(await statuses()).toEqual(['HOLD', 'RELEASE', 'RELEASE'])
  await act('Release', '')
  await expect(first.getByText('ACTIVE')).toBeVisible()
  await button(page, 'Select').click()
  // The whole card toggles the selection, not only the checkbox.
  await first.click({ position: { x: 200, y: 90 } })
  await expect(page.getByText('1 selected')).toBeVisible()
  await page.getByLabel('Select all on this page').check()
  await expectAccessible(page)
  const bar = page.getByRole('region', { name: 'Selection' })
  for (const one of await bar.getByRole('button').all())
    expect((await one.boundingBox())?.height).toBeGreaterThanOrEqual(36)
  await bar.getByRole('button', { name: 'Hold' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('All lost')
  await page.getByRole('dialog').getByRole('button', { name: 'Hold' }).click()
  await expect(page.getByText('HOLD', { exact: true })).toHaveCount(3)
  expect(await statuses()).toEqual(['HOLD', 'HOLD', 'HOLD'])
})

test('LIST-1 in French at 1440 pixels the actions cover no column', async ({ browser, baseURL, viewport }) => {
  const context = await browser.newContext({ locale: 'fr-CA', baseURL: baseURL as string, viewport })
  const page = await context.newPage()
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByRole('columnheader', { name: 'Unité' })).toBeVisible()
  const edge = async (name: string) =>
    (await page.getByRole('columnheader', { name, exact: true }).boundingBox()) as { x: number; width: number }
  // Column widths settle only after the rows load.
  await expect
    .poll(async () => {
      const [last, actions] = [await edge('Unité'), await edge('Actions')]
      return last.x + last.width - actions.x
    })
    .toBeLessThanOrEqual(1)
  await context.close()
})
