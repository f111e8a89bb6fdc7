import { join } from 'node:path'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { expect, test } from 'vitest'
import { importWorks } from '../app.ts'
import { openFolder } from '../platform/storage/storage.ts'
import { openWorkFolder } from '../platform/storage/work-folder.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'
import { importLeaseMs } from './import-file.actions.ts'
import { runDueImports } from './imports.jobs.ts'

// The test acts as the worker, so that it decides when an import runs.
const { ask, owner, database, folder, clock, later } = await testApp({ patienceMs: 0 })
const importing = {
  database,
  storage: await openFolder(folder),
  workFolder: await openWorkFolder(join(folder, 'work')),
  works: importWorks,
  clock: () => clock.now,
}
const template = async (number: string) =>
  (await ask(people.staff, cardImports.template, { query: { format: 'csv' } })).text.replace('9999000000000001', number)
async function upload(content: string): Promise<number> {
  const answer = await ask(people.staff, cardImports.upload, form({ content, name: 'cards.csv', type: 'text/csv' }))
  expect(answer.status).toBe(202)
  return answer.body.import_id
}
const read = async (id: number) => (await ask(people.staff, imports.get, { params: { id } })).body
const cardsLike = async (number: string) =>
  (await owner.query('select count(*)::int as n from cards where card_number = $1', [number])).rows[0].n

test('TXN-9 an upload is accepted at once, and the next worker imports it', async () => {
  const id = await upload(await template('7000001'))
  expect((await read(id)).status).toBe('queued')
  expect(await runDueImports(importing)).toBe(1)
  expect(await read(id)).toMatchObject({
    status: 'done',
    counts: { read: 1, booked: 1 },
    progress: { done: 1, total: 1 },
  })
})

test('CARD-13 C1 an import of a killed worker is retried after its lease, and done once', async () => {
  const id = await upload(await template('7000002'))
  await owner.query(`update imports set status = 'running', attempts = 1, locked_until = $2 where id = $1`, [
    id,
    new Date(clock.now.getTime() + importLeaseMs),
  ])
  expect(await runDueImports(importing)).toBe(0)
  later(importLeaseMs + 1)
  expect(await runDueImports(importing)).toBe(1)
  expect([(await read(id)).status, await cardsLike('7000002')]).toEqual(['done', 1])
})

test('CARD-13 I3 concurrent workers import each file once', async () => {
  const content = await template('7000003')
  const ids = [await upload(content), await upload(content), await upload(content)]
  const done = await Promise.all([1, 2, 3, 4].map(() => runDueImports(importing)))
  expect(done.reduce((sum, count) => sum + count)).toBe(3)
  const counts = await Promise.all(ids.map(async (id) => (await read(id)).counts))
  expect(counts.map(({ booked }) => booked).sort()).toEqual([0, 0, 1])
  expect(counts.map(({ duplicate }) => duplicate).sort()).toEqual([0, 1, 1])
  expect(await cardsLike('7000003')).toBe(1)
})

test('C1 a worker that lost its lease writes nothing', async () => {
  const id = await upload(await template('7000004'))
  const slow = {
    ...importWorks.cards,
    apply: async (...given: Parameters<typeof importWorks.cards.apply>) => {
      const applied = await importWorks.cards.apply(...given)
      // Meanwhile another worker claimed it, because this one's lease expired.
      await owner.query('update imports set attempts = attempts + 1 where id = $1', [id])
      return applied
    },
  }
  await expect(runDueImports({ ...importing, works: { cards: slow } })).resolves.toBeGreaterThan(0)
  expect([(await read(id)).status, await cardsLike('7000004')]).toEqual(['running', 0])
})

test('FILE-2 an import whose content is missing fails with a reason after a few attempts', async () => {
  const id = await upload(await template('7000005'))
  await owner.query(`update imports set storage_key = md5('gone') where id = $1`, [id])
  for (let tries = 0; tries < 5; tries++) {
    await runDueImports(importing)
    later(15_000)
  }
  expect(await read(id)).toMatchObject({
    status: 'failed',
    reason: 'The import was interrupted too many times. Upload the file again.',
  })
})

test('C1 C2 a permanent error ends the import at once with its reason; a broken connection is retried', async () => {
  const failing = (error: () => Promise<never>) => ({
    ...importing,
    works: { cards: { ...importWorks.cards, apply: error } },
  })
  const refused = await upload(await template('7000006'))
  const tooLarge = failing(async () => {
    throw new RangeError('9e99 is out of range')
  })
  expect(await runDueImports(tooLarge)).toBe(1)
  const reason = `The file could not be imported. Nothing was changed. See import ${refused} in the log for the reason.`
  expect(await read(refused)).toMatchObject({ status: 'failed', reason })
  const broken = await upload(await template('7000007'))
  let cuts = 0
  const cut = failing(async () => {
    cuts += 1
    throw new Error('Connection terminated unexpectedly')
  })
  await runDueImports(cut, () => cuts === 0)
  expect((await read(broken)).status).toBe('queued')
  later(2000)
  expect(await runDueImports(importing)).toBe(1)
  expect([(await read(broken)).status, await cardsLike('7000006'), await cardsLike('7000007')]).toEqual(['done', 0, 1])
})
