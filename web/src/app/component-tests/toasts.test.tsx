import { cards } from '@portal/contract/cards/cards.ts'
import type { ImportRecord } from '@portal/contract/imports/imports.ts'
import { todo, todoFilters } from '@portal/contract/todo/todo.ts'
import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeyOf } from '../../api/query-keys.ts'
import { useAction } from '../../api/use-action.ts'
import { ActiveRuns } from '../../billing/ActiveRuns.tsx'
import { watchImport } from '../../imports/watch-import.ts'
import { DownloadDialog } from '../../invoices/documents/DownloadDialog.tsx'
import { TodoCount } from '../../todo/TodoCount.tsx'
import { notify } from '../../ui/notify.ts'
import { speakTo } from '../../ui/words/language.ts'
import { translateNow } from '../../ui/words/translation.ts'
import { Toasts } from '../Toasts.tsx'
import { playPages, press, refusal, serve, showPage } from './show-page.tsx'

playPages()
afterEach(async () => {
  vi.useRealTimers()
  await speakTo('en-CA')
})

it('LIT-5 FORM-3 a toast stays for three seconds', async () => {
  await showPage(
    <main>
      <Toasts />
    </main>,
  )
  vi.useFakeTimers()
  act(() => notify.warning('Please select an invoice to export.'))
  const shown = () => screen.queryByText('Please select an invoice to export.')
  await act(() => vi.advanceTimersByTimeAsync(2900))
  expect(shown()).not.toBeNull()
  // The rest of the three seconds, and the time to fade out.
  await act(() => vi.advanceTimersByTimeAsync(400))
  expect(shown()).toBeNull()
})

function RemoveCard() {
  const remove = useAction(cards.remove)
  return (
    <main>
      <Toasts />
      <button type="button" onClick={() => remove.mutate({ params: { id: '1' } })}>
        Remove
      </button>
    </main>
  )
}

it('UX-5 what the service says is read in French in a toast, below the toast’s own line', async () => {
  serve(() => refusal('card.has-transactions'))
  await speakTo('fr-CA')
  await showPage(<RemoveCard />)
  press('Remove')
  const toast = within(await screen.findByRole('alert'))
  expect(toast.getByText('L’opération a échoué!')).toBeTruthy()
  expect(
    toast.getByText('Cette carte a des transactions et ne peut pas être supprimée. Fermez-la plutôt.'),
  ).toBeTruthy()
})

it('LIT-1 INV-3 the export of invoices offers PDF, CSV, Export and Close', async () => {
  let closed = 0
  await showPage(
    <main>
      <DownloadDialog chosen={{ ids: [1] }} count={1} opened onClose={() => closed++} />
    </main>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Export selected invoices to a ZIP file' }))
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'PDF' }).checked).toBe(true)
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'CSV' }).checked).toBe(false)
  expect(dialog.getByRole('button', { name: 'Export' })).toBeTruthy()
  fireEvent.click(dialog.getByText('Close'))
  await waitFor(() => expect(closed).toBe(1))
})

const imported: ImportRecord = {
  id: 5,
  kind: 'transactions',
  kind_words: 'Transactions',
  provider: 'Esso',
  file_name: 'esso.xlsx',
  size_bytes: 1,
  status: 'done',
  mode: 'good',
  read_count: 4,
  booked_count: 2,
  duplicate_count: 0,
  quarantined_count: 1,
  failed_count: 1,
  skipped_count: 0,
  already_there_count: 0,
  user_id: null,
  user_name: null,
  created_at: '2026-11-03T08:00:00Z',
  finished_at: '2026-11-03T08:00:01Z',
  progress: { done: 4, total: 4 },
  counts: { read: 4, booked: 2, duplicate: 0, quarantined: 1, failed: 1, review: 1 },
  in_quarantine: 1,
  totals: [],
  reason: null,
  reason_message: null,
  columns: [],
  sample: [],
  errors_total: 1,
  errors: [],
  changed_count: 0,
  changes: [],
  report: null,
  tie_out: null,
}
const counts = { ...imported.counts, booked: 3, failed: 0 }
it.each([
  ['warns and links to the rejected rows', imported, 'alert', '/imports/5/view'],
  ['is a plain success without rejected rows', { ...imported, counts }, 'status', undefined],
])('TXN-18 the message of an import %s', async (_, record, role, href) => {
  serve(() => ({ body: record }))
  await showPage(
    <main>
      <Toasts />
    </main>,
  )
  const texts = { success: 'Import transactions successfully!', failure: 'Error while Importing transactions.' }
  await act(() => watchImport(new QueryClient(), 5, texts, translateNow, 'transactions'))
  const toast = within(await screen.findByRole(role))
  expect(toast.getByText('Import transactions successfully!')).toBeTruthy()
  const rejected = toast.queryByRole('link', { name: '1 row rejected' })?.getAttribute('href')
  expect(rejected?.split('?')[0]).toBe(href)
})

it('UX-2 open work is counted again when an import is done', async () => {
  serve(() => ({ body: imported }))
  const queries = new QueryClient()
  const key = queryKeyOf(todo.get)
  queries.setQueryData(key, {})
  await act(() => watchImport(queries, 5, { success: '', failure: '' }, translateNow, 'transactions'))
  expect(queries.getQueryState(key)?.isInvalidated).toBe(true)
})

const billed = {
  id: 7,
  start_date: '2026-11-01',
  end_date: '2026-11-14',
  issued_date: '2026-11-15',
  is_all_customers: true,
  customers_total: 2,
  customers_done: 2,
  invoices_made: 2,
  carried: 0,
  totals: [],
  left_out: [],
  fault: null,
  fault_message: null,
  user_id: null,
  user_name: null,
  created_at: '2026-11-15T12:00:00Z',
  finished_at: null,
}
it('UX-2 LIT-5 a billing run that is done leads to its invoices, and drafts are counted again', async () => {
  const metadata = { page: 1, size: 5, total_count: 1, total_pages: 1, total_kind: 'exact' }
  const nothing = Object.fromEntries(Object.keys(todoFilters).map((key) => [key, null]))
  const looks = { runs: 0, todo: 0 }
  serve(({ path }) => {
    if (path.includes('todo')) return { body: { ...nothing, drafts: looks.todo++ === 0 ? 4 : 6 } }
    const status = looks.runs++ === 0 ? 'running' : 'done'
    return { body: { metadata, billing_runs: [{ ...billed, status }] } }
  })
  await showPage(
    <main>
      <Toasts />
      <TodoCount of="drafts" />
      <ActiveRuns />
    </main>,
  )
  const made = await screen.findByRole('link', { name: '2 invoices created' })
  expect(made.getAttribute('href')?.split('?')[0]).toBe('/invoices/runs/7/view')
  expect(await screen.findByRole('link', { name: 'Drafts to send: 6' })).toBeTruthy()
})
