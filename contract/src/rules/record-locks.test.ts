import { expect, test } from 'vitest'
import { english } from '../english.ts'
import { invoiceLock, invoiceStatusKeys } from '../invoices/invoice-status.rules.ts'
import {
  cardBinLock,
  cardLock,
  lockReason,
  transactionBinLock,
  transactionLock,
  userBinLock,
  userLock,
} from './record-locks.ts'

test('LIT-4 CARD-19 a closed card is locked, and a card with transactions cannot be deleted', () => {
  expect(['RELEASE', 'HOLD', 'CLOSED'].map((card_status) => cardLock({ card_status }))).toEqual([
    null,
    null,
    'card.closed',
  ])
  expect([true, false].map((has_transactions) => cardBinLock({ has_transactions }))).toEqual([
    'card.has-transactions',
    null,
  ])
})
test('LIT-4 an invoiced transaction is locked, and a credited one cannot be deleted', () => {
  expect([true, false].map((is_invoiced) => transactionLock({ is_invoiced }))).toEqual(['transaction.invoiced', null])
  expect(transactionBinLock({ is_invoiced: true, is_credited: true })).toBe('transaction.invoiced')
  expect(transactionBinLock({ is_invoiced: false, is_credited: true })).toBe('transaction.credited')
  expect(transactionBinLock({ is_invoiced: false, is_credited: false })).toBeNull()
})
test('LIT-4 an invoice is fully locked once paid in part or voided', () => {
  expect(Object.fromEntries(invoiceStatusKeys.map((status) => [status, invoiceLock(status)]))).toEqual({
    DRAFT: null,
    SENT: null,
    PARTIALLY_PAID: 'invoice.status-locked',
    FULLY_PAID: 'invoice.paid-locked',
    VOID: 'invoice.void-locked',
  })
})
test('LIT-4 USER-7 a user with more permissions is locked; oneself and the last Admin cannot be deleted', () => {
  const plain = { is_own: false, may_more: false, is_last_admin: false }
  expect([
    userLock(plain),
    userLock({ ...plain, may_more: true }),
    userLock({ ...plain, is_own: true, may_more: true }),
  ]).toEqual([null, 'user.may-more', null])
  expect(userBinLock(plain)).toBeNull()
  expect(userBinLock({ ...plain, is_own: true, is_last_admin: true })).toBe('user.own')
  expect(userBinLock({ ...plain, may_more: true, is_last_admin: true })).toBe('user.may-more')
  expect(userBinLock({ ...plain, is_last_admin: true })).toBe('user.last-admin')
})
test('LIT-4 each lock has the same message as the refusal', () => {
  expect(english(lockReason('card.closed') ?? '')).toBe('A closed card cannot be changed.')
  expect(lockReason(null)).toBeUndefined()
})
