import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ProductCode, productCodes, productsOfGroup, purchaseGroupsOf } from '../lookups/products.rules.ts'
import { baseAuthorization, groupForForm, groupForView, orderForView, ungroup } from './lines.rules.ts'

const line = (product: ProductCode, name: string = product) => ({ product, name })
const namesOf = ({ groups, further }: ReturnType<typeof groupForView<ReturnType<typeof line>>>) => [
  ...Object.values(groups).map((one) => one?.line.name ?? null),
  further.map(({ line: { name } }) => name),
]

test('TXN-7 the first D1 line is the fuel, and OTH lines fill the two other groups', () => {
  expect(
    namesOf(groupForView([line('OTH', 'scale'), line('D1', 'first'), line('D1', 'second'), line('OTH', 'wash')])),
  ).toEqual(['first', 'scale', 'wash', ['second']])
  expect(namesOf(groupForView([line('RF'), line('D1W'), line('GAS'), line('OIL'), line('CSH'), line('FEE')]))).toEqual([
    null,
    null,
    null,
    ['RF', 'D1W', 'GAS', 'OIL', 'CSH', 'FEE'],
  ])
})

test('TXN-7 a DEF line becomes other1Purchase and leaves fuelPurchase empty, and the fuel becomes a further line', () => {
  expect(
    namesOf(groupForView([line('D1'), line('OTH', 'scale'), line('DEF'), line('OTH', 'wash'), line('DEF', 'more')])),
  ).toEqual([null, 'DEF', 'scale', ['D1', 'wash', 'more']])
})

test('TXN-14 every line is shown once: the fuel first, with or without a group, then the groups, then the rest', () => {
  const shown = (...lines: ReturnType<typeof line>[]) =>
    orderForView(lines).map(({ group, line: { name } }) => [group, name])
  expect(shown(line('OTH', 'scale'), line('DEF'), line('D1'), line('FEE'))).toEqual([
    [null, 'D1'],
    ['other1Purchase', 'DEF'],
    ['other2Purchase', 'scale'],
    [null, 'FEE'],
  ])
  expect(shown(line('OIL'), line('OTH', 'scale'), line('GAS'))).toEqual([
    [null, 'GAS'],
    ['other1Purchase', 'scale'],
    [null, 'OIL'],
  ])
  expect(shown(line('RF'), line('D1', 'first'), line('D1', 'second'), line('OTH', 'scale'))).toEqual([
    ['fuelPurchase', 'first'],
    [null, 'second'],
    ['other1Purchase', 'scale'],
    [null, 'RF'],
  ])
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...productCodes)), (products) => {
      const places = orderForView(products.map((product) => line(product))).map(({ at }) => at)
      expect(places.toSorted((one, other) => one - other)).toEqual([...products.keys()])
    }),
  )
})

test('TXN-6 the form puts each line in a group its product allows, DEF before lines with a choice', () => {
  const { groups, further } = groupForForm([
    line('OTH', 'scale'),
    line('DEF'),
    line('D1W'),
    line('RF'),
    line('GAS'),
    line('CSH'),
    line('OIL'),
    line('FEE'),
  ])
  expect(Object.fromEntries(Object.entries(groups).map(([group, one]) => [group, one?.line.name]))).toEqual({
    fuel: 'D1W',
    non_highway: 'RF',
    other1: 'DEF',
    other2: 'scale',
    cash: 'CSH',
    oil: 'OIL',
    fee: 'FEE',
  })
  expect(further.map(({ line: { name } }) => name)).toEqual(['GAS'])
  expect(productsOfGroup('fuel')).toEqual(['D1', 'D1W', 'GAS'])
  expect(productsOfGroup('other1')).toEqual(['DEF', 'OTH'])
})

test('TXN-7 no line is lost, and an unchanged form returns the lines it was given', () => {
  const transaction = fc.array(fc.constantFrom(...productCodes), { maxLength: 12 })
  fc.assert(
    fc.property(transaction, fc.boolean(), (products, isSame) => {
      const twin = line('OTH')
      const lines = products.map((product, index) =>
        isSame && product === 'OTH' ? twin : line(product, String(index)),
      )
      expect(ungroup(groupForView(lines))).toEqual(lines)
      expect(ungroup(groupForForm(lines))).toEqual(lines)
      for (const [group, one] of Object.entries(groupForForm(lines).groups))
        if (one) expect(purchaseGroupsOf(one.line.product)).toContain(group)
    }),
    { numRuns: 2000 },
  )
})

test('TXN-4 the base of a code excludes its final product suffix', () => {
  const codes = [
    'A252014353-TA',
    'A252014353-DF',
    ' A252014353 ',
    'A25-2014-DF',
    '123456-78',
    'A1-DIESEL',
    '-TA',
    'A252014353-df',
  ]
  expect(codes.map(baseAuthorization)).toEqual([
    'A252014353',
    'A252014353',
    'A252014353',
    'A25-2014',
    '123456-78',
    'A1-DIESEL',
    '-TA',
    'A252014353',
  ])
})
