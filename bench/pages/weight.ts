import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { type DemoPerson, signInAs } from '../../e2e/portal.ts'
import { type WalkedScreen, walkedScreens } from '../../e2e/screens.ts'
import { findChromium } from '../../tools/chromium.ts'

/**
 * What a cold load of every screen transfers and asks for (UX-14): kilobytes of scripts, compressed with Brotli as
 * browsers get them, and requests, those to the service included and prefetches not. Runs against a portal with the
 * demo that serves this folder's build: `node bench/pages/weight.ts [address]`, by default http://localhost:8080.
 */
const address = process.argv[2] ?? 'http://localhost:8080'
const most = { kilobytes: 230, requests: 35 }
const dist = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Files too small to compress have no compressed version and are sent as they are. */
const sentBytes = (path: string): number =>
  statSync(existsSync(`${dist}${path}.br`) ? `${dist}${path}.br` : `${dist}${path}`).size

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
async function coldLoad(browser: Browser, [name, path]: WalkedScreen, cookies: Cookies) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-CA' })
  await context.addCookies(cookies)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    const isPrefetch = /prefetch/.test(request.headers()['sec-purpose'] ?? '')
    if (!isPrefetch && request.url().startsWith(address)) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(address + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.close()
  const scripts = [...new Set(asked.filter((file) => file.endsWith('.js')))]
  return {
    name,
    path,
    kilobytes: scripts.reduce((sum, file) => sum + sentBytes(file), 0) / 1000,
    scripts: scripts.length,
    calls: asked.filter((file) => file.startsWith('/v2/')).length,
    requests: asked.length,
  }
}

async function signedIn(browser: Browser, person: DemoPerson): Promise<Cookies> {
  const context = await browser.newContext({ baseURL: address })
  await signInAs(await context.newPage(), person)
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

const browser = await chromium.launch({ executablePath: findChromium() ?? '' })
const results: Awaited<ReturnType<typeof coldLoad>>[] = []
const sessions = new Map<DemoPerson | null, Cookies>([[null, []]])
// Only the journeys make a batch of the journal.
for (const screen of walkedScreens.filter(([, path]) => !path.includes('{batch}'))) {
  const person = screen[2]
  const cookies = sessions.get(person) ?? (person ? await signedIn(browser, person) : [])
  sessions.set(person, cookies)
  const result = await coldLoad(browser, screen, cookies)
  results.push(result)
  const { name, path, kilobytes, scripts, calls, requests } = result
  const mark = kilobytes > most.kilobytes || requests > most.requests ? '  <- too much' : ''
  console.log(
    `${kilobytes.toFixed(1)} kB, ${requests} requests (${scripts} scripts, ${calls} calls)  ${name} ${path}${mark}`,
  )
}
await browser.close()
const peak = (key: keyof typeof most): number => Math.max(...results.map((result) => result[key]))
const above = (key: keyof typeof most): number => results.filter((result) => result[key] > most[key]).length
console.log(
  `Of ${results.length} screens, ${above('kilobytes')} are above ${most.kilobytes} kB and ${above('requests')} above ${most.requests} requests. The most is ${peak('kilobytes').toFixed(1)} kB and ${peak('requests')} requests.`,
)
process.exitCode = above('kilobytes') + above('requests') > 0 ? 1 : 0
