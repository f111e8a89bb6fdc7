import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type TaxQuestion, type TaxRow, taxesOn, taxTable } from './tax.rules.ts'
import { readTaxFile } from './tax-file.rules.ts'

const text = readFileSync(new URL('../../../server/src/db/seed/tax-rates.csv', import.meta.url), 'utf8')
const table = taxTable(readTaxFile(text))
const ask = (
  province: string,
  date: string,
  product_class: TaxQuestion['product_class'] = 'diesel',
  region: string | null = null,
  among = table,
) => {
  const { unit, sales, missing } = taxesOn(among, { province, date, product_class, region })
  const rates = [...unit.map((row) => [row.tax, row.rate_e6]), ...sales.map((row) => [row.tax, row.rate_e5])]
  return { ...Object.fromEntries(rates), ...(missing.length > 0 ? { missing } : {}) }
}

describe('RATE-4 the shipped tax rates', () => {
  test('match the document, for diesel in November 2026', () => {
    const base = { FET: 0, PCT: 0 }
    expect(
      Object.fromEntries(
        ['AB', 'BC', 'SK', 'MB', 'ON', 'QC', 'NB', 'NS', 'PE', 'NL', 'YT', 'NT', 'NU'].map((place) => [
          place,
          ask(place, '2026-11-15'),
        ]),
      ),
    ).toEqual({
      AB: { ...base, PFT: 0, GST: 5000 },
      BC: { ...base, PFT: 150_000, GST: 5000 },
      SK: { ...base, PFT: 150_000, GST: 5000 },
      MB: { ...base, PFT: 125_000, GST: 5000 },
      ON: { ...base, PFT: 90_000, HST: 13_000 },
      QC: { ...base, PFT: 202_000, GST: 5000, QST: 9975 },
      NB: { ...base, PFT: 154_500, HST: 15_000 },
      NS: { ...base, PFT: 154_000, HST: 14_000 },
      PE: { ...base, PFT: 141_500, HST: 15_000 },
      NL: { ...base, PFT: 95_000, HST: 15_000 },
      YT: { ...base, PFT: 72_000, GST: 5000 },
      NT: { ...base, PFT: 91_000, GST: 5000 },
      NU: { ...base, PFT: 91_000, GST: 5000 },
    })
  })
  test('match the document, for gasoline, the dyed grade and merchandise', () => {
    const gasoline = {
      AB: 0,
      BC: 145_000,
      SK: 150_000,
      MB: 125_000,
      ON: 90_000,
      QC: 192_000,
      NB: 108_700,
      NS: 155_000,
      PE: 84_700,
      NL: 75_000,
      YT: 62_000,
      NT: 107_000,
      NU: 64_000,
    }
    for (const [place, PFT] of Object.entries(gasoline))
      expect(ask(place, '2026-11-15', 'gasoline')).toMatchObject({ PFT, FET: 0 })
    expect(ask('AB', '2026-09-30', 'gasoline')).toMatchObject({ PFT: 130_000 })
    expect(ask('AB', '2026-09-30', 'reefer')).toEqual({ FET: 0, PCT: 0, PFT: 40_000, GST: 5000 })
    expect(ask('AB', '2026-10-01', 'reefer')).toEqual({ FET: 0, PCT: 0, PFT: 0, GST: 5000 })
    expect(ask('BC', '2027-04-01', 'reefer', 'BC-Vancouver')).toEqual({ FET: 40_000, PCT: 0, PFT: 0, GST: 5000 })
    const goods = ['BC', 'SK', 'MB', 'QC', 'AB', 'ON'].map((place) => ask(place, '2026-11-15', 'merchandise'))
    expect(goods).toEqual([
      { GST: 5000, PST: 7000 },
      { GST: 5000, PST: 6000 },
      { GST: 5000, PST: 7000 },
      { GST: 5000, QST: 9975 },
      { GST: 5000 },
      { HST: 13_000 },
    ])
    expect([ask('ON', '2026-11-15', 'cash'), ask('QC', '2026-11-15', 'fee')]).toEqual([{}, {}])
  })
  test('change on their days: the excise suspension, Alberta, Nova Scotia, the carbon charge', () => {
    const fet = (date: string, kind: 'diesel' | 'gasoline') => ask('ON', date, kind).FET
    const days = ['2026-04-19', '2026-04-20', '2027-01-31', '2027-02-01', '2027-03-31', '2027-04-01']
    expect(days.map((day) => fet(day, 'diesel'))).toEqual([40_000, 0, 0, 20_000, 20_000, 40_000])
    expect(days.map((day) => fet(day, 'gasoline'))).toEqual([100_000, 0, 0, 50_000, 50_000, 100_000])
    expect(['2026-09-30', '2026-10-01'].map((day) => ask('AB', day).PFT)).toEqual([130_000, 0])
    expect(['2025-03-31', '2025-04-01'].map((day) => ask('NS', day).HST)).toEqual([15_000, 14_000])
    expect(
      ['ON', 'BC', 'QC'].map((place) => [ask(place, '2025-03-31').PCT, ask(place, '2025-03-31', 'gasoline').PCT]),
    ).toEqual([
      [213_900, 176_100],
      [207_400, 176_100],
      [0, 0],
    ])
    expect(ask('NT', '2025-03-31').missing).toContain('PCT')
  })
  test('include the local taxes of two regions and the federal ones of the USA', () => {
    expect([
      ask('BC', '2026-11-15', 'diesel', 'BC-Vancouver').Local,
      ask('BC', '2026-11-15', 'diesel', 'BC-Victoria').Local,
    ]).toEqual([125_000, 55_000])
    expect([
      ask('TX', '2026-11-15'),
      ask('TX', '2026-11-15', 'gasoline'),
      ask('TX', '2026-11-15', 'merchandise'),
    ]).toEqual([{ FET: 244_000 }, { FET: 184_000 }, {}])
  })
})

