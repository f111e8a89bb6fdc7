import { expect, test } from 'vitest'
import {
  fuels,
  isFuel,
  productCodes,
  productsOfGroup,
  purchaseGroups,
  purchaseGroupsOf,
  readProduct,
  roadFuels,
  taxClassOf,
} from './products.rules.ts'

test('an unknown product is null, never a default', () => {
  expect([' d1w', 'DIESEL', ''].map(readProduct)).toEqual(['D1W', null, null])
  for (const code of productCodes) expect(readProduct(code.toLowerCase())).toBe(code)
})

test('RATE-4 each product has its tax class, and DEF is merchandise', () => {
  expect(Object.fromEntries(productCodes.map((code) => [code, taxClassOf(code)]))).toEqual({
    D1: 'diesel',
    D1W: 'diesel',
    RF: 'reefer',
    GAS: 'gasoline',
    DEF: 'merchandise',
    OIL: 'merchandise',
    OTH: 'merchandise',
    CSH: 'cash',
    FEE: 'fee',
  })
})

test("RATE-4 diesel, gasoline and reefer fuel are fuel; only fuel for the truck's engine is road fuel", () => {
  expect(fuels).toEqual(['D1', 'D1W', 'RF', 'GAS'])
  expect(productCodes.filter((code) => !isFuel(code))).toEqual(['DEF', 'OIL', 'OTH', 'CSH', 'FEE'])
  expect(roadFuels).toEqual(['D1', 'D1W', 'GAS'])
})

test('TXN-6 every group of the form offers products, and every product is in a group', () => {
  expect(Object.fromEntries(purchaseGroups.map((group) => [group, productsOfGroup(group)]))).toEqual({
    fuel: ['D1', 'D1W', 'GAS'],
    non_highway: ['RF'],
    other1: ['DEF', 'OTH'],
    other2: ['OTH'],
    cash: ['CSH'],
    oil: ['OIL'],
    fee: ['FEE'],
  })
  for (const code of productCodes) {
    expect(purchaseGroupsOf(code)).not.toEqual([])
    for (const group of purchaseGroupsOf(code)) expect(productsOfGroup(group)).toContain(code)
  }
})
