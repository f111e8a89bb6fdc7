import { defineConfig, devices } from '@playwright/test'
import { portalUrl } from './e2e/portal.ts'
import { findChromium } from './tools/chromium.ts'

const executablePath = findChromium()
const isLong = process.env.TEST_LENGTH === 'long'

export default defineConfig({
  testDir: 'e2e',
  testMatch: isLong ? '**/*.long.test.ts' : '**/*.test.ts',
  testIgnore: isLong ? [] : '**/*.long.test.ts',
  // Starts the portal on a data folder of its own and stops it at the end.
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  // A journey on two busy cores may be overtaken by its clock; the summary names each that needed its second try.
  retries: 1,
  fullyParallel: true,
  forbidOnly: true,
  timeout: isLong ? 600_000 : 60_000,
  // A busy machine is no reason for a red test; what never comes still fails.
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  use: {
    baseURL: portalUrl,
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
    // Recording costs a third of the run; what fails is recorded at its second try.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-background-networking'],
    },
  },
})
