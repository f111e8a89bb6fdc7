import { expect, test } from 'vitest'
import { everyEndpoint } from '../contracts.ts'
import { wordsOfAction } from './logs.ts'

test('NAV-7 every action in the audit log has its label', () => {
  const told = [
    ...everyEndpoint.filter(({ method }) => method !== 'GET').map(({ id }) => id),
    'outbox.get',
    'switching.to',
    'switching.back',
  ]
  expect(told.length).toBeGreaterThan(20)
  expect(told.filter((action) => wordsOfAction(action) === action)).toEqual([])
})
