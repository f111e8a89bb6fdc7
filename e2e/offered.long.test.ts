import type { Page } from '@playwright/test'
import { levels, modules } from '@portal/contract/permissions.ts'
import { users } from '@portal/contract/users/users.ts'
import { userBody } from '../server/src/testing/factories.ts'
import { apiClient, type DemoPerson, expect, moveTo, password, people, test, uniqueNumber } from './portal.ts'
import { walkedScreens, watchRequests } from './screens.ts'

const refusal = /^(Page not found|Record not found|You don't have permission to access this page.*)$/
/** One link of a kind stands for all of them: the same address but for its numbers, codes and filter values. */
const kindOf = (link: string): string => {
  const { pathname, searchParams } = new URL(link, 'http://portal')
  const names = [...searchParams].map(([name, value]) => `${name}=${name === 'filter' ? value.split(':')[0] : ''}`)
  return [pathname.replace(/[^/]*\d[^/]*/g, 'N'), ...names.sort()].join(' ')
}

/** The links on a page. Those in menus are left to their own journeys. */
const linksOn = (page: Page): Promise<string[]> =>
  page
    .locator('a[href^="/"]:not([download])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? '').filter((href) => href !== '/'))

/** Opens every screen the user may, then every kind of link found, and reports refused pages and calls (UX-9). */
async function walkLinks(page: Page): Promise<string[]> {
  const requests = watchRequests(page)
  const faults: string[] = []
  const seen = new Set<string>()
  const queue: { path: string; from: string }[] = []
  let now = ''
  page.on('response', (reply) => {
    if ([403, 404, 409].includes(reply.status())) faults.push(`${now}: ${reply.status()} ${reply.url()}`)
  })
  const visit = async (path: string): Promise<string> => {
    // Documents that the service answers by itself, such as the API's, asked for as a click does.
    if (path.startsWith('/v2/')) {
      const reply = await page.request.get(path, { headers: { 'sec-fetch-site': 'same-origin' } })
      return reply.ok() ? path : 'Page not found'
    }
    await moveTo(page, path)
    await requests.settled()
    for (const link of await linksOn(page)) {
      if (seen.has(kindOf(link))) continue
      seen.add(kindOf(link))
      queue.push({ path: link, from: path })
    }
    return page.getByRole('heading', { level: 1 }).innerText()
  }
  await page.goto('/Dashboard')
  for (const screen of walkedScreens.filter(([, path, who]) => who !== null && !/nowhere|\{/.test(path))) {
    now = screen[1]
    const before = faults.length
    // An address that is not offered may be refused, or be none for this user.
    if (refusal.test(await visit(now).catch(() => 'Page not found'))) faults.length = before
  }
  for (let next = queue.shift(); next; next = queue.shift()) {
    now = `${next.path} on ${next.from}`
    // A move to an address without a page does not end.
    const heading = await visit(next.path).catch(() => 'Page not found')
    if (refusal.test(heading)) faults.push(`${now}: ${heading}`)
  }
  test.info().annotations.push({ type: 'kinds of links', description: String(seen.size) })
  return faults
}

async function signIn(page: Page, username: string): Promise<void> {
  const reply = await page.request.post('/v2/login', { headers: { 'x-portal': '1' }, data: { username, password } })
  expect(reply.status()).toBe(200)
}

for (const person of ['staff', 'clerk', 'northline', 'desk'] as const satisfies DemoPerson[])
  test(`UX-8 UX-9 no link leads ${person} to a refusal`, async ({ page }) => {
    test.setTimeout(1_800_000)
    await signIn(page, people[person])
    expect(await walkLinks(page)).toEqual([])
  })

test('UX-8 UX-9 no link leads a reader of the provider to a refusal', async ({ page, request }) => {
  test.setTimeout(1_800_000)
  const email = `reader${uniqueNumber()}@provider.test`
  const { call } = await apiClient(request, 'staff')
  const read = Object.fromEntries(
    modules.map((module) => [module, module.startsWith('manage_') ? levels.none : levels.access]),
  )
  await call(users.create, {}, userBody({ email, company: 1, ...read }))
  await signIn(page, email)
  expect(await walkLinks(page)).toEqual([])
})