describe('RATE-4 taxes of a day', () => {
  test("a date without a row is a missing rate, never zero, and names HST if that is the place's tax", () => {
    expect(ask('ON', '2020-01-01')).toEqual({ missing: ['FET', 'PFT', 'PCT', 'HST'] })
    expect(ask('AB', '2025-03-31')).toEqual({ PCT: 213_900, missing: ['FET', 'PFT', 'GST'] })
    expect(ask('ZZ', '2026-11-15')).toEqual({ missing: ['FET', 'PFT', 'GST'] })
    expect(ask('BC', '2025-03-31', 'diesel', 'BC-Vancouver').missing).toContain('Local')
    expect(ask('ON', '2026-11-15', 'merchandise', null, taxTable([]))).toEqual({ missing: ['GST'] })
  })
  const shared = { region: null, product_class: 'cash', from_date: '2026-01-01', to_date: null } as const
  test('HST replaces GST and PST, a zero HST replaces nothing, and the narrowest row applies', () => {
    const sales = (id: number, tax: 'GST' | 'HST' | 'PST', rate_e5: number, jurisdiction = 'CA-ON'): TaxRow => ({
      ...shared,
      id,
      jurisdiction,
      kind: 'ad_valorem',
      tax,
      rate_e5,
    })
    const three = [sales(1, 'GST', 5000, 'CA'), sales(2, 'PST', 8000)]
    expect(ask('ON', '2026-11-15', 'cash', null, taxTable([...three, sales(3, 'HST', 13_000)]))).toEqual({
      HST: 13_000,
    })
    expect(ask('ON', '2026-11-15', 'cash', null, taxTable([...three, sales(3, 'HST', 0)]))).toEqual({
      GST: 5000,
      HST: 0,
      PST: 8000,
    })
    expect(
      ask('ON', '2026-11-15', 'cash', null, taxTable([sales(1, 'GST', 5000, 'CA'), sales(2, 'GST', 6000)])),
    ).toEqual({ GST: 6000 })
    expect(() =>
      ask('ON', '2026-11-15', 'cash', null, taxTable([sales(1, 'GST', 5000), sales(2, 'GST', 6000)])),
    ).toThrow(/Two rates of GST/)
  })
})
