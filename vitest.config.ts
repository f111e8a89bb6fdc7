import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,tools}/**/*.test.ts', 'web/src/**/*.test.ts'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 15_000,
    hookTimeout: 60_000,
    // What is waited for comes in a moment, or on a busy machine in a few seconds.
    expect: { poll: { timeout: 10_000 } },
  },
})
