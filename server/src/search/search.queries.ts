import { fromUnits } from '@portal/contract/rules/money.ts'
import type { SearchHit, SearchKind } from '@portal/contract/search/search.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { visibleCards } from '../cards/cards.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { visibleInvoices } from '../invoices/invoices.queries.ts'
import { visible } from '../platform/access/visible.ts'
import { containing } from '../platform/lists/list-conditions.ts'
import { visibleTransactions } from '../transactions/transactions.queries.ts'
import { anyAccents } from './search.rules.ts'

/** So many matches are read at most; the best of them are shown. */
const readAtMost = 50
type Found = { id: number; label: string } & Partial<Omit<SearchHit, 'kind' | 'id' | 'label' | 'amount'>> & {
    cents?: number
  }
const has = (column: string, text: string): Expression<SqlBool> => containing(column, text, false)
const hasName = (name: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${name} ~* ${anyAccents(text)}`

const toHit =
  (kind: SearchKind) =>
  ({ cents, ...found }: Found): SearchHit => ({
    detail: null,
    company: null,
    status: null,
    day: null,
    currency: null,
    ...found,
    kind,
    amount: cents === undefined ? null : fromUnits(cents, 'money'),
  })
type Find = (db: Db, scope: Scope, text: string) => Promise<SearchHit[]>
const found =
  (kind: SearchKind, rows: (db: Db, scope: Scope, text: string) => { execute: () => Promise<unknown[]> }): Find =>
  async (db, scope, text) =>
    ((await rows(db, scope, text).execute()) as Found[]).map(toHit(kind))

const cardsBy = (
  kind: 'card' | 'driver',
  label: 'card_number' | 'driver_name',
  detail: 'card_number' | 'driver_name',
) =>
  found(kind, (db, scope, text) =>
    visibleCards(db, scope)
      .leftJoin('companies', 'companies.id', 'cards.company_id')
      .select([
        'cards.id',
        `cards.${label} as label`,
        `cards.${detail} as detail`,
        'companies.name as company',
        'cards.card_status as status',
      ])
      // A card's number is found with or without spaces.
      .where(
        label === 'card_number'
          ? has('cards.card_number', text.replaceAll(' ', ''))
          : hasName(sql.ref('cards.driver_name'), text),
      )
      .limit(readAtMost),
  )

const findSites = found('site', (db, _, text) =>
  db
    .selectFrom('sites')
    .innerJoin('fuel_providers', 'fuel_providers.id', 'sites.provider_id')
    .select([
      'sites.id',
      sql<string>`concat_ws(' ', sites.site_number, sites.name)`.as('label'),
      sql<string>`concat_ws(', ', sites.city, sites.province)`.as('detail'),
      'fuel_providers.name as company',
    ])
    .where((eb) =>
      eb.or([
        has('sites.site_number', text),
        hasName(sql.ref('sites.name'), text),
        hasName(sql.ref('sites.city'), text),
      ]),
    )
    .limit(readAtMost),
)

/** Each kind by the text that people know it by, from its index, limited to what the user can see. */
export const findByKind: Record<SearchKind, Find> = {
  card: cardsBy('card', 'card_number', 'driver_name'),
  driver: cardsBy('driver', 'driver_name', 'card_number'),
  unit: found('unit', (db, scope, text) =>
    visible('units', 'company_id')(db, scope)
      .innerJoin('companies', 'companies.id', 'units.company_id')
      .select(['units.id', 'units.unit_number as label', 'companies.name as company'])
      .where(has('units.unit_number', text))
      .limit(readAtMost),
  ),
  customer: found('customer', (db, scope, text) =>
    visible('customers', 'company_id')(db, scope)
      .innerJoin('companies', 'companies.id', 'customers.company_id')
      .select(['companies.id', 'companies.name as label', 'companies.company_number as detail'])
      .where('companies.status', 'in', ['active', 'disabled'])
      .where(hasName(sql.ref('companies.name'), text))
      .limit(readAtMost),
  ),
  invoice: found('invoice', (db, scope, text) =>
    visibleInvoices(db, scope)
      .innerJoin('companies', 'companies.id', 'invoices.company_id')
      .select([
        'invoices.id',
        'invoices.invoice_number as label',
        'companies.name as company',
        'invoices.status',
        'invoices.issued_date as day',
        'invoices.total_cents as cents',
        'invoices.currency',
      ])
      .where(has('invoices.invoice_number', text))
      .limit(readAtMost),
  ),
  receipt: found('receipt', (db, scope, text) =>
    visible('receipts', 'company_id')(db, scope)
      .innerJoin('companies', 'companies.id', 'receipts.company_id')
      .select([
        'receipts.id',
        'receipts.reference as label',
        'companies.name as company',
        'receipts.receipt_date as day',
        'receipts.amount_cents as cents',
        'receipts.currency',
      ])
      .where(has('receipts.reference', text))
      .limit(readAtMost),
  ),
  credit_note: found('credit_note', (db, scope, text) =>
    visible('credit_notes', 'company_id')(db, scope)
      .innerJoin('companies', 'companies.id', 'credit_notes.company_id')
      .select([
        'credit_notes.id',
        'credit_notes.credit_note_number as label',
        'companies.name as company',
        'credit_notes.issued_date as day',
        'credit_notes.total_cents as cents',
        'credit_notes.currency',
      ])
      .where(has('credit_notes.credit_note_number', text))
      .limit(readAtMost),
  ),
  // By the whole code: a part of one would be looked for among millions.
  transaction: found('transaction', (db, scope, text) =>
    visibleTransactions(db, scope)
      .innerJoin('companies', 'companies.id', 'transactions.company_id')
      .select([
        'transactions.id',
        'transactions.authentication_id as label',
        'transactions.card_number as detail',
        'companies.name as company',
        sql<string>`transactions.txn_at::date`.as('day'),
        'transactions.amount_cents as cents',
        'transactions.currency',
      ])
      .where('transactions.authentication_id', '=', text)
      .limit(readAtMost),
  ),
  user: found('user', (db, scope, text) =>
    visible('users', 'company_id')(db, scope)
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .select([
        'users.id',
        sql<string>`users.first_name || ' ' || users.last_name`.as('label'),
        'users.email as detail',
        'companies.name as company',
      ])
      .where('users.deleted_at', 'is', null)
      .where((eb) =>
        eb.or([hasName(sql`(users.first_name || ' ' || users.last_name)`, text), has('users.email', text)]),
      )
      .limit(readAtMost),
  ),
  site: findSites,
}
