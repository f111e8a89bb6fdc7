import { expect, test } from 'vitest'
import { raiseException, raiseReceipt } from './events.rules.ts'

const change = { key: 1, source: 'x 1', at: '2026-11-17T12:00:00Z', company_id: 7 }

test('INTEG-3 amounts are as on the wire', () => {
  const { event, data } = raiseReceipt({
    ...change,
    id: 3,
    receipt_date: '2026-11-17',
    payment_mode: 'eft',
    reference: 'R',
    cents: 12_345,
    currency: 'CAD',
    allocations: [{ invoice_id: 1, invoice_number: 'INV-1', cents: 10 }],
  })
  expect([event, data]).toEqual([
    'payment.received',
    {
      receipt_id: 3,
      receipt_date: '2026-11-17',
      payment_mode: 'eft',
      reference: 'R',
      amount: 123.45,
      currency: 'CAD',
      allocations: [{ invoice_id: 1, invoice_number: 'INV-1', amount: 0.1 }],
    },
  ])
})

test('COST-2 exceptions about the provider’s cost are for staff', () => {
  const found = {
    ...change,
    id: 1,
    severity: 'severe',
    transaction_id: 2,
    transaction_at: '2026-11-03T08:00:00',
  } as const
  const card = { card_id: null, card_number: null }
  const isForStaff = (rule: 'below_cost' | 'provider_price' | 'on_hold') =>
    raiseException({ ...found, ...card, rule }).is_for_staff
  expect([isForStaff('below_cost'), isForStaff('provider_price'), isForStaff('on_hold')]).toEqual([true, true, false])
})
