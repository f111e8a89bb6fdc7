import type { Browser, Page } from '@playwright/test'
import { type DemoPerson, signInAs } from '../../../e2e/portal.ts'

/** A browser, the demo's address, and where lines for the page of results go. */
export type Visit = { browser: Browser; address: string; note(line: string): void }

const desktop = { viewport: { width: 1440, height: 900 }, locale: 'en-CA' } as const
export async function openPage({ browser, address }: Visit, person: DemoPerson | null): Promise<Page> {
  const page = await (await browser.newContext({ ...desktop, baseURL: address })).newPage()
  if (person) await signInAs(page, person)
  return page
}

export type Spent = { scripts: number; drawing: number }
/** Reads the milliseconds of scripts, and of styles and layout, that the page has spent so far. */
export async function meterOf(page: Page): Promise<() => Promise<Spent>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    const ms = (wanted: string) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0)
    return { scripts: ms('ScriptDuration'), drawing: ms('LayoutDuration') + ms('RecalcStyleDuration') }
  }
}
