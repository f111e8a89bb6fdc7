import { chromium } from '@playwright/test'
import { signInAs } from '../../e2e/portal.ts'
import { findChromium } from '../../tools/chromium.ts'

/**
 * What opening the filters of a list of 50 rows costs the page (UX-14): milliseconds of scripts, and of styles and
 * layout, until they are shown, as the median of five after the first time. Runs against a portal with the demo: `node
 * bench/pages/filters.ts [address]`, by default http://localhost:8080.
 */
const baseURL = process.argv[2] ?? 'http://localhost:8080'
const lists = ['/managercards', '/transactions', '/invoices', '/user', '/customer']
const mostMs = 100

const browser = await chromium.launch({ executablePath: findChromium() ?? '' })
const page = await (await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })).newPage()
await signInAs(page, 'staff')
const devtools = await page.context().newCDPSession(page)
await devtools.send('Performance.enable')
async function spent(): Promise<{ scripts: number; drawing: number }> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const ms = (wanted: string) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0)
  return { scripts: ms('ScriptDuration'), drawing: ms('LayoutDuration') + ms('RecalcStyleDuration') }
}
const filters = page.locator('.filter-row :is(input, select)').first()
const button = page.getByRole('button', { name: 'Advanced Filter' })
/** Presses the button and waits until the filters are there, or gone. */
async function toggle(isOpen: boolean) {
  const before = await spent()
  await button.press('Enter')
  await filters.waitFor({ state: isOpen ? 'visible' : 'hidden' })
  await page.waitForTimeout(300)
  const after = await spent()
  return { scripts: after.scripts - before.scripts, drawing: after.drawing - before.drawing }
}
const median = (numbers: number[]): number => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
let worst = 0
for (const path of lists) {
  await page.goto(`${path}?size=50`)
  await page.getByText(/Showing record/).waitFor()
  await page.waitForLoadState('networkidle')
  const rows = await page.locator('tr[data-row]').count()
  await toggle(true)
  const rounds: Awaited<ReturnType<typeof toggle>>[] = []
  for (let round = 0; round < 5; round++) {
    await toggle(false)
    rounds.push(await toggle(true))
  }
  const scripts = median(rounds.map((one) => one.scripts))
  const drawing = median(rounds.map((one) => one.drawing))
  worst = Math.max(worst, scripts + drawing)
  console.log(
    `${path}, ${rows} rows: ${scripts.toFixed(0)} ms of scripts, ${drawing.toFixed(0)} ms of styles and layout`,
  )
}
await browser.close()
console.log(`The most is ${worst.toFixed(0)} ms; at most ${mostMs} ms are allowed.`)
process.exitCode = worst > mostMs ? 1 : 0
