import { cards } from '@portal/contract/cards/cards.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useAction } from '../../api/use-action.ts'
import { DownloadDialog } from '../../invoices/documents/DownloadDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { speakTo } from '../../ui/words/language.ts'
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
