import { expect, test } from 'vitest'
import { isBeingSetUp, missingOf, openStep, type SetupFacts } from './setup.rules.ts'

const facts: SetupFacts = {
  customer: {
    email: 'a@b.test',
    address1: '1 Main Street',
    billing_city: 'CA-ON-toronto',
    credit_limits: { CAD: 1, USD: null },
  },
  overview: { cards: [{ status: 'RELEASE', count: 2 }], markups: 1, users: 1 },
}
const withCustomer = (change: Partial<SetupFacts['customer']>) => ({
  ...facts,
  customer: { ...facts.customer, ...change },
})
const withOverview = (change: Partial<SetupFacts['overview']>) => ({
  ...facts,
  overview: { ...facts.overview, ...change },
})

test('UX-10 a customer with everything lacks nothing', () => {
  expect(Object.values(missingOf(facts))).toEqual([null, null, null, null, null, null])
  expect(openStep(missingOf(facts))).toBe('company')
  expect(isBeingSetUp({ invoice_cnt: 0 }, missingOf(facts))).toBe(false)
})

test.each([
  ['company', 'No billing address', withCustomer({ address1: null })],
  ['company', 'No billing address', withCustomer({ billing_city: null })],
  ['company', 'No e-mail', withCustomer({ email: null })],
  ['terms', 'No credit limit', withCustomer({ credit_limits: { CAD: null, USD: null } })],
  ['markups', 'No markup', withOverview({ markups: 0 })],
  ['cards', 'No cards', withOverview({ cards: [] })],
  ['cards', 'No cards', withOverview({ cards: [{ status: 'CLOSED', count: 3 }] })],
  ['users', 'No user can sign in', withOverview({ users: 0 })],
] as const)('UX-10 the step %s says: %s', (step, words, given) => {
  const missing = missingOf(given)
  expect(missing[step]).toBe(words)
  expect(openStep(missing)).toBe(step)
  expect(isBeingSetUp({ invoice_cnt: 0 }, missing)).toBe(true)
  expect(isBeingSetUp({ invoice_cnt: 1 }, missing)).toBe(false)
})
