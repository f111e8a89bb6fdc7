import { mailableInvoice, northlineInvoice, northlineInvoiceMail, type World } from '../northline.ts'
import type { Ask } from '../test-app.ts'

type Answers = Record<
  'stranger' | 'nobody' | 'nobodyStaff' | 'desk' | 'northline' | 'prairie' | 'clerk' | 'staff',
  number
>
const denied = { stranger: 401, nobody: 403, nobodyStaff: 403 }
/** Northline's people and the provider's; another company's Admin finds nothing. */
const readers: Answers = { ...denied, desk: 200, northline: 200, prairie: 404, clerk: 200, staff: 200 }
const staff: Answers = { ...denied, desk: 403, northline: 403, prairie: 403, clerk: 403, staff: 200 }

/** What the papers and mails of an invoice answer to each, for the table of every endpoint (T1). */
export function invoiceDocumentRows(
  world: World,
): Record<string, { answers: Answers; call: () => Promise<Ask>; unknown?: number }> {
  const invoice = () => northlineInvoice(world)
  const idOf = async () => (await mailableInvoice(world)).params.id
  return {
    'invoices.download': { answers: readers, call: invoice, unknown: 404 },
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
