import { AppError } from '@portal/contract/errors.ts'
import type { ListQuery } from '@portal/contract/list.ts'
import { type Transaction, type TransactionRow, transactionList } from '@portal/contract/transactions/transactions.ts'
import { type Expression, type SqlBool, sql } from 'kysely'
import { unitIdOf } from '../cards/cards.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { listFilesOf } from '../files/files.queries.ts'
import { findTown } from '../lookups/locations.queries.ts'
import { isStaff, onlyCompany } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import type { Deep, SourceByShape } from '../platform/lists/asked.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { columnsFor } from './transaction-list.queries.ts'
import {
  billedColumns,
  providerColumns,
  type SameCode,
  type StoredHead,
  type StoredLine,
  type StoredTransaction,
  toLineRows,
  toTransaction,
  toTransactionRow,
} from './transactions.columns.ts'

/** Every read and write of a transaction starts here, so that no query reaches another company's transactions. */
export const visibleTransactions = visible('transactions', 'company_id')

export const withNames = (transactions: ReturnType<typeof visibleTransactions>) =>
  transactions
    .innerJoin('companies', 'companies.id', 'transactions.company_id')
    .leftJoin('fuel_providers', 'fuel_providers.id', 'transactions.provider_id')
const headColumns = [
  'transactions.id',
  'transactions.company_id',
  'transactions.authentication_id',
  'transactions.txn_at',
  'transactions.card_id',
  'transactions.card_number',
  'transactions.driver_name',
  'transactions.vehicle',
  'transactions.site_number',
  'transactions.province',
  'transactions.location',
  'transactions.currency',
  'transactions.amount_cents',
  'transactions.odometer',
  'transactions.exceptions',
  'transactions.accepted_at',
  'transactions.invoice_id',
  'transactions.import_id',
  'transactions.version',
  'transactions.updated_at',
  'companies.name as company_name',
  'fuel_providers.name as provider_name',
] as const
/** The customers' role cannot read these: flags can speak of the provider's cost (COST-2). */
const staffColumns = ['transactions.flags'] as const

/**
 * What a transaction leads to. A card can be another company's by now, and a Draft is not for customers. Where the card's
 * row stands is asked, too: without it the index of companies would do, with all cards of one for each transaction.
 */
const linkColumns = (scope: Scope) => {
  const only = onlyCompany(scope)
  return [
    sql<number | null>`(select case when c.ctid is not null then c.id end from cards c
      where c.id = transactions.card_id and ${only === null ? sql`true` : sql`c.company_id = ${only}`})`.as(
      'linked_card',
    ),
    unitIdOf('transactions', 'vehicle').as('linked_unit'),
    sql<string | null>`(select i.invoice_number from invoices i
      where i.id = transactions.invoice_id and ${only === null ? sql`true` : sql`i.status <> 'DRAFT'`})`.as(
      'linked_invoice',
    ),
  ] as const
}
const noLinks = [
  sql<null>`null`.as('linked_card'),
  sql<null>`null`.as('linked_unit'),
  sql<null>`null`.as('linked_invoice'),
] as const
/** The limit keeps the planner on the index, row by row. For `exists` it may hash the whole table. */
const creditedColumn =
  sql<boolean>`(select true from transactions credit where credit.credited_id = transactions.id limit 1) is not null`.as(
    'is_credited',
  )

