import { existsSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import type { DemoPerson } from '../../../e2e/portal.ts'
import { type WalkedScreen, walkedScreens } from '../../../e2e/screens.ts'
import type { Row } from '../../runner/table.ts'
import { openPage, type Visit } from './visit.ts'

const most = { kilobytes: 230, requests: 35 }
const dist = fileURLToPath(new URL('../../../web/dist', import.meta.url))
/** As browsers get it over HTTPS. Files too small to compress have no compressed version and are sent as they are. */
const sentBytes = (path: string): number =>
  statSync(existsSync(`${dist}${path}.br`) ? `${dist}${path}.br` : `${dist}${path}`).size

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
/** Requests to the service included, prefetches not. */
async function coldLoad(visit: Visit, [name, path]: WalkedScreen, cookies: Cookies) {
  const page = await openPage(visit, null)
  await page.context().addCookies(cookies)
  const asked: string[] = []
  page.on('request', (request) => {
    const isPrefetch = /prefetch/.test(request.headers()['sec-purpose'] ?? '')
    if (!isPrefetch && request.url().startsWith(visit.address)) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().close()
  const scripts = [...new Set(asked.filter((file) => file.endsWith('.js')))]
  return {
    screen: `${name} ${path}`,
    kilobytes: scripts.reduce((sum, file) => sum + sentBytes(file), 0) / 1000,
    scripts: scripts.length,
    requests: asked.length,
  }
}

async function cookiesOf(visit: Visit, person: DemoPerson): Promise<Cookies> {
  const page = await openPage(visit, person)
  const cookies = await page.context().cookies()
  await page.context().close()
  return cookies
}

/** A fresh browser opens every screen. */
export async function measureWeight(visit: Visit): Promise<Row[]> {
  const sessions = new Map<DemoPerson | null, Cookies>([[null, []]])
  const loads: Awaited<ReturnType<typeof coldLoad>>[] = []
  // Only the journeys make a batch of the journal.
  for (const screen of walkedScreens.filter(([, path]) => !path.includes('{batch}'))) {
    const person = screen[2]
    const cookies = sessions.get(person) ?? (person ? await cookiesOf(visit, person) : [])
    sessions.set(person, cookies)
    loads.push(await coldLoad(visit, screen, cookies))
  }
  const byWeight = loads.toSorted((one, other) => other.kilobytes - one.kilobytes)
  const byRequests = loads.toSorted((one, other) => other.requests - one.requests)
  visit.note('| the heaviest screens | kB of scripts, Brotli | scripts | requests |\n|---|---|---|---|')
  for (const { screen, kilobytes, scripts, requests } of byWeight.slice(0, 8))
    visit.note(`| ${screen} | ${kilobytes.toFixed(1)} | ${scripts} | ${requests} |`)
  visit.note('')
  const [heaviest, busiest] = [byWeight[0], byRequests[0]]
  if (!heaviest || !busiest) throw new Error('No screen was opened')
  return [
    {
      figure: `cold load: scripts, the worst of ${loads.length} screens`,
      wanted: `≤ ${most.kilobytes} kB with Brotli`,
      ours: `${heaviest.kilobytes.toFixed(1)} kB: ${heaviest.screen}`,
      met: heaviest.kilobytes <= most.kilobytes,
    },
    {
      figure: `cold load: all requests, the worst of ${loads.length} screens`,
      wanted: `≤ ${most.requests}`,
      ours: `${busiest.requests}: ${busiest.screen}`,
      met: busiest.requests <= most.requests,
    },
  ]
}
