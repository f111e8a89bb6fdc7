import { expect, test } from 'vitest'
import { english } from '../english.ts'
import { grantsOf, levels, roles } from '../permissions.ts'
import { hiddenEvent, visibleEvents } from './sight.rules.ts'
import { deliveredEvents, webhookEvents } from './webhook-events.ts'

const admin = grantsOf({ role: roles.admin, levels: {}, kind: 'customer' })
const clerk = grantsOf({ role: roles.user, levels: { view_fuel_cards: levels.full }, kind: 'customer' })

test('INTEG-3 who sees all records sees all events; others see those of their own screens, and tests', () => {
  expect(visibleEvents(admin)).toEqual(deliveredEvents)
  expect(visibleEvents(clerk)).toEqual(['card.held', 'card.released', 'ping'])
})

test('INTEG-3 the refusal names the event that is not to be seen', () => {
  expect(hiddenEvent(admin, webhookEvents)).toBeNull()
  expect(hiddenEvent(clerk, ['card.held', 'ping'])).toBeNull()
  expect(english(hiddenEvent(clerk, ['card.held', 'invoice.paid']) ?? 'request.invalid')).toBe(
    'You cannot use the event “Invoice paid”, because you may not see what it reports.',
  )
})
