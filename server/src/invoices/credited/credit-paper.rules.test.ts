import { expect, test } from 'vitest'
import type { Totals } from '../invoice-paper.rules.ts'
import { type CreditPaperHead, creditOnAccount, creditProof, withoutLostLines } from './credit-paper.rules.ts'

const given = { newCode: () => '7KQ2M9XV4TRB', verifyUrl: 'https://cards.example/verify', today: '2026-11-16' }

test('RECV-12 a credit note is checked by the code that it got when it was issued', () => {
  expect(creditProof({ document_code: '2222ABCD3333' }, given)).toEqual({
    code: '2222ABCD3333',
    address: 'https://cards.example/verify?code=2222ABCD3333',
    stored_on: null,
  })
})

test('RECV-4 a credit note from before documents were stored gets a code, and says when it was stored', () => {
  expect(creditProof({ document_code: null }, given)).toEqual({
    code: '7KQ2M9XV4TRB',
    address: 'https://cards.example/verify?code=7KQ2M9XV4TRB',
    stored_on: '2026-11-16',
  })
})

test('RECV-4 lines and taxes that were lost before credit notes existed are not printed as if they were known', () => {
  const totals = (has_purchases: boolean) => ({ lines: 1, has_purchases }) as Totals
  expect(withoutLostLines({ kind: 'void' }, totals(false)).lines).toBe(0)
  expect(withoutLostLines({ kind: 'void' }, totals(true)).lines).toBe(1)
  expect(withoutLostLines({ kind: 'amount' }, totals(false)).lines).toBe(1)
})

test('RECV-3 what was not applied when it was issued was on account', () => {
  expect(creditOnAccount({ total_cents: 1130, applied_cents: 1000 } as CreditPaperHead)).toBe(130)
})
