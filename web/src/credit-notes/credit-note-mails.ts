import { creditNoteDocuments } from '@portal/contract/credit-notes/credit-note-documents.ts'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'
import type { MailSource } from '../documents/document-calls.ts'

export const creditNoteMailsOf = (number: string): MailSource => ({
  queryKey: queryKeyOf(creditNoteDocuments.mails, { number }),
  queryFn: ({ signal }) => call(creditNoteDocuments.mails, { params: { number } }, { signal }),
})
