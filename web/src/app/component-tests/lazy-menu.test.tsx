import { IconCheck, IconTrash } from '@tabler/icons-react'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { LazyMenu } from '../../ui/LazyMenu.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { button, playPages, showPage } from './show-page.tsx'

playPages()

function menuOf(entries: Parameters<typeof ActionMenu>[0]['entries']) {
  const loads = { count: 0 }
  const menu = lazily(async () => {
    loads.count += 1
    return { ActionMenu }
  }, 'ActionMenu')
  const page = (
    <main>
      <LazyMenu menu={menu} button={<button type="button">More</button>} entries={entries} />
    </main>
  )
  return { loads, page }
}

it('a menu loads when its button is hovered, and opens on click', async () => {
  const done: string[] = []
  const { loads, page } = menuOf([{ label: 'Accept', icon: IconCheck, onSelect: () => done.push('accepted') }])
  await showPage(page)
  expect(loads.count).toBe(0)
  fireEvent.pointerEnter(button('More'))
  expect(loads.count).toBe(1)
  expect(screen.queryByRole('menu')).toBeNull()
  fireEvent.click(button('More'))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Accept' }))
  expect(done).toEqual(['accepted'])
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(button('More').getAttribute('aria-expanded')).toBe('false')
})

it('a disabled entry says why', async () => {
  const done: string[] = []
  const remove = { label: 'Delete', icon: IconTrash, onSelect: () => done.push('deleted') }
  const { page } = menuOf([{ ...remove, isDisabled: true, reason: 'It is in use.' }])
  await showPage(page)
  fireEvent.click(button('More'))
  const entry = await screen.findByRole('menuitem', { name: /Delete/ })
  expect(entry.textContent).toBe('DeleteIt is in use.')
  fireEvent.click(entry)
  expect(done).toEqual([])
})
