import { expect, test } from 'vitest'
import { addedUpOf, readIftaRows, type TextRow } from './ifta-files.rules.ts'

const rowsOf = (text: string, separator = ','): TextRow[] =>
  text.split('\n').map((line, at) => ({ row: at + 1, cells: line.split(separator) }))
const faults = (read: { faults: { row: number; column: string | null; value: string | null; reason: string }[] }) =>
  read.faults.map(({ row, column, value, reason }) => [row, column, value, reason])

test('REPT-5 a file of distances is read by its headers, in any order and case', () => {
  const read = readIftaRows(
    'distances',
    rowsOf('Jurisdiction,UNIT,Length Unit,distance,Driver\nON,t1,km,1000.5,Ann'),
    ',',
  )
  expect(read).toEqual({
    rows: [
      { unit_number: 'T1', jurisdiction: 'CA-ON', distance_milli: 1_000_500, taxable_milli: null, length_unit: 'km' },
    ],
    read: 1,
    failed: 0,
    faults: [],
    unused_columns: ['Driver'],
  })
  const french = 'unit;jurisdiction;distance;length_unit;taxable_distance\nT1;NY;12,5;mi;0'
  expect(readIftaRows('distances', rowsOf(french, ';'), ';').rows).toEqual([
    { unit_number: 'T1', jurisdiction: 'US-NY', distance_milli: 12_500, taxable_milli: 0, length_unit: 'mi' },
  ])
})

test('REPT-5 a file with semicolons shows by its other numbers what 1,234 is, or the row is named', () => {
  const head = 'unit;jurisdiction;distance;length_unit'
  const readLines = (...distances: string[]) =>
    readIftaRows('distances', rowsOf([head, ...distances.map((one) => `T1;ON;${one};km`)].join('\n'), ';'), ';')
  expect(readLines('1,234', '1 234,5').rows.map(({ distance_milli }) => distance_milli)).toEqual([1234, 1_234_500])
  expect(readLines('1,234', '12.5').rows.map(({ distance_milli }) => distance_milli)).toEqual([1_234_000, 12_500])
  expect(faults(readLines('12', '1,234'))).toEqual([
    [3, 'distance', '1,234', 'ifta.ambiguous {"whole":"1234","decimals":"1,2340"}'],
  ])
})

test('REPT-5 a value under no header is named, because a comma may have cut it off a number', () => {
  const cut = 'unit,jurisdiction,length_unit,distance\nT1,ON,km,1,234\nT1,QC,km,7, ,\nT1,MB,km,8'
  const read = readIftaRows('distances', rowsOf(cut), ',')
  expect(faults(read)).toEqual([[2, null, '234', 'ifta.nameless-cell']])
  expect([read.read, read.failed, read.rows.map(({ distance_milli }) => distance_milli)]).toEqual([3, 1, [7000, 8000]])
  // A header that is there but empty names nothing either.
  const blank = 'unit,jurisdiction,length_unit,distance,\nT1,ON,km,0,143'
  expect(faults(readIftaRows('distances', rowsOf(blank), ','))).toEqual([[2, null, '143', 'ifta.nameless-cell']])
})

test('REPT-5 an empty file says so', () => {
  expect(() => readIftaRows('fuel', [], ',')).toThrow('file.empty')
})

test('REPT-5 every bad cell is named by row, column and reason, and nothing is guessed', () => {
  const text = [
    'unit,jurisdiction,distance,length_unit,taxable_distance',
    'T1,Ontario,10,km,',
    ',ON,ten,leagues,',
    'T1,QC,10,km,11',
    'T1,QC,10,km,10',
  ].join('\n')
  const read = readIftaRows('distances', rowsOf(text), ',')
  expect([read.read, read.failed, read.rows.length]).toEqual([4, 3, 1])
  expect(faults(read)).toEqual([
    [2, 'jurisdiction', 'Ontario', 'ifta.jurisdiction'],
    [3, 'unit', null, 'field.required'],
    [3, 'distance', 'ten', 'field.number'],
    [3, 'length_unit', 'leagues', 'field.choice {"options":"km, mi"}'],
    [4, 'taxable_distance', '11', 'ifta.taxable'],
  ])
})

