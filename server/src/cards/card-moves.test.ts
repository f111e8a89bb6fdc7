import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { cardBody, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner, urls } = await testApp()

/** Waits until this many calls are blocked on a lock. */
const waiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await owner.query(
        'select distinct pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()',
      )
      expect(rows.length).toBe(count)
    },
    { timeout: 30_000 },
  )

test('CARD-12 CARD-17 cards moved to another company at the same moment are still held, released and changed', async () => {
  const prairie = Number((await owner.query(`select id from companies where name = 'Prairie Freight'`)).rows[0].id)
  const read = (await ask(people.staff, cards.create, { body: cardBody({ trailer_number: 'Moving-1' }) })).body
  const mover = new pg.Client({ connectionString: urls.ownerUrl })
  await mover.connect()
  try {
    await mover.query('begin')
    await mover.query('update cards set company_id = $1 where id = $2', [prairie, read.id])
    const changed = { ...read, version: null, company: prairie, driver_name: 'Somebody New' }
    const calls = [
      ask(people.staff, cardBulk.hold, { body: { cardIds: [read.id], reason: 'Lost' } }),
      ask(people.staff, cardBulk.release, { body: { filter: ['trailer_number:Moving-1'] } }),
      ask(people.staff, cards.update, { params: { id: read.id }, body: changed }),
    ]
    await waiting(calls.length)
    await mover.query('commit')
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200])
  } finally {
    await mover.end()
  }
  const { body } = await ask(people.staff, cards.get, { params: { id: read.id } })
  expect([body.company, body.driver_name]).toEqual([prairie, 'Somebody New'])
})
