import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id } from '../fields.ts'
import { invoiceMailState } from '../invoices/invoice-mail.ts'
import { byCreditNote } from './credit-notes.ts'

/** A credit note as PDF or CSV, as it was issued (RECV-3, RECV-4), and by mail. */
export const creditNoteDocuments = defineContract('creditNotes', {
  download: {
    method: 'GET',
    path: '/credit-notes/:number/download',
    summary: 'Download a credit note as PDF, as it was issued',
    can: 'invoices.download',
    transaction: 'none',
    params: byCreditNote,
    reply: 'file',
  },
  downloadCsv: {
    method: 'GET',
    path: '/credit-notes/:number/download/csv',
    summary: 'Download a credit note as CSV, as it was issued',
    can: 'invoices.download',
    transaction: 'none',
    params: byCreditNote,
    reply: 'file',
  },
  email: {
    method: 'POST',
    path: '/credit-notes/:number/email',
    summary: 'E-mail a credit note to its customer with the PDF attached',
    can: 'invoices.update',
    params: byCreditNote,
    /** Queued, not sent yet. The credit note's mails show the outcome. */
    reply: z.object({ mail: z.int(), to_address: z.string() }),
  },
  mails: {
    method: 'GET',
    path: '/credit-notes/:number/mails',
    summary: 'List the e-mails of a credit note with their status, newest first',
    can: 'invoices.read',
    params: byCreditNote,
    /** The recipient of the next mail, for staff; null if the customer has no address. */
    reply: z.object({ mails: z.array(invoiceMailState), next_address: z.string().nullable() }),
  },
  retryMail: {
    method: 'POST',
    path: '/credit-notes/:number/mails/:mailId/retry',
    summary: 'Retry a credit note’s e-mail that failed or was kept',
    can: 'invoices.update',
    params: byCreditNote.extend({ mailId: id() }),
    reply: invoiceMailState,
  },
})
