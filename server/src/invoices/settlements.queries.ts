import { AppError } from '@portal/contract/errors.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Settlements } from '../db/schema.ts'
import { refuseOn } from '../platform/http/errors.ts'

const overPaid = refuseOn('invoices_never_overpaid', new AppError('payment.exceeds-due'))
const overAllocated = refuseOn('receipts_never_over_allocated', new AppError('receipt.over-allocated'))
const reversedAlready = refuseOn('settlements_reverses_id_key', new AppError('payment.reversed'))
/**
 * Settles part of an invoice. Triggers update the invoice and the receipt or credit note, and the database refuses more
 * than is due or available in any case (M5, RECV-1).
 */
export async function insertSettlement(db: Db, settlement: Insertable<Settlements>): Promise<number> {
  const inserted = db.insertInto('settlements').values(settlement).returning('id').executeTakeFirstOrThrow()
  return (await inserted.catch(overPaid).catch(overAllocated).catch(reversedAlready)).id
}
