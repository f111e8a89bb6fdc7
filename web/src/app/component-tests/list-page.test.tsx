import { defineContract } from '@portal/contract/endpoint.ts'
import { english } from '@portal/contract/english.ts'
import { byId } from '@portal/contract/fields.ts'
import { defineList, type ListMetadata, pageOf } from '@portal/contract/list.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { IconCheck } from '@tabler/icons-react'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { moneyCell } from '../../list/columns/cells.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import type { Column, ListPageProps } from '../../list/list-types.ts'
import { useSelection } from '../../list/use-selection.ts'
import { type AskedCall, button, playPages, press, refusal, serve, setWidth, showPage, type } from './show-page.tsx'

const thing = z.object({ id: z.int(), name: z.string(), amount: z.number(), currency: z.enum(currencies) })
type Thing = z.infer<typeof thing>
const states = [
  { value: 'RELEASE', label: 'ACTIVE' },
  { value: 'HOLD', label: 'HOLD' },
]
const list = defineList({
  rows: 'things',
  columns: { name: 'Name' },
  sort: ['name', 'amount', 'id'],
  sortsNeedingFilter: ['amount'],
  sortsWhenShort: ['id'],
  filters: { name: { kind: 'text' }, state: { kind: 'choice', options: states } },
  defaultSort: 'name,asc',
})
const things = defineContract('cards', {
  list: {
    method: 'GET',
    path: '/things',
    summary: '',
    can: 'cards.read',
    query: list.query,
    list,
    reply: pageOf('things', thing),
  },
  remove: { method: 'DELETE', path: '/things/:id', summary: '', can: 'cards.delete', params: byId, reply: z.null() },
})
const columns: Column<Thing>[] = [
  { key: 'name', header: 'Name', phone: 'title' },
  { key: 'amount', header: 'Amount', phone: 'line', ...moneyCell },
  { key: 'id', header: 'Number', phone: 'line' },
]
const all: Thing[] = ['Ann', 'Bob', 'Eve'].map((name, at) => ({ id: at + 1, name, amount: 10 * at, currency: 'CAD' }))
const pageWith = (rows: readonly Thing[], changes: Partial<ListMetadata> = {}) => {
  const metadata = { page: 1, size: 10, total_count: rows.length, total_pages: 1, total_kind: 'exact', ...changes }
  return { body: { metadata, things: rows } }
}
/** A fake service for the list: filters by name, deletes by id. */
function serveThings(): AskedCall[] {
  let rows = all
  return serve(({ method, path, search }) => {
    if (method === 'DELETE') rows = rows.filter(({ id }) => !path.endsWith(`/${id}`))
    if (method === 'DELETE') return { status: 204, body: null }
    const wanted = search.get('filter')?.split('::')[1] ?? ''
    return pageWith(rows.filter(({ name }) => name.includes(wanted)))
  })
}
type Own = Partial<ListPageProps<typeof things.list>>
const words = { none: 'No things yet', filtered: 'No thing found' }
function Things({ isSelecting = false, ...own }: Own & { isSelecting?: boolean }) {
  const selection = useSelection()
  return (
    <ListPage
      title="Things"
      path="/things"
      endpoint={things.list}
      columns={columns}
      nameOf={(row) => row.name}
      empty={words}
      selection={isSelecting ? selection : undefined}
      {...own}
    />
  )
}
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)
playPages()

it('LIST-1 LIST-8 shows rows, sorts by a column and keeps the sort in the address', async () => {
  const asked = serveThings()
  const router = await showPage(<Things />)
  expect(await screen.findByText('$20.00 CAD')).toBeTruthy()
  expect(names()).toEqual(['Ann', 'Bob', 'Eve'])
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  press('Name')
  await waitFor(() => expect(asked.at(-1)?.search.get('sort')).toBe('name,desc'))
  expect(router.state.location.search).toEqual({ sort: 'name,desc' })
})

