import { levels, modules, roles } from '@portal/contract/permissions.ts'
import { expect, test } from 'vitest'
import { levelsOf, personOf, standingOf } from './users.rules.ts'

const stored = { id: 4, role: roles.user, levels: { view_invoices: levels.full }, company_kind: 'customer' }

test('PERM-6 an Admin has every module in full whatever is stored; a User has what is stored and nothing else', () => {
  const admin = levelsOf(personOf({ ...stored, role: roles.admin, levels: { view_invoices: levels.none } }))
  expect(Object.keys(admin)).toEqual([...modules])
  expect(new Set(Object.values(admin))).toEqual(new Set([levels.full]))
  const user = levelsOf(personOf(stored))
  expect(user.view_invoices).toBe(levels.full)
  expect(Object.values(user).filter((level) => level !== levels.none)).toHaveLength(1)
})

test('PERM-6 the reader sees which user is themselves, and who has more permissions', () => {
  const reader = { user_id: 4, role: roles.user, levels: { view_invoices: levels.full } }
  expect(standingOf(reader, stored)).toEqual({ is_own: true, may_more: false })
  expect(standingOf({ ...reader, user_id: 5 }, stored)).toEqual({ is_own: false, may_more: false })
  expect(standingOf({ ...reader, levels: {} }, stored).may_more).toBe(true)
  expect(standingOf(reader, { ...stored, role: roles.admin }).may_more).toBe(true)
  expect(standingOf({ ...reader, role: roles.admin }, { ...stored, role: roles.admin }).may_more).toBe(false)
})
