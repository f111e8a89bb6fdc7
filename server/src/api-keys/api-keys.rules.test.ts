import { grantsOf, levels, roles } from '@portal/contract/permissions.ts'
import { expect, test } from 'vitest'
import { demandOwnScopes, expiryOf } from './api-keys.rules.ts'

const now = new Date('2026-11-19T10:00:00Z')

test('INTEG-1 a key expires at a time, at the end of a day in UTC, or never; in the future and within two years', () => {
  const read = (expires_at: string | null | undefined) => {
    try {
      return expiryOf({ expires_at }, now)
    } catch (error) {
      return (error as { fields: Record<string, string> }).fields.expires_at
    }
  }
  expect([
    read(null),
    read(undefined),
    read('2027-02-17T05:30:00-05:00'),
    read('2026-11-19'),
    read('2028-11-19'),
    read('2028-11-20T10:00:01Z'),
    read('2026-11-19T05:00:00-05:00'),
    read('2026-11-18'),
  ]).toEqual([
    null,
    null,
    '2027-02-17T10:30:00.000Z',
    '2026-11-19T23:59:59.000Z',
    '2028-11-19T23:59:59.000Z',
    'service-key.expiry-far',
    'service-key.expiry-past',
    'service-key.expiry-past',
  ])
})

test('INTEG-1 scopes beyond the maker’s own permissions are refused by name', () => {
  const grants = grantsOf({ role: roles.user, levels: { manage_fuel_cards: levels.full }, kind: 'customer' })
  expect(() => demandOwnScopes(grants, { scopes: ['cards.read', 'cards.update'] })).not.toThrow()
  expect(() => demandOwnScopes(grants, { scopes: ['cards.read', 'cards.create', 'users.read'] })).toThrow(
    expect.objectContaining({
      fields: { scopes: 'service-key.more-than-own {"scopes":"cards.create, users.read"}' },
    }),
  )
})
