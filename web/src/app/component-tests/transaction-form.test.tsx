import { pathOf } from '@portal/contract/endpoint.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TransactionFormPage } from '../../transactions/form/TransactionFormPage.tsx'
import { playPages, serve, showPage, type } from './show-page.tsx'

playPages()
const proposal = {
  company: { id: 7, name: 'Northline Haulage' },
  driver_name: 'Ida Moreau',
  vehicle: 'T-17',
  location: null,
  dtl_stn_prv: null,
  region: null,
  prices: [],
}
const fieldOf = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })

it('TXN-25 a card fills company, driver and unit, marked as proposed, without taking the focus or what was typed', async () => {
  const asked = serve(({ path, search }) => {
    if (path === pathOf(manualTransactions.propose))
      return {
        body:
          search.get('card_number') === '9000000001'
            ? proposal
            : { ...proposal, company: null, driver_name: null, vehicle: null },
      }
    return { body: path.includes('tax') ? { tax_rates: [], total_count: 0 } : [] }
  })
  await showPage(<TransactionFormPage mode="add" />)
  type('Driver Name', 'Zoé Lavoie')
  const card = fieldOf('Card Number')
  card.focus()
  type('Card Number', '9000000001')
  await waitFor(() =>
    expect([fieldOf('Tractor').value, fieldOf(/^Company/).value]).toEqual(['T-17', 'Northline Haulage']),
  )
  expect(document.activeElement).toBe(card)
  expect(fieldOf('Driver Name').value).toBe('Zoé Lavoie')
  expect(fieldOf('Tractor').dataset.proposed).toBe('true')
  expect(fieldOf('Tractor').getAttribute('aria-description')).toBe('Proposed')
  expect(fieldOf('Driver Name').dataset.proposed).toBeUndefined()
  // A changed proposal is the user's own; an unchanged one goes with its card.
  type('Tractor', 'T-18')
  expect(fieldOf('Tractor').dataset.proposed).toBeUndefined()
  type('Card Number', '9000000002')
  await waitFor(() => expect(fieldOf(/^Company/).value).toBe(''))
  expect(fieldOf('Tractor').value).toBe('T-18')
  fireEvent.blur(card)
  // Only what was typed is asked for.
  const last = asked.filter(({ path }) => path === pathOf(manualTransactions.propose)).at(-1)
  expect([...(last?.search.keys() ?? [])]).toEqual(['card_number', 'currency'])
})
