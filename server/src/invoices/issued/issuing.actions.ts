import { AppError } from '@portal/contract/errors.ts'
import { isInNumberYear, wrongYear } from '@portal/contract/invoices/invoices.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { getToday } from '../../companies/companies.queries.ts'
import type { Db } from '../../db/connect.ts'
import { newDocumentCode } from '../../documents/issued-documents.actions.ts'
import { queueStoring } from '../../documents/issued-documents.queries.ts'
import { findLastPurchase, getIssuer, type StoredInvoice, updateInvoice } from '../invoices.queries.ts'

const tooEarly = 'invoice.sent-too-early'
type Dated = Pick<StoredInvoice, 'id' | 'invoice_number' | 'issued_date'>
type Dates = Pick<StoredInvoice, 'issued_date' | 'due_date' | 'start_date' | 'end_date'>

const named = (reason: Message, { invoice_number }: Dated, isNamed: boolean): Message =>
  isNamed ? message('invoice.named', { number: invoice_number, reason }) : reason
const refusedDate = (reason: Message, dated: Dated, isNamed: boolean) =>
  new AppError('request.invalid', { issued_date: reason }, { message: named(reason, dated, isNamed) })

/** The issued date must be in the year of the invoice number, so that each year's series stays complete. */
export function demandNumberYear(dated: Dated, isNamed: boolean): void {
  if (!isInNumberYear(dated.invoice_number, dated.issued_date)) throw refusedDate(wrongYear, dated, isNamed)
}
/** An invoice does not bill what was bought after its own date (RECV-6). */
async function demandAfterPurchases(db: Db, dated: Dated, isNamed: boolean): Promise<void> {
  const day = await findLastPurchase(db, dated.id)
  if (day === null || dated.issued_date >= day) return
  const reason = message('invoice.last-purchase', { day })
  throw new AppError('invoice.issued-too-early', { issued_date: reason }, { message: named(reason, dated, isNamed) })
}
/**
 * A sent invoice cannot have a future issued date: its terms would start before it exists. Uses the provider's
 * calendar.
 */
async function demandIssuable(db: Db, dated: Dated, now: Date, isNamed: boolean): Promise<void> {
  demandNumberYear(dated, isNamed)
  if (dated.issued_date > (await getToday(db, now))) throw refusedDate(tooEarly, dated, isNamed)
  await demandAfterPurchases(db, dated, isNamed)
}

type Issuing = {
  /** Dates changed with the same save. */
  dates?: Dates
  /** Several invoices are issued at once, so that an error has to name its invoice. */
  isNamed?: boolean
}
/**
 * Issues a Draft: the only way from Draft to Sent (INV-5). It keeps the supplier's block as of now, so that later billing
 * settings do not change it (RECV-4), gives the document its code (RECV-12), and queues its storing. The caller has
 * locked the invoice.
 */
export async function issueInvoice(
  db: Db,
  stored: StoredInvoice,
  now: Date,
  { dates, isNamed = false }: Issuing = {},
): Promise<void> {
  await demandIssuable(db, { ...stored, ...dates }, now, isNamed)
  await updateInvoice(db, stored.id, {
    ...dates,
    status: 'SENT',
    sent_at: now.toISOString(),
    issuer: JSON.stringify(await getIssuer(db, stored.company_id, stored.language)),
    document_code: newDocumentCode(),
  })
  await queueStoring(db, { kind: 'invoice', invoice_id: stored.id })
}
