import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, moveTo, signInAs, test } from './portal.ts'
import { type Look, walkScreens } from './screens.ts'

const wide: Look = { width: 1440, colorScheme: 'light' }
const narrow: Look = { width: 390, colorScheme: 'dark' }
const rules: string[] = []
/**
 * Axe checks half of the screens wide and light, the other half narrow and dark. `screens.long.test.ts` checks every
 * combination.
 */
for (const [half, looks] of [
  [0, [wide, { ...narrow, rules }]],
  [1, [{ ...wide, rules }, narrow]],
] as const)
  test(`axe finds no violations on any screen, and none is wider than the window, part ${half + 1}`, async ({
    browser,
  }) => {
    test.setTimeout(180_000)
    await walkScreens(browser, half, looks)
  })

/** Sorted so that records created by other journeys fall on another page. */
const lists: [string, string[]][] = [
  ['/managercards', ['Number', 'Company', 'Status', 'Driver name', 'Cash balance']],
  ['/transactions?sort=txn_date,asc', ['Time stamp', 'Card number', 'Location', 'Amount']],
  ['/invoices?sort=invoice_number,asc', ['Invoice number', 'Company', 'Status', 'Amount due']],
  ['/invoices/payments?sort=payment_date,asc', ['Invoice no', 'Customer', 'Amount paid']],
  ['/customer', ['Name', 'Phone', 'Orders', 'Invoices']],
  ['/user', ['Email', 'Role', 'Company']],
]
/** Card numbers that the layout truncates. */
const cutNumbers = (region: Element): (string | null)[] => {
  const at = [...region.querySelectorAll('thead tr:first-child > *')].findIndex(
    (head) => head.textContent === 'Card number',
  )
  const cells = [...region.querySelectorAll(`[data-row] > td:nth-child(${at + 1})`)]
  return cells.length === 0
    ? [null]
    : cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)
}
test('LIST-16 LIT-2 a list shows every column at 1200 pixels and the important ones at 768', async ({ page }) => {
  /** Headings inside the table's frame that the pinned columns do not cover. */
  const seen = () =>
    page.locator('.list-region').evaluate((region) => {
      const end =
        region.querySelector('th.pinned')?.getBoundingClientRect().left ?? region.getBoundingClientRect().right
      const heads = [...region.querySelectorAll('thead th:not(.pinned)')]
      return heads.filter((head) => head.getBoundingClientRect().right <= end + 1).map((head) => head.textContent ?? '')
    })
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  for (const [path, first] of lists) {
    await page.setViewportSize({ width: 1200, height: 900 })
    await moveTo(page, path)
    await expect(page.locator('[data-row]').first()).toBeVisible()
    const all = (await page.locator('.list-region thead th:not(.pinned)').allTextContents()).filter(
      (text) => text !== '',
    )
    await expect.poll(seen, path).toEqual(expect.arrayContaining(all))
    await page.setViewportSize({ width: 768, height: 900 })
    await expect.poll(seen, path).toEqual(expect.arrayContaining(first))
    if (path.startsWith('/transactions')) expect(await page.locator('.list-region').evaluate(cutNumbers)).toEqual([])
  }
})

test('the first load of the signed-in list stays within 230 kB of scripts and 25 kB of styles, compressed', async ({
  page,
}) => {
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
  // Files too small to compress have no .gz version and are sent as they are.
  const sent = (path: string) => statSync(existsSync(`${dist}${path}.gz`) ? `${dist}${path}.gz` : `${dist}${path}`).size
  const weight = (kind: string) =>
    [...files].filter((path) => path.endsWith(kind)).reduce((sum, path) => sum + sent(path), 0) / 1000
  const weights = { js: weight('.js'), css: weight('.css') }
  test.info().annotations.push({ type: 'weight', description: JSON.stringify(weights) })
  expect(files.size).toBeGreaterThan(1)
  expect(weights.js).toBeLessThanOrEqual(230)
  expect(weights.css).toBeLessThanOrEqual(25)
})

test('the page makes no request to another host, and its content security policy forbids them', async ({ page }) => {
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).hostname))
  const refused: string[] = []
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()))
  await signInAs(page, 'staff')
  await page.goto('/managercards/1/edit')
  await expect(page.getByLabel('Driver Name')).toBeVisible()
  expect([...hosts]).toEqual(['localhost'])
  expect(refused).toEqual([])
  expect(readFileSync(fileURLToPath(new URL('../web/dist/index.html', import.meta.url)), 'utf8')).not.toMatch(
    /https?:\/\//,
  )
})

test('sign-in, list and form work by keyboard alone', async ({ page }) => {
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
