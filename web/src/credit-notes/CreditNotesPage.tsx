import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { IconPlus, IconReceiptRefund } from '@tabler/icons-react'
import { useCan } from '../api/session.ts'
import { ListPage } from '../list/ListPage.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { writeOffsPath } from '../write-offs/write-offs.paths.ts'
import { creditNoteListColumns } from './credit-note-columns.tsx'
import { creditNotesPath, newCreditNotePath } from './credit-notes.paths.ts'

/** All credit notes, those of void invoices included (RECV-3). */
export function CreditNotesPage() {
  const can = useCan()
  return (
    <ListPage
      title="Credit notes"
      path={creditNotesPath}
      endpoint={creditNotes.list}
      columns={creditNoteListColumns}
      nameOf={(note) => note.credit_note_number}
      keyOf={(note) => note.credit_note_number}
      empty={{ none: 'No Credit note records to show', filtered: 'No Record found' }}
      get={creditNotes.get}
      headActions={
        <>
          {can(writeOffs.list) ? <LinkButton to={writeOffsPath} icon={IconReceiptRefund} label="Write-offs" /> : null}
          {can(creditNotes.create) ? (
            <LinkButton to={newCreditNotePath} icon={IconPlus} label="New credit note" variant="filled" />
          ) : null}
        </>
      }
    />
  )
}
