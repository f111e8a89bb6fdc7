import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { customerScope, staffScope } from '../platform/access/scope.ts'
import { testApp } from '../testing/test-app.ts'
import { type Db, executeWithNext, setForTheRest } from './connect.ts'

const { database, owner } = await testApp({ poolSize: 1 })
const { rows: companies } = await owner.query<{ id: string }>(
  `select id from companies where name in ('Northline Haulage', 'Rocky View Logistics') order by name`,
)
const [northline, rocky] = companies.map(({ id }) => Number(id)) as [number, number]
const read = <T>(scope: Parameters<typeof database.transaction>[0], work: (db: Db) => Promise<T>) =>
  database.transaction(scope, work, { readOnly: true })
const setting = async (db: Db, name: string): Promise<string> =>
  (await sql<{ value: string }>`select current_setting(${name}, true) as value`.execute(db)).rows[0]?.value ?? ''

test('PERM-7 T3 each packet of a read has its company, and the connection keeps none', async () => {
  for (const company of [northline, rocky])
    await read(customerScope(company), async (db) => {
      for (let packets = 0; packets < 3; packets++) {
        const { rows } = await sql<{ id: number }>`select id from companies`.execute(db)
        expect(rows).toEqual([{ id: company }])
      }
    })
  const { rows } = await database.pools.portal_customer.query(`select current_setting('app.company', true) as company`)
  expect(rows).toEqual([{ company: '' }])
})

test('API-5 a read changes nothing, in its first packet or a later one', async () => {
  const change = (db: Db) => sql`update companies set name = 'Other' where id = ${northline}`.execute(db)
  await expect(read(staffScope(1), change)).rejects.toThrow('read-only transaction')
  const later = read(staffScope(1), async (db) => {
    await db.selectFrom('companies').select('id').execute()
    return change(db)
  })
  await expect(later).rejects.toThrow('read-only transaction')
  await expect(
    read(staffScope(1), (db) => executeWithNext(db, db.updateTable('companies').set({ name: 'Other' }).compile())),
  ).rejects.toThrow('A read changes nothing')
})

test('API-5 what a read sets holds for the rest of it, and not for the next', async () => {
  const after = await read(staffScope(1), async (db) => {
    await setForTheRest(db, { enable_sort: 'off' })
    await db.selectFrom('companies').select('id').execute()
    return setting(db, 'enable_sort')
  })
  expect([after, await read(staffScope(1), (db) => setting(db, 'enable_sort'))]).toEqual(['off', 'on'])
})

test('API-5 a statement that fails fails those sent with it, and the connection goes on', async () => {
  const answers = await read(staffScope(1), (db) =>
    Promise.allSettled([
      sql`select 1 as one`.execute(db),
      sql`select 1 / 0`.execute(db),
      sql`select 2 as two`.execute(db),
    ]),
  )
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  for (const { reason } of answers.slice(1) as PromiseRejectedResult[]) expect(reason.message).toBe('division by zero')
  const two = await read(staffScope(1), (db) => sql`select 2 as two`.execute(db))
  expect(two.rows).toEqual([{ two: 2 }])
})

test('API-5 a change is undone if what was to travel with its commit fails, and the next is made', async () => {
  const rename = (name: string) => (db: Db) =>
    db.updateTable('companies').set({ name }).where('id', '=', northline).execute()
  const failing = database.transaction(staffScope(1), async (db) => {
    await rename('Lost')(db)
    await executeWithNext(
      db,
      db.updateTable('companies').set({ kind: 'neither' }).where('id', '=', northline).compile(),
    )
  })
  await expect(failing).rejects.toThrow()
  const thrown = database.transaction(staffScope(1), async (db) => {
    await executeWithNext(db, db.updateTable('companies').set({ name: 'Lost' }).where('id', '=', northline).compile())
    throw new Error('refused')
  })
  await expect(thrown).rejects.toThrow('refused')
  const { rows } = await owner.query('select name from companies where id = $1', [northline])
  expect(rows).toEqual([{ name: 'Northline Haulage' }])
  await database.transaction(staffScope(1), rename('Northline Haulage'))
})

test('OPS-1 a statement whose columns change under it fails once at most', async () => {
  await owner.query('create table packets (a int); insert into packets values (1)')
  await owner.query('grant select on packets to public')
  const all = () => read(staffScope(1), (db) => sql`select * from packets`.execute(db)).then(({ rows }) => rows)
  expect([await all(), await all()]).toEqual([[{ a: 1 }], [{ a: 1 }]])
  await owner.query('alter table packets add b text')
  await all().catch(() => {})
  expect(await all()).toEqual([{ a: 1, b: null }])
})
