import { defineConfig, devices } from '@playwright/test'
import { portalUrl } from './e2e/portal.ts'
import { findChromium } from './tools/chromium.ts'

const executablePath = findChromium()
const isLong = process.env.TEST_LENGTH === 'long'

export default defineConfig({
  testDir: 'e2e',
  testMatch: isLong ? '**/*.long.test.ts' : '**/*.test.ts',
  testIgnore: isLong ? [] : '**/*.long.test.ts',
  // Starts the portal with its own data folder, and stops it at the end.
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  // A journey can time out on two busy cores. The summary names each one that needed a second attempt.
  retries: 1,
  fullyParallel: true,
  forbidOnly: true,
  timeout: isLong ? 600_000 : 180_000,
  // Long enough for a machine that shares its cores and stands still for seconds.
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  use: {
    baseURL: portalUrl,
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    // A click on what is not there fails here, not at the end of the journey's time.
    actionTimeout: 60_000,
    // A click waits until its target stands still. `payments.test.ts` opens its dialogs with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording adds a third to the run time, so only the second attempt is recorded.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-background-networking'],
    },
  },
})
