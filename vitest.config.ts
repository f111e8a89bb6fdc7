import { configDefaults, defineConfig } from 'vitest/config'

// `npm run test:long` runs the drills, walks and matrices (`*.long.test.ts`), and `npm test` everything else.
const isLong = process.env.TEST_LENGTH === 'long'
const exclude = isLong ? configDefaults.exclude : [...configDefaults.exclude, '**/*.long.test.ts']
const all = '{bench,contract,server,tools,web}/**/*.test.ts'

/** What needs no database: rules, the page's own functions, readers and writers of files, house rules. */
const pure = [
  'contract/**/*.test.ts',
  'web/{src,bundle}/**/*.test.ts',
  'server/**/*.rules.test.ts',
  'server/src/process/**/*.test.ts',
  'server/src/platform/{documents,sheets}/**/*.test.ts',
  'tools/{deploy,development-page,promises,requirements}.test.ts',
  'tools/house/*.test.ts',
  'bench/runner/*.test.ts',
  'bench/seed/kept.test.ts',
]

/** Replaces a module for everything that imports it, so no other test may have loaded any of it. */
const mocking = ['server/src/testing/tenants.test.ts']

export default defineConfig({
  test: {
    pool: 'forks',
    // Three for two cores: some tests wait for processes and locks.
    maxWorkers: 3,
    // Tests leave much garbage: with more room for it, the whole run takes a twentieth less.
    execArgv: ['--max-semi-space-size=64'],
    // No file keeps state in a module that another file would find, so each worker loads the service once.
    isolate: false,
    passWithNoTests: isLong,
    testTimeout: isLong ? 600_000 : 120_000,
    hookTimeout: 180_000,
    // Most of what a test waits for comes in a moment. Machines that share their cores can stand still for seconds.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'rules', include: isLong ? [] : pure, exclude } },
      // Components in a simulated browser, for what a journey in a real one would be too slow to try.
      {
        extends: true,
        test: { name: 'components', include: isLong ? [] : ['web/src/**/*.test.tsx'], environment: 'happy-dom' },
      },
      {
        extends: true,
        test: {
          name: 'portal',
          include: isLong ? ['{contract,server,tools}/**/*.long.test.ts'] : [all],
          exclude: isLong ? exclude : [...exclude, ...pure, ...mocking],
          // A real PostgreSQL for the whole run.
          globalSetup: ['server/src/testing/global-setup.ts'],
          // Node reads the files as in production, which takes a quarter less time.
          experimental: { viteModuleRunner: false },
        },
      },
      {
        extends: true,
        test: {
          name: 'mocking',
          include: isLong ? [] : mocking,
          isolate: true,
          globalSetup: ['server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
})
