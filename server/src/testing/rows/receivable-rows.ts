import { creditNoteDocuments } from '@portal/contract/credit-notes/credit-note-documents.ts'
import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { receipts } from '@portal/contract/receipts/receipts.ts'
import { refunds, writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { people } from '../factories.ts'
import { type NorthlineApp, northlineInvoice } from '../northline.ts'
import { insertSentInvoice } from '../paying.ts'
import { denied, type EndpointRow, signedIn, staffOnly } from './answers.ts'
import { bankRows } from './bank-rows.ts'

const readers = { ...signedIn(200), ...denied }
const own = { ...readers, prairie: 404 }

let references = 0
const receiptBody = (company_id: number) => ({
  company_id,
  currency: 'CAD',
  amount: 30,
  receipt_date: '2026-11-03',
  payment_mode: 'eft',
  reference: `EFT ${++references}`,
})

/** Makes the records of Northline that the calls below are about. */
function makers(world: NorthlineApp) {
  const { ask, owner } = world
  const invoice = async () => (await insertSentInvoice(owner, world.northlineId, 5000)).invoice_number
  const receipt = async () => {
    const { body } = await ask(people.staff, receipts.create, { body: receiptBody(world.northlineId) })
    return { params: { id: body.id as number } }
  }
  const creditNote = async () => {
    const amounts = [{ product: 'OTH', province: 'ON', description: 'Goodwill', amount: 10, hst: 1.3 }]
    const body = { company_id: world.northlineId, currency: 'CAD', amounts, reason: 'Goodwill' }
    return (await ask(people.staff, creditNotes.create, { body })).body.credit_note_number as string
  }
  const applied = async () => {
    const number = await creditNote()
    const body = { allocations: [{ invoice_number: await invoice(), amount: 11.3 }] }
    const { applications } = (await ask(people.staff, creditNotes.apply, { params: { number }, body })).body
    return { params: { number }, body: { application_id: applications[0].id, reason: 'Other invoice' } }
  }
  const writeOff = async () => {
    const body = { invoice_number: await invoice(), reason: 'Not worth a letter' }
    return { params: { id: (await ask(people.staff, writeOffs.create, { body })).body.id as number } }
  }
  const refundBody = async () => ({
    receipt_id: (await receipt()).params.id,
    amount: 30,
    refund_date: '2026-11-04',
    payment_mode: 'cheque',
    reference: 'CHQ 9',
    reason: 'Paid twice',
  })
  const refund = async () => ({
    params: { id: (await ask(people.staff, refunds.create, { body: await refundBody() })).body.id as number },
  })
  return { invoice, receipt, creditNote, applied, writeOff, refundBody, refund }
}

function receiptRows(
  world: NorthlineApp,
  { invoice, receipt }: ReturnType<typeof makers>,
): Record<string, EndpointRow> {
  const reversed = { kind: 'mistake', reason: 'Typed twice' }
  return {
    'receipts.modes': { answers: readers },
    'receipts.list': { answers: readers },
    'receipts.openInvoices': {
      answers: staffOnly(200),
      call: async () => ({ query: { company_id: String(world.northlineId), currency: 'CAD' } }),
    },
    'receipts.get': { answers: own, call: receipt, unknown: 404 },
    'receipts.create': { answers: staffOnly(201), call: async () => ({ body: receiptBody(world.northlineId) }) },
    'receipts.allocate': {
      answers: staffOnly(200),
      call: async () => ({
        ...(await receipt()),
        body: { allocations: [{ invoice_number: await invoice(), amount: 30 }] },
      }),
      unknown: 404,
    },
    'receipts.reversal': { answers: staffOnly(200), call: receipt, unknown: 404 },
    'receipts.reverse': {
      answers: staffOnly(201),
      call: async () => ({ ...(await receipt()), body: reversed }),
      unknown: 404,
    },
  }
}

function creditNoteDocumentRows(
  { ask, owner }: NorthlineApp,
  { creditNote }: ReturnType<typeof makers>,
): Record<string, EndpointRow> {
  const call = async () => ({ params: { number: await creditNote() } })
  return {
    'creditNotes.download': { answers: own, call, unknown: 404 },
    'creditNotes.downloadCsv': { answers: own, call, unknown: 404 },
    'creditNotes.email': { answers: staffOnly(200), call, unknown: 404 },
    'creditNotes.mails': { answers: own, call, unknown: 404 },
    'creditNotes.retryMail': {
      answers: staffOnly(200),
      call: async () => {
        const { params } = await call()
        const { mail } = (await ask(people.staff, creditNoteDocuments.email, { params })).body
        await owner.query(`update outbox set status = 'kept' where id = $1`, [mail])
        return { params: { ...params, mailId: mail as number } }
      },
      unknown: 404,
    },
  }
}

/** The rows for receipts, credit notes, write-offs, refunds and books in the table of every endpoint (T1). */
export function receivableRows(world: NorthlineApp): Record<string, EndpointRow> {
  const made = makers(world)
  const { invoice, creditNote, applied, writeOff, refundBody, refund } = made
  return {
    ...receiptRows(world, made),
    ...creditNoteDocumentRows(world, made),
    ...bankRows(world),
    'creditNotes.list': { answers: readers },
    'creditNotes.creditable': {
      answers: staffOnly(200),
      call: async () => ({ params: (await northlineInvoice(world)).params }),
      unknown: 404,
    },
    'creditNotes.create': {
      answers: staffOnly(201),
      call: async () => ({
        body: {
          invoice_number: await invoice(),
          amounts: [{ product: 'OTH', description: 'Goodwill', amount: 1 }],
          reason: 'Goodwill',
        },
      }),
    },
    'creditNotes.get': { answers: own, call: async () => ({ params: { number: await creditNote() } }), unknown: 404 },
    'creditNotes.apply': {
      answers: staffOnly(200),
      call: async () => ({
        params: { number: await creditNote() },
        body: { allocations: [{ invoice_number: await invoice(), amount: 11.3 }] },
      }),
      unknown: 404,
    },
    'creditNotes.unapply': { answers: staffOnly(200), call: applied, unknown: 404 },
    'writeOffs.list': { answers: staffOnly(200) },
    'writeOffs.create': {
      answers: staffOnly(201),
      call: async () => ({ body: { invoice_number: await invoice(), reason: 'Not worth a letter' } }),
    },
    'writeOffs.reverse': {
      answers: staffOnly(201),
      call: async () => ({ ...(await writeOff()), body: { reason: 'Paid after all' } }),
      unknown: 404,
    },
    'refunds.list': { answers: staffOnly(200) },
    'refunds.create': { answers: staffOnly(201), call: async () => ({ body: await refundBody() }) },
    'refunds.reverse': {
      answers: staffOnly(201),
      call: async () => ({ ...(await refund()), body: { reason: 'Cheque not cashed' } }),
      unknown: 404,
    },
    'reminders.settings': { answers: staffOnly(200) },
    'reminders.change': { answers: staffOnly(200), call: async () => ({ body: { days_after: [7] } }) },
    'books.get': { answers: staffOnly(200) },
    'books.openWork': { answers: staffOnly(200), call: async () => ({ query: { through: '2026-10-31' } }) },
    'books.change': { answers: staffOnly(200), call: async () => ({ body: { closed_through: null, reason: 'Test' } }) },
  }
}
