// `npm run drill` lists the drills of tools/drills with what each one shows. `npm run drill -- NAME` runs one at full
// length and prints its figures; it ends by itself, with 1 if a promise was broken. LENGTH=n sets its number of rounds.
// `npm run test:long` runs all of them in a shorter form.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(import.meta.url), '../..')
const folder = join(root, 'tools/drills')
const ending = '.long.test.ts'
const drills = readdirSync(folder)
  .filter((file) => file.endsWith(ending))
  .map((file) => ({ name: file.slice(0, -ending.length), file: join('tools/drills', file) }))
/** The names of its tests, as they are written. */
const shown = ({ file }) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^\s*test\(\s*['"`](.+?)['"`],/gms)].map(([, name]) => name)

const [wanted] = process.argv.slice(2)
const drill = drills.find(({ name }) => name === wanted)
if (!drill) {
  if (wanted) console.error(`There is no drill named ${wanted}.`)
  for (const one of drills) console.log(`${one.name.padEnd(14)} ${shown(one).join(`\n${' '.repeat(15)}`)}`)
  process.exit(wanted ? 1 : 0)
}
const child = spawn(
  process.execPath,
  [join(root, 'node_modules/vitest/vitest.mjs'), 'run', drill.file, '--silent=false', '--testTimeout=7200000'],
  { cwd: root, env: { ...process.env, TEST_LENGTH: 'long', DRILL: 'full' }, stdio: 'inherit' },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.once('close', (status) => process.exit(status ?? 1))
