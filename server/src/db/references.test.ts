import type pg from 'pg'
import { expect, test } from 'vitest'
import { insertTransaction } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { loadFuelProviders } from './seed/fuel-providers.ts'

const { owner } = await testApp()
const idOf = async (sql: string) => Number((await owner.query<{ id: number }>(sql)).rows[0]?.id)
const company = await idOf(`select id from companies where name = 'Northline Haulage'`)
const nothing = 987_654_321

/** The constraint that refuses a statement, or null. Always rolls back. */
async function refusedBy(sql: string, values: unknown[] = []): Promise<string | null> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(sql, values)
    return null
  } catch (error) {
    return `${(error as pg.DatabaseError).code} ${(error as pg.DatabaseError).constraint}`
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const book = (column: string, id: number | string, of = company) =>
  refusedBy(
    `insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source, ${column})
     values ($1, 'REF-1', '2026-11-02 10:00', 'CAD', 0, 'import', null), ($2, 'REF-2', '2026-11-02 11:00', 'CAD', 0, 'import', ${id})`,
    [company, of],
  )
const identify = (provider: number) =>
  refusedBy(
    `insert into transaction_identities (provider_id, authentication_id, txn_date, product, sign, occurrence, transaction_id, file_amount_cents, quantity_milli)
     select ${provider}, 'REF-3', '2026-11-02', 'D1', 1, 1, min(id), 100, 1000 from transactions`,
  )

test('MARK-3 a sixth fuel provider is just a row: sites, markups, transactions and identities accept it', async () => {
  const client = await owner.connect()
  await loadFuelProviders(client)
  expect(await idOf('select count(*) as id from fuel_providers')).toBe(5)
  expect([await book('provider_id', 6), await identify(6)]).toEqual([
    '23503 transactions_of_provider',
    '23503 transaction_identities_of_provider',
  ])
  await loadFuelProviders(client, [{ name: 'Prairie Fuels', code: 'PRAIRIE', unit: 'L', currency: 'CAD' }])
  client.release()
  const sixth = await idOf(`select id from fuel_providers where name = 'Prairie Fuels'`)
  expect(sixth).toBe(6)
  const site = await idOf(`insert into sites (provider_id, site_number) values (${sixth}, '77') returning id`)
  const markup = `insert into markups (company_id, fuel_provider_id, markup_value_e4, from_date) values (${company}, ${sixth}, 100, '2026-11-01')`
  expect(await refusedBy(markup)).toBeNull()
  expect([await book('provider_id', sixth), await book('site_id', site), await identify(sixth)]).toEqual([
    null,
    null,
    null,
  ])
})

test('TXN-4 inserting or changing a transaction with an unknown company, card, provider, site or import is refused', async () => {
  const id = await insertTransaction(owner, company)
  expect(await book('card_id', 'null', nothing)).toMatch(/^23503 transaction/)
  expect(await refusedBy(`update transactions set company_id = ${nothing} where id = ${id}`)).toMatch(
    /^23503 transaction/,
  )
  for (const [column, table] of [
    ['card_id', 'cards'],
    ['provider_id', 'fuel_providers'],
    ['site_id', 'sites'],
    ['import_id', 'imports'],
  ] as const) {
    const known = await idOf(
      table === 'imports'
        ? `insert into imports (company_id, kind, file_name, size_bytes, sha256, mode) values (${company}, 'transactions', 'a.csv', 1, sha256('ref'), 'all') returning id`
        : `select min(id) as id from ${table}`,
    )
    const change = (to: number | null) => refusedBy(`update transactions set ${column} = ${to} where id = ${id}`)
    const refusal =
      column === 'card_id' ? '23503 transactions_card_id_fkey' : `23503 transactions_of_${column.replace('_id', '')}`
    expect([column, await book(column, known), await change(known), await change(null)]).toEqual([
      column,
      null,
      null,
      null,
    ])
    expect([column, await book(column, nothing), await change(nothing)]).toEqual([column, refusal, refusal])
  }
})

test('RATE-4 inserting or changing a line with an unknown markup is refused', async () => {
  const id = await insertTransaction(owner, company)
  const known = await idOf('select min(id) as id from markups')
  const add = (markup: number) =>
    refusedBy(
      `insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
         price_quantity_milli, pre_cents, amount_cents, formula, markup_id)
       values ($1, $2, 98, 'X', 'OTH', 1000, 1000000, 100, 1000000, 1000, 100, 100, 0, null), ($1, $2, 99, 'X', 'OTH', 1000, 1000000, 100, 1000000, 1000, 100, 100, 0, ${markup})`,
      [id, company],
    )
  const change = (markup: number) =>
    refusedBy(`update transaction_lines set markup_id = ${markup} where transaction_id = ${id}`)
  expect([await add(known), await change(known)]).toEqual([null, null])
  const refusal = '23503 transaction_lines_of_markup'
  expect([await add(nothing), await change(nothing)]).toEqual([refusal, refusal])
})

/** Adds a line. */
const line = (transaction: number, ofCompany: number, n: number) => `
  insert into transaction_lines (transaction_id, company_id, n, dtl_auth_id, product, quantity_milli, file_price_e6, file_amount_cents, price_e6,
    price_quantity_milli, pre_cents, amount_cents, formula)
  values (${transaction}, ${ofCompany}, ${n}, 'X', 'OTH', 1000, 1000000, 100, 1000000, 1000, 100, 100, 0)`
const inTheEnd = '; set constraints all immediate'

test('PERM-7 a line is of its transaction and its company, whichever of the two moves', async () => {
  const id = await insertTransaction(owner, company)
  const other = await idOf(`select min(id) as id from companies where id <> ${company}`)
  const refusal = '23503 transaction_lines_of_transaction'
  expect([
    await refusedBy(line(id, company, 90) + inTheEnd),
    await refusedBy(line(id, other, 90)),
    await refusedBy(line(nothing, company, 90)),
  ]).toEqual([null, refusal, refusal])
  const toOther = `update transactions set company_id = ${other} where id = ${id}`
  const lines = (change: string) => `update transaction_lines set ${change} where transaction_id = ${id}`
  expect([
    await refusedBy(toOther + inTheEnd),
    await refusedBy(lines(`company_id = ${other}`) + inTheEnd),
    await refusedBy(lines(`transaction_id = ${nothing}`) + inTheEnd),
  ]).toEqual([refusal, refusal, refusal])
  // Together they may, in either order, and a line that is gone by the end is not asked for.
  expect([
    await refusedBy(`${toOther}; ${lines(`company_id = ${other}`)}${inTheEnd}`),
    await refusedBy(`${lines(`company_id = ${other}`)}; ${toOther}${inTheEnd}`),
    await refusedBy(`${lines(`company_id = ${other}`)}; delete from transactions where id = ${id}${inTheEnd}`),
  ]).toEqual([null, null, null])
})

test('TXN-13 deleting a transaction deletes its lines, and waits for a line that is being added', async () => {
  const id = await insertTransaction(owner, company)
  await owner.query(line(id, company, 91))
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(line(id, company, 92))
    const impatient = `set local lock_timeout = '200ms'; `
    expect([
      await refusedBy(`${impatient}delete from transactions where id = ${id}`),
      await refusedBy(`${impatient}update transactions set company_id = 1 where id = ${id}`),
    ]).toEqual([expect.stringMatching(/^55P03/), expect.stringMatching(/^55P03/)])
  } finally {
    await client.query('rollback')
    client.release()
  }
  await owner.query('delete from transactions where id = $1', [id])
  expect(await idOf(`select count(*) as id from transaction_lines where transaction_id = ${id}`)).toBe(0)
})

