import { signInAnew } from '../new-user.ts'
import { expect, expectAccessible, signInAs, test } from '../portal.ts'

test('REPT-1 REPT-4 a fleet’s report shows its figures, the lines behind them, its files, and stays in the list', async ({
  page,
}) => {
  await signInAs(page, 'northline')
  await page.goto('/reporting')
  await page.getByRole('link', { name: 'Reports to run' }).click()
  // The list before it has a link of this name for each run.
  await expect(page.getByRole('heading', { level: 1, name: 'Reports to run' })).toBeVisible()
  await page.getByRole('link', { name: 'Spend and volume' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Spend and volume' })).toBeVisible()
  // The demo's days stay where they are; last month moves on.
  await page.goto('/reporting/library/spend?from=2026-10-01&to=2026-10-31')
  const table = page.getByRole('region', { name: 'Spend and volume CAD' })
  await expect(table.locator('tfoot')).toContainText('CAD')

  await page.getByRole('combobox', { name: 'Grouped by' }).click()
  await page.getByRole('option', { name: 'Product' }).click()
  await expect(page).toHaveURL(/group_by=product/)
  const diesel = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'Diesel', exact: true }) })
  await expect(diesel).toBeVisible()
  await expectAccessible(page)
  const amount = (await diesel.getByRole('cell').nth(-2).textContent()) ?? ''

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^spend-2026-10-01-2026-10-31\.pdf$/)

  await diesel.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase lines' })).toBeVisible()
  await expect(page.getByRole('region', { name: /^Purchase lines/ }).locator('tfoot')).toContainText(amount)

  // What was downloaded is kept; what was only looked at is not.
  await page.goto('/reporting')
  await page.getByRole('link', { name: 'Spend and volume' }).first().click()
  await expect(page).toHaveURL(/\/reporting\/runs\/\d+$/)
  await expect(page.getByRole('region', { name: 'Spend and volume CAD' })).toContainText(amount)
})

test('REPT-1 a day or number is typed key by key, and the figures wait until it is complete', async ({ page }) => {
  await signInAs(page, 'northline')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/v2/reports/')) asked.push(`${pathname.slice('/v2/reports/'.length)}${search}`)
  })
  await page.goto('/reporting/library/missed-savings?from=2026-10-01&to=2026-10-31&radius_km=50')
  const first = page.getByRole('textbox', { name: 'From date' })
  // A plain field holds the place of the calendar's until that is loaded.
  await expect(first).toBeEnabled()
  await first.press('Control+a')
  await page.keyboard.type('15/1')
  await expect(first).toHaveValue('15/1')
  await page.keyboard.type('0/26')
  await expect(page).toHaveURL(/from=2026-10-15&to=2026-10-31/)
  await expect(first).toHaveValue('15/10/26')
  await expect(first).toBeFocused()
  await first.press('Control+a')
  await page.keyboard.type('31/02/26')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a real date as dd/mm/yy. Until then it is 15/10/26.')).toBeVisible()
  await first.press('Control+a')
  await page.keyboard.type('15/10/26')
  await expect(page.getByText('Until then')).toHaveCount(0)
  const km = page.getByRole('textbox', { name: 'Within (km)' })
  await km.focus()
  await km.press('End')
  for (const key of ['Backspace', 'Backspace', '2', '0']) await page.keyboard.press(key)
  await expect(km).toHaveValue('20')
  await km.press('Enter')
  await expect(page).toHaveURL(/radius_km=20&/)
  // Leaving asks for nothing more.
  await page.getByRole('link', { name: 'Reports to run' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reports to run' })).toBeVisible()
  expect(asked).toEqual([
    'missed-savings?radius_km=50&from=2026-10-01&to=2026-10-31',
    'missed-savings?radius_km=50&from=2026-10-15&to=2026-10-31',
    'missed-savings?radius_km=20&from=2026-10-15&to=2026-10-31',
  ])
})

test('REPT-1 UX-9 a report waits for its customer, is kept once by a double click, and an odd address leads out', async ({
  page,
}) => {
  await signInAnew(page)
  await page.goto('/reporting/library/fuel-economy?from=2026-07-01&to=2026-09-30')
  await expect(page.getByText('Choose a customer to see its report.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run and keep' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Customer' }).fill('Northline')
  await page.getByRole('option', { name: /Northline Haulage/ }).click()
  await expect(page.getByRole('region', { name: 'Fuel economy' }).locator('tfoot')).toBeVisible()

  const begun: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') begun.push(new URL(request.url()).pathname)
  })
  await page.getByRole('button', { name: 'Run and keep' }).dblclick()
  await expect(page).toHaveURL(/\/reporting\/runs\/\d+$/)
  expect(begun).toEqual(['/v2/reports/fuel-economy/run'])

  await page.goto('/reporting/library/nosuch')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reporting' })).toBeVisible()
})
