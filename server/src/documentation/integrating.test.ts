import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { serviceKeys } from '@portal/contract/api-keys/api-keys.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { afterAll, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { hooking, openToAll } from '../testing/hooks/hooking.ts'
import { runImportJob } from '../testing/import-job.ts'
import { testApp } from '../testing/test-app.ts'

const root = resolve(fileURLToPath(import.meta.url), '../../../..')
const folder = await mkdtemp(join(tmpdir(), 'portal-example-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The blocks of the page, one after the other, as its reader would put them into a file. */
async function programOf(page: string): Promise<string> {
  const text = await readFile(join(root, page), 'utf8')
  return [...text.matchAll(/^```js\n(.*?)^```$/gms)].map(([, block]) => block).join('\n')
}

const service = await testApp({ outbound: openToAll, poolSize: 8 })
await runImportJob(service)
await service.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = service.app.server.address() as AddressInfo

test('INTEG-1 INTEG-2 INTEG-3 the program of docs/integrating.md copies cards while others change them, hears from the portal and imports a file', async () => {
  const file = join(folder, 'program.mjs')
  await writeFile(file, await programOf('docs/integrating.md'))
  const program = spawn(process.execPath, [file, join(root, 'samples/transactions-esso.xlsx')], {
    cwd: folder,
    env: { ...process.env, PORTAL: `http://127.0.0.1:${port}` },
  })
  let output = ''
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((done) => program.once('close', done))
  let isOver = false
  ended.then(() => (isOver = true))

  // Others change, delete and move cards until the program has copied them once.
  const { ask, owner } = service
  const ids: number[] = (await owner.query('select id::int from cards order by id')).rows.map(({ id }) => id)
  for (let n = 0; !isOver && !output.includes('Copied'); n++) {
    const id = ids[(n * 7) % ids.length] as number
    await owner.query('update cards set driver_name = $2, version = version + 1 where id = $1', [id, `Driver ${n}`])
    if (n === 3)
      await owner.query(
        'delete from cards where id = (select id from cards c where not exists (select from transactions t where t.card_id = c.id) order by id limit 1)',
      )
  }
  const { raise, deliver } = hooking(service)
  while (!isOver) {
    await raise()
    await deliver()
    await sleep(50)
  }
  expect([await ended, output]).toEqual([0, expect.stringContaining('Done.')])
  expect(output).toMatch(/Heard that card •+\d{4} is on hold\.\nDelivery \d+ came again\.\nImport done:/)

  const copy = JSON.parse(await readFile(join(folder, 'copy.json'), 'utf8'))
  const all = await ask(people.staff, cards.list, { query: { paged: 'false' } })
  const stateOf = ({ id, version, driver_name, card_status }: Record<string, unknown>) => [
    id,
    version,
    driver_name,
    card_status,
  ]
  const byId = (rows: Record<string, unknown>[]) =>
    rows.map(stateOf).sort(([one], [other]) => Number(one) - Number(other))
  expect(byId(Object.values(copy.cards))).toEqual(byId(all.body.cards))
  // The log names the key behind what the program did.
  const [key] = (await ask(people.staff, serviceKeys.list)).body.service_keys
  expect(key).toMatchObject({ name: 'Copy of the cards', last_used_at: expect.any(String) })
}, 180_000)
