import { expect, test } from 'vitest'
import { taxRateText } from './rate-text.ts'

test('RATE-4 M10 a rate is shown with its unit and all its decimals', () => {
  expect(taxRateText({ rate: 0.1545, per: 'CAD/L' }, 'en-CA')).toBe('0.1545 CAD/L')
  expect(taxRateText({ rate: 0, per: 'CAD/L' }, 'en-CA')).toBe('0.00 CAD/L')
  expect(taxRateText({ rate: 0.123456, per: 'USD/GAL' }, 'en-CA')).toBe('0.123456 USD/GAL')
  expect([taxRateText({ rate: 9.975, per: '%' }, 'en-CA'), taxRateText({ rate: 9.975, per: '%' }, 'fr-CA')]).toEqual([
    '9.975%',
    '9,975\u00a0%',
  ])
})
