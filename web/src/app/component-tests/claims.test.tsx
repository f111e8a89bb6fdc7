import { type Claim, claims } from '@portal/contract/claims/claims.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ClaimsPage } from '../../claims/ClaimsPage.tsx'
import { Toasts } from '../Toasts.tsx'
import { playPages, press, serve, showPage } from './show-page.tsx'

playPages()

const open: Claim = {
  id: 4,
  txn_id: 9,
  authentication_id: 'OVER',
  txn_date: '2026-11-03T08:00:00',
  provider: 'Esso',
  site: 'Hamilton',
  company_id: 2,
  company_name: 'Northline',
  product: 'D1',
  kind: 'price',
  kind_words: 'Price above the published rate',
  taxes: null,
  quantity: 100,
  unit: 'L',
  charged: 1.7676,
  published: 1.6676,
  currency: 'CAD',
  amount: 10,
  tax: 1.3,
  total: 11.3,
  status: 'open',
  packet_id: null,
  packet: null,
  sent_at: null,
  credit_id: null,
  proposed_credit: null,
  note: null,
  version: 1,
}
const packet = { id: 2, number: 'PC-000002', provider: 'Esso', currency: 'CAD', claims: 1, total: 11.3 }
const preview = { ids: [4], packets: 1, totals: [{ currency: 'CAD', total: 11.3 }] }

/** Shows the list of this claim, and returns the calls other than that of the list. */
async function showClaims(claim: Claim) {
  const asked = serve(({ method, path }) => {
    if (path === `/v2${claims.sendPreview.path}`) return { body: preview }
    if (method === 'POST') return { body: { sent: 1, packets: [packet] } }
    const metadata = { page: 1, size: 10, total_count: 1, total_pages: 1, total_kind: 'exact' }
    return { body: { metadata, claims: [claim] } }
  })
  await showPage(
    <>
      <ClaimsPage />
      <Toasts />
    </>,
  )
  await screen.findAllByText('OVER')
  return () => asked.filter(({ path }) => path !== '/v2/claims')
}

it('COST-4 sending asks first with number and sum, and says that a packet was made', async () => {
  const calls = await showClaims(open)
  fireEvent.click(screen.getByRole('checkbox', { name: /OVER/ }))
  press('Send Selected')
  await screen.findByText('Send 1 claim?')
  expect(screen.getAllByText(/^\$11\.30.CAD$/).length).toBeGreaterThan(1)
  expect(screen.getByText(/Nothing is mailed/)).toBeTruthy()
  expect(calls().map(({ path }) => path)).toEqual(['/v2/claims/send/preview'])
  press('Make 1 packet')
  await screen.findByText('1 claim in PC-000002')
  expect(screen.getByText('Marked as sent')).toBeTruthy()
  expect(calls().at(-1)).toMatchObject({ path: '/v2/claims/send', body: { ids: [4] } })
  press('Download PC-000002')
  await waitFor(() => expect(calls().at(-1)).toMatchObject({ method: 'GET', path: '/v2/claims/packets/2' }))
})

it('COST-4 the number of a packet in the list downloads its PDF', async () => {
  const calls = await showClaims({ ...open, status: 'sent', packet_id: 2, packet: 'PC-000002' })
  press('Download PC-000002')
  await waitFor(() => expect(calls()).toMatchObject([{ path: '/v2/claims/packets/2' }]))
  expect(calls()[0]?.search.get('format')).toBe('pdf')
})
