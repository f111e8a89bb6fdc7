import { type Expression, type SqlBool, sql } from 'kysely'
import type { Scope } from '../db/connect.ts'
import { isStaff } from '../platform/access/scope.ts'
import { type Among, distinctIn, patternOf } from '../platform/lists/list-conditions.ts'

/** Matches the condition of its index: flagged, neither accepted nor billed. */
export const toReview = sql<SqlBool>`(transactions.invoice_id is null and transactions.flags <> '{}' and transactions.accepted_at is null)`

const reviewed = sql<SqlBool>`(transactions.flags <> '{}' and (transactions.invoice_id is not null or transactions.accepted_at is not null))`

/** The litres of a line as its index has them. */
const lineLitres = sql`(case unit when 'GAL' then round(quantity_milli * 3.785411784) else quantity_milli end)`
const withLitres = (isWithin: (value: Expression<unknown>) => Expression<SqlBool>) =>
  sql<SqlBool>`transactions.id in (select transaction_id from transaction_lines where product in ('D1', 'D1W', 'RF', 'GAS') and ${isWithin(lineLitres)})`

const ownColumns = {
  id: 'transactions.id',
  txn_date: { column: 'transactions.txn_at', isLocalTime: true },
  authentication_id: 'transactions.authentication_id',
  card_number: { column: 'transactions.card_number', isNullable: true },
  dtl_stn_no: { column: 'transactions.site_number', isNullable: true },
  dtl_stn_prv: { column: 'transactions.province', isNullable: true },
  location: { column: 'transactions.location', isNullable: true },
  company_name: 'companies.name',
  txn_amount: 'transactions.amount_cents',
  // The values stand in the text of the query, because US dollars have an index of their own.
  currency: {
    column: 'transactions.currency',
    meanings: {
      CAD: sql<SqlBool>`transactions.currency = 'CAD'`,
      USD: sql<SqlBool>`transactions.currency = 'USD'`,
    },
  },
  review: { column: 'transactions.flags', meanings: { open: toReview, accepted: reviewed } },
  billing: {
    column: 'transactions.invoice_id',
    meanings: {
      open: sql<SqlBool>`transactions.id in (select transaction_id from unbilled_transactions)`,
      billed: sql<SqlBool>`transactions.id in (select transaction_id from billed_transactions)`,
    },
  },
  import_id: 'transactions.import_id',
  driver_name: { column: 'transactions.driver_name', isNullable: true },
  vehicle: { column: 'transactions.vehicle', isNullable: true },
  litres: { column: 'transactions.id', through: withLitres },
  exceptions: {
    column: 'transactions.exceptions',
    meanings: {
      any: sql<SqlBool>`transactions.exceptions <> '{}'`,
      none: sql<SqlBool>`transactions.exceptions = '{}'`,
    },
  },
} as const

/** Millions of transactions are at a few hundred places. */
const amongPlaces = (column: 'site_number' | 'province' | 'location') => {
  const ref = sql.ref(`transactions.${column}`)
  const among: Among = (holds, { operator }) =>
    operator === ':' ? holds(ref) : sql<SqlBool>`${ref} in ${distinctIn('transactions', column, holds)}`
  return { among }
}
/** A transaction keeps the number of its card. A trigger notes the numbers that cards had before. */
const amongCards: Among = (holds, { operator }) => {
  const ref = sql.ref('transactions.card_number')
  const numbers = (table: 'cards' | 'former_card_numbers') =>
    sql`select card_number from ${sql.table(table)} where ${holds(sql.ref('card_number'))}`
  return operator === ':'
    ? holds(ref)
    : sql<SqlBool>`${ref} in (${numbers('cards')} union all ${numbers('former_card_numbers')})`
}
/** Each unit that a transaction names is one of its company's, and has an index. */
const amongUnits: Among = (holds, { operator, query }) => {
  const named =
    operator === ':'
      ? sql`unit_number = unit_number_of(${query})`
      : sql`unit_number like upper(${patternOf(query.replace(/^ +| +$/g, ''))})`
  return sql<SqlBool>`((transactions.company_id, nullif(upper(btrim(left(btrim(transactions.vehicle), 100))), ''))
    in (select company_id, unit_number from units where ${named}) and ${holds(sql.ref('transactions.vehicle'))})`
}

/** What staff filter and sort by. A customer's rows come from the index of its company. */
export const transactionColumns = {
  ...ownColumns,
  authentication_id: { column: ownColumns.authentication_id, byTrigrams: true },
  driver_name: { ...ownColumns.driver_name, byTrigrams: true },
  card_number: { ...ownColumns.card_number, among: amongCards, byTrigrams: true },
  dtl_stn_no: { ...ownColumns.dtl_stn_no, ...amongPlaces('site_number') },
  dtl_stn_prv: { ...ownColumns.dtl_stn_prv, ...amongPlaces('province') },
  location: { ...ownColumns.location, ...amongPlaces('location') },
  vehicle: { ...ownColumns.vehicle, among: amongUnits, byTrigrams: true },
} as const

/** For customers nothing is to review. */
export const columnsFor = (scope: Scope) =>
  isStaff(scope)
    ? transactionColumns
    : {
        ...ownColumns,
        review: { column: 'transactions.id', meanings: { open: sql<SqlBool>`false`, accepted: sql<SqlBool>`false` } },
      }
