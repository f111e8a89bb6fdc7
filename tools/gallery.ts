import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import startPortal from '../e2e/global-setup.ts'
import { type DemoPerson, password, people, portalPort, portalUrl } from '../e2e/portal.ts'
import { addressOf, type WalkedScreen, walkedScreens } from '../e2e/screens.ts'
import { ensureChromium } from './chromium.ts'

/**
 * Takes a picture of every screen at three widths, light and dark, in both languages, and of the sign-in page and the
 * dashboard of every brand. `npm run gallery` starts its own portal with the demo and writes `gallery/index.html`;
 * `npm run gallery -- invoice` takes only the screens whose name contains the word, and `-- --readme` the pictures of
 * the README.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'gallery')
const widths = [1440, 768, 390]
const schemes = ['light', 'dark'] as const
const languages = ['en', 'fr'] as const
type Language = (typeof languages)[number]
const hosts: Readonly<Record<string, string>> = {
  '': portalUrl,
  combpetro: `http://combpetro.localhost:${portalPort}`,
  combinepetro: `http://combinepetro.localhost:${portalPort}`,
  fleets: `http://fleets.localhost:${portalPort}`,
}
/** The screens that every brand shows in its own colours. */
const branded = ['sign-in', 'dashboard']

const contextOf = (browser: Browser, baseURL: string, language: Language): Promise<BrowserContext> =>
  browser.newContext({ baseURL, locale: `${language}-CA`, timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

/** In the page itself: only the browser knows the brands' hosts. */
async function signIn(page: Page, person: DemoPerson): Promise<void> {
  await page.goto('/verify')
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json', 'x-portal': '1' }
      return (await fetch('/v2/login', { method: 'POST', headers, body })).status
    },
    JSON.stringify({ username: people[person], password }),
  )
  if (status !== 200) throw new Error(`${person} could not sign in: ${status}`)
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, [aria-busy=true]'))
}

type Picture = { name: string; address: string; file: string; look: string }
async function takeLooks(page: Page, name: string, address: string, language: Language): Promise<Picture[]> {
  const taken: Picture[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // What only this width draws is still to be loaded.
    await page.waitForTimeout(250)
    // As tall as the page, so that what sticks to the bottom of the window is at its end.
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    await page.setViewportSize({ width, height: Math.min(Math.max(height, 900), 8000) })
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme })
      const look = `${width}, ${colorScheme}, ${language}`
      const file = `${name} ${look}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')
      await page.waitForTimeout(60)
      await page.screenshot({ path: join(folder, `${file}.jpg`), type: 'jpeg', quality: 70 })
      taken.push({ name, address, file: `${file}.jpg`, look })
    }
  }
  return taken
}

async function takeAll(browser: Browser, chosen: readonly WalkedScreen[]): Promise<Picture[]> {
  const taken: Picture[] = []
  for (const language of languages)
    for (const [brand, host] of Object.entries(hosts)) {
      const own = chosen.filter(([name]) => brand === '' || branded.includes(name))
      for (const person of new Set(own.map(([, , who]) => who))) {
        const context = await contextOf(browser, host, language)
        const page = await context.newPage()
        if (person) await signIn(page, person)
        for (const screen of own.filter(([, , who]) => who === person)) {
          const address = await addressOf(page, screen)
          await open(page, address)
          taken.push(...(await takeLooks(page, [screen[0], brand].join(' ').trim(), address, language)))
        }
        await context.close()
        console.log(`${taken.length} pictures`)
      }
    }
  return taken
}

function contactSheet(pictures: readonly Picture[]): string {
  const text = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const rows = [...new Set(pictures.map(({ name }) => name))].map((name) => {
    const own = pictures.filter((picture) => picture.name === name)
    const images = own.map(
      ({ file, look }) =>
        `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a><figcaption>${look}</figcaption></figure>`,
    )
    return `<h2>${text(name)} <small>${text(own[0]?.address ?? '')}</small></h2><div>${images.join('')}</div>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>
body { font: 14px sans-serif; margin: 24px } div { display: flex; gap: 8px; overflow-x: auto }
figure { margin: 0; flex: none } img { height: 260px; max-width: 420px; object-fit: cover; object-position: top;
border: 1px solid #ccc } small, figcaption { color: #666; font-weight: normal }
</style><h1>Gallery</h1>${rows.join('\n')}</html>\n`
}

/** The README's pictures: file, person, address, and the size and scheme of the window. */
const shown = [
  ['dashboard', 'staff', '/Dashboard', 1440, 900, 'light'],
  ['card', 'staff', '/managercards/1/view', 1440, 900, 'light'],
  ['invoice', 'staff', '/invoices/1/view', 1440, 900, 'dark'],
  ['phone', 'northline', '/Dashboard', 390, 844, 'light'],
] as const
async function takeShown(browser: Browser): Promise<void> {
  for (const [name, person, address, width, height, colorScheme] of shown) {
    const context = await contextOf(browser, portalUrl, 'en')
    const page = await context.newPage()
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await signIn(page, person)
    await open(page, address)
    const file = join(root, `docs/pictures/${name}.webp`)
    mkdirSync(dirname(file), { recursive: true })
    const picture = sharp(await page.screenshot())
    await picture.webp({ quality: 82 }).toFile(file)
    await context.close()
  }
}

const [word = ''] = process.argv.slice(2)
const found = ensureChromium()
if ('fault' in found) throw new Error(found.fault)
const stop = await startPortal()
const browser = await chromium.launch({ executablePath: found.path, args: ['--no-sandbox'] })
try {
  if (word === '--readme') await takeShown(browser)
  else {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const pictures = await takeAll(
      browser,
      walkedScreens.filter(([name]) => name.includes(word)),
    )
    writeFileSync(join(folder, 'index.html'), contactSheet(pictures))
    console.log(`${pictures.length} pictures: gallery/index.html`)
  }
} finally {
  await browser.close()
  await stop()
}
