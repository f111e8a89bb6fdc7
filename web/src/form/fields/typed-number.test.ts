import { expect, test } from 'vitest'
import { ambiguousComma, typedNumber, writtenNumber } from './typed-number.ts'

const english = (text: string) => typedNumber(text, 'en-CA')
const french = (text: string) => typedNumber(text, 'fr-CA')

test('CARD-8 a number is parsed as typed, and empty is null', () => {
  expect(english('')).toBeNull()
  expect(french('  ')).toBeNull()
  expect(english(' 12.340 ')).toBe(12.34)
  expect(english('99999999.99')).toBe(99999999.99)
  expect(english('-1')).toBe(-1)
})

test('UX-5 a comma is the decimal separator in French, and a point is read too', () => {
  expect(french('100,50')).toBe(100.5)
  expect(french('-0,5')).toBe(-0.5)
  expect(french('100,')).toBe(100)
  expect(french('12,345')).toBe(12.345)
  expect(french('100.50')).toBe(100.5)
})

test('CARD-8 thousands pasted from a spreadsheet are read in both languages', () => {
  for (const read of [english, french]) {
    expect(read('1 234,50')).toBe(1234.5)
    expect(read('1\u00a0234,50')).toBe(1234.5)
    expect(read('1\u202f234\u202f567.8')).toBe(1234567.8)
    expect(read('12 345')).toBe(12345)
    expect(read('1,234.50')).toBe(1234.5)
    expect(read('1,234,567')).toBe(1234567)
    expect(read('1.234,50')).toBe(1234.5)
    expect(read('1.234.567')).toBe(1234567)
  }
})

test('CARD-8 what has no single meaning is refused, not truncated to a number', () => {
  const odd = ['abc', '1e5', '12a', '.', ',', '-', '0x10', '1 23', '1,23,456', '12 3456', '1,234.5.6', '$5', '1, 234']
  for (const read of [english, french]) expect(odd.filter((text) => !Number.isNaN(read(text)))).toEqual([])
  expect(['12,34', '12,345', '100,', ',5'].filter((text) => !Number.isNaN(english(text)))).toEqual([])
})

test('CARD-8 a single comma before three digits is named as ambiguous in English only', () => {
  expect(ambiguousComma('12,345', 'en-CA')).toEqual({ thousands: '12345', decimal: '12.345' })
  expect(ambiguousComma('12,345', 'fr-CA')).toBeNull()
  expect(ambiguousComma('12,34', 'en-CA')).toBeNull()
})

test('UX-5 a number is written so that it can be typed again', () => {
  expect(writtenNumber(1234.5, 'fr-CA', 2)).toBe('1234,50')
  expect(writtenNumber(1234.5, 'en-CA')).toBe('1234.5')
  expect(writtenNumber(null, 'fr-CA')).toBe('')
  for (const value of [0, -1, 0.001, 1234.5, 99999999.99])
    for (const language of ['en-CA', 'fr-CA']) expect(typedNumber(writtenNumber(value, language), language)).toBe(value)
})
