import type { TaxRateChange } from '@portal/contract/rates/tax-changes.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { inputOfRate, type Saved, taxWorld } from '../../testing/rows/tax-world.ts'
import { runDueTaxChanges } from './tax-changes.jobs.ts'

const { ask, rows, owner, database, find, hst, put, corrected, centsBy, idOf, expectFresh, stop, book, loadShipped } =
  await taxWorld()

test('TAX-1 a shipped row that staff corrected or withdrew does not come back with the next edition', async () => {
  const [row] = (await hst()) as [TaxRate]
  await corrected(row, { from_date: '2025-05-01' })
  const [qst] = (await find('tax:QST', 'product_class:fee')).concat(await find('tax:QST', 'product_class:diesel')) as [
    TaxRate,
  ]
  const preview = (await ask(people.staff, taxRates.delete, { params: { id: qst.id }, query: { preview: 'true' } }))
    .body
  await ask(people.staff, taxRates.delete, {
    params: { id: qst.id },
    query: { reason: 'Gone', token: preview.effect.token },
  })
  const before = await rows('select id from tax_rates where withdrawn_at is null order by id')
  expect(await loadShipped()).toBe(true)
  expect(await rows('select id from tax_rates where withdrawn_at is null order by id')).toEqual(before)
})

test('TAX-1 above 2,000 purchases the change is a job with progress, in one transaction', async () => {
  await book(stop('J0', '2026-11-12'))
  const id = await idOf('J0')
  await owner.query(
    `insert into transactions overriding system value
     select r.* from transactions t, generate_series(1, 2100) n, lateral jsonb_populate_record(t, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('transactions', 'id')), 'authentication_id', 'J' || n, 'card_id', null)) r where t.id = $1`,
    [id],
  )
  await owner.query(
    `insert into transaction_lines overriding system value
     select r.* from transactions t join transaction_lines l on l.transaction_id = $1, lateral jsonb_populate_record(l, jsonb_build_object(
       'id', nextval(pg_get_serial_sequence('transaction_lines', 'id')), 'transaction_id', t.id)) r where t.id <> $1`,
    [id],
  )
  const [row] = (await hst()) as [TaxRate]
  const body = { ...inputOfRate(row), rate: 12 }
  const preview = (await put(row.id, body, { preview: 'true' })).body
  expect(preview.effect).toMatchObject({ is_long: true, count: 2101, changed: 2101 })
  const queue = () => put(row.id, { ...body, reason: 'New rate', token: preview.effect.token })
  const queued = await queue()
  expect([queued.status, queued.body.effect.status]).toEqual([200, 'queued'])
  const change = async (of: Saved): Promise<TaxRateChange> =>
    (await ask(people.staff, taxRates.change, { params: { id: of.body.effect.change_id as number } })).body
  expect(await change(queued)).toMatchObject({ status: 'queued', progress_done: 0, progress_total: 2101 })
  expect((await centsBy()).get('J7')).toBe(84750)
  const second = await queue()
  expect(await runDueTaxChanges({ database })).toBe(2)
  expect(await change(queued)).toMatchObject({
    status: 'done',
    progress_done: 2101,
    repriced_count: 2101,
    repriced_totals: [{ currency: 'CAD', difference: preview.effect.totals[0]?.difference }],
  })
  expect(await change(second)).toMatchObject({ status: 'failed', fault: 'tax-rate.withdrawn' })
  expect(new Set((await centsBy()).values())).toEqual(new Set([84000]))
  await expectFresh()
  const [entry] = await rows(
    `select user_email, after->>'repriced_transactions' as n from audit_log where action = 'taxRates.update' order by id desc limit 1`,
  )
  expect(entry).toEqual({ user_email: people.staff, n: '2101' })
})
