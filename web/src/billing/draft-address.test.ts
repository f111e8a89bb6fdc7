import { expect, test } from 'vitest'
import { readDraftAddress, writeDraftAddress } from './draft-address.ts'

test('INV-10 the inputs of an invoice by hand survive in the address; invalid values are ignored', () => {
  const today = '2026-11-15'
  const usual = {
    company_id: null,
    currency: 'CAD',
    period: { start_date: '2026-10-01', end_date: '2026-10-31' },
  } as const
  expect(readDraftAddress({}, today)).toEqual(usual)
  expect(readDraftAddress({ company: '12x', currency: 'EUR' }, today)).toEqual(usual)
  const asked = {
    company_id: 12,
    currency: 'USD',
    period: { start_date: '2026-11-01', end_date: '2026-11-14' },
  } as const
  for (const one of [usual, asked, { ...asked, period: { end_date: '2026-11-14' } }, { ...asked, period: {} }])
    expect(readDraftAddress(writeDraftAddress(one), today)).toEqual(one)
  expect(
    readDraftAddress({ company: '12', currency: 'USD', start: '2026-02-30', end: '2026-11-14' }, today).period,
  ).toEqual({
    end_date: '2026-11-14',
  })
})
