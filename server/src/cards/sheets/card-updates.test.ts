import { cardBulk, cardFileColumns } from '@portal/contract/cards/card-bulk.ts'
import { cardHistory } from '@portal/contract/cards/card-history.ts'
import { cardImports } from '@portal/contract/cards/card-imports.ts'
import { type Card, cards } from '@portal/contract/cards/cards.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../../testing/factories.ts'
import { makeCsv } from '../../testing/files/workbooks.ts'
import { runImportJob, settledImport } from '../../testing/import-job.ts'
import { testApp } from '../../testing/test-app.ts'
import { form } from '../../testing/uploads.ts'

const portal = await testApp()
const { ask, owner } = portal
await runImportJob(portal)

// biome-ignore lint/suspicious/noExplicitAny: a test inspects any reply.
type Report = any
const settled = (id: number): Promise<Report> => settledImport(portal, id)
async function imported(content: Buffer | string, query: Record<string, string> = {}): Promise<Report> {
  const answer = await ask(people.staff, cardImports.upload, {
    ...form({ content, name: 'cards.csv', type: 'text/csv' }),
    query,
  })
  expect([answer.status, answer.body]).toEqual([202, { import_id: expect.any(Number) }])
  return settled(answer.body.import_id)
}
const made = async (changes: object = {}): Promise<Card> =>
  (await ask(people.staff, cards.create, { body: cardBody(changes) })).body
const read = async ({ id }: { id: number }): Promise<Card> =>
  (await ask(people.staff, cards.get, { params: { id } })).body
/** A file row as an export has it, with the given cells changed; null empties one. */
const rowOf = (card: Card, changes: Record<string, unknown> = {}) => {
  const all = { ...card, ...changes } as Record<string, string | number | null>
  return cardFileColumns.map((name) => all[name] ?? '')
}
const fileOf = (...rows: (string | number)[][]) => makeCsv([cardFileColumns, ...rows])
const exported = async (...chosen: Card[]) =>
  (await ask(people.staff, cardBulk.export, { body: { cardIds: chosen.map(({ id }) => id) } })).text
const auditEntriesOf = async ({ id }: { id: number }) =>
  (
    await owner.query(
      `select user_email, company_id::int, before, after from audit_log where action = 'cards.update' and record_id = $1 order by id`,
      [id],
    )
  ).rows
const columns = ['debit_dollar_balance_cents', 'weekly_fuel_quantity_balance_milli', 'dash_cash_balance_cents']

test('CARD-18 CARD-11 exported cards with overdrawn balances import again, as existing and as new cards', async () => {
  const some = [await made(), await made({ card_status: 'HOLD' })]
  await owner.query(`update cards set ${columns.map((name) => `${name} = -1234`).join(', ')} where id = any($1)`, [
    some.map(({ id }) => id),
  ])
  const file = await exported(...some)
  expect(file).toContain('-12.34')
  for (const mode of ['good', 'all', 'update'])
    expect(await imported(file, { mode, balances: 'true' })).toMatchObject({
      status: 'done',
      counts: { read: 2, booked: 0, duplicate: 2, failed: 0 },
    })
  await owner.query('delete from cards where id = any($1)', [some.map(({ id }) => id)])
  expect(await imported(file)).toMatchObject({ status: 'done', counts: { read: 2, booked: 2, failed: 0 } })
  const { rows } = await owner.query(
    `select ${columns.map((name) => `${name}::int`).join(', ')} from cards where card_number = $1`,
    [some[0]?.card_number],
  )
  expect(rows).toEqual([Object.fromEntries(columns.map((name) => [name, -1234]))])
})

test('CARD-18 LIST-15 the downloaded list imports again: existing cards stay unchanged, and a new number lists what it lacks', async () => {
  const card = await made({ driver_name: 'Downloaded Driver' })
  const file = (
    await ask(people.staff, cards.list, { query: { format: 'csv', filter: 'driver_name:Downloaded Driver' } })
  ).text
  expect(await imported(file, { mode: 'preview' })).toMatchObject({
    counts: { read: 1, booked: 0, duplicate: 1, failed: 0 },
    errors: [],
  })
  const other = await imported(file.replace('Downloaded Driver', 'Another Driver'), { mode: 'preview' })
  expect(other).toMatchObject({ status: 'ready', counts: { read: 1, booked: 1, failed: 0 } })
  const fresh = await imported(file.replace(card.card_number, '7700000222'), { mode: 'preview' })
  expect(fresh).toMatchObject({ counts: { read: 1, booked: 0, failed: 1 } })
  expect(fresh.errors).toContainEqual({
    row: 2,
    column: 'Driver Id',
    value: '',
    reason: 'This field is required.',
    message: { key: 'field.required', params: {} },
  })
})

