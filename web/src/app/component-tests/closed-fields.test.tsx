import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(cleanup)

it('UX-14 a day and a search typed into closed fields are typed into the complete ones', async () => {
  // Another test may have touched the page.
  vi.resetModules()
  const { touch } = await import('../../ui/opened-later/first-touch.ts')
  const { ChoiceBox } = await import('../../ui/choice/ChoiceBox.tsx')
  const { LazyDateBox } = await import('../../ui/LazyDateBox.tsx')
  const chosen: (string | null)[] = []
  function Fields() {
    const [day, setDay] = useState<string | null>('2026-10-01')
    const [fuel, setFuel] = useState<string | null>(null)
    chosen.splice(0, 2, day, fuel)
    return (
      <MantineProvider env="test">
        <LazyDateBox label="Day" value={day} onChange={setDay} />
        <ChoiceBox label="Fuel" searchable data={['Diesel', 'Petrol']} value={fuel} onChange={setFuel} />
      </MantineProvider>
    )
  }
  render(<Fields />)
  const day = () => screen.getByLabelText<HTMLInputElement>('Day')
  const fuel = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Fuel' })
  expect([day().value, fuel().getAttribute('aria-expanded'), day().dataset.datesInput]).toEqual([
    '01/10/26',
    'false',
    undefined,
  ])
  day().focus()
  fireEvent.change(day(), { target: { value: '15/10/26' } })
  fuel().focus()
  fireEvent.change(fuel(), { target: { value: 'Pet' } })
  await touch()
  await waitFor(() => expect(day().dataset.datesInput).toBe('true'))
  await waitFor(() => expect([day().value, chosen[0]]).toEqual(['15/10/26', '2026-10-15']))
  expect(document.activeElement).toBe(fuel())
  expect(fuel().value).toBe('Pet')
  fireEvent.click(await screen.findByRole('option', { name: 'Petrol' }))
  await waitFor(() => expect(chosen).toEqual(['2026-10-15', 'Petrol']))
})
