import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, expectAccessible, type Person, signInAs, test } from './portal.ts'

const screens: [string, string, Person | null][] = [
  ['sign-in', '/', null],
  ['not found, stranger', '/nowhere', null],
  ['sign-up', '/sign-up', null],
  ['forgot password', '/forgot-password', null],
  ['reset password', '/reset-password#token=none', null],
  ['reset password without a link', '/reset-password', null],
  ['dashboard', '/Dashboard', 'staff'],
  ['dashboard of a customer', '/Dashboard?period=90d&until=2026-11-14', 'northline'],
  ['dashboard, nothing bought', '/Dashboard?until=2024-01-31', 'northline'],
  ['mail', '/outbox', 'staff'],
  ['cards', '/managercards', 'staff'],
  ['cards with filters', '/managercards?filter=driver_name::a', 'staff'],
  ['cards, none found', '/managercards?filter=card_number:000000', 'staff'],
  ['add a card', '/managercards/add-new', 'staff'],
  ['edit a card', '/managercards/1/edit', 'staff'],
  ['view a card', '/managercards/1/view', 'clerk'],
  ['customers', '/customer', 'staff'],
  ['edit a customer', '/customer/2/edit', 'staff'],
  ['view a customer', '/customer/2/view', 'staff'],
  ['companies', '/company', 'staff'],
  ['companies, none found', '/company?filter=email:nobody', 'staff'],
  ['add a company', '/company/add-new', 'staff'],
  ['markups', '/customer-markup', 'staff'],
  ['add a markup', '/customer-markup/add-new', 'staff'],
  ['edit a markup', '/customer-markup/1/edit', 'staff'],
  ['transactions', '/transactions', 'staff'],
  ['transactions to review', '/transactions?filter=review:open', 'staff'],
  ['transactions of a customer', '/transactions?filter=currency:CAD', 'desk'],
  ['view a transaction', '/transactions/1/view', 'staff'],
  ['add a transaction', '/transactions/add-new', 'staff'],
  ['edit a transaction', '/transactions/1/edit', 'staff'],
  ['quarantine', '/quarantine', 'staff'],
  ['users', '/user', 'staff'],
  ['users, none found', '/user?filter=email:nobody', 'northline'],
  ['add a user', '/user/add-new', 'staff'],
  ['edit a user', '/user/4/edit', 'northline'],
  ['view a user', '/user/4/view', 'northline'],
  ['tax rates', '/tax-rates?filter=tax:FET', 'staff'],
  ['daily rates', '/dailyrates', 'staff'],
  ['a site', '/dailyrates/sites/1/view', 'staff'],
  ['an upload of daily rates', '/dailyrates/1/edit', 'staff'],
  ['view a card that may be changed', '/managercards/1/view', 'staff'],
  ['cards with two filters on a field', '/managercards?filter=driver_name::a&filter=driver_name::e', 'staff'],
  ['tracking logs', '/tracking-logs?size=5', 'northline'],
  ['billing runs', '/invoices/runs', 'staff'],
  ['a billing run', '/invoices/runs/1/view', 'staff'],
  ['an invoice by hand', '/invoices/add-new', 'staff'],
  ['billing settings', '/invoices/settings', 'staff'],
  ['invoice payments', '/invoices/payments', 'staff'],
  ['statement of account', '/customer/2/statement', 'staff'],
  ['an empty list', '/reporting', 'northline'],
  ['profile', '/profile', 'desk'],
  ['invoices', '/invoices?filter=company_name::a', 'staff'],
  ['view an invoice', '/invoices/1/view', 'staff'],
  ['edit an invoice', '/invoices/1/edit', 'staff'],
  ['a section to come', '/customer', 'staff'],
  ['no permission', '/customer', 'desk'],
  ['not found', '/nowhere', 'staff'],
]
/** Each screen is opened once and looked at in both widths and both schemes; two halves run side by side. */
for (const half of [0, 1])
  test(`axe finds nothing on any screen, light and dark, 1440 and 390 wide, part ${half + 1}`, async ({ browser }) => {
    test.setTimeout(300_000)
    // Without motion, so that no colour is caught half-way.
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const [, path, person] of screens.filter((_, index) => index % 2 === half)) {
      await context.clearCookies()
      await page.setViewportSize({ width: 1440, height: 900 })
      if (person) await signInAs(page, person)
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 })
        await page.waitForLoadState('networkidle')
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme)
          // Another scheme changes colours and nothing else.
          await expectAccessible(page, colorScheme === 'dark' ? ['color-contrast'] : undefined)
        }
        // Nothing may be wider than the window.
        expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width])
      }
    }
    await context.close()
  })

