import { creditNoteDocuments } from '@portal/contract/credit-notes/credit-note-documents.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../platform/http/implement.ts'
import {
  downloadCreditNote,
  mailCreditNote,
  readCreditNoteMails,
  retryCreditNoteMail,
} from './credit-note-documents.actions.ts'

export const creditNoteDocumentRoutes = (app: FastifyInstance): void =>
  implement(app, creditNoteDocuments, {
    download: ({ params }, context) => downloadCreditNote(context, params.number, 'PDF'),
    downloadCsv: ({ params }, context) => downloadCreditNote(context, params.number, 'CSV'),
    email: ({ params }, context) => mailCreditNote(context, app.services, params.number),
    mails: ({ params }, context) => readCreditNoteMails(context, params.number),
    retryMail: ({ params }, context) => retryCreditNoteMail(context, app.services, params.number, params.mailId),
  })
