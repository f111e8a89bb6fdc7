import { firstDayOf } from '@portal/contract/dashboard/dashboard.ts'
import type { CallReply, HandlerInput } from '@portal/contract/endpoint.ts'
import type { margins } from '@portal/contract/margins/margins.ts'
import { getToday } from '../companies/companies.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { toLineMargin } from './margins.columns.ts'
import {
  type CurrencySums,
  demandRecord,
  demandStaff,
  listLineCosts,
  sumImport,
  sumInvoice,
  sumPurchases,
  sumTransaction,
} from './margins.queries.ts'
import { marginIn } from './margins.rules.ts'

type Asking = Pick<Context, 'db' | 'actor'>
const toTotals = (sums: readonly CurrencySums[]) => sums.map((one) => marginIn(one.currency, one))

export async function readTransactionMargin(
  { db, actor }: Asking,
  id: number,
): Promise<CallReply<typeof margins.transaction>> {
  demandStaff(actor.scope)
  await demandRecord(db, 'transactions', id)
  const [totals, lines] = await Promise.all([sumTransaction(db, id), listLineCosts(db, id)])
  return { totals: toTotals(totals), lines: lines.map(toLineMargin) }
}
export async function readImportMargin({ db, actor }: Asking, id: number) {
  demandStaff(actor.scope)
  await demandRecord(db, 'imports', id)
  return { totals: toTotals(await sumImport(db, id)) }
}
export async function readInvoiceMargin({ db, actor }: Asking, id: number) {
  demandStaff(actor.scope)
  await demandRecord(db, 'invoices', id)
  return { totals: toTotals(await sumInvoice(db, id)) }
}
export async function readCustomerMargin(
  { db, actor }: Asking,
  { params: { id }, query }: HandlerInput<typeof margins.customer>,
  now: Date,
): Promise<CallReply<typeof margins.customer>> {
  demandStaff(actor.scope)
  await demandRecord(db, 'customers', id)
  const to = query.to ?? (await getToday(db, now))
  const span = { from: query.from ?? firstDayOf('30d', to), to }
  return { ...span, totals: toTotals(await sumPurchases(db, id, span)) }
}
