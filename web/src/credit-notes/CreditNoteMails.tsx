import { creditNoteDocuments } from '@portal/contract/credit-notes/credit-note-documents.ts'
import type { CreditNote } from '@portal/contract/credit-notes/credit-notes.ts'
import { useCan } from '../api/session.ts'
import { useAction } from '../api/use-action.ts'
import { useDownload } from '../api/use-download.ts'
import { DocumentMails } from '../documents/DocumentMails.tsx'
import { lazily } from '../ui/lazily.tsx'
import { useDialog } from '../ui/use-dialog.tsx'
import { creditNoteMailsOf } from './credit-note-mails.ts'

const EmailCreditNote = lazily(() => import('./EmailCreditNote.tsx'), 'EmailCreditNote')

/** The credit note's documents as they were issued, and its e-mails (RECV-3, RECV-4). */
export function CreditNoteMails({ note }: { note: CreditNote }) {
  const can = useCan()
  const number = note.credit_note_number
  const params = { number }
  const pdf = useDownload(creditNoteDocuments.download, `${number}.pdf`)
  const csv = useDownload(creditNoteDocuments.downloadCsv, `${number}.csv`)
  const retry = useAction(creditNoteDocuments.retryMail)
  const { ask, dialog } = useDialog<void>((_, frame) => <EmailCreditNote note={note} {...frame} />)
  return (
    <>
      <DocumentMails
        source={creditNoteMailsOf(number)}
        none="This credit note has not been e-mailed yet."
        download={
          can(creditNoteDocuments.download)
            ? {
                fetch: (type) => (type === 'PDF' ? pdf : csv).mutate({ params }),
                pending: pdf.isPending ? 'PDF' : csv.isPending ? 'CSV' : undefined,
              }
            : undefined
        }
        onEmail={can(creditNoteDocuments.email) ? () => ask() : undefined}
        retry={
          can(creditNoteDocuments.retryMail)
            ? {
                send: (mailId) => retry.mutate({ params: { number, mailId } }),
                pending: retry.isPending ? retry.variables.params.mailId : undefined,
              }
            : undefined
        }
      />
      {dialog}
    </>
  )
}
