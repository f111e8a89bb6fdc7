import '../ui/record/record.css'
import { Button } from '@mantine/core'
import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import type { Invoice } from '@portal/contract/invoices/invoices.ts'
import { type WriteOff, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { creditNotePath } from '../credit-notes/credit-notes.paths.ts'
import { lazily } from '../ui/lazily.tsx'
import { PageLink } from '../ui/opening/PageLink.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LoadTrouble } from '../ui/trouble/LoadTrouble.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dateText, moneyText, nothing } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const UndoDialog = lazily(() => import('../write-offs/UndoDialog.tsx'), 'UndoDialog')

/** The most that are shown here; the lists have all. */
const size = 50
const of = (invoice: Invoice) => ({ query: { filter: [`invoice_number:${invoice.invoice_number}`], size } as never })

/** The invoice's credit notes, and for staff its write-offs (RECV-3, RECV-5). Nothing if there are none. */
export function InvoiceCredits({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation()
  const can = useCan()
  const isIssued = invoice.status.key !== 'DRAFT'
  const { invoice_number } = invoice
  const notes = useQuery({
    queryKey: queryKeyOf(creditNotes.list, { invoice_number }),
    queryFn: ({ signal }) => call(creditNotes.list, of(invoice), { signal }),
    enabled: isIssued,
  })
  const writtenOff = useQuery({
    queryKey: queryKeyOf(writeOffs.list, { invoice_number }),
    queryFn: ({ signal }) => call(writeOffs.list, of(invoice), { signal }),
    enabled: isIssued && can(writeOffs.list),
  })
  const failed = [notes, writtenOff].find(({ error }) => error)
  const isEmpty = !notes.data?.credit_notes.length && !writtenOff.data?.write_offs.length
  if (isEmpty && !failed) return null
  return (
    <section className="panel form-section" aria-labelledby="invoice-credits">
      <h2 id="invoice-credits">{t('Credits and write-offs')}</h2>
      {failed?.error ? (
        <LoadTrouble error={failed.error} isRetrying={failed.isFetching} onRetry={() => failed.refetch()} />
      ) : null}
      <table className="record-table" aria-labelledby="invoice-credits">
        <thead>
          <tr>
            {['Document', 'Date', 'Reason', 'Status', 'Amount'].map((header) => (
              <th key={header} scope="col" data-align={header === 'Amount' ? 'end' : undefined}>
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notes.data?.credit_notes.map((note) => (
            <CreditRow
              key={note.credit_note_number}
              what={<PageLink to={creditNotePath(note.credit_note_number)}>{note.credit_note_number}</PageLink>}
              day={note.issued_date}
              reason={note.reason}
              status={note.on_account > 0 ? <StatusBadge word="On account" /> : nothing}
              amount={note.total_amount}
              invoice={invoice}
            />
          ))}
          {writtenOff.data?.write_offs.map((one) => (
            <WriteOffRow key={one.id} one={one} invoice={invoice} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function WriteOffRow({ one, invoice }: { one: WriteOff; invoice: Invoice }) {
  const { t, language } = useTranslation()
  const can = useCan()
  const reverse = useAction(writeOffs.reverse, { isShownInPlace: true })
  const { ask, dialog } = useDialog<void>((_, frame) => (
    <UndoDialog
      {...frame}
      title="Reverse write-off"
      submit="Reverse"
      subject={`${one.invoice_number} · ${moneyText(one.amount, language, one.currency)}`}
      effect="The amount is due again."
      isBusy={reverse.isPending}
      send={(reason) => reverse.mutateAsync({ params: { id: one.id }, body: { reason } })}
    />
  ))
  const word = one.reverses_id !== null ? 'Reversal' : one.is_reversed ? 'Reversed' : null
  const status = word ? (
    <StatusBadge word={word} context="write-off" />
  ) : can(writeOffs.reverse) ? (
    <Button size="compact-xs" variant="default" onClick={() => ask()}>
      {t('Reverse')}
    </Button>
  ) : (
    nothing
  )
  return (
    <CreditRow
      what={t('Write-off')}
      day={one.written_off_on}
      reason={one.reason}
      status={
        <>
          {status}
          {dialog}
        </>
      }
      amount={one.amount}
      invoice={invoice}
    />
  )
}

type RowProps = {
  what: ReactNode
  day: string
  reason: string
  status: ReactNode
  amount: number
  invoice: Invoice
}
function CreditRow({ what, day, reason, status, amount, invoice }: RowProps) {
  const { t, language } = useTranslation()
  return (
    <tr>
      <td data-label={t('Document')}>{what}</td>
      <td data-label={t('Date')}>{dateText(day)}</td>
      <td data-label={t('Reason')}>{reason}</td>
      <td data-label={t('Status')}>{status}</td>
      <td data-label={t('Amount')} data-align="end">
        {moneyText(amount, language, invoice.currency)}
      </td>
    </tr>
  )
}
