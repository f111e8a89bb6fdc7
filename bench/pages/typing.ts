import { chromium } from '@playwright/test'
import { findChromium } from '../../tools/chromium.ts'

/**
 * What a typed key costs in a form (UX-14): the time in scripts per key, in headless Chromium, against a portal that
 * already runs with the demo. `node bench/pages/typing.ts [address]`, by default http://localhost:8080.
 */
const address = process.argv[2] ?? 'http://localhost:8080'
const forms = [
  ['/managercards/add-new', 'Driver Name'],
  ['/managercards/add-new', 'Daily Card Limit'],
  ['/managercards/1/edit', 'Driver Name'],
  ['/managercards/templates/add-new', 'Name'],
  ['/transactions/add-new', 'Odometer'],
  ['/customer/2/edit', 'Contact'],
] as const
const keys = 60
const mostMs = 16

const browser = await chromium.launch({ executablePath: findChromium() ?? '' })
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.goto(address)
await page.getByLabel('Email').fill('admin@provider.test')
await page.getByLabel('Password').first().fill('Fuel-demo-2026')
await page.keyboard.press('Enter')
await page.waitForURL(/managercards|Dashboard/)
const devtools = await page.context().newCDPSession(page)
await devtools.send('Performance.enable')
const scriptMs = async (): Promise<number> => {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0)
}
let worst = 0
for (const [path, label] of forms) {
  await page.goto(address + path)
  const field = page.getByLabel(label).first()
  await field.focus()
  await page.keyboard.type('1111111111')
  await page.waitForTimeout(300)
  const before = await scriptMs()
  await page.keyboard.type('1'.repeat(keys), { delay: 20 })
  await page.waitForTimeout(300)
  const each = ((await scriptMs()) - before) / keys
  worst = Math.max(worst, each)
  console.log(`${path}, ${label}: ${each.toFixed(1)} ms of scripts per key`)
}
await browser.close()
console.log(`The most is ${worst.toFixed(1)} ms; at most ${mostMs} ms are allowed.`)
process.exitCode = worst > mostMs ? 1 : 0
