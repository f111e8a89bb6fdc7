import type { TaxRateInput } from '@portal/contract/rates/tax-rates.ts'
import { expect, test } from 'vitest'
import { planChange, plannedTaxRate, shownTaxRate, taxPeriods } from './tax-changes.rules.ts'
import { type StoredTaxRate, toTaxRateColumns } from './tax-rates.columns.ts'

const input: TaxRateInput = {
  jurisdiction: 'CA-ON',
  product_class: 'diesel',
  tax: 'HST',
  rate: 13,
  from_date: '2025-04-01',
  source: 'A test',
}
const row = (id: number, changes: Partial<TaxRateInput> = {}): StoredTaxRate => ({
  ...plannedTaxRate(toTaxRateColumns({ ...input, ...changes })),
  id,
})
const former = row(1, { to_date: '2026-11-09' })
const wrong = row(2, { rate: 12, from_date: '2026-11-10' })
const spans = (days: readonly { from: string; to: string | null }[]) => days.map(({ from, to }) => [from, to])

test('TAX-1 a correction withdraws the row and concerns the days of both', () => {
  const plan = planChange([former, wrong], {
    kind: 'correct',
    id: 2,
    input: { ...input, rate: 13, from_date: '2026-11-12' },
    isContinued: false,
  })
  expect([plan.withdrawn?.id, plan.inserted?.rate_e5, plan.moved, plan.former?.id]).toEqual([2, 13_000, [], 1])
  expect(spans(plan.days)).toEqual([
    ['2026-11-10', null],
    ['2026-11-12', null],
  ])
  expect(plan.days[0]).toMatchObject({ provinces: ['ON'], products: ['D1', 'D1W'], is_unit: false })
  expect(taxPeriods(plan.table, 'ON', 'diesel').map(({ from, sales }) => [from, sales])).toEqual([
    ['1900-01-01', ''],
    ['2025-04-01', 'HST:13000'],
    ['2026-11-10', ''],
    ['2026-11-12', 'HST:13000'],
  ])
})
test('TAX-1 the former rate can continue: up to the corrected row, or for as long as the withdrawn one', () => {
  const later = planChange([former, wrong], {
    kind: 'correct',
    id: 2,
    input: { ...input, rate: 12, from_date: '2026-12-01' },
    isContinued: true,
  })
  expect(later.moved.map(({ row: { id }, to_date }) => [id, to_date])).toEqual([[1, '2026-11-30']])
  const gone = planChange([former, wrong], { kind: 'withdraw', id: 2, isContinued: true })
  expect(gone.moved.map(({ row: { id }, to_date }) => [id, to_date])).toEqual([[1, null]])
  expect(spans(gone.days)).toEqual([
    ['2026-11-10', null],
    ['2026-11-10', null],
  ])
  expect(gone.flagged).toEqual([])
})
test('TAX-1 an earlier first day takes over from the former rate; other overlaps are refused', () => {
  const earlier = { kind: 'correct', id: 2, input: { ...input, from_date: '2026-11-01' }, isContinued: false } as const
  expect(planChange([former, wrong], earlier).moved.map(({ to_date }) => to_date)).toEqual(['2026-10-31'])
  const same = { ...earlier, input } as const
  expect(() => planChange([former, wrong], same)).toThrow('tax-rate.overlap')
  expect(() => planChange([former], earlier)).toThrow('tax-rate.withdrawn')
})
test('TAX-1 the first and the last row of a tax concern the flags of all days, and a country all its provinces', () => {
  const gst: TaxRateInput = { ...input, jurisdiction: 'CA', tax: 'GST', rate: 5 }
  const plan = planChange([former], { kind: 'add', input: gst })
  expect(plan.days[0]?.provinces).toHaveLength(13)
  expect(spans(plan.flagged)).toEqual([['1900-01-01', null]])
  expect(spans(planChange([former], { kind: 'withdraw', id: 1, isContinued: false }).flagged)).toHaveLength(1)
})
test('TAX-1 the periods of a province are by region, with the taxes inside the price', () => {
  const local = row(3, { jurisdiction: 'CA-BC', region: 'BC-Vancouver', tax: 'Local', rate: 0.125 })
  const pft = row(4, { jurisdiction: 'CA-BC', tax: 'PFT', rate: 0.15 })
  const { table } = planChange([local, pft], { kind: 'add', input })
  const last = taxPeriods(table, 'BC', 'diesel').filter(({ until }) => until === null)
  expect(last.map(({ region, unit }) => [region, unit])).toEqual([
    [null, 'PFT:150000:L'],
    ['BC-Vancouver', 'Local:125000:L PFT:150000:L'],
  ])
  expect(shownTaxRate(local)).toMatchObject({ rate: 0.125, per: 'CAD/L', state: 'current' })
})
