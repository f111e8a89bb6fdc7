import { expect, test } from 'vitest'
import { isOutsideIfta, readIftaJurisdiction, shortJurisdiction } from './ifta-jurisdictions.rules.ts'

test('REPT-5 provinces and states are read by their codes and never guessed', () => {
  expect([' on ', 'CA-QC', 'us-tx', 'CA', 'mx'].map(readIftaJurisdiction)).toEqual([
    'CA-ON',
    'CA-QC',
    'US-TX',
    'US-CA',
    'MX',
  ])
  expect(['', 'Ontario', 'XX', 'CA-TX', 'US', 'CAN', 'O N'].map(readIftaJurisdiction)).toEqual(
    Array.from({ length: 7 }, () => null),
  )
  expect(['CA-ON', 'US-CA', 'MX'].map(shortJurisdiction)).toEqual(['ON', 'CA', 'MX'])
})

test('REPT-5 the territories, Alaska, Hawaii, the District of Columbia and Mexico have no tax row', () => {
  const codes = ['YT', 'NT', 'NU', 'AK', 'HI', 'DC', 'MX']
  expect(codes.map((code) => isOutsideIfta(readIftaJurisdiction(code) ?? ''))).toEqual(codes.map(() => true))
  expect(['CA-ON', 'US-OR', 'US-CA'].some(isOutsideIfta)).toBe(false)
})
