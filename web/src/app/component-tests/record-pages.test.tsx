import type { UnitRecord } from '@portal/contract/units/units.ts'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RecordLink } from '../../links/RecordLink.tsx'
import { UnitPage } from '../../units/UnitPage.tsx'
import { playPages, press, serve, showPage } from './show-page.tsx'

playPages()

const unit: UnitRecord = {
  id: 5,
  company_id: 2,
  company_name: 'Northline Haulage',
  unit_number: 'T212',
  tank_size: null,
  tank_unit: null,
  fuel_type: 'diesel',
  is_ifta: null,
  odometer_unit: 'km',
  make: null,
  model_year: null,
  plate: null,
  version: 3,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  cards: [{ id: 9, card_number: '70830500095028', driver_name: 'Ann Roy', card_status: 'RELEASE' }],
  purchases: {
    since: '2026-09-01',
    count: 1,
    last_odometer: { reading: '120500', at: '2026-11-09T08:00:00' },
    this_month: [{ currency: 'CAD', litres: 150.5, amount: 230 }],
    month_before: [],
    drivers: [{ driver_name: 'Ann Roy', count: 1, last_at: '2026-11-09T08:00:00' }],
    last: [
      {
        id: 77,
        authentication_id: 'E77',
        txn_date: '2026-11-09T08:00:00',
        location: 'Regina',
        txn_amount: 230,
        currency: 'CAD',
      },
    ],
    exceptions: [],
  },
}

/** The other calls of the page find nothing. */
const answer = ({ path }: { path: string }) => ({
  body: path.includes('/service') || path.endsWith('/history') ? { services: [], proposals: [], history: null } : unit,
})

it('UX-1 UX-8 a unit’s page says what it used, leads to its records, and folds what is unknown', async () => {
  serve(answer)
  await showPage(<UnitPage />)
  const head = within(await screen.findByRole('region', { name: 'Unit at a glance' }))
  expect(head.getByText('120,500 km')).toBeTruthy()
  expect(head.getByText(/150\.5 L · \$230\.00\sCAD/)).toBeTruthy()
  expect(head.getByText('No fuel')).toBeTruthy()
  expect(head.queryByText('Tank size')).toBeNull()
  expect(head.getByRole('link', { name: 'E77' }).getAttribute('href')).toBe('/transactions/77/view')
  expect(screen.getByRole('link', { name: '70830500095028' }).getAttribute('href')).toBe('/managercards/9/view')
})

it('UX-1 a unit is edited in a dialog, with its version', async () => {
  const asked = serve(answer)
  await showPage(<UnitPage />)
  await screen.findByRole('region', { name: 'Unit at a glance' })
  press('Edit')
  await screen.findByRole('dialog')
  press('Save')
  await expect
    .poll(() => asked.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({
      fuel_type: 'diesel',
      is_ifta: null,
      version: 3,
    })
})

it('UX-8 UX-9 a record’s name is a link only for users who can open the record', async () => {
  const names = (
    <main>
      <RecordLink kind="company" id={2}>
        Northline
      </RecordLink>
      <RecordLink kind="invoice" id="INV-1">
        INV-1
      </RecordLink>
      <RecordLink kind="card" id={null}>
        7083
      </RecordLink>
    </main>
  )
  const linked = () => screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  await showPage(names)
  expect(linked()).toEqual([
    ['Northline', '/customer/2/view'],
    ['INV-1', '/invoices/INV-1/view'],
  ])
  cleanup()
  await showPage(names, { mayAll: false })
  expect(linked()).toEqual([])
  cleanup()
  await showPage(names, { kind: 'customer' })
  expect(linked()).toEqual([['INV-1', '/invoices/INV-1/view']])
})
