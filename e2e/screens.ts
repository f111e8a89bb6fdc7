import type { Browser, Page, Request } from '@playwright/test'
import { type DemoPerson, expect, expectAccessible, moveTo, signInAs } from './portal.ts'

const screens: [string, string, DemoPerson | null][] = [
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
  ['no permission', '/customer', 'desk'],
  ['not found', '/nowhere', 'staff'],
]

/** `rules` limits axe to these rules; without it, axe checks all of them. */
export type Look = { width: 1440 | 390; colorScheme: 'light' | 'dark'; rules?: string[] }

/** Waits until the page has asked for nothing during a sixth of a second, and shows no placeholder. */
function watchRequests(page: Page) {
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

/** Opens every second screen, from the first or the second on, and runs axe on it at each look. */
export async function walkScreens(browser: Browser, half: 0 | 1, looks: readonly Look[]): Promise<void> {
  // Without motion, no colour is checked in mid-transition.
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const requests = watchRequests(page)
  const chosen = screens.filter((_, index) => index % 2 === half)
  for (const person of new Set(chosen.map(([, , who]) => who))) {
    await context.clearCookies()
    if (person) await signInAs(page, person)
    const own = chosen.filter(([, , who]) => who === person).map(([, path]) => path)
    for (const [index, path] of own.entries()) {
      await page.setViewportSize({ width: 1440, height: 900 })
      if (person && index > 0 && path !== '/nowhere') await moveTo(page, path)
      else {
        requests.forget()
        await page.goto(path)
      }
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await requests.settled()
      for (const look of looks) await expectFit(page, path, look)
    }
  }
  await context.close()
}

async function expectFit(page: Page, path: string, { width, colorScheme, rules }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((scheme) => document.documentElement.dataset.mantineColorScheme === scheme, colorScheme)
  if (rules?.length !== 0) await expectAccessible(page, rules)
  expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, width])
}
