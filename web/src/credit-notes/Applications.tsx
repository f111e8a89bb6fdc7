import { Button } from '@mantine/core'
import { type Application, type CreditNote, creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { SettledInvoices } from '../receipts/SettledInvoices.tsx'
import { lazily } from '../ui/lazily.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { moneyText } from '../ui/words/texts.ts'
import { useTranslation } from '../ui/words/translation.ts'

const UndoDialog = lazily(() => import('../write-offs/UndoDialog.tsx'), 'UndoDialog')

/** The invoices that the credit settles. That of a void invoice stays, since both balance each other. */
export function Applications({ note }: { note: CreditNote }) {
  const { language } = useTranslation()
  const can = useCan()
  const undo = useAction(creditNotes.unapply, { isShownInPlace: true })
  const { ask, dialog } = useDialog((one: Application, frame) => (
    <UndoDialog
      {...frame}
      title="Undo the application"
      submit="Undo the application"
      subject={`${one.invoice_number} · ${moneyText(one.amount, language, note.currency)}`}
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
    <>
      <SettledInvoices
        id="applications"
        title="Applied to"
        none="This credit note is not applied to an invoice."
        currency={note.currency}
        settled={note.applications.map((one) => ({
          ...one,
          day: one.applied_on,
          isOver: one.is_reversed || one.reverses_id !== null,
          status: <ApplicationStatus one={one} onUndo={canUndo(one) ? () => ask(one) : undefined} />,
        }))}
      />
      {dialog}
    </>
  )
}

function ApplicationStatus({ one, onUndo }: { one: Application; onUndo: (() => void) | undefined }) {
  const { t } = useTranslation()
  if (!onUndo)
    return <StatusBadge word={one.reverses_id !== null ? 'Reversal' : one.is_reversed ? 'Undone' : 'Applied'} />
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={t('Undo {record}', { record: one.invoice_number })}
      onClick={onUndo}
    >
      {t('Undo')}
    </Button>
  )
}