test('REPT-5 rows for the same unit and jurisdiction are named, because they add up', () => {
  const lines = ['T1,ON,10,km', 't1,CA-ON,10,km', 'T1,QC,10,km', 'T2,ON,10,km']
  const { rows } = readIftaRows(
    'distances',
    rowsOf(['unit,jurisdiction,distance,length_unit', ...lines].join('\n')),
    ',',
  )
  expect(addedUpOf(rows)).toEqual([{ unit_number: 'T1', jurisdiction: 'CA-ON', rows: 2 }])
  const fuel = ['T1,ON,diesel,1,L,yes', 'T1,ON,diesel,1,GAL,yes', 'T1,ON,diesel,1,L,no', 'T1,ON,gasoline,1,L,yes']
  const addedUp = (more: string[]) => {
    const text = ['unit,jurisdiction,fuel_type,quantity,unit_of_quantity,tax_paid', ...fuel, ...more].join('\n')
    return addedUpOf(readIftaRows('fuel', rowsOf(text), ',').rows)
  }
  expect(addedUp([])).toEqual([])
  expect(addedUp(['T1,ON,gasoline,2,L,yes'])).toEqual([{ unit_number: 'T1', jurisdiction: 'CA-ON', rows: 2 }])
})

test('REPT-5 fuel bought elsewhere has its type, unit and whether tax was paid', () => {
  const head = 'unit,jurisdiction,fuel_type,quantity,unit_of_quantity,tax_paid,note'
  const read = readIftaRows('fuel', rowsOf(`${head}\nT1,MX,Diesel,100.25,gal,no,Own tank\nT2,ON,RF,0,L,perhaps,`), ',')
  expect(read.rows).toEqual([
    {
      unit_number: 'T1',
      jurisdiction: 'MX',
      fuel_type: 'diesel',
      quantity_milli: 100_250,
      unit: 'GAL',
      is_tax_paid: false,
      note: 'Own tank',
    },
  ])
  expect(faults(read).map(([, column]) => column)).toEqual(['fuel_type', 'tax_paid', 'quantity'])
})

test('REPT-5 a rate is per litre in CAD or per gallon in USD, once, and only for members', () => {
  const head = 'jurisdiction,fuel_type,rate,unit,currency,surcharge'
  const lines = [
    'ON,diesel,0.1430,L,CAD,',
    'KY,diesel,0.216,GAL,USD,0.098',
    'ON,diesel,0.2,L,CAD,',
    'QC,diesel,0.2,L,USD,',
  ]
  const read = readIftaRows('rates', rowsOf([head, ...lines, 'YT,diesel,0.1,L,CAD,'].join('\n')), ',')
  expect(read.rows.map(({ jurisdiction, rate_e6, surcharge_e6 }) => [jurisdiction, rate_e6, surcharge_e6])).toEqual([
    ['CA-ON', 143_000, null],
    ['US-KY', 216_000, 98_000],
  ])
  expect(faults(read)).toEqual([
    [4, 'jurisdiction', 'ON', 'ifta.rate-twice {"row":2}'],
    [5, 'currency', 'USD', 'ifta.rate-currency'],
    [6, 'jurisdiction', 'YT', 'ifta.rate-outside'],
  ])
})

test('REPT-5 a rate or surcharge in cents is named', () => {
  const head = 'jurisdiction,fuel_type,rate,unit,currency,surcharge'
  const lines = ['BC,diesel,14.3,L,CAD,', 'KY,diesel,.216,GAL,USD,9.8', 'ON,diesel,5,L,CAD,']
  const read = readIftaRows('rates', rowsOf([head, ...lines].join('\n')), ',')
  expect(read.rows.map(({ jurisdiction }) => jurisdiction)).toEqual(['CA-ON'])
  expect(faults(read)).toEqual([
    [2, 'rate', '14.3', 'ifta.rate-high {"max":5}'],
    [3, 'surcharge', '9.8', 'ifta.rate-high {"max":5}'],
  ])
})

test('REPT-5 a file without its columns or rows is refused', () => {
  const reading = (text: string) => () => readIftaRows('distances', rowsOf(text), ',')
  expect(reading('unit,distance\nT1,4')).toThrow('sheet.columns-missing {"columns":"jurisdiction|length_unit"}')
  expect(reading('unit,unit,jurisdiction,distance,length_unit\nT1,,ON,4,km')).toThrow('sheet.column-twice')
  expect(reading('unit,jurisdiction,distance,length_unit')).toThrow('sheet.no-rows')
})
