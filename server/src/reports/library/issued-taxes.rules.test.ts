import { english } from '@portal/contract/english.ts'
import { expect, test } from 'vitest'
import {
  type IssuedTax,
  rateNotes,
  splitCents,
  sumTaxes,
  taxEntries,
  taxShares,
  type WrittenOff,
} from './issued-taxes.rules.ts'

test('REPT-9 parts of an amount add up to it, for any weights and both signs', () => {
  expect(splitCents(100, [1, 1, 1])).toEqual([34, 33, 33])
  expect(splitCents(-100, [1, 1, 1])).toEqual([-34, -33, -33])
  expect(splitCents(5, [0, 3, 0])).toEqual([0, 5, 0])
  expect(splitCents(7, [])).toEqual([])
  let seed = 7
  const random = (under: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % under
  }
  for (let n = 0; n < 500; n += 1) {
    const weights = Array.from({ length: 1 + random(9) }, () => random(100_000_000) - (n % 3 === 0 ? 1000 : 0))
    const whole = weights.reduce((sum, one) => sum + one, 0)
    if (whole <= 0) continue
    const cents = random(99_999_999) * (n % 2 === 0 ? 1 : -1)
    const parts = splitCents(cents, weights)
    expect(parts.reduce((sum, one) => sum + one, 0)).toBe(cents)
    for (const [at, part] of parts.entries())
      expect(Math.abs(part - (cents * (weights[at] ?? 0)) / whole)).toBeLessThan(1.001)
  }
})

const writtenOff = (changes: Partial<WrittenOff> = {}): WrittenOff => ({
  id: 1,
  invoice_id: 9,
  number: 'INV-1',
  day: '2026-10-05',
  currency: 'CAD',
  company_name: 'Payer',
  cents: 5000,
  issued_cents: 11_300,
  taxes: [
    { province: 'ON', gst_cents: 0, hst_cents: 800, pst_cents: 0, qst_cents: 0 },
    { province: 'QC', gst_cents: 170, hst_cents: 0, pst_cents: 0, qst_cents: 330 },
  ],
  ...changes,
})
test('REPT-9 the tax in a write-off is its share of the invoice’s tax; a reversal is its exact opposite', () => {
  const shares = taxShares(writtenOff())
  // 5,000 × 1,300 ÷ 11,300 = 575.2
  expect(shares.reduce((sum, { cents }) => sum + cents, 0)).toBe(575)
  expect(shares).toEqual([
    { province: 'ON', tax: 'HST', cents: 354 },
    { province: 'QC', tax: 'GST', cents: 75 },
    { province: 'QC', tax: 'QST', cents: 146 },
  ])
  expect(taxShares(writtenOff({ cents: -5000 }))).toEqual(shares.map((one) => ({ ...one, cents: -one.cents })))
  expect(taxShares(writtenOff({ taxes: [] }))).toEqual([])
  expect(taxShares(writtenOff({ cents: 11_300 })).map(({ cents }) => cents)).toEqual([800, 170, 330])
})

const issued = (changes: Partial<IssuedTax> = {}): IssuedTax => ({
  kind: 'invoice',
  document_id: 1,
  number: 'INV-1',
  day: '2026-10-05',
  currency: 'USD',
  company_name: 'Payer',
  legal_name: 'Fresh Fuels',
  gst_hst_number: '1',
  qst_number: '2',
  province: 'ON',
  gst_cents: 0,
  hst_cents: 1300,
  pst_cents: 0,
  qst_cents: 0,
  gst_base_cents: 0,
  hst_base_cents: 10_000,
  pst_base_cents: 0,
  qst_base_cents: 0,
  untaxed_cents: 250,
  ...changes,
})
const rates = [{ day: '2026-10-05', rate_e6: 1_400_000 }]
test('REPT-9 documents become entries by tax, and their sums are in CAD only where every rate is known', () => {
  const note = issued({ kind: 'void', hst_cents: -300, hst_base_cents: -2308, untaxed_cents: 0 })
  const entries = taxEntries([issued(), note], [])
  expect(entries.map(({ column, tax, cents, base_cents }) => [column, tax, cents, base_cents])).toEqual([
    ['collected', 'HST', 1300, 10_000],
    ['collected', 'No sales tax', 0, 250],
    ['voided', 'HST', -300, -2308],
  ])
  const taxed = entries.filter(({ tax }) => tax === 'HST')
  expect(sumTaxes(taxed, rates)).toEqual({
    base_cents: 7692,
    collected_cents: 1300,
    credited_cents: 0,
    voided_cents: -300,
    net_cents: 1000,
    written_off_cents: 0,
    base_cad: 10_769,
    net_cad: 1400,
    written_off_cad: 0,
  })
  expect(sumTaxes(taxed, [])).toMatchObject({ net_cents: 1000, net_cad: null, base_cad: null, written_off_cad: 0 })
  expect(rateNotes(entries, rates)).toEqual([])
  expect(rateNotes([...entries, { currency: 'CAD', day: '2026-01-01' }], []).map(english)).toEqual([
    'Days with documents in USD but without an exchange rate: 1, the first on 2026-10-05. Amounts in CAD that need one are left empty.',
  ])
})
