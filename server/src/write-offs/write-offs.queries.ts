import { defaultWriteOffCents } from '@portal/contract/billing/billing-settings.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { type WriteOff, writeOffList } from '@portal/contract/write-offs/write-offs.ts'
import { sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { visible } from '../platform/access/visible.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'

const visibleWriteOffs = (db: Db, scope: Scope) =>
  visible('settlements', 'company_id')(db, scope).where('settlements.kind', '=', 'write_off')
const shown = (writeOffs: ReturnType<typeof visibleWriteOffs>) =>
  writeOffs
    .innerJoin('invoices', 'invoices.id', 'settlements.invoice_id')
    .innerJoin('companies', 'companies.id', 'settlements.company_id')
    .select(['settlements.id', 'settlements.company_id', 'companies.name as company_name', 'settlements.invoice_id'])
    .select(['invoices.invoice_number', 'settlements.settled_on', 'settlements.currency', 'settlements.amount_cents'])
    .select(['settlements.note', 'settlements.reverses_id'])
    .select(
      sql<boolean>`exists (select from settlements later where later.reverses_id = settlements.id)`.as('is_reversed'),
    )
type Shown = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>
const toWriteOff = ({ settled_on, amount_cents, note, currency, ...stored }: Shown): WriteOff => ({
  ...stored,
  currency: currency as Currency,
  written_off_on: settled_on,
  amount: fromUnits(amount_cents, 'money'),
  reason: note ?? '',
})

export const listWriteOffs = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'write_offs', WriteOff>> =>
  paginate(
    db,
    scope,
    writeOffList,
    query,
    {
      id: 'settlements.id',
      written_off_on: 'settlements.settled_on',
      company_name: 'companies.name',
      invoice_number: 'invoices.invoice_number',
      amount: 'settlements.amount_cents',
      currency: 'settlements.currency',
    },
    { from: visibleWriteOffs(db, scope), show: shown, row: toWriteOff },
  )
export const getWriteOff = async (db: Db, scope: Scope, id: number): Promise<WriteOff> =>
  toWriteOff(
    await shown(visibleWriteOffs(db, scope))
      .where('settlements.id', '=', id)
      .executeTakeFirstOrThrow(() => new AppError('record.not-found')),
  )

/** The most of an invoice that each role can write off; null is no limit (RECV-5). */
export async function findLimits(db: Db): Promise<{ user_cents: number; admin_cents: number | null }> {
  const found = await db
    .selectFrom('billing_settings')
    .select(['write_off_user_cents', 'write_off_admin_cents'])
    .executeTakeFirst()
  return {
    user_cents: found?.write_off_user_cents ?? defaultWriteOffCents,
    admin_cents: found?.write_off_admin_cents ?? null,
  }
}