test('CARD-18 CARD-14 the template’s example row is skipped and reported; a file with nothing else ends as done', async () => {
  const template = (await ask(people.staff, cardImports.template, { query: { format: 'csv' } })).text
  expect(await imported(template)).toMatchObject({
    status: 'done',
    skipped_count: 1,
    counts: { read: 1, booked: 0, duplicate: 1, failed: 0 },
    errors: [],
  })
  // A preview leaves nothing to decide, and the counts exclude the example.
  const looked = await imported(template, { mode: 'preview' })
  const only = 'Nothing to import: the file has only the template’s example row.'
  expect(looked).toMatchObject({ status: 'done', reason: only, skipped_count: 1, already_there_count: 0 })
  const { imports: listed } = (await ask(people.staff, imports.list)).body
  expect(listed.find(({ id }: { id: number }) => id === looked.id)).toMatchObject({
    status: 'done',
    skipped_count: 1,
    already_there_count: 0,
  })
  const known = await exported(await made())
  expect(await imported(known, { mode: 'preview' })).toMatchObject({
    status: 'done',
    reason: 'Nothing to import: every row is a duplicate.',
    already_there_count: 1,
    skipped_count: 0,
  })
  const beside = await imported(`${template}${makeCsv([rowOf(await made(), { card_number: '7700000111' })])}`)
  expect(beside).toMatchObject({ status: 'done', skipped_count: 1, counts: { read: 2, booked: 1, duplicate: 1 } })
  // With one cell changed, the example is an ordinary card.
  const changed = await imported(template.replace('Sample Driver', 'Other Driver'), { mode: 'preview' })
  expect(changed).toMatchObject({ status: 'ready', skipped_count: 0, counts: { booked: 1 } })
  expect((await owner.query(`select from cards where card_number = '9999000000000001'`)).rowCount).toBe(0)
})

test('CARD-18 a row of an existing card previews as a change, field by field, and is applied on confirmation', async () => {
  const card = await made()
  const file = fileOf(
    rowOf(card, {
      driver_name: 'Ravi Gill',
      daily_card_limit: 1750.5,
      card_status: 'HOLD',
      cash_refresh_days: 'Monday',
      dash_cash_balance: 99,
    }),
    rowOf(card, { card_number: '7700000123' }),
  )
  const preview = await imported(file, { mode: 'preview' })
  expect(preview).toMatchObject({
    status: 'ready',
    changed_count: 1,
    counts: { read: 2, booked: 2, duplicate: 0, failed: 0 },
    errors: [],
  })
  expect(preview.changes).toEqual([
    {
      row: 2,
      card_number: card.card_number,
      fields: [
        { field: 'Driver Name', before: 'Zoé Lavoie', after: 'Ravi Gill' },
        { field: 'Card Status', before: 'ACTIVE', after: 'HOLD' },
        { field: 'Cash Refresh Days', before: 'Monday, Wednesday, Friday', after: 'Monday' },
        { field: 'Daily Card Limit', before: '1500', after: '1750.5' },
      ],
    },
  ])
  expect(await read(card)).toEqual(card)
  expect(
    (await ask(people.staff, imports.apply, { params: { id: preview.id }, body: { mode: 'update' } })).status,
  ).toBe(202)
  expect(await settled(preview.id)).toMatchObject({
    status: 'done',
    mode: 'update',
    changed_count: 1,
    counts: { booked: 2, failed: 0 },
  })
  const after = await read(card)
  expect(after).toMatchObject({
    driver_name: 'Ravi Gill',
    daily_card_limit: 1750.5,
    card_status: 'HOLD',
    dash_cash_balance: 0.29,
    version: card.version + 1,
  })
  expect(await auditEntriesOf(card)).toEqual([
    {
      user_email: people.staff,
      company_id: card.company,
      before: {
        driver_name: 'Zoé Lavoie',
        card_status: 'RELEASE',
        daily_card_limit: 1500,
        cash_refresh_days: card.cash_refresh_days,
      },
      after: {
        driver_name: 'Ravi Gill',
        card_status: 'HOLD',
        daily_card_limit: 1750.5,
        cash_refresh_days: after.cash_refresh_days,
      },
    },
  ])
})