it('LIST-1 a sort that needs a filter is disabled with a reason until there is one', async () => {
  const asked = serveThings()
  await showPage(<Things />)
  await screen.findByText('Eve')
  const header = button(/^Amount/)
  expect(header.getAttribute('aria-disabled')).toBe('true')
  expect(header.title).toBe('Filter by company or date first to sort by this column.')
  fireEvent.click(header)
  expect(asked.filter(({ search }) => search.get('sort')?.startsWith('amount'))).toEqual([])
  press('Advanced Filter')
  fireEvent.change(await screen.findByLabelText('Filter by Name'), { target: { value: 'Eve' } })
  await waitFor(() => expect(button(/^Amount/).getAttribute('aria-disabled')).toBe('false'))
  press('Amount')
  await waitFor(() => expect(asked.at(-1)?.search.get('sort')).toBe('amount,asc'))
})

it('LIST-1 a list too long to sort disables the heading, and an address with that sort offers the usual order', async () => {
  const many = { total_count: 1_000_000, total_pages: 100_000 }
  serve(({ search }) =>
    search.get('sort')?.startsWith('id') ? refusal('list.sort-needs-filter') : pageWith(all, many),
  )
  const router = await showPage(<Things />, { at: '/things?sort=id,desc' })
  expect(await screen.findByText(english('list.sort-needs-filter'))).toBeTruthy()
  expect(screen.queryByText(/^Oops!/)).toBeNull()
  press('Reset to the default order')
  expect(await screen.findByText('Showing record 1 to 3 of 1,000,000 records')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
  expect(button(/^Number/).getAttribute('aria-disabled')).toBe('true')
  expect(button('Name').getAttribute('aria-disabled')).toBe('false')
})

it('LIST-1 LIST-7 a page too far and a search too short say so and offer the way out', async () => {
  const isFar = (search: URLSearchParams) => Number(search.get('page') ?? 1) > 5000
  serve(({ search }) =>
    isFar(search)
      ? refusal('list.page-too-far')
      : search.getAll('filter').length > 0
        ? refusal('list.search-too-short')
        : pageWith(all),
  )
  await showPage(<Things />, { at: '/things?page=5001' })
  expect(await screen.findByText(english('list.page-too-far'))).toBeTruthy()
  press('First page')
  expect(await screen.findByText('Eve')).toBeTruthy()
  press('Advanced Filter')
  fireEvent.change(await screen.findByLabelText('Filter by Name'), { target: { value: 'q' } })
  expect(await screen.findByText(english('list.search-too-short'))).toBeTruthy()
  expect(screen.queryByText(/^Oops!/)).toBeNull()
  // The filters have the same button.
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Eve')).toBeTruthy()
})

const sizesOffered = () => [...screen.getByLabelText<HTMLSelectElement>('Records per page').options].map((o) => o.value)
it('LIST-2 LIST-3 LIT-9 with 2 to 4 records one per page is the only size, and a link leads back to ten', async () => {
  serve(({ search }) => {
    const size = Number(search.get('size'))
    return pageWith(all.slice(0, size), { size, total_count: 3, total_pages: Math.ceil(3 / size) })
  })
  await showPage(<Things />, { at: '/things?size=1' })
  expect(await screen.findByText('Showing record 1 to 1 of 3 records')).toBeTruthy()
  expect(sizesOffered()).toEqual(['1'])
  fireEvent.click(screen.getByRole('link', { name: '10 per page' }))
  expect(await screen.findByText('Showing record 1 to 3 of 3 records')).toBeTruthy()
  expect(screen.getByLabelText<HTMLSelectElement>('Records per page').value).toBe('10')
  expect(screen.queryByRole('link', { name: '10 per page' })).toBeNull()
})

it('LIST-12 an inexact total is shown as such', async () => {
  const kinds = ['at_least', 'about'] as const
  serve(({ search }) => {
    const page = Number(search.get('page'))
    return pageWith(all, { page, total_count: 50_000, total_pages: 5000, total_kind: kinds[page - 1] ?? 'exact' })
  })
  await showPage(<Things />)
  expect(await screen.findByText('Showing record 1 to 3 of 50,000+ records')).toBeTruthy()
  press('Next page')
  expect(await screen.findByText('Showing record 11 to 13 of about 50,000 records')).toBeTruthy()
})

it('LIST-6 a filter is in the call and the address, matches nothing, and is cleared', async () => {
  const asked = serveThings()
  const router = await showPage(<Things />)
  await screen.findByText('Eve')
  press('Advanced Filter')
  fireEvent.change(await screen.findByLabelText('Filter by Name'), { target: { value: 'Zoe' } })
  expect(await screen.findByText('No thing found')).toBeTruthy()
  expect(screen.getByText('Showing record 0 to 0 of 0 records')).toBeTruthy()
  expect(asked.at(-1)?.search.getAll('filter')).toEqual(['name::Zoe'])
  expect(router.state.location.search).toEqual({ filter: 'name::Zoe' })
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
  expect(await screen.findByText('Bob')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

it('LIST-8 clearing the filters also clears text typed a moment ago', async () => {
  const asked = serveThings()
  const router = await showPage(<Things />, { at: '/things?filter=state:HOLD' })
  const field = await screen.findByLabelText<HTMLInputElement>('Filter by Name')
  type('Filter by Name', 'zzz')
  // In a browser the click takes the focus from the field.
  fireEvent.blur(field)
  press('Clear filters')
  // The field waits 300 ms for further typing.
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(router.state.location.search).toEqual({})
  expect(asked.at(-1)?.search.getAll('filter')).toEqual([])
  expect(screen.getByLabelText<HTMLInputElement>('Filter by Name').value).toBe('')
})

it('LIST-8 LIST-14 an address with two filters on one field shows both, and names an unknown filter', async () => {
  const asked = serveThings()
  const at = '/things?filter=state:eq:HOLD&filter=nope::1&filter=name::E&filter=name::v'
  const router = await showPage(<Things />, { at })
  expect(await screen.findByText('Unknown filters are not applied: “nope::1”')).toBeTruthy()
  const choices = 'Choose one of: RELEASE (ACTIVE), HOLD'
  expect(screen.getByText(`“eq:HOLD” is not a choice for state, so the filter is not applied. ${choices}`)).toBeTruthy()
  expect(await screen.findByText('Eve')).toBeTruthy()
  press('Remove from the address')
  await waitFor(() => expect(router.state.location.search).toEqual({ filter: ['name::E', 'name::v'] }))
  expect(screen.queryByText(/^Unknown filters/)).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Filter by Name').value).toBe('E')
  expect(screen.getByText('and also “v”')).toBeTruthy()
  type('Filter by Name', 'B')
  expect(await screen.findByText('Bob')).toBeTruthy()
  expect(asked.at(-1)?.search.getAll('filter')).toEqual(['name::B'])
  expect(screen.queryByText(/^and also/)).toBeNull()
})

it('LIST-6 an empty list says so, and offers to add with permission', async () => {
  serve(() => pageWith([]))
  await showPage(<Things add={{ endpoint: { can: 'cards.create' }, label: 'Add thing' }} />)
  expect(await screen.findByText('No things yet')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'Add thing' })).toHaveLength(2)
})

it('LIST-5 a slow response is announced, and a failed one can be retried', async () => {
  let isUp = false
  const held = Promise.withResolvers<void>()
  serve(async () => {
    await held.promise
    return isUp ? pageWith(all) : refusal('service.unexpected')
  })
  await showPage(<Things />)
  await waitFor(() => expect(screen.getByRole('region', { name: 'Things' }).getAttribute('aria-busy')).toBe('true'))
  held.resolve()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Oops! Something broke, we are working on a fix.')
  expect(alert.textContent).toContain(`${english('service.unexpected')} · Request r-1`)
  isUp = true
  press('Try again')
  expect(await screen.findByText('Bob')).toBeTruthy()
})

it('LIST-8 selected rows are counted, and a filter that would lose them asks first; going back loses them too', async () => {
  const asked = serveThings()
  const router = await showPage(<Things isSelecting />)
  await screen.findByText('Eve')
  fireEvent.click(screen.getByLabelText('Select Bob'))
  fireEvent.click(screen.getByLabelText('Select Eve'))
  expect(screen.getByText('2 selected')).toBeTruthy()
  press('Advanced Filter')
  await screen.findByLabelText('Filter by Name')
  type('Filter by Name', 'Ann')
  const dialog = await screen.findByRole('dialog', { name: 'Clear selection' })
  expect(dialog.textContent).toContain('2 records')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText('2 selected')).toBeTruthy()
  expect(asked.filter(({ search }) => search.has('filter'))).toEqual([])
  expect(screen.getByLabelText<HTMLInputElement>('Filter by Name').value).toBe('')
  press('More filters')
  fireEvent.change(await screen.findByLabelText('Filter by State'), { target: { value: 'HOLD' } })
  const again = await screen.findByRole('dialog', { name: 'Clear selection' })
  fireEvent.click(within(again).getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ filter: 'state:HOLD' }))
  await waitFor(() => expect(screen.queryByText(/\d selected/)).toBeNull())
  fireEvent.click(screen.getByLabelText('Select Bob'))
  expect(screen.getByText('1 selected')).toBeTruthy()
  router.history.back()
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  await waitFor(() => expect(screen.queryByText(/\d selected/)).toBeNull())
})

