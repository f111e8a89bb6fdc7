import { creditNoteDocuments } from '@portal/contract/credit-notes/credit-note-documents.ts'
import type { CreditNote } from '@portal/contract/credit-notes/credit-notes.ts'
import { useAction } from '../api/use-action.ts'
import { EmailDocumentDialog } from '../documents/EmailDocumentDialog.tsx'
import { creditNoteMailsOf } from './credit-note-mails.ts'

type Props = { note: CreditNote; opened: boolean; onClose: () => void }

export function EmailCreditNote({ note, opened, onClose }: Props) {
  const email = useAction(creditNoteDocuments.email)
  const { credit_note_number: number, company_id, company_name } = note
  return (
    <EmailDocumentDialog
      title="Email credit note"
      text="We e-mail the PDF to the customer’s address for documents."
      document={{ number, company_id, company_name }}
      source={creditNoteMailsOf(number)}
      isBusy={email.isPending}
      onConfirm={() => email.mutate({ params: { number } }, { onSettled: onClose })}
      opened={opened}
      onClose={onClose}
    />
  )
}
