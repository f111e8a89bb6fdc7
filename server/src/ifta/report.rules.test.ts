import { english } from '@portal/contract/english.ts'
import { expect, test } from 'vitest'
import { fuelSheetOf } from './ifta.rules.ts'
import { exactLength, exactVolume } from './ifta-measures.rules.ts'
import { notesOf, reportRowsOf } from './report.rules.ts'

const sheet = (fuel_type: 'diesel' | 'gasoline', rate_e6: number | null) =>
  fuelSheetOf({
    fuel_type,
    base: 'CA',
    driven: [{ jurisdiction: 'CA-ON', distance: exactLength(1_000_000, 'km'), taxable: exactLength(1_000_000, 'km') }],
    bought: [{ jurisdiction: 'CA-QC', volume: exactVolume(500_000, 'L'), is_tax_paid: false }],
    rates:
      rate_e6 === null ? [] : ['CA-ON', 'CA-QC'].map((jurisdiction) => ({ jurisdiction, rate_e6, surcharge_e6: null })),
  })

test('REPT-5 a report has the rows of each fuel type, a subtotal and one total', () => {
  const { rows, totals } = reportRowsOf({
    currency: 'CAD',
    fuels: [sheet('diesel', 100_000), sheet('gasoline', 50_000)],
  })
  expect(
    rows.map(({ fuel_type, kind, jurisdiction, taxable, tax }) => [fuel_type, kind, jurisdiction, taxable, tax]),
  ).toEqual([
    ['diesel', 'row', 'CA-ON', 500, 50],
    ['diesel', 'row', 'CA-QC', 0, 0],
    ['diesel', 'subtotal', null, 500, 50],
    ['gasoline', 'row', 'CA-ON', 500, 25],
    ['gasoline', 'row', 'CA-QC', 0, 0],
    ['gasoline', 'subtotal', null, 500, 25],
  ])
  expect(totals).toEqual([{ currency: 'CAD', tax: 75 }])
  expect(reportRowsOf({ currency: 'CAD', fuels: [sheet('diesel', 1), sheet('gasoline', null)] }).totals).toEqual([
    { currency: 'CAD', tax: null },
  ])
  expect(reportRowsOf({ currency: 'CAD', fuels: [] })).toEqual({ rows: [], totals: [] })
})

test('REPT-5 a file says the average of each fuel type and where the rates are from', () => {
  const about = { base: 'CA', length_unit: 'km', volume_unit: 'L' } as const
  const fuels = [sheet('diesel', 100_000)]
  expect(notesOf({ ...about, fuels, rate_sources: ['Sample rates'] }).map(english)).toEqual([
    'Diesel: 1,000 km ÷ 500 L = 2.00 km/L on average.',
    'Rates: Sample rates.',
  ])
  expect(notesOf({ ...about, fuels: [], rate_sources: [] })).toEqual([])
})
