import { expect, test } from 'vitest'
import { everyEndpoint } from '../contracts.ts'
import { formerActions, wordsOfAction } from './logs.ts'

/** What a person has read is in no audit log, nor is a challenge; its answer is logged as a sign-in. */
const unlogged = ['notifications.mark', 'secondFactor.challenge', 'secondFactor.signIn']
test('NAV-7 every action in the audit log has its label', () => {
  const actions = [
    ...everyEndpoint.filter(({ method, id }) => method !== 'GET' && !unlogged.includes(id)).map(({ id }) => id),
    'outbox.get',
    'switching.to',
    'switching.back',
  ]
  expect(actions.length).toBeGreaterThan(20)
  expect(actions.filter((action) => wordsOfAction(action) === action)).toEqual([])
})

test('NAV-7 an entry of a renamed action has the label of its current name', () => {
  for (const [former, current] of Object.entries(formerActions))
    expect([former, wordsOfAction(former)]).toEqual([former, wordsOfAction(current)])
})
