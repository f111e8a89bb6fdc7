import { defineContract } from '@portal/contract/endpoint.ts'
import { choices, defineList, pageOf } from '@portal/contract/list.ts'
import type { KeptView, ListSettings } from '@portal/contract/views/list-settings.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { ListPage } from '../../list/ListPage.tsx'
import type { Column, ListPageProps, RowOf } from '../../list/list-types.ts'
import { type AskedCall, playPages, press, serve, setWidth, showPage, type } from './show-page.tsx'

const list = defineList({
  rows: 'cards',
  columns: { card_number: 'Number' },
  sort: ['card_number', 'driver_name'],
  filters: { driver_name: { kind: 'text' }, card_status: { kind: 'choice', options: choices(['HOLD']) } },
  defaultSort: 'card_number,asc',
})
const card = z.object({
  id: z.int(),
  card_number: z.string(),
  driver_name: z.string(),
  trailer_number: z.string(),
  uom: z.string(),
})
const read = { method: 'GET', summary: '', can: 'cards.read' } as const
const cards = defineContract('cards', {
  list: { ...read, path: '/things', query: list.query, list, reply: pageOf('cards', card) },
  get: { ...read, path: '/things/:id', reply: card },
})
type Row = RowOf<typeof cards.list>
const columns: Column<Row>[] = [
  { key: 'card_number', header: 'Number', phone: 'title' },
  { key: 'driver_name', header: 'Driver name', phone: 'line' },
  { key: 'trailer_number', header: 'Trailer' },
  { key: 'uom', header: 'UOM', optional: true },
]
const row = { id: 7, card_number: '7083', driver_name: 'Ann', trailer_number: 'T1', uom: 'L' }
const held: KeptView = {
  id: 3,
  list: 'cards.list',
  name: 'Held',
  is_shared: false,
  filter: ['card_status:HOLD'],
  sort: 'driver_name,desc',
  size: 20,
  columns: [{ key: 'driver_name', width: 200 }, { key: 'card_number' }],
  version: 1,
}
const lists = (own: Partial<ListSettings> = {}): ListSettings => ({
  density: 'comfortable',
  layouts: {},
  may_share: false,
  ...own,
})
const opensWith = (view: KeptView) => lists({ layouts: { 'cards.list': { columns: null, view } } })

function serveCards(views: KeptView[] = []): AskedCall[] {
  return serve(({ method, path, body }) => {
    if (path === '/v2/list-views') return { body: method === 'POST' ? { ...held, ...body, id: 9 } : { views } }
    if (path.startsWith('/v2/list-views')) return { body: { columns: null, view: null } }
    const metadata = { page: 1, size: 10, total_count: 1, total_pages: 1, total_kind: 'exact' }
    return { body: { metadata, cards: [row] } }
  })
}
const Cards = (own: Partial<ListPageProps<typeof cards.list>>) => (
  <ListPage
    title="Cards"
    path="/things"
    endpoint={cards.list}
    columns={columns}
    nameOf={(card) => card.card_number}
    empty={{ none: 'None', filtered: 'None found' }}
    {...own}
  />
)
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const listCalls = (asked: readonly AskedCall[]) => asked.filter(({ path }) => !path.startsWith('/v2/list-views'))
playPages()

it('UX-6 LIT-9 a list whose address says nothing opens with the default view, in one call; the address then shows it', async () => {
  const asked = serveCards()
  const router = await showPage(<Cards />, { lists: opensWith(held) })
  await screen.findByText('Ann')
  expect(heads()).toEqual(['Driver name', 'Number'])
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ filter: 'card_status:HOLD', sort: 'driver_name,desc', size: '20' }),
  )
  expect(listCalls(asked).map(({ search }) => [search.get('filter'), search.get('sort'), search.get('size')])).toEqual([
    ['card_status:HOLD', 'driver_name,desc', '20'],
  ])
  // Cleared filters stay cleared.
  press('Clear filters')
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'driver_name,desc', size: '20' }))
})

it('UX-6 LIT-9 an address that says something wins over the default view', async () => {
  const asked = serveCards()
  await showPage(<Cards />, { at: '/things?filter=driver_name::a', lists: opensWith(held) })
  await screen.findByText('Ann')
  expect(heads()).toEqual(['Number', 'Driver name', 'Trailer'])
  expect(listCalls(asked).map(({ search }) => search.get('filter'))).toEqual(['driver_name::a'])
})

it('UX-6 LIST-14 a view with a filter and a column that are gone still opens and says so', async () => {
  const old = {
    ...held,
    filter: ['card_status:HOLD', 'colour:red'],
    columns: [{ key: 'colour' }, { key: 'card_number' }],
  }
  const asked = serveCards()
  await showPage(<Cards />, { lists: opensWith(old) })
  const notice = await screen.findByText(/Unknown filters are not applied: “colour:red”/)
  expect(notice.textContent).toContain('This list no longer has these columns of the preset: “colour”')
  expect(heads()).toEqual(['Number'])
  expect(listCalls(asked).map(({ search }) => search.get('filter'))).toEqual(['card_status:HOLD'])
  press('Remove from the address')
  await waitFor(() => expect(screen.queryByText(/Unknown filters/)).toBeNull())
})

