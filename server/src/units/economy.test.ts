import { expect, test } from 'vitest'
import { customerScope, staffScope } from '../platform/access/scope.ts'
import { bought, testImports } from '../testing/importing.ts'
import { listRoadFuel } from './economy.queries.ts'
import { economyOf } from './economy.rules.ts'

const { database, imported, rows, freshCard } = await testImports()
const companyId = async (name: string): Promise<number> =>
  (await rows('select id::int from companies where name = $1', [name]))[0].id
const northline = await companyId('Northline Haulage')
const prairie = await companyId('Prairie Freight')
const span = { company_id: northline, from: '2000-01-01', to: '2999-01-01' }

test('REPT-2 the purchases of road fuel by unit, with their credits, of the reader’s own company', async () => {
  const card = await freshCard()
  await imported('Esso', [
    bought(card, { unit: 'trk-1', quantity: 400 }),
    bought(card, { unit: ' TRK-1', quantity: 350 }),
    bought(card, { unit: 'TRK-1', quantity: 370 }),
    bought(card, { unit: 'TRK-2', quantity: 99 }),
    bought(card, { unit: 'TRK-1', product: 'DEF', quantity: 20 }),
  ])
  await rows(`with t as (select id, row_number() over (order by txn_at) as n from transactions where unit_number_of(vehicle) = 'TRK-1')
    update transactions set odometer = 99000 + 1000 * n, txn_at = date '2026-10-01' + n::int from t where t.id = transactions.id`)
  const read = (scope = staffScope(1), more: object = {}) =>
    database.transaction(scope, (db) => listRoadFuel(db, scope, { ...span, ...more }))
  const all = await read()
  expect(all.map(({ unit_number, litres_milli }) => [unit_number, litres_milli])).toEqual([
    ['TRK-1', 400_000],
    ['TRK-1', 350_000],
    ['TRK-1', 370_000],
    ['TRK-2', 99_000],
  ])
  const own = customerScope(northline)
  expect(await read(own)).toEqual(all)
  const one = all.filter(({ unit_number }) => unit_number === 'TRK-1')
  expect(await read(own, { numbers: ['TRK-1', 'NONE'] })).toEqual(one)
  expect(await read(staffScope(1), { numbers: ['TRK-1'] })).toEqual(one)
  expect(economyOf(one, null)).toMatchObject({ km_milli: 2_000_000, l_per_100km_e2: 3600, broken: [] })
  // Another company learns nothing, by name or by number.
  expect([await read(customerScope(prairie)), await read(customerScope(prairie), { numbers: ['TRK-1'] })]).toEqual([
    [],
    [],
  ])
  // The span is of whole days.
  const last = one.at(-1)?.txn_at.slice(0, 10) ?? ''
  expect(await read(own, { from: last, to: last, numbers: ['TRK-1'] })).toHaveLength(1)
  expect(await read(own, { from: last, to: last })).toHaveLength(1)
})
