import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ReleaseSelected } from '../../booking/ReleaseSelected.tsx'
import { button, playPages, press, serve, showPage } from './show-page.tsx'

playPages()

it('TXN-9 a double click on Release Selected releases each selected transaction once', async () => {
  const selection = { ids: new Set([4, 7]), all: null, count: 2, has: () => true }
  const asked = serve(() => ({ body: { transactions: [] } }))
  let cleared = 0
  const clear = () => {
    cleared += 1
  }
  await showPage(
    <main>
      <ReleaseSelected selection={{ ...selection, clear, toggle: () => {}, selectAll: () => {} }} />
    </main>,
  )
  press('Release Selected')
  press('Release Selected')
  await waitFor(() => expect(cleared).toBe(1))
  await waitFor(() => expect(button('Release Selected').hasAttribute('data-loading')).toBe(false))
  expect(asked.map(({ path }) => path)).toEqual(['/v2/quarantine/4/release', '/v2/quarantine/7/release'])
})
