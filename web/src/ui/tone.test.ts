import { expect, test } from 'vitest'
import { toneOf } from './tone.ts'

test('CARD-4 status colours', () => {
  expect(['Open', 'ACTIVE'].map(toneOf)).toEqual(['ok', 'ok'])
  expect(['Closed', 'INACTIVE'].map(toneOf)).toEqual(['bad', 'bad'])
  expect(['NSF', 'HOLD'].map(toneOf)).toEqual(['warn', 'warn'])
  expect(toneOf('Pending')).toBe('none')
})
