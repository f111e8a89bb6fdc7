import { Button } from '@mantine/core'
import { type Application, type CreditNote, creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { invoicesPath } from '../invoices/invoices.paths.ts'
import { lazily } from '../ui/lazily.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { dateText, moneyText } from '../ui/words/texts.ts'

const UndoDialog = lazily(() => import('../write-offs/UndoDialog.tsx'), 'UndoDialog')

/** The invoices that the credit settles. That of a void invoice stays, since both balance each other. */
export function Applications({ note }: { note: CreditNote }) {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const undo = useAction(creditNotes.unapply, { isShownInPlace: true })
  const { ask, dialog } = useDialog((one: Application, frame) => (
    <UndoDialog
      {...frame}
      title="Undo the application"
      submit="Undo"
      subject={`${one.invoice_number} · ${moneyText(one.amount, i18n.language, note.currency)}`}
      effect="The amount is due again, and the credit is on account."
      isBusy={undo.isPending}
      send={(reason) =>
        undo.mutateAsync({ params: { number: note.credit_note_number }, body: { application_id: one.id, reason } })
      }
    />
  ))
  const canUndo = ({ is_reversed, reverses_id }: Application) =>
    can(creditNotes.unapply) && note.kind !== 'void' && !is_reversed && reverses_id === null
  return (
    <section className="panel form-section" aria-labelledby="applications">
      <h2 id="applications">{t('Applied to')}</h2>
      {note.applications.length === 0 ? (
        <p className="record-note">{t('This credit note is not applied to an invoice.')}</p>
      ) : (
        <table className="record-table" aria-labelledby="applications">
          <thead>
            <tr>
              <th scope="col">{t('Invoice')}</th>
              <th scope="col">{t('Date')}</th>
              <th scope="col">{t('Status')}</th>
              <th scope="col" data-align="end">
                {t('Amount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {note.applications.map((one) => (
              <ApplicationRow key={one.id} one={one} note={note} onUndo={canUndo(one) ? () => ask(one) : undefined} />
            ))}
          </tbody>
        </table>
      )}
      {dialog}
    </section>
  )
}

type RowProps = { one: Application; note: CreditNote; onUndo: (() => void) | undefined }
function ApplicationRow({ one, note, onUndo }: RowProps) {
  const { t, i18n } = useTranslation()
  const isOver = one.is_reversed || one.reverses_id !== null
  return (
    <tr data-over={isOver || undefined}>
      <td data-label={t('Invoice')}>
        <Link to={`${invoicesPath}/${one.invoice_id}/view`}>{one.invoice_number}</Link>
      </td>
      <td data-label={t('Date')}>{dateText(one.applied_on)}</td>
      <td data-label={t('Status')}>
        {onUndo ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('Undo {record}', { record: one.invoice_number })}
            onClick={onUndo}
          >
            {t('Undo')}
          </Button>
        ) : (
          <StatusBadge word={one.reverses_id !== null ? 'Reversal' : one.is_reversed ? 'Undone' : 'Applied'} />
        )}
      </td>
      <td data-label={t('Amount')} data-align="end">
        {moneyText(one.amount, i18n.language, note.currency)}
      </td>
    </tr>
  )
}