it('LIST-4 deleting asks with the record’s name, and a locked record says why it cannot be deleted', async () => {
  const asked = serveThings()
  const lockOf = ({ name }: Thing) => (name === 'Ann' ? 'It is in use.' : null)
  await showPage(<Things remove={things.remove} binLockOf={lockOf} />)
  await screen.findByText('Eve')
  expect(button('Delete Ann')).toMatchObject({ disabled: true, title: 'It is in use.' })
  press('Delete Bob')
  const dialog = await screen.findByRole('dialog', { name: 'Delete' })
  expect(dialog.textContent).toContain('Bob')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Bob')).toBeNull())
  expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual(['/v2/things/2'])
})

const accept = { label: 'Accept', name: 'Accept {record}', icon: IconCheck }
it('a row action is a button named with its record', async () => {
  serveThings()
  const done: string[] = []
  const page = <Things rowActions={({ name }) => [{ ...accept, onSelect: () => done.push(name) }]} />
  await showPage(page)
  await screen.findByText('Eve')
  press('Accept Bob')
  expect(done).toEqual(['Bob'])
})

it('on a phone, a row action is a menu entry', async () => {
  serveThings()
  setWidth(390)
  const done: string[] = []
  await showPage(<Things rowActions={({ name }) => [{ ...accept, onSelect: () => done.push(name) }]} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Eve' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Accept' }))
  expect(done).toEqual(['Eve'])
})

it('LIT-4 without permission, a row has no actions', async () => {
  serveThings()
  await showPage(<Things get={things.list} update={things.list} remove={things.remove} />, { mayAll: false })
  await screen.findByText('Eve')
  expect(screen.queryByRole('columnheader', { name: 'Actions' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'View Bob' })).toBeNull()
})

it('UX-14 opening the filters draws no row again', async () => {
  serveThings()
  let drawn = 0
  const counted: Column<Thing> = {
    key: 'name',
    header: 'Name',
    cell: (name) => {
      drawn++
      return name
    },
  }
  await showPage(<Things columns={[counted]} />)
  await screen.findByText('Ann')
  const before = drawn
  press('Advanced Filter')
  await screen.findByLabelText('Filter by Name')
  press('Advanced Filter')
  await waitFor(() => expect(screen.queryByLabelText('Filter by Name')).toBeNull())
  expect([before > 0, drawn]).toEqual([true, before])
})
