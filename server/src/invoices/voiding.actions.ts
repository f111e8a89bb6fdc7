import { getToday } from '../companies/companies.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { repriceFreed } from '../pricing/repricing.actions.ts'
import { copyCreditedLines, insertCreditNote, type MadeCreditNote } from './crediting.queries.ts'
import { freeTransactions, type StoredInvoice, updateInvoice } from './invoices.queries.ts'
import { insertSettlement } from './settlements.queries.ts'

type Voided = { creditNote: MadeCreditNote | null; repriced: Awaited<ReturnType<typeof repriceFreed>> }
/**
 * Voids a locked invoice and makes its transactions unbilled again (INV-13). One that was sent gets a credit note with
 * its lines and the sign turned, applied to it in full, so that neither is open (RECV-3). A Draft needs none.
 */
export async function voidInvoice(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  invoice: StoredInvoice,
  reason: string | null,
  now: Date,
): Promise<Voided> {
  const { id, company_id, currency, invoice_number, issued_cents, total_cents } = invoice
  const issued_date = await getToday(db, now)
  const creditNote =
    issued_cents === null || issued_cents === 0
      ? null
      : await insertCreditNote(db, {
          kind: 'void',
          company_id,
          currency,
          invoice_id: id,
          issued_date,
          total_cents: issued_cents,
          reason:
            reason ?? (invoice.language === 'fr' ? `Annulation de ${invoice_number}` : `Void of ${invoice_number}`),
          is_rebilled: false,
          created_by: actor.user_id,
        })
  if (creditNote) await copyCreditedLines(db, creditNote, id, { lineIds: null, hasCost: true })
  const repriced = await repriceFreed(db, actor.scope, id, () => freeTransactions(db, id))
  await updateInvoice(db, id, { status: 'VOID', voided_cents: total_cents })
  if (creditNote)
    await insertSettlement(db, {
      kind: 'credit',
      company_id,
      currency,
      invoice_id: id,
      credit_note_id: creditNote.id,
      amount_cents: issued_cents as number,
      settled_on: issued_date,
      created_by: actor.user_id,
    })
  return { creditNote, repriced }
}
