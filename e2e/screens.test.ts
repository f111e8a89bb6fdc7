import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, signInAs, test } from './portal.ts'
import { type Look, walkScreens, walks } from './screens.ts'

const wide: Look = { width: 1440, colorScheme: 'light' }
const narrow: Look = { width: 390, colorScheme: 'dark' }
const rules: string[] = []
/**
 * Axe checks half of the screens wide and light, the other half narrow and dark. `screens.long.test.ts` checks every
 * combination.
 */
for (const walk of walks)
  test(`BRAND-6 LIT-12 axe finds no violations on any screen, each has its title and fits, and no other host is asked, part ${walk + 1}`, async ({
    browser,
  }) => {
    const looks = walk % 2 === 0 ? [wide, { ...narrow, rules }] : [{ ...wide, rules }, narrow]
    await walkScreens(browser, walk, looks)
  })

test('the first load of the signed-in list stays within 230 kB of scripts and 25 kB of styles, compressed, and its page names no other host', async ({
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
  expect(readFileSync(`${dist}/index.html`, 'utf8')).not.toMatch(/https?:\/\//)
})

test('AUTH-3 sign-in, list and form work by keyboard alone', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type('admin@provider.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Fuel-demo-2026')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/managercards$/)
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await page.goto('/managercards/1/edit')
  await expect(page.getByLabel('Driver Name')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // From here Tab alone leads through the head of the form to its fields.
  const label = () => page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '')
  for (let pressed = 0; pressed < 20 && !(await label()).startsWith('Driver Name'); pressed++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  }
  await expect(page.getByLabel('Driver Name')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Driver Id')).toBeFocused()
})
