import { expect, test } from 'vitest'
import { type QuarantinedNow, type TieOutFacts, tieOutOf, toTieOut } from './tie-out.rules.ts'

const figures = (rows: number, amount_cents: number) => ({ rows, quantity_milli: rows * 1000, amount_cents })
const place = { currency: 'USD', unit: 'GAL' }
const stated = (rows: number, amount_cents: number, rebate_cents = 0) => ({
  groups: [{ ...place, file: figures(rows, amount_cents), rejected: { ...figures(0, 0), unread: 0 }, rebate_cents }],
  controls_total: 0,
  controls_differing: 0,
  controls: [],
})
type Sum = Parameters<typeof tieOutOf>[1][number]
const sum = (outcome: Sum['outcome'], rows: number, cents: number, import_id: number | null = null): Sum => ({
  ...place,
  outcome,
  import_id,
  apart_cents: 0,
  ...figures(rows, cents),
})
const facts = (changes: Partial<TieOutFacts> = {}): TieOutFacts => ({
  status: 'done',
  now: [],
  statements: [],
  explained: { explanation: null, explained_by: null, explained_at: null },
  deleted_count: 0,
  ...changes,
})

test('TXN-17 the file equals its parts; rebates and cents of rounding are named', () => {
  const stored = tieOutOf(stated(4, 9_981, 20), [sum('good', 2, 6_000), sum('duplicate', 2, 4_000, 7)])
  expect(toTieOut(stored, facts()).groups[0]).toMatchObject({
    file: { rows: 4, quantity: 4, amount: 99.81 },
    booked: { amount: 60 },
    already_there: { amount: 40 },
    rebates: 0.2,
    rounding: 0.01,
  })
  expect(stored.repeats).toEqual([{ import_id: 7, currency: 'USD', rows: 2, amount_cents: 4_000 }])
})

test('TXN-17 what was quarantined is waiting, skipped or released by now', () => {
  const stored = tieOutOf(stated(6, 600), [sum('quarantined', 6, 600)])
  const now: QuarantinedNow[] = [
    { ...place, status: 'waiting', ...figures(1, 100) },
    { ...place, status: 'skipped', ...figures(2, 200) },
  ]
  const { groups, status, open } = toTieOut(stored, facts({ now }))
  expect(groups[0]).toMatchObject({ waiting: { rows: 1 }, skipped: { rows: 2 }, released: { rows: 3, amount: 3 } })
  expect([status, open]).toEqual(['open', ['quarantined']])
  expect(toTieOut(stored, facts()).status).toBe('tied')
  // A preview has quarantined nothing yet, so nothing was released either.
  expect(toTieOut(stored, facts({ status: 'ready' })).groups[0]).toMatchObject({
    waiting: { rows: 6 },
    released: { rows: 0 },
  })
})

test('TXN-17 of a failed import everything is rejected', () => {
  const stored = tieOutOf(stated(3, 300), [sum('good', 1, 100), sum('quarantined', 1, 100), sum('failed', 1, 100)])
  expect(toTieOut(stored, facts({ status: 'failed' })).groups[0]).toMatchObject({
    booked: { rows: 0 },
    quarantined: { rows: 0 },
    waiting: { rows: 0 },
    rejected: { rows: 3, amount: 3 },
    rounding: 0,
  })
})

test('TXN-17 an explanation answers for rejected rows and control totals, not for what waits or an open statement', () => {
  const explained = { explanation: 'Typed by hand', explained_by: 'Staff', explained_at: '2026-11-05T00:00:00Z' }
  const stored = tieOutOf(stated(1, 100), [sum('failed', 1, 100)])
  expect(toTieOut(stored, facts()).status).toBe('open')
  expect(toTieOut(stored, facts({ explained })).status).toBe('explained')
  const statement = { id: 1, number: 'A', currency: 'USD', total: 2, difference: 1, status: 'open' } as const
  expect(toTieOut(stored, facts({ explained, statements: [statement] }))).toMatchObject({
    status: 'open',
    open: ['rejected', 'statement'],
  })
})
