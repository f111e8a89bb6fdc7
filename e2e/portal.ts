import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { cards } from '@portal/contract/cards/cards.ts'
import { type Endpoint, pathOf } from '@portal/contract/endpoint.ts'
import type axe from 'axe-core'
import { cardBody, people } from '../server/src/testing/factories.ts'

export const portalPort = Number(process.env.E2E_PORT ?? 18_091)
export const portalUrl = `http://localhost:${portalPort}`
export const password = 'Fuel-demo-2026'
export { people }
export type DemoPerson = keyof typeof people

/** Signs in through the API, for journeys that do not test signing in. */
export async function signInAs(page: Page, person: DemoPerson): Promise<void> {
  const reply = await page.request.post('/v2/login', {
    headers: { 'x-portal': '1' },
    data: { username: people[person], password },
  })
  expect(reply.status()).toBe(200)
}
/** Signs in on the page, as a user does. */
export async function typeSignIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
/**
 * Opens an address within the loaded page, as a link does, which is cheaper than a load. The way leads over an unknown
 * address, so that the heading that follows is the new screen's.
 */
export async function moveTo(page: Page, path: string): Promise<void> {
  const go = (to: string) => page.evaluate((address) => history.pushState(null, '', address), to)
  const hasText = /^(Page not found|Page introuvable)$/
  await go('/nowhere')
  await expect(heading(page).filter({ hasText })).toBeVisible()
  await go(path)
  await expect(heading(page).filter({ hasNotText: hasText })).toBeVisible()
}

/**
 * Columns are kept with the user, whom other journeys share: here they are shown and not stored. Waits for the call, which
 * would reach the portal after the journey's end.
 */
export async function showColumn(page: Page, name: string): Promise<void> {
  await page.route('**/v2/list-views/layout', (route) => route.fulfill({ json: { columns: null, view: null } }))
  const stored = page.waitForResponse('**/v2/list-views/layout')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name }).check()
  await stored
}

/** An API client with its own session. */
export async function apiClient(request: APIRequestContext, person: DemoPerson) {
  const login = await request.post(`${portalUrl}/v2/login`, { data: { username: people[person], password } })
  const { authorization = '' } = login.headers()
  const call = async (endpoint: Endpoint, params: Record<string, unknown> = {}, data?: object) => {
    const reply = await request.fetch(portalUrl + pathOf(endpoint, params), {
      method: endpoint.method,
      headers: { authorization, cookie: '' },
      ...(data ? { data } : {}),
    })
    return reply.status() === 204 ? null : reply.json()
  }
  return {
    call,
    createCard: (changes: Parameters<typeof cardBody>[0] = {}) =>
      call(cards.create, {}, cardBody({ card_number: uniqueNumber(), ...changes })),
  }
}
let made = 0
/** Workers share one database, so their cards need distinct numbers. */
export const uniqueNumber = (): string =>
  `9${String(Date.now()).slice(-9)}${String(process.pid % 1000).padStart(3, '0')}${String(++made).padStart(3, '0')}`

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** Expects no axe violations on the current screen. A dialog that is just opening gets its name a moment later. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const open = page.locator('[aria-modal="true"]')
  if ((await open.count()) > 0) await expect(open.last()).toHaveAccessibleName(/./)
  expect(await violationsOn(page, rules)).toEqual([])
}
/** What axe finds. `rules` limits a repeated check to the rules whose result can have changed. */
export async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  // A second run in the same document finds axe loaded and its code compiled.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(readFileSync(axeFile, 'utf8'))
  return page.evaluate(
    async (runOnly) => {
      // Listing only violations saves as much time as the analysis takes. Nothing here reads selectors,
      // and no rule in use reads the style sheets that axe would load.
      const { run } = (window as unknown as { axe: typeof axe }).axe
      // A dialog covers the page behind it, which `screens.test.ts` checks without one.
      const dialog = document.querySelector('[aria-modal="true"]')
      const found = await run(dialog ?? document, {
        resultTypes: ['violations'],
        selectors: false,
        preload: false,
        ...runOnly,
      })
      return found.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
      )
    },
    rules ? { runOnly: rules } : {},
  )
}

/** Every journey also fails on an uncaught error in the page. */
export const test = base.extend<{ quiet: undefined }>({
  quiet: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await use(undefined)
      // A call that a journey intercepted may still be under way when the journey ends.
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})
export { expect } from '@playwright/test'
