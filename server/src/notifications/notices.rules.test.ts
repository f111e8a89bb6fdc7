import { english } from '@portal/contract/english.ts'
import type { NotificationTopic } from '@portal/contract/notifications/notification-kinds.data.ts'
import { type CompanyKind, grantsOf, roles } from '@portal/contract/permissions.ts'
import { expect, test } from 'vitest'
import {
  type ExceptionChange,
  type NotifiedPerson,
  noticeFor,
  tellCards,
  tellExceptions,
  tellImport,
  tellRegistration,
} from './notices.rules.ts'

const person = (kind: CompanyKind, changes: Partial<NotifiedPerson> = {}): NotifiedPerson => ({
  id: 1,
  company_id: kind === 'provider' ? 1 : 7,
  kind,
  grants: grantsOf({ role: roles.admin, levels: {}, kind }),
  choices: new Map(),
  ...changes,
})
const change = { source: 'change 1', at: '2026-11-17T12:00:00Z', by: null, company_id: 7, company_name: 'Northline' }
const found = (rule: ExceptionChange['rule'], records: number, company_id = 7): ExceptionChange => ({
  ...change,
  kind: 'exception',
  id: 12,
  rule,
  records,
  company_id,
  company_name: `Customer ${company_id}`,
})
const heard = (told: ReturnType<typeof tellExceptions>, by: NotifiedPerson) =>
  told.flatMap((one) => noticeFor(one, by) ?? []).map(({ message }) => english(message))

test('UX-7 a rule’s hold notifies the customer and staff, a person’s the customer alone', () => {
  const held = { ...change, kind: 'cards_held', id: 3, records: 46, card: null } as const
  const told = tellCards({ ...held, rule: 'credit' })
  expect(heard(told, person('customer'))).toEqual(['46 cards were put on hold: the credit limit was exceeded'])
  expect(heard(told, person('provider'))).toEqual([
    'Northline · 46 cards were put on hold: the credit limit was exceeded',
  ])
  expect(heard(told, person('customer', { company_id: 8 }))).toEqual([])
  expect(heard(tellCards({ ...held, rule: null, by: 5 }), person('provider'))).toEqual([])
  expect(heard(tellCards({ ...held, rule: null, by: 1 }), person('customer'))).toEqual([])
})

test('EXC-3 each person is notified of the rules they watch, and customers never of costs', () => {
  const told = tellExceptions([found('below_cost', 2), found('odometer', 1), found('on_hold', 3, 8)])
  expect(heard(told, person('customer'))).toEqual(['New exception: Inconsistent odometer'])
  expect(heard(told, person('provider'))).toEqual(['6 new exceptions, 5 of them severe'])
  const choices = new Map<NotificationTopic, { in_bell: boolean; mail: 'none' | 'now' | 'daily' }>([
    ['on_hold', { in_bell: false, mail: 'daily' }],
    ['below_cost', { in_bell: false, mail: 'none' }],
    ['odometer', { in_bell: false, mail: 'now' }],
  ])
  const [notice] = told.flatMap((one) => noticeFor(one, person('provider', { choices })) ?? [])
  expect(notice).toMatchObject({ in_bell: false, mail: 'queued' })
  expect(english(notice?.message ?? '')).toBe('4 new exceptions, 3 of them severe')
})

test('UX-7 imports and registrations are for the staff who can see them', () => {
  const done = { ...change, kind: 'import_done', id: 4, file: 'esso.xlsx', has_failed: false, booked: 120 } as const
  const counts = { review: 0, quarantined: 0, failed: 0 }
  const rates = tellImport({ ...done, ...counts, import_kind: 'rates' })
  expect(heard(rates, person('provider'))).toEqual(['esso.xlsx: 120 imported'])
  const grants = grantsOf({ role: roles.user, levels: { manage_fuel_cards: 1 }, kind: 'provider' })
  expect(heard(rates, person('provider', { grants }))).toEqual([])
  expect(
    heard(tellImport({ ...done, ...counts, has_failed: true, import_kind: 'cards' }), person('provider', { grants })),
  ).toEqual(['esso.xlsx could not be imported'])
  const registered = tellRegistration({ ...change, kind: 'registration', id: 7 })
  expect(heard(registered, person('provider'))).toEqual(['Northline registered and is waiting for approval'])
  expect(heard(registered, person('customer'))).toEqual([])
})
