import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { productCodes, purchaseGroups, purchaseGroupsOf } from '../lookups/products.rules.ts'
import { amountOf } from '../rules/exact.ts'
import {
  faultsOfLine,
  fieldsOfGroup,
  mostPerUnit,
  neededOf,
  neededOfGroup,
  priceFrom,
  type TypedField,
  type TypedLine,
  unitOfPlace,
} from './manual-lines.rules.ts'

/** The rejected fields. The form's tests cover the messages. */
const refused = (line: TypedLine) => Object.keys(faultsOfLine(line)).sort()

describe('TXN-6 the fields of a group', () => {
  test('the required fields of a group are among its fields', () => {
    for (const group of purchaseGroups)
      expect(neededOfGroup[group].filter((field) => !fieldsOfGroup[group].includes(field))).toEqual([])
  })
  test('PST is required for the two fuels only, and dash cash is a field of cash only', () => {
    const groupsWith = (groups: typeof neededOfGroup, field: TypedField) =>
      purchaseGroups.filter((group) => groups[group].includes(field))
    expect(groupsWith(neededOfGroup, 'dtl_pst_amt')).toEqual(['fuel', 'non_highway'])
    expect(groupsWith(fieldsOfGroup, 'dash_cash')).toEqual(['cash'])
    expect(neededOfGroup.cash).toEqual(['dtl_amt'])
    expect(neededOfGroup.oil).toEqual(['dtl_qty', 'dtl_hst_amt', 'dtl_gst_amt', 'dtl_qst_amt', 'dtl_amt'])
  })
  test('a product requires the same fields in every group that allows it', () => {
    for (const code of productCodes)
      for (const group of purchaseGroupsOf(code)) expect(neededOf(code)).toEqual(neededOfGroup[group])
  })
})

describe('TXN-6 a manually entered line', () => {
  const oil: TypedLine = {
    dtl_prd_cd: 'OIL',
    dtl_qty: 2,
    dtl_gst_amt: 1,
    dtl_hst_amt: 0,
    dtl_qst_amt: 0,
    dtl_amt: 21,
  }
  const cash: TypedLine = { dtl_prd_cd: 'CSH', dtl_amt: 100 }
  test.each<[string, TypedLine, TypedField[]]>([
    ['a complete line', oil, []],
    ['a complete credit', { ...oil, dtl_qty: -2, dtl_gst_amt: -1, dtl_amt: -21 }, []],
    [
      'empty fields',
      { dtl_prd_cd: 'OIL', dtl_gst_amt: null, dtl_amt: 21 },
      neededOf('OIL').slice(0, 4) as TypedField[],
    ],
    ['a quantity of 0', { ...oil, dtl_qty: 0 }, ['dtl_qty']],
    ['a quantity with the opposite sign of the amount', { ...oil, dtl_qty: -2 }, ['dtl_qty']],
    ['a tax with the opposite sign of the amount', { ...oil, dtl_gst_amt: -1 }, ['dtl_gst_amt']],
    ['taxes just below the amount', { ...oil, dtl_gst_amt: 12, dtl_qst_amt: 8.99 }, []],
    ['taxes equal to the amount', { ...oil, dtl_gst_amt: 12, dtl_qst_amt: 9 }, ['dtl_gst_amt']],
    ['cash that includes dash cash', { ...cash, dash_cash: 100 }, []],
    ['more dash cash than cash', { ...cash, dash_cash: 100.01 }, ['dash_cash']],
    ['dash cash with the opposite sign of the amount', { ...cash, dash_cash: -1 }, ['dash_cash']],
    ['a high price of a non-fuel product', { ...oil, dtl_net_price: mostPerUnit + 1 }, []],
  ])('%s', (_, line, fields) => {
    expect(refused(line)).toEqual(fields.toSorted())
  })
  test('rejects a fuel price above the limit, not the limit itself', () => {
    const faults = (dtl_net_price: number) => refused({ dtl_prd_cd: 'D1', dtl_net_price })
    expect(faults(mostPerUnit)).not.toContain('dtl_net_price')
    expect(faults(mostPerUnit + 0.0001)).toContain('dtl_net_price')
  })
})

test('M10 fuel is counted in litres in Canada and in gallons in the USA; without a place the currency decides', () => {
  expect([unitOfPlace('ON', 'USD'), unitOfPlace('oh', 'CAD')]).toEqual(['L', 'GAL'])
  for (const unknown of [null, '', 'ZZ'])
    expect([unitOfPlace(unknown, 'CAD'), unitOfPlace(unknown, 'USD')]).toEqual(['L', 'GAL'])
})

test('TXN-6 the price derived from an amount and a quantity gives that amount again, within rounding', () => {
  expect([priceFrom(2100, 2000), priceFrom(-2100, -2000), priceFrom(-2100, 2000), priceFrom(500, 0)]).toEqual([
    10_500_000, 10_500_000, -10_500_000, 0,
  ])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 10_000_000 }), (cents, milli) => {
      // Half of the price's last digit over the whole quantity, plus half a cent for the amount.
      const slack = milli / 1000 / 200 + 1
      expect(Math.abs(amountOf(milli, priceFrom(cents, milli)) - cents)).toBeLessThanOrEqual(slack)
    }),
  )
})
