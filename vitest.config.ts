import { configDefaults, defineConfig } from 'vitest/config'

// `npm run test:long` runs the drills, walks and matrices (`*.long.test.ts`), and `npm test` everything else.
const isLong = process.env.TEST_LENGTH === 'long'

export default defineConfig({
  test: {
    include: isLong
      ? ['{contract,server,tools}/**/*.long.test.ts']
      : ['{contract,server,tools}/**/*.test.ts', 'web/src/**/*.test.ts'],
    exclude: isLong ? configDefaults.exclude : [...configDefaults.exclude, '**/*.long.test.ts'],
    passWithNoTests: isLong,
    globalSetup: ['server/src/testing/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // No file keeps anything in a module for another one to find, so each worker loads the service once: a quarter of
    // the time.
    isolate: false,
    testTimeout: isLong ? 600_000 : 15_000,
    hookTimeout: 60_000,
    // What is waited for comes in a moment, or on a busy machine in a few seconds.
    expect: { poll: { timeout: 10_000 } },
  },
})
