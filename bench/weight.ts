import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { password, people } from '../e2e/portal.ts'
import { type Screen, screens } from '../e2e/screens.ts'
import { findChromium } from '../tools/chromium.ts'

/**
 * What a cold load of every screen transfers and asks for (UX-14): kilobytes of scripts, compressed as served, and
 * requests, those to the service included and prefetches not. Runs against a portal with the demo that serves this
 * folder's build: `node bench/weight.ts [address]`, by default http://localhost:8080.
 */
const address = process.argv[2] ?? 'http://localhost:8080'
const most = { kilobytes: 230, requests: 35 }
const dist = fileURLToPath(new URL('../web/dist', import.meta.url))
/** Files too small to compress have no .gz version and are sent as they are. */
const sentBytes = (path: string): number =>
  statSync(existsSync(`${dist}${path}.gz`) ? `${dist}${path}.gz` : `${dist}${path}`).size

async function coldLoad(browser: Browser, [, path, person]: Screen, cookies: Cookies) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-CA' })
  if (person) await context.addCookies(cookies[person] ?? [])
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => {
    const isPrefetch = /prefetch/.test(request.headers()['sec-purpose'] ?? request.headers().purpose ?? '')
    if (!isPrefetch && request.url().startsWith(address)) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(address + path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await context.close()
  const scripts = new Set(asked.filter((name) => name.endsWith('.js')))
  return {
    kilobytes: [...scripts].reduce((sum, name) => sum + sentBytes(name), 0) / 1000,
    scripts: scripts.size,
    calls: asked.filter((name) => name.startsWith('/v2/')).length,
    requests: asked.length,
  }
}

type Cookies = Partial<Record<string, Awaited<ReturnType<typeof signIn>>>>
async function signIn(browser: Browser, email: string) {
  const context = await browser.newContext()
  const data = { username: email, password }
  await context.request.post(`${address}/v2/login`, { headers: { 'x-portal': '1' }, data })
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

const browser = await chromium.launch({ executablePath: findChromium() ?? '' })
const cookies: Cookies = {}
for (const person of new Set(screens.map(([, , who]) => who)))
  if (person) cookies[person] = await signIn(browser, people[person])
const results = []
for (const screen of screens) {
  // The demo has no batch of the journal, which only a test makes.
  if (screen[1].includes('{')) continue
  const result = { name: screen[0], path: screen[1], ...(await coldLoad(browser, screen, cookies)) }
  results.push(result)
  const { name, path, kilobytes, scripts, calls, requests } = result
  const mark = kilobytes > most.kilobytes || requests > most.requests ? '  <- too much' : ''
  console.log(
    `${kilobytes.toFixed(1)} kB, ${requests} requests (${scripts} scripts, ${calls} calls)  ${name} ${path}${mark}`,
  )
}
await browser.close()
const peak = (key: 'kilobytes' | 'requests'): number => Math.max(...results.map((result) => result[key]))
console.log(
  `The most is ${peak('kilobytes').toFixed(1)} kB of ${most.kilobytes} and ${peak('requests')} requests of ${most.requests}.`,
)
process.exitCode = peak('kilobytes') > most.kilobytes || peak('requests') > most.requests ? 1 : 0