it('UX-6 a view is kept under a name, opened from the menu and made the default; only those who may share are offered it', async () => {
  const asked = serveCards([held, { ...held, id: 4, name: 'Ours', is_shared: true }])
  const router = await showPage(<Cards />, { at: '/things?filter=driver_name::a' })
  press('Presets')
  fireEvent.click(await screen.findByRole('button', { name: 'Held' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ filter: 'card_status:HOLD', size: '20' }))
  expect(heads()).toEqual(['Driver name', 'Number'])
  press('Presets')
  const menu = await screen.findByRole('dialog', { name: 'Presets' })
  expect(within(menu).queryByLabelText('For the whole company')).toBeNull()
  expect(within(menu).queryByRole('button', { name: 'Remove the preset “Ours”' })).toBeNull()
  fireEvent.click(within(menu).getByRole('button', { name: 'Open this list with “Ours”' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ method: 'PUT', body: { list: 'cards.list', view_id: 4 } }))
  type(/Name of this preset/, 'Mine')
  press('Keep this preset')
  await waitFor(() =>
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      list: 'cards.list',
      name: 'Mine',
      is_shared: false,
      filter: ['card_status:HOLD'],
      size: 20,
      columns: held.columns,
    }),
  )
})

it('UX-6 columns are chosen, moved and resized by buttons, and rows made compact; all of it is stored with the user', async () => {
  const asked = serveCards()
  await showPage(<Cards />)
  await screen.findByText('Ann')
  press('Columns')
  fireEvent.click(await screen.findByLabelText('UOM'))
  await waitFor(() => expect(heads()).toEqual(['Number', 'Driver name', 'Trailer', 'UOM']))
  press('Move UOM up')
  await waitFor(() => expect(heads()).toEqual(['Number', 'Driver name', 'UOM', 'Trailer']))
  press('Make UOM wider')
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(3))
  expect(asked.at(-1)?.body).toMatchObject({ list: 'cards.list', columns: [{}, {}, { key: 'uom', width: 48 }, {}] })
  fireEvent.change(screen.getByLabelText('Row height'), { target: { value: 'compact' } })
  await waitFor(() => expect(asked.at(-1)?.body).toEqual({ density: 'compact' }))
  expect(document.querySelector('.list-panel')?.getAttribute('data-density')).toBe('compact')
  press('Original columns')
  await waitFor(() => expect(heads()).toEqual(['Number', 'Driver name', 'Trailer']))
})

it('UX-6 a quick drag of a heading’s edge changes the width, and nothing follows the pointer afterwards', async () => {
  const asked = serveCards()
  await showPage(<Cards />)
  await screen.findByText('Ann')
  const edge = document.querySelector('.width-handle') as Element
  fireEvent.pointerDown(edge, { clientX: 10 })
  fireEvent.pointerMove(window, { clientX: 210 })
  fireEvent.pointerUp(window, { clientX: 210 })
  fireEvent.pointerMove(window, { clientX: 500 })
  await waitFor(() => expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  expect(asked.at(-1)?.body).toMatchObject({ columns: [{ key: 'card_number', width: 200 }, {}, {}] })
})

it('UX-8 a row opens on click', async () => {
  serveCards()
  const router = await showPage(<Cards get={cards.get} />)
  fireEvent.click(await screen.findByText('T1'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/things/7/view'))
})

it('UX-8 a row with details expands on click, but not on its controls or while text is selected', async () => {
  serveCards()
  await showPage(<Cards expand={() => <p>More of it</p>} get={cards.get} />)
  fireEvent.click(await screen.findByText('T1'))
  expect(await screen.findByText('More of it')).toBeTruthy()
  getSelection()?.selectAllChildren(screen.getByText('T1'))
  fireEvent.click(screen.getByText('T1'))
  expect(screen.getByText('More of it')).toBeTruthy()
  getSelection()?.removeAllRanges()
  // The button toggles once, not once more as part of the row.
  press('Details of 7083')
  expect(screen.queryByText('More of it')).toBeNull()
})

it('LIST-1 on a phone, the order is chosen beside the other tools', async () => {
  setWidth(390)
  const asked = serveCards()
  await showPage(<Cards />)
  await screen.findByText('Ann')
  fireEvent.change(await screen.findByLabelText('Sort by'), { target: { value: 'driver_name' } })
  await waitFor(() => expect(asked.at(-1)?.search.get('sort')).toBe('driver_name,asc'))
  fireEvent.click(await screen.findByRole('button', { name: 'Ascending order' }))
  await waitFor(() => expect(asked.at(-1)?.search.get('sort')).toBe('driver_name,desc'))
})
