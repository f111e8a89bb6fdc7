import { english } from '@portal/contract/english.ts'
import type { RateProvider } from '@portal/contract/lookups/providers.rules.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Cell, SheetRefusal } from '../platform/sheets/sheet.ts'
import { pipelineHeader, pipelineRates, type Rows, ta, taHeader } from '../testing/rows/rate-rows.ts'
import { daysBetween, effectiveDates, longestRange, readDate } from './rate-dates.rules.ts'

/** Reads as an import does: looks at every row down to the header, then a row asks for the dates. */
function datesOf(provider: RateProvider, rows: Rows, is1904 = false): unknown {
  const above = effectiveDates(provider)
  for (const [at, cells] of rows.slice(0, -1).entries())
    above.look({ row: at + 1, cells: cells.map((cell): Cell => cell ?? undefined) }, { is1904 })
  return above.dates ?? above.refuseOr(() => undefined)
}

describe('RATE-3 the effective date', () => {
  const plain = pipelineRates()
  test.each<[string, RateProvider, Rows, string, string]>([
    [
      'in a banner',
      'Pipeline',
      [['Prices', null, 'Price Effective 2026-11-10'], pipelineHeader, plain],
      '2026-11-10',
      '2026-11-10',
    ],
    ['beside a banner', 'Pipeline', [['As of', null, '2026-11-10'], pipelineHeader, plain], '2026-11-10', '2026-11-10'],
    [
      'as a serial beside it',
      'Pipeline',
      [['Effective Date', 46336], pipelineHeader, plain],
      '2026-11-10',
      '2026-11-10',
    ],
    [
      'as a range in a banner',
      'Pipeline',
      [['Effective Date: 2026-11-14 to 2026-11-16'], pipelineHeader, plain],
      '2026-11-14',
      '2026-11-16',
    ],
    [
      'as a range in the cells beside it',
      'Pipeline',
      [['Effective', '2026-11-14', 'to', '2026-11-16', 'CAD'], pipelineHeader, plain],
      '2026-11-14',
      '2026-11-16',
    ],
    [
      'in American order',
      'TA-Petro',
      [['Effective Date: 11/09/2026'], taHeader, ta({ 0: null })],
      '2026-11-09',
      '2026-11-09',
    ],
    [
      'in two rows that agree',
      'Pipeline',
      [['As of 2026-11-10'], ['Effective', '2026-11-10'], pipelineHeader, plain],
      '2026-11-10',
      '2026-11-10',
    ],
  ])('is read %s', (_, provider, rows, from, to) => {
    expect(datesOf(provider, rows)).toEqual({ from, to })
  })

  test("is a serial in the workbook's date system", () => {
    const rows: Rows = [['Effective Date', 46336 - 1462], pipelineHeader, plain]
    expect(datesOf('Pipeline', rows, true)).toEqual({ from: '2026-11-10', to: '2026-11-10' })
  })

  test.each<[string, RateProvider, Rows, RegExp]>([
    ['without one', 'Pipeline', [['Price list'], pipelineHeader, plain], /does not say when its prices apply/],
    [
      'with one below the tenth row',
      'Pipeline',
      [...Array.from({ length: 10 }, () => ['x']), ['As of 2026-11-10'], pipelineHeader, plain],
      /does not say when/,
    ],
    [
      'with one in another order',
      'Pipeline',
      [['Effective Date: 11/09/2026'], pipelineHeader, plain],
      /The effective date in “Effective Date: 11\/09\/2026” cannot be read/,
    ],
    [
      'with two',
      'Pipeline',
      [['As of 2026-11-10'], ['As of 2026-11-11'], pipelineHeader, plain],
      /Row 2 has a different effective date/,
    ],
    [
      'backwards',
      'Pipeline',
      [['As of 2026-11-12 to 2026-11-10'], pipelineHeader, plain],
      /neither one day nor a range of days/,
    ],
    [
      'of another provider',
      'Esso',
      [['As of 2026-11-10'], pipelineHeader, plain],
      /This rate file is from Pipeline, not Esso/,
    ],
  ])('a file %s is rejected', (_, provider, rows, reason) => {
    let refusal: unknown
    try {
      datesOf(provider, rows)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(SheetRefusal)
    expect(english((refusal as SheetRefusal).message)).toMatch(reason)
  })

  test('is read from each row if the table has a column for it', () => {
    expect(datesOf('TA-Petro', [['Prices'], taHeader, ta()])).toBeUndefined()
  })
})

test("RATE-3 a cell is read only in its provider's formats, and must be a real day", () => {
  const iso = (cell: Cell) => readDate(cell, ['YYYY-MM-DD'], false)
  const both = (cell: Cell) => readDate(cell, ['YYYY-MM-DD', 'MM/DD/YYYY'], false)
  expect([iso('2026-11-09'), both('2026-11-09'), both(' 11/9/2026 ')]).toEqual(Array(3).fill({ value: '2026-11-09' }))
  expect([iso(46336), iso({ kind: 'date', text: '2026-11-10' })]).toEqual(Array(2).fill({ value: '2026-11-10' }))
  expect(iso(undefined).value).toBeUndefined()
  for (const cell of ['11/09/2026', 'today', '2026-02-30']) expect(iso(cell).fault).toBeDefined()
  for (const cell of ['13/31/2026', '02/30/2026', { kind: 'error', text: '#REF!' } as const])
    expect(both(cell).fault).toBeDefined()
})

test('RATE-3 the days of a range are listed in order, both ends included, and at most one beyond the limit', () => {
  expect(daysBetween({ from: '2026-02-27', to: '2026-03-01' })).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(daysBetween({ from: '2026-03-01', to: '2026-02-28' })).toEqual([])
  expect(daysBetween({ from: '2026-01-01', to: '2036-01-01' })).toHaveLength(longestRange + 1)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: longestRange - 1 }), (start, more) => {
      const dayOf = (days: number) => new Date(days * 86_400_000).toISOString().slice(0, 10)
      const days = daysBetween({ from: dayOf(start), to: dayOf(start + more) })
      expect(days).toEqual(Array.from({ length: more + 1 }, (_, at) => dayOf(start + at)))
    }),
  )
})