/** Sorted so that what other journeys make is on another page. */
const lists: [string, string[]][] = [
  ['/managercards', ['Number', 'Company', 'Status', 'Driver name', 'Cash balance']],
  ['/transactions?sort=txn_date,asc', ['Time stamp', 'Card number', 'Location', 'Amount']],
  ['/invoices?sort=invoice_number,asc', ['Invoice number', 'Company', 'Status', 'Amount due']],
  ['/invoices/payments?sort=payment_date,asc', ['Invoice no', 'Customer', 'Amount paid']],
  ['/customer', ['Name', 'Phone', 'Orders', 'Invoices']],
  ['/user', ['Email', 'Status', 'Role']],
]
test('LIST-16 LIT-2 every column of a list is in sight at 1200 px, and what matters at 768', async ({ page }) => {
  /** The headings that stand within the table's frame and not under its pinned end. */
  const seen = () =>
    page.locator('.list-region').evaluate((region) => {
      const end = region.querySelector('th.pinned')?.getBoundingClientRect().left ?? region.getBoundingClientRect().right
      const heads = [...region.querySelectorAll('thead th:not(.pinned)')]
      return heads.filter((head) => head.getBoundingClientRect().right <= end + 1).map((head) => head.textContent ?? '')
    })
  await signInAs(page, 'staff')
  for (const [path, first] of lists) {
    await page.setViewportSize({ width: 1200, height: 900 })
    await page.goto(path)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    const all = (await page.locator('.list-region thead th:not(.pinned)').allTextContents()).filter((text) => text !== '')
    await expect.poll(seen, path).toEqual(expect.arrayContaining(all))
    await page.setViewportSize({ width: 768, height: 900 })
    await expect.poll(seen, path).toEqual(expect.arrayContaining(first))
  }
})

test('the first load of the signed-in list stays within 230 kB of scripts and 25 kB of styles, compressed', async ({ page }) => {
  const files = new Set<string>()
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/\.(js|css)$/.test(pathname)) files.add(pathname)
  })
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await page.waitForLoadState('networkidle')
  const dist = fileURLToPath(new URL('../web/dist', import.meta.url))
  // What is too small to be worth compressing has no compressed twin and travels as it is.
  const sent = (path: string) => statSync(existsSync(`${dist}${path}.gz`) ? `${dist}${path}.gz` : `${dist}${path}`).size
  const weight = (kind: string) => [...files].filter((path) => path.endsWith(kind)).reduce((sum, path) => sum + sent(path), 0) / 1000
  const weights = { js: weight('.js'), css: weight('.css') }
  test.info().annotations.push({ type: 'weight', description: JSON.stringify(weights) })
  expect(files.size).toBeGreaterThan(1)
  expect(weights.js).toBeLessThanOrEqual(230)
  expect(weights.css).toBeLessThanOrEqual(25)
})

test('the page asks nothing of any other host, and its policy would not let it', async ({ page }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))
  await signInAs(page, 'staff')
  await page.goto('/managercards/1/edit')
  await expect(page.getByLabel('Driver Name')).toBeVisible()
  expect([...hosts]).toEqual(['localhost'])
  expect(refused).toEqual([])
  expect(readFileSync(fileURLToPath(new URL('../web/dist/index.html', import.meta.url)), 'utf8')).not.toMatch(/https?:\/\//)
})

test('sign-in, list and form can be walked by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('admin@provider.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Fuel-demo-2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await page.goto('/managercards/1/edit')
  await expect(page.getByLabel('Driver Name')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Card Issue Date').focus()
  await page.keyboard.press('Tab')
  await page.getByLabel('Driver Name').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Driver Id')).toBeFocused()
})
