import { expect, test } from 'vitest'
import {
  decimalMarkOf,
  readScaled,
  readUnitNumber,
  readWord,
  readYesNo,
  type ShownMark,
  wordsFor,
} from './ifta-cells.rules.ts'

/** Milli of a number in a file of commas, or with another decimal mark. */
const milli = (text: string, mark: ShownMark = '.') => {
  const read = readScaled(text, 3, mark)
  return read.value ?? read.fault
}

test('REPT-5 numbers are read from their text, and an unclear one is refused', () => {
  expect(['12', '12.5', '.5', '0', '1,234.125', '1,234,567', '1,234', '12.500000'].map((text) => milli(text))).toEqual([
    12_000, 12_500, 500, 0, 1_234_125, 1_234_567_000, 1_234_000, 12_500,
  ])
  expect(['1e3', '12 km', '5.', '1,23,456', '1 23', '12 345 6'].map((text) => milli(text))).toEqual(
    Array.from({ length: 6 }, () => 'field.number'),
  )
  expect(['12,5', '1,23', '1,2345', '1 234,5'].map((text) => milli(text))).toEqual(
    Array.from({ length: 4 }, () => 'ifta.decimal-comma'),
  )
  expect(['-4', '-0.5', '−4', '- 4'].map((text) => milli(text))).toEqual(
    Array.from({ length: 4 }, () => 'ifta.negative'),
  )
  expect(milli('')).toBe('field.required')
  expect(milli('1.2345')).toBe('field.decimals {"max":3}')
  expect(milli('1234567890')).toBe('field.at-most {"max":999999999}')
})

test('REPT-5 French numbers have decimal commas, and groups by any kind of space', () => {
  for (const text of ['1 234,5', '1\u00a0234,5', '1\u202f234,5', '1234,5']) expect(milli(text, ',')).toBe(1_234_500)
  expect(['1 234', '12 345 678', '0,125'].map((text) => milli(text, ','))).toEqual([1_234_000, 12_345_678_000, 125])
  expect(milli('1 234.5')).toBe(1_234_500)
})

test('REPT-5 a number that is thousands or decimals is read only as the file shows', () => {
  expect(milli('1,234', ',')).toBe(1234)
  expect(milli('1.234', '.')).toBe(1234)
  expect(milli('1,234', '.')).toBe(1_234_000)
  expect(milli('1,234', null)).toBe('ifta.ambiguous {"whole":"1234","decimals":"1,2340"}')
  expect(milli('1.234', null)).toBe('ifta.ambiguous {"whole":"1234","decimals":"1.2340"}')
  expect(milli('1.234', ',')).toBe('ifta.ambiguous {"whole":"1234","decimals":"1.2340"}')
  // What the message asks for is clear, and shows the mark.
  expect([milli('1234', null), milli('1,2340', null), decimalMarkOf(';', ['1,2340'])]).toEqual([1_234_000, 1234, ','])
})

test('REPT-5 the decimal mark is a point between commas, else what the numbers show if they agree', () => {
  expect(decimalMarkOf(',', ['12,5'])).toBe('.')
  for (const shown of ['12,5', '0,342', '1 234,567', '1234,567']) expect(decimalMarkOf(';', ['1,234', shown])).toBe(',')
  for (const shown of ['12.5', '0.342', '1,234.5', '1,234,567']) expect(decimalMarkOf('\t', ['1,234', shown])).toBe('.')
  for (const shown of [[], ['1,234', '12'], ['12,5', '12.5'], ['1,2x', 'ten']])
    expect(decimalMarkOf(';', shown)).toBe(null)
})

test('REPT-5 words are read in any case; others name the choices', () => {
  const units = wordsFor(['km', 'mi'])
  expect(readWord('KM', units)).toEqual({ value: 'km' })
  for (const word of ['constructor', '__proto__', 'toString']) expect(readWord(word, units).value).toBe(undefined)
  expect(readWord('miles', units)).toEqual({ fault: 'field.choice {"options":"km, mi"}' })
  expect(['Yes', 'N', 'oui', 'FALSE', 'TRUE'].map((text) => readYesNo(text).value)).toEqual([
    'yes',
    'no',
    'yes',
    'no',
    'yes',
  ])
  expect(readYesNo('maybe').fault).toBe('field.choice {"options":"yes, no"}')
  expect([' t-12 ', ''].map((text) => readUnitNumber(text).value)).toEqual(['T-12', undefined])
  expect(readUnitNumber('X'.repeat(101)).fault).toBe('field.too-long {"max":100}')
})
