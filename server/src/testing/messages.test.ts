import { cards } from '@portal/contract/cards/cards.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { logs } from '@portal/contract/logs/logs.ts'
import { message } from '@portal/contract/message.ts'
import { expect, test } from 'vitest'
import { people } from './factories.ts'
import { testApp } from './test-app.ts'

const { ask, owner } = await testApp()

test('UX-5 an error has its English sentences, with their keys and parameters', async () => {
  const { body } = await ask(people.staff, cards.create, { body: { card_number: '12345', odometer: 'far' } })
  const { message: said, key, params, fields, field_messages } = body.error
  expect([said, key, params]).toEqual(['Some fields need attention.', 'request.invalid', {}])
  expect([fields.card_number, field_messages.card_number]).toEqual([
    'Use 6 to 19 digits.',
    { key: 'field.digit-count', params: { min: 6, max: 19 } },
  ])
  expect(field_messages.plastic_type).toEqual({ key: 'field.required', params: {} })
  expect(Object.keys(field_messages).sort()).toEqual(Object.keys(fields).sort())
})

/** Inserts a failed import with this reason and one rejected row. */
async function failedImport(reason: string): Promise<number> {
  const { rows } = await owner.query(
    `insert into imports (kind, mode, status, file_name, size_bytes, sha256, company_id, user_email, user_name, reason, errors_total)
     select 'cards', 'all', 'failed', 'cards.csv', 1, sha256('cards.csv'), id, 'a@b.test', 'Ann', $1, 1 from companies order by id limit 1 returning id::int`,
    [reason],
  )
  await owner.query(
    `insert into import_errors (import_id, n, row, "column", value, reason) values ($1, 1, 2, 'Card Number', '7', $2)`,
    [rows[0].id, reason],
  )
  return rows[0].id
}
const read = async (id: number) => (await ask(people.staff, imports.get, { params: { id } })).body

test('UX-5 a stored message is returned as a sentence, with key and parameters', async () => {
  const params = { failed: 2, read: 5 }
  const id = await failedImport(message('import.rows-failed', params))
  const sentence = 'Nothing was imported: 2 of 5 rows have errors.'
  const parts = { key: 'import.rows-failed', params }
  const record = await read(id)
  expect([record.reason, record.reason_message]).toEqual([sentence, parts])
  expect(record.errors).toEqual([{ row: 2, column: 'Card Number', value: '7', reason: sentence, message: parts }])
  expect((await ask(people.staff, imports.errors, { params: { id } })).text).toContain(`2,Card Number,7,${sentence}`)
})

test('UX-5 a sentence stored before there were keys is returned unchanged', async () => {
  const record = await read(await failedImport('The file {of 2025} was no good.'))
  expect([record.reason, record.reason_message]).toEqual(['The file {of 2025} was no good.', null])
  expect(record.errors).toMatchObject([{ reason: 'The file {of 2025} was no good.', message: null }])
})

test('UX-5 a reason in the audit log is returned as a sentence, with key and parameters', async () => {
  await owner.query(
    `insert into audit_log (action, company_id, record_type, record_label, after)
     select 'imports.failed', id, 'import', 'UX-5', jsonb_build_object('reason', 'import.cut-off', 'note', 'By hand') from companies order by id limit 1`,
  )
  const { body } = await ask(people.staff, logs.list, { query: { filter: 'record_label:UX-5' } })
  expect(body.logs[0].changes).toEqual([
    { field: 'note', before: null, after: 'By hand' },
    {
      field: 'reason',
      before: null,
      after: 'The import was interrupted too many times. Upload the file again.',
      message: { key: 'import.cut-off', params: {} },
    },
  ])
})