test('referenced rows cannot be deleted or renumbered, even before the reference is committed', async () => {
  const id = await insertTransaction(owner, company)
  const site = await idOf(`insert into sites (provider_id, site_number) values (1, '78') returning id`)
  const free = await idOf(`insert into sites (provider_id, site_number) values (1, '79') returning id`)
  const markup = await idOf('select min(id) as id from markups')
  const card = await idOf('select min(id) as id from cards')
  await owner.query('update transactions set provider_id = 1, site_id = $2, card_id = $3 where id = $1', [
    id,
    site,
    card,
  ])
  await owner.query('update transaction_lines set markup_id = $2 where transaction_id = $1', [id, markup])
  expect([
    await refusedBy(`delete from sites where id = ${site}`),
    await refusedBy(`delete from sites where id = ${free}`),
    await refusedBy(`delete from markups where id = ${markup}`),
    await refusedBy('update fuel_providers set id = 77 where id = 1'),
    await refusedBy(`delete from cards where id = ${card}`),
  ]).toEqual([
    '23503 sites_in_use_stay',
    null,
    '23503 markups_in_use_stay',
    expect.stringMatching(/^23503 fuel_providers_/),
    '23503 cards_in_use_stay',
  ])
  const client = await owner.connect()
  try {
    await client.query('begin')
    await client.query(`update transactions set site_id = ${free} where id = ${id}`)
    // The delete waits for the reference, like with a foreign key; other columns of the site can change.
    expect(await refusedBy(`set local lock_timeout = '200ms'; delete from sites where id = ${free}`)).toMatch(/^55P03/)
    expect(
      await refusedBy(`set local lock_timeout = '200ms'; update sites set name = 'A' where id = ${free}`),
    ).toBeNull()
  } finally {
    await client.query('rollback')
    client.release()
  }
})
