import { expect, test } from 'vitest'
import { badgeOf, canBecome, invoiceFields, invoiceStatusKeys, isLocked, isPayable } from './invoice-status.rules.ts'

test('INV-5 M9 the status decides which fields of an invoice can change', () => {
  const open = Object.fromEntries(
    invoiceStatusKeys.map((status) => [status, invoiceFields.filter((field) => !isLocked(status, field))]),
  )
  expect(open).toEqual({
    DRAFT: ['issued_date', 'due_date', 'start_date', 'end_date', 'status'],
    SENT: ['status'],
    PARTIALLY_PAID: ['status'],
    FULLY_PAID: [],
    VOID: [],
  })
})

test('INV-5 by hand an invoice can only be sent or voided', () => {
  const moves = invoiceStatusKeys.flatMap((from) =>
    invoiceStatusKeys.filter((to) => to !== from && canBecome(from, to)).map((to) => `${from} ${to}`),
  )
  expect(moves).toEqual(['DRAFT SENT', 'DRAFT VOID', 'SENT VOID'])
  expect(invoiceStatusKeys.every((status) => canBecome(status, status))).toBe(true)
})

test('INV-9 the badge of each status and of a returned payment', () => {
  expect(invoiceStatusKeys.map((status) => badgeOf(status, false))).toEqual([null, 'Open', 'Open', 'Closed', 'Closed'])
  expect(badgeOf('SENT', true)).toBe('NSF')
  expect(invoiceStatusKeys.filter(isPayable)).toEqual(['SENT', 'PARTIALLY_PAID'])
})
