import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../tools/chromium.ts'
import type { Figure } from '../runner/bench.ts'
import { startDemo } from '../runner/demo-portal.ts'
import { measureFilters } from './pages/filters.ts'
import { measureTyping } from './pages/typing.ts'
import { measureWeight } from './pages/weight.ts'

/** The page in headless Chromium, against the demo: what a cold load carries, and what a key and the filters cost (UX-14). */
export const pagesFigure: Figure = {
  name: 'pages',
  async measure({ scratch, note }) {
    const portal = await startDemo(scratch)
    let browser: Browser | undefined
    try {
      browser = await chromium.launch({ executablePath: findChromium() ?? '' })
      const visit = { browser, address: portal.address, note }
      return [...(await measureWeight(visit)), await measureTyping(visit), await measureFilters(visit)]
    } finally {
      await browser?.close()
      await portal.stop()
    }
  },
}
