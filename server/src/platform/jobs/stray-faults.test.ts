import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const modules = ['./stray-faults.ts', '../../process/logging.ts', './metrics.ts'].map(
  (name) => new URL(name, import.meta.url).href,
)
/** A process that watches as the portal does, and then runs a script. */
function run(code: string) {
  const script = `
    const [{ watchStrayFaults }, { openLog }, { readMetrics }] = await Promise.all(process.argv.slice(1).map((name) => import(name)))
    watchStrayFaults(openLog('error'), async () => console.log('stopped in order'))
    ${code}`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script, ...modules],
    { encoding: 'utf8' },
  )
  return { status, stdout, stderr }
}

test('OPS-3 an unhandled rejection is logged with its stack and counted, and the process continues', () => {
  const { status, stdout, stderr } = run(`
    async function forgottenWork() { throw new Error('the database went away') }
    forgottenWork()
    await new Promise((resolve) => setTimeout(resolve, 20))
    console.log(await readMetrics())
    console.log('still here')`)
  expect([status, stderr]).toEqual([0, ''])
  const line = JSON.parse(stdout.split('\n')[0] as string)
  expect(line).toMatchObject({
    level: 50,
    msg: expect.stringContaining('unhandled promise rejection'),
    err: { message: 'the database went away' },
  })
  expect(line.err.stack).toContain('forgottenWork')
  expect(stdout).toContain('portal_forgotten_rejections_total 1')
  expect(stdout).toMatch(/still here\n$/)
})

test('OPS-3 an uncaught exception leaves the process in an unknown state: it stops in order and exits with 1', () => {
  const { status, stdout, stderr } = run(`
    setTimeout(() => { throw new Error('broke off a callback') }, 0)
    await new Promise((resolve) => setTimeout(resolve, 10_000))`)
  expect([status, stdout]).toEqual([1, 'stopped in order\n'])
  expect(stderr).toContain('broke off a callback')
})
