import { expect, test } from 'vitest'
import { readScaled, readUnitNumber, readWord, readYesNo, wordsFor } from './ifta-cells.rules.ts'

test('REPT-5 numbers are read from their text, and an unclear one is refused', () => {
  const milli = (text: string, isCommaMark = false) => {
    const read = readScaled(text, 3, isCommaMark)
    return read.value ?? read.fault
  }
  expect(['12', '12.5', '0', '1,234.125', '1,234,567', '12.500000'].map((text) => milli(text))).toEqual([
    12_000, 12_500, 0, 1_234_125, 1_234_567_000, 12_500,
  ])
  expect(['12,5', '1,23', '1e3', '12 km', '.5', '1,2345'].map((text) => milli(text))).toEqual(
    Array.from({ length: 6 }, () => 'field.number'),
  )
  expect(['-4', '-0.5', '−4', '- 4'].map((text) => milli(text))).toEqual(
    Array.from({ length: 4 }, () => 'ifta.negative'),
  )
  expect(milli('')).toBe('field.required')
  expect(milli('1.2345')).toBe('field.decimals {"max":3}')
  expect(milli('1234567890')).toBe('field.at-most {"max":999999999}')
  // A file with semicolons comes from a spreadsheet whose decimal mark is a comma.
  expect(['12,5', '12.5', '1,234', '1,234.5'].map((text) => milli(text, true))).toEqual([
    12_500,
    12_500,
    1234,
    'field.number',
  ])
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
