import { type ProviderStatement, providerStatements } from '@portal/contract/booking/provider-statements.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { fileRows, type Purchase } from '../../testing/files/transaction-files.ts'
import { bought, testImports } from '../../testing/importing.ts'

const { ask, imported, freshCard, rows } = await testImports()
let statements = 0
const create = (total: number, import_ids: number[], changes: Record<string, unknown> = {}) =>
  ask(people.staff, providerStatements.create, {
    body: {
      provider: 'Esso',
      number: `ST-${++statements}`,
      currency: 'CAD',
      statement_date: '2026-11-15',
      total,
      import_ids,
      ...changes,
    },
  })
const change = ({ id, version }: Pick<ProviderStatement, 'id' | 'version'>, body: Record<string, unknown>) =>
  ask(people.staff, providerStatements.update, { params: { id }, body: { version, ...body } })
const tieOutNow = async (id: number) => (await ask(people.staff, imports.get, { params: { id } })).body.tie_out
const gallons = (card: string, auth: string, changes: Partial<Purchase> = {}) =>
  bought(card, { auth, product: '#2', price: 2, ...changes })

test('TXN-17 several imports are tied to one statement, and a row of two files counts once', async () => {
  const card = await freshCard()
  const shared = bought(card)
  const first = await imported('Esso', [shared, bought(card, { quantity: 10 })])
  const second = await imported('Esso', [shared, bought('5599171001', { quantity: 20 }), bought(card, { amount: 7 })])
  const made = await create(315, [first.id])
  expect([made.status, made.body]).toMatchObject([
    201,
    { total: 315, files_total: 165, difference: 150, status: 'open', import_count: 1 },
  ])
  expect((await tieOutNow(first.id)).open).toEqual(['statement'])
  const both = await change(made.body, { import_ids: [first.id, second.id] })
  expect(both.body).toMatchObject({ files_total: 202, difference: 113, import_count: 2 })
  expect(both.body.imports).toMatchObject([
    { import_id: first.id, amount: 165, repeated: 0, quarantined: 0, rejected: 0 },
    { import_id: second.id, amount: 187, repeated: 150, quarantined: 30, rejected: 7 },
  ])
  const tied = await change(both.body, { total: 202 })
  expect(tied.body).toMatchObject({ difference: 0, status: 'tied', version: 3 })
  expect(await tieOutNow(first.id)).toMatchObject({
    status: 'tied',
    statements: [{ id: made.body.id, number: made.body.number, total: 202, difference: 0, status: 'tied' }],
  })
  // What waits or was rejected is still open on its own import.
  expect((await tieOutNow(second.id)).open).toEqual(['rejected', 'quarantined'])
  expect((await change(tied.body, { import_ids: [] })).body).toMatchObject({ files_total: 0, imports: [] })
  expect((await tieOutNow(first.id)).statements).toEqual([])
  expect(
    await rows(
      `select action, before, after from audit_log where record_type = 'provider_statement' and record_id = $1 order by id`,
      [made.body.id],
    ),
  ).toMatchObject([
    { action: 'providerStatements.create', after: { statement_total: 315, tied_files: first.file_name } },
    { after: { tied_files: `${first.file_name}, ${second.file_name}` } },
    { before: { statement_total: 315 }, after: { statement_total: 202 } },
    { after: { tied_files: '' } },
  ])
})

test('TXN-17 rows with a rebate that two files contain count once, at what the provider bills', async () => {
  const card = await freshCard()
  const rebated = gallons(card, '31', { amount: 190 })
  const file = async (...further: Purchase[]) => {
    const [header, ...lines] = fileRows('Comdata', [rebated, ...further]) as (string | number | null)[][]
    const at = (name: string) => (header as string[]).indexOf(name)
    for (const line of lines) if (line[at('Transaction Number')] === '31') line[at('Rebate Amount')] = '$10.00'
    return imported('Comdata', [header as string[], ...lines])
  }
  const [first, second] = [await file(), await file(gallons(card, '32', { quantity: 5 }))]
  const made = await create(200, [first.id, second.id], { provider: 'Comdata', currency: 'USD' })
  expect(made.body).toMatchObject({ files_total: 200, difference: 0, status: 'tied' })
})

