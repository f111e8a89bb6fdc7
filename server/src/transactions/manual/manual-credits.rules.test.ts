import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultsOfCredit } from './manual-credits.rules.ts'

type Line = Parameters<typeof faultsOfCredit>[0][number]
const line = (quantity_milli: number, amount_cents: number, product = 'D1', unit: Line['unit'] = 'L'): Line => ({
  product,
  unit: product === 'CSH' ? null : unit,
  quantity_milli,
  amount_cents,
  pre_cents: amount_cents,
  gst_cents: 0,
  hst_cents: 0,
  pst_cents: 0,
  qst_cents: 0,
})
/** With HST in the amount. */
const taxed = (quantity_milli: number, amount_cents: number, hst_cents: number): Line => ({
  ...line(quantity_milli, amount_cents),
  pre_cents: amount_cents - hst_cents,
  hst_cents,
})
/** The rejected fields, by line. The form's tests cover the messages. */
const refused = (sold: Line[], credited: Line[], lines: Line[]) =>
  Object.keys(faultsOfCredit(sold, credited, lines))
    .map((name) => name.replace('txn_attr.', ''))
    .toSorted()

const sold = [line(100_000, 15_000)]
describe('TXN-13 a credit cannot exceed what is left', () => {
  test.each<[string, Line[], Line[], string[]]>([
    ['all of it', [], [line(-100_000, -15_000)], []],
    ['a thousandth more', [], [line(-100_001, -15_000)], ['0.dtl_qty']],
    ['a cent more', [], [line(-100_000, -15_001)], ['0.dtl_amt']],
    ['what earlier credits left', [line(-60_000, -9_000)], [line(-40_000, -6_000)], []],
    ['more than earlier credits left', [line(-60_000, -9_000)], [line(-40_001, -6_001)], ['0.dtl_amt', '0.dtl_qty']],
    ['all in two lines', [], [line(-60_000, -9_000), line(-40_000, -6_000)], []],
    ['too much in two lines', [], [line(-60_000, -9_000), line(-40_000, -6_001)], ['1.dtl_amt']],
    ['another product', [], [line(-1_000, -100, 'OIL', null)], ['0.dtl_amt']],
    ['a purchase', [], [line(1_000, 100)], ['0.dtl_amt', '0.dtl_qty']],
  ])('%s', (_, credited, lines, fields) => {
    expect(refused(sold, credited, lines)).toEqual(fields)
  })
  test('TXN-22 neither in money before tax nor in a sales tax', () => {
    const bought = [taxed(100_000, 11_300, 1_300)]
    expect(refused(bought, [], [taxed(-100_000, -11_300, -1_300)])).toEqual([])
    // The same amount with less tax is more before tax, and with more tax more tax.
    expect(refused(bought, [], [taxed(-100_000, -11_300, -1_299)])).toEqual(['0.dtl_amt'])
    expect(refused(bought, [], [taxed(-100_000, -11_300, -1_301)])).toEqual(['0.dtl_hst_amt'])
    expect(refused(bought, [taxed(-1_000, -2_300, -1_000)], [taxed(-1_000, -2_000, -301)])).toEqual(['0.dtl_hst_amt'])
    expect(refused(bought, [], [{ ...taxed(-100_000, -1_130, 0), pre_cents: -1_000, gst_cents: -130 }])).toEqual([
      '0.dtl_gst_amt',
    ])
  })
  test('for cash only the amount counts', () => {
    const cash = [line(1_000, 10_000, 'CSH')]
    expect(refused(cash, [line(-1_000, -4_000, 'CSH')], [line(-1_000, -6_000, 'CSH')])).toEqual([])
    expect(refused(cash, [line(-1_000, -4_000, 'CSH')], [line(-1_000, -6_001, 'CSH')])).toEqual(['0.dtl_amt'])
  })
  test('a quantity in another unit is converted, allowing for rounding', () => {
    // 26.418 gallons are 100.003 litres, two thousandths more than was bought.
    const litres = [line(100_001, 15_000)]
    expect(refused(litres, [], [line(-26_418, -15_000, 'D1', 'GAL')])).toEqual([])
    expect(refused(litres, [], [line(-26_419, -15_000, 'D1', 'GAL')])).toEqual(['0.dtl_qty'])
    expect(refused(litres, [], [line(-100_003, -15_000)])).toEqual(['0.dtl_qty'])
  })
  test('partial credits are accepted while they fit, and rejected from the first that does not', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(parts, (milli) => {
        const lines = milli.map((part) => line(-part, -1))
        const sums = milli.map((_, at) => milli.slice(0, at + 1).reduce((sum, part) => sum + part, 0))
        const expected = sums.flatMap((sum, at) => (sum > 100_000 ? [`${at}.dtl_qty`] : []))
        expect(refused(sold, [], lines)).toEqual(expected)
      }),
    )
  })
})
