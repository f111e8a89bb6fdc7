import { expect, test } from 'vitest'
import { contracts, everyEndpoint } from '../contracts.ts'
import { grantsOf, grantsWithin, levels, roles } from '../permissions.ts'
import { scopes } from './scopes.data.ts'
import { downloadScopesOf, isForKeys, scopesOf, scopesWithin } from './scopes.rules.ts'

test('INTEG-1 the scopes on offer are those that calls ask for, no more and no fewer', () => {
  const asked = everyEndpoint.flatMap((endpoint) => [
    ...(scopesOf(endpoint) ?? []),
    ...(downloadScopesOf(endpoint) ?? []),
  ])
  expect([...new Set(asked)].sort()).toEqual([...scopes].sort())
})

test('INTEG-1 what is about a person is for people alone; addresses, lookups and the own permissions are for any key', () => {
  const forAnyKey = everyEndpoint.filter(({ isForAnyKey }) => isForAnyKey)
  expect(forAnyKey.map(({ id }) => id).sort()).toEqual([
    'files.presigned',
    'lookups.currencies',
    'lookups.types',
    'places.autocomplete',
    'places.get',
    'places.positions',
    'places.search',
    'session.screens',
  ])
  expect(forAnyKey.every(({ can, method }) => can === 'signed-in' && method === 'GET')).toBe(true)
  const forPeople = everyEndpoint.filter(({ can, isForPeople }) => can !== 'signed-in' && isForPeople)
  expect(forPeople.map(({ id }) => id).sort()).toEqual([
    'books.change',
    'operations.get',
    'serviceKeys.create',
    'serviceKeys.list',
    'serviceKeys.remove',
    'serviceKeys.rotate',
    'smartBuy.changeMail',
    'smartBuy.mail',
    'users.endSessions',
    'users.resetSecondFactor',
  ])
  for (const contract of ['profiles', 'switching', 'notifications', 'views', 'listSettings', 'serviceKeys'] as const)
    expect(Object.values(contracts[contract]).filter(isForKeys)).toEqual([])
})

test('INTEG-1 a key’s grants are what its scopes and its maker have in common', () => {
  const clerk = grantsOf({ role: roles.user, levels: { view_fuel_cards: levels.full }, kind: 'customer' })
  expect(scopesWithin(clerk)).toEqual(['cards.read', 'cards.download'])
  const admin = grantsOf({ role: roles.admin, levels: {}, kind: 'provider' })
  expect(scopesWithin(admin)).toEqual(scopes)
  const held = grantsWithin(clerk, ['cards.read', 'cards.create', 'users.delete'])
  expect(scopesWithin(held)).toEqual(['cards.read'])
  expect(scopesWithin(grantsWithin(admin, []))).toEqual([])
  // Webhooks alone, without the users whose permission opens them.
  expect(scopesWithin(grantsWithin(admin, ['webhooks.read']))).toEqual(['webhooks.read'])
  expect(scopesWithin(grantsWithin(admin, ['users.delete']))).toEqual(['users.delete'])
  expect(scopesWithin(grantsWithin(clerk, ['webhooks.read']))).toEqual([])
})