test('TXN-17 a difference is explained with a reason, which holds until the difference changes', async () => {
  const card = await freshCard()
  const { id } = await imported('Esso', [bought(card)])
  const { body: made } = await create(152.5, [id])
  expect([made.difference, (await tieOutNow(id)).status]).toEqual([2.5, 'open'])
  const { body: explained } = await change(made, { explanation: 'The monthly fee is not in the file' })
  expect(explained).toMatchObject({
    status: 'explained',
    explained_difference: 2.5,
    explanation: 'The monthly fee is not in the file',
    explained_by: expect.any(String),
  })
  expect(await tieOutNow(id)).toMatchObject({ status: 'tied', open: [], statements: [{ status: 'explained' }] })
  const { body: changed } = await change(explained, { total: 153 })
  expect(changed).toMatchObject({ status: 'open', difference: 3, explained_difference: 2.5 })
  expect((await tieOutNow(id)).open).toEqual(['statement'])
  const { body: removed } = await change(changed, { explanation: null })
  expect(removed).toMatchObject({ explanation: null, explained_difference: null, explained_by: null })
  // Without a difference there is nothing to explain.
  expect((await change(removed, { total: 150, explanation: 'x' })).body).toMatchObject({
    status: 'tied',
    explanation: null,
  })
})

test('TXN-17 only finished files of the same provider with rows in the currency can be tied, each once per currency', async () => {
  const card = await freshCard()
  const { id } = await imported('Esso', [bought(card)])
  const wide = await imported('Comdata', [gallons(card, '41'), gallons(card, '42', { currency: 'C' })])
  const failed = await imported('Esso', [bought(card, { amount: 1 })])
  const fault = async (answer: ReturnType<typeof create>) => {
    const { status, body } = await answer
    return [status, body.error?.field_messages?.import_ids?.key]
  }
  expect(await fault(create(1, [wide.id]))).toEqual([400, 'statement.other-provider'])
  expect(await fault(create(1, [id], { currency: 'USD' }))).toEqual([400, 'statement.other-currency'])
  expect(await fault(create(1, [failed.id]))).toEqual([400, 'statement.not-booked'])
  expect(await fault(create(1, [987_654_321]))).toEqual([400, 'statement.unknown-import'])
  await rows('update imports set tie_out = null where id = $1', [failed.id])
  await rows(`update imports set status = 'done' where id = $1`, [failed.id])
  expect(await fault(create(1, [failed.id]))).toEqual([400, 'statement.no-figures'])
  const { body: first } = await create(150, [id])
  expect(await fault(create(150, [id]))).toEqual([409, 'statement.tied-elsewhere'])
  const again = await create(150, [], { number: first.number })
  expect([again.status, again.body.error.code]).toEqual([409, 'statement.number-taken'])
  // The other currency and another provider have numbers of their own.
  for (const currency of ['USD', 'CAD'])
    expect((await create(200, [wide.id], { provider: 'Comdata', number: first.number, currency })).body).toMatchObject({
      status: 'tied',
      currency,
    })
  expect((await tieOutNow(wide.id)).statements).toHaveLength(2)
  expect((await change({ ...first, version: 9 }, { total: 1 })).body.error.code).toBe('record.stale')
})

test('TXN-17 statements are listed for staff, and customers get nothing of them', async () => {
  const { body: made } = await create(5, [], { number: 'Week 45', note: 'By mail' })
  const listed = await ask(people.staff, providerStatements.list, {
    query: { filter: ['number::week 45', 'provider:Esso'] },
  })
  expect(listed.body.provider_statements).toEqual([made])
  for (const customer of [people.northline, people.prairie]) {
    for (const call of [providerStatements.list, providerStatements.get, providerStatements.update])
      expect((await ask(customer, call, { params: { id: made.id }, body: { total: 1 } })).status).toBe(403)
    expect((await ask(customer, imports.explain, { params: { id: 1 }, body: { explanation: 'x' } })).status).toBe(403)
  }
  // Without the portal's own checks, the database still refuses.
  for (const table of ['provider_statements', 'provider_statement_imports'])
    expect(await rows(`select has_table_privilege('portal_customer', $1, 'select') as may`, [table])).toEqual([
      { may: false },
    ])
})
