import { mailableInvoice, type NorthlineApp, northlineInvoice, northlineInvoiceMail } from '../northline.ts'
import { anyone, denied, type EndpointRow, signedIn, staffOnly } from './answers.ts'

/** Northline's users and the provider's; another company's Admin gets 404. */
const readers = { ...signedIn(200), ...denied, prairie: 404 }
const staff = staffOnly(200)

/** The rows for an invoice's documents and mails in the table of every endpoint (T1). */
export function invoiceDocumentRows(world: NorthlineApp): Record<string, EndpointRow> {
  const invoice = () => northlineInvoice(world)
  const idOf = async () => (await mailableInvoice(world)).params.id
  return {
    'invoices.download': { answers: readers, call: invoice, unknown: 404 },
    // A code that belongs to no document gets the same reply from everyone.
    'verify.check': { answers: anyone(200), call: async () => ({ body: { code: '7KQ2-M9XV-4TRB' } }) },
    'invoices.downloadCsv': { answers: readers, call: invoice, unknown: 404 },
    'invoices.export': { answers: readers, call: async () => ({ body: { ids: [await idOf()] } }) },
    'invoices.email': {
      answers: staff,
      call: async () => ({ query: { type: 'spol/invoices', id: String(await idOf()) } }),
    },
    'invoices.emailMany': { answers: staff, call: async () => ({ body: { ids: [await idOf()] } }) },
    'invoices.mails': { answers: readers, call: invoice, unknown: 404 },
    'invoices.retryMail': { answers: staff, call: () => northlineInvoiceMail(world), unknown: 404 },
  }
}
