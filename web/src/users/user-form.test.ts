import { levels, modules } from '@portal/contract/permissions.ts'
import { expect, test } from 'vitest'
import { isMoneyCode, screensOfModule } from './user-form.ts'

test('PERM-6 each module opens a screen, except money codes', () => {
  const without = modules.filter((module) => screensOfModule(module, String(levels.access), 'customer').length === 0)
  expect(without).toEqual(modules.filter(isMoneyCode))
  expect(without).toHaveLength(3)
})

test('PERM-6 Full Access opens more screens for staff; No Access shows what Access would open', () => {
  const opened = (level: number, kind: 'provider' | 'customer') => screensOfModule('view_invoices', String(level), kind)
  expect(opened(levels.full, 'provider')).toEqual(['invoices', 'customers', 'markups'])
  expect(opened(levels.full, 'customer')).toEqual(['invoices'])
  expect(opened(levels.none, 'provider')).toEqual(['invoices'])
})