test('CARD-18 the history shows what a file changed, and importing the file again changes nothing', async () => {
  const card = await made()
  const file = fileOf(
    rowOf(card, { driver_name: 'Ravi Gill', card_status: 'HOLD' }),
    rowOf(card, { card_number: '7700000345' }),
  )
  expect(await imported(file, { mode: 'update' })).toMatchObject({ status: 'done', counts: { booked: 2 } })
  const { version } = await read(card)
  const { entries } = (await ask(people.staff, cardHistory.list, { params: { id: card.id } })).body
  expect(entries.map(({ kind }: { kind: string }) => kind)).toEqual(
    expect.arrayContaining(['status', 'changed', 'created']),
  )
  expect(await imported(file, { mode: 'update' })).toMatchObject({
    status: 'done',
    changed_count: 0,
    counts: { read: 2, booked: 0, duplicate: 2 },
  })
  expect((await read(card)).version).toBe(version)
})

test('CARD-18 LIT-6 without the update option an existing card is reported and not changed', async () => {
  const card = await made()
  const file = fileOf(
    rowOf(card, { driver_name: 'Ravi Gill', card_status: 'HOLD' }),
    rowOf(card, { card_number: '7700000124' }),
  )
  const preview = await imported(file, { mode: 'preview' })
  await ask(people.staff, imports.apply, { params: { id: preview.id }, body: { mode: 'good' } })
  expect(await settled(preview.id)).toMatchObject({
    status: 'done',
    changed_count: 0,
    counts: { read: 2, booked: 1, failed: 1 },
    errors: [{ row: 2, reason: 'A card with this number already exists, with different values.' }],
  })
  expect(await read(card)).toEqual(card)
})

test('CARD-18 balances change only with balances=true, empty cells change nothing, and a file needs only the columns it changes', async () => {
  const card = await made()
  const wanted = { refreshing_cash_balance: 12.34, weekly_fuel_quantity_balance: 1.5 }
  expect(await imported(fileOf(rowOf(card, wanted)), { mode: 'update' })).toMatchObject({
    changed_count: 0,
    counts: { duplicate: 1 },
  })
  expect(await imported(fileOf(rowOf(card, wanted)), { mode: 'update', balances: 'true' })).toMatchObject({
    changed_count: 1,
    counts: { booked: 1 },
  })
  expect(await read(card)).toMatchObject(wanted)
  const empty = Object.fromEntries(
    cardFileColumns.filter((name) => !['card_number', 'trailer_number'].includes(name)).map((name) => [name, null]),
  )
  expect(
    await imported(fileOf(rowOf(card, { ...empty, trailer_number: 'TR-9' })), { mode: 'update', balances: 'true' }),
  ).toMatchObject({
    changed_count: 1,
  })
  const few = makeCsv([
    ['card_number', 'driver_name', 'driver_id', 'odometer'],
    [card.card_number, '', 'D-77', ''],
    ['7700000999', 'New', 'D-78', ''],
  ])
  const report = await imported(few, { mode: 'update' })
  expect(report).toMatchObject({ status: 'done', changed_count: 1, counts: { read: 2, booked: 1, failed: 1 } })
  expect(report.errors[0]).toMatchObject({ row: 3, reason: 'This field is required.' })
  const { version, balances_read, updated_at, ...now } = await read(card)
  const { version: _, balances_read: __, updated_at: ___, ...before } = card
  expect(now).toEqual({ ...before, ...wanted, trailer_number: 'TR-9', driver_id: 'D-77' })
})

test('CARD-18 CARD-9 CLOSED stays CLOSED, and a card can move to another company by name', async () => {
  const [closed, moved] = [await made({ card_status: 'CLOSED' }), await made()]
  const report = await imported(
    fileOf(
      rowOf(closed, { card_status: 'ACTIVE', driver_name: 'Ravi Gill' }),
      rowOf(moved, { company_name: 'Prairie Freight' }),
    ),
    { mode: 'update' },
  )
  expect(report).toMatchObject({ status: 'done', changed_count: 1, counts: { read: 2, booked: 1, failed: 1 } })
  expect(report.errors).toMatchObject([
    { row: 2, column: 'Card Number', value: closed.card_number, reason: 'A closed card cannot be changed.' },
  ])
  expect(await read(closed)).toEqual(closed)
  expect((await read(moved)).company_name).toBe('Prairie Freight')
  const { rows } = await owner.query(`select kind, note from card_events where card_id = $1 and kind = 'assigned'`, [
    moved.id,
  ])
  expect(rows).toEqual([{ kind: 'assigned', note: 'cards.csv' }])
  // An export of a closed card can be imported again, too.
  expect(await imported(await exported(closed), { mode: 'update' })).toMatchObject({
    status: 'done',
    counts: { duplicate: 1, failed: 0 },
  })
})