const linesOf = prepared((db, scope, { ids }: { ids: readonly number[] }) => {
  const only = onlyCompany(scope)
  const lines = db
    .selectFrom('transaction_lines')
    .select(billedColumns)
    .where('transaction_id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('transaction_id')
    .orderBy('n')
  return only === null ? lines.select(providerColumns) : lines.where('company_id', '=', only)
})
/** The lines of a page of transactions in one query, in order. */
async function listLines(db: Db, scope: Scope, ids: readonly number[]): Promise<ReadonlyMap<number, StoredLine[]>> {
  if (ids.length === 0) return new Map()
  const lines = (await linesOf(db, scope, { ids })) as StoredLine[]
  return Map.groupBy(lines, ({ transaction_id }) => transaction_id)
}

const countAll = prepared((db, scope, _: object) => {
  const only = onlyCompany(scope)
  const counts = db.selectFrom('transaction_counts').select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
  return only === null ? counts : counts.where('company_id', '=', only)
})
/** The number of all transactions, from the counts that the database maintains (decision 12). */
const countTransactions = (db: Db, scope: Scope): Promise<number> =>
  countAll(db, scope, {}).then(([row]) => row?.total ?? 0)

const sources = (isByLine: boolean, isDownload: boolean): SourceByShape<StoredHead> => ({
  shape: `${isByLine} ${isDownload}`,
  stored: countTransactions,
  of: (db, scope) => ({
    from: visibleTransactions(db, scope),
    show: (transactions) =>
      (isByLine ? withFacts(transactions) : withNames(transactions).select(headColumns))
        // A download has no buttons and no links, so it does not need to know what is locked or there.
        .select(isDownload ? sql<boolean>`false`.as('is_credited') : creditedColumn)
        .select(isDownload ? noLinks : linkColumns(scope))
        .$if(isStaff(scope), (some) => some.select(staffColumns)),
    row: (transaction: StoredHead) => transaction,
    count: (terms) => (terms.length > 0 ? null : countTransactions(db, scope)),
    jump: (deep) => (onlyCompany(scope) === null ? jumpToMonth(db, deep) : null),
  }),
})

/** Uses the counts to find the month where a far page starts, so that earlier months are not read. */
function jumpToMonth(
  db: Db,
  { sort, direction, offset, terms }: Deep,
): Promise<{ from: Expression<SqlBool>; skipped: number } | null> | null {
  if (sort !== 'txn_date' || terms.length > 0) return null
  const isUp = direction === 'asc'
  return sql<{ month: string; skipped: number }>`
    select month, (upto - transactions)::bigint as skipped from (
      select month, sum(count) as transactions, sum(sum(count)) over (order by month ${isUp ? sql`asc` : sql`desc`}) as upto from transaction_counts group by 1
    ) running where upto > ${offset} order by upto limit 1`
    .execute(db)
    .then(({ rows: [found] }) => {
      if (!found) return null
      const from = isUp
        ? sql<SqlBool>`transactions.txn_at >= ${found.month}::date`
        : sql<SqlBool>`transactions.txn_at < ${found.month}::date + interval '1 month'`
      return { from, skipped: found.skipped }
    })
}

/** The fields of a line's transaction in a download by line, in addition to its head (LIST-15). */
const withFacts = (transactions: ReturnType<typeof visibleTransactions>) =>
  withNames(transactions)
    .leftJoin('sites', 'sites.id', 'transactions.site_id')
    .leftJoin('cards', 'cards.id', 'transactions.card_id')
    .leftJoin('invoices', 'invoices.id', 'transactions.invoice_id')
    .select(headColumns)
    .select(['trailer_number', 'sites.name as site_name', 'sites.city', 'invoice_number'])

/**
 * Reads a page of transactions, then their lines. A join would repeat each transaction for each of its lines (TXN-1,
 * TXN-4).
 */
export async function listTransactions(
  db: Db,
  scope: Scope,
  query: ListQuery,
): Promise<Page<'transactions', TransactionRow>> {
  const isByLine = query.by === 'line'
  const columns = columnsFor(scope)
  const page = await paginate(db, scope, transactionList, query, columns, sources(isByLine, query.format !== undefined))
  // A download has one row per transaction without lines, or one row per line.
  const ids = query.format && !isByLine ? [] : page.transactions.map(({ id }) => id)
  const lines = await listLines(db, scope, ids)
  const rows = page.transactions.map((transaction) =>
    toTransactionRow(transaction, lines.get(transaction.id) ?? [], isStaff(scope)),
  )
  return {
    ...page,
    transactions: isByLine ? rows.flatMap((row, n) => toLineRows(row, page.transactions[n] as StoredHead)) : rows,
  }
}

const notFound = () => new AppError('record.not-found')
const isId = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

const withSite = (db: Db, scope: Scope) =>
  withNames(visibleTransactions(db, scope))
    .leftJoin('sites', 'sites.id', 'transactions.site_id')
    .select([...headColumns, creditedColumn, ...linkColumns(scope)])
    .$if(isStaff(scope), (some) => some.select(staffColumns))
    .select([
      'trip_number',
      'source',
      'credited_id',
      'transactions.provider_id',
      'sites.id as site_id',
      'sites.name as site_name',
      'sites.city',
      'sites.latitude as site_latitude',
      'sites.longitude as site_longitude',
      'sites.is_at_city',
    ])

async function wholeTransaction(db: Db, scope: Scope, stored: StoredTransaction): Promise<Transaction> {
  const { city, province } = stored
  const [lines, town, files, others] = await Promise.all([
    listLines(db, scope, [stored.id]),
    city && province ? findTown(db, province, city) : null,
    listFilesOf(db, scope, { type: 'transaction', id: stored.id, company_id: stored.company_id }),
    visibleTransactions(db, scope)
      .select(['id', 'txn_at', 'amount_cents', 'currency'])
      .where('authentication_id', '=', stored.authentication_id)
      .where('id', '!=', stored.id)
      .orderBy('id', 'desc')
      .limit(20)
      .execute() as Promise<SameCode[]>,
  ])
  return toTransaction(stored, { lines: lines.get(stored.id) ?? [], others, town, files }, isStaff(scope))
}

/** The newest visible transaction with the code, or else the one with that id (TXN-4). */
export async function findTransaction(db: Db, scope: Scope, codeOrId: string): Promise<Transaction> {
  const byCode = (await withSite(db, scope)
    .where('authentication_id', '=', codeOrId)
    .orderBy('transactions.id', 'desc')
    .limit(1)
    .executeTakeFirst()) as StoredTransaction | undefined
  const stored = byCode ?? (isId(codeOrId) ? await transactionById(db, scope, Number(codeOrId)) : undefined)
  if (!stored) throw notFound()
  return wholeTransaction(db, scope, stored)
}
export async function getTransaction(db: Db, scope: Scope, id: number): Promise<Transaction> {
  const stored = await transactionById(db, scope, id)
  if (!stored) throw notFound()
  return wholeTransaction(db, scope, stored)
}
const transactionById = (db: Db, scope: Scope, id: number) =>
  withSite(db, scope).where('transactions.id', '=', id).executeTakeFirst() as Promise<StoredTransaction | undefined>

export const held = [
  'id',
  'company_id',
  'authentication_id',
  'exceptions',
  'accepted_at',
  'invoice_id',
  'amount_cents',
  'currency',
  'card_number',
] as const
export type TransactionHead = Awaited<ReturnType<typeof getHead>>
/** With its flags and who typed it, which only staff can read. */
export type HeldTransaction = TransactionHead & { flags: string[]; typed_by: number | null }
const headById = (db: Db, scope: Scope, id: number) => visibleTransactions(db, scope).select(held).where('id', '=', id)
export const getHead = (db: Db, scope: Scope, id: number) => headById(db, scope, id).executeTakeFirstOrThrow(notFound)
/** Locks the transaction until the database transaction ends, so that decisions based on it stay valid. */
export const lockTransaction = (db: Db, scope: Scope, id: number): Promise<TransactionHead> =>
  headById(db, scope, id).forUpdate().executeTakeFirstOrThrow(notFound)

export async function isCredited(db: Db, id: number): Promise<boolean> {
  return (
    (await db.selectFrom('transactions').select('id').where('credited_id', '=', id).limit(1).executeTakeFirst()) !==
    undefined
  )
}
export async function deleteTransaction(db: Db, id: number): Promise<void> {
  await db.deleteFrom('transactions').where('id', '=', id).execute()
}

/** Folds the entries of each company and month. */
export async function foldTransactionCounts(db: Db): Promise<void> {
  await sql`select fold_transaction_counts()`.execute(db)
}
