import { AppError } from '@portal/contract/errors.ts'
import { roles } from '@portal/contract/permissions.ts'
import { expect, test } from 'vitest'
import { demandMayKeep } from './views.rules.ts'

test('UX-6 a view of the whole company is for Admins, before or after the change; a user’s own is for anyone', () => {
  expect(() => demandMayKeep(roles.admin, true, true)).not.toThrow()
  expect(() => demandMayKeep(roles.user, false, false)).not.toThrow()
  for (const shared of [[true], [true, false], [false, true]])
    expect(() => demandMayKeep(roles.user, ...shared)).toThrow(AppError)
})
