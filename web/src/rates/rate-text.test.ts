import { expect, test } from 'vitest'
import { rateText } from './rate-text.ts'

test('RATE-4 M10 a rate is shown with its unit, and with every decimal that it has', () => {
  expect(rateText({ rate: 0.1545, per: 'CAD/L' }, 'en-CA')).toBe('0.1545 CAD/L')
  expect(rateText({ rate: 0, per: 'CAD/L' }, 'en-CA')).toBe('0.00 CAD/L')
  expect(rateText({ rate: 0.123456, per: 'USD/GAL' }, 'en-CA')).toBe('0.123456 USD/GAL')
  expect([rateText({ rate: 9.975, per: '%' }, 'en-CA'), rateText({ rate: 9.975, per: '%' }, 'fr-CA')]).toEqual(['9.975 %', '9,975 %'])
})
