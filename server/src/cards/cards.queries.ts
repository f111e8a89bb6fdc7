import { type CardRow, cardList, cardStatusChoices } from '@portal/contract/cards/cards.ts'
import { AppError } from '@portal/contract/errors.ts'
import { choicesMatching, type FilterTerm, type ListQuery } from '@portal/contract/list.ts'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Scope } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import type { DB } from '../db/schema.ts'
import { onlyCompany } from '../platform/access/scope.ts'
import { visible } from '../platform/access/visible.ts'
import { refuseOn } from '../platform/http/errors.ts'
import type { Deep, Source } from '../platform/lists/asked.ts'
import { type Page, paginate } from '../platform/lists/paginate.ts'
import { type CardColumns, type StoredCard, toCardRow } from './cards.columns.ts'

/** Every read and write of a card starts here, so that no request reaches another company's cards. */
export const visibleCards = visible('cards', 'company_id')
export const withCompany = (cards: ReturnType<typeof visibleCards>) =>
  cards.innerJoin('companies', 'companies.id', 'cards.company_id')

type Owner = Expression<number>
/** A customer's cards have one owner, so that what depends on it is read once for all rows. */
const ownerOf = (scope: Scope): Owner => {
  const only = onlyCompany(scope)
  return only === null ? sql.ref<number>('cards.company_id') : sql<number>`${only}::bigint`
}
/** Counts for the rows of a page only, from the index of users by company. */
const usersOf = (owner: Owner) => (row: ExpressionBuilder<DB, 'cards'>) =>
  row
    .selectFrom('users')
    .where('users.company_id', '=', owner)
    .where('users.is_active', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .as('users')

/**
 * Whether the database would refuse to delete the card, for the rows of a page only. The limit keeps the planner on the
 * index, row by row.
 */
const hasTransactionsOf =
  sql<boolean>`(select true from transactions where transactions.card_id = cards.id limit 1) is not null`.as(
    'has_transactions',
  )
/** The unit that a card or a transaction names, if it is known (UX-8). */
export const unitIdOf = (table: 'cards' | 'transactions', number: string) =>
  sql<number | null>`(select units.id from units where units.company_id = ${sql.ref(`${table}.company_id`)}
    and units.unit_number = unit_number_of(${sql.ref(`${table}.${number}`)}))`
/** The currency of a card's amounts. The provider's own cards have no customer record and use its currency. */
const currencyOf = (owner: Owner) => (row: ExpressionBuilder<DB, 'cards'>) =>
  row.fn
    .coalesce(
      row.selectFrom('customers').where('customers.company_id', '=', owner).select('customers.currency'),
      sql<string>`'CAD'`,
    )
    .as('currency')
/** The whole card with its company's fields. */
export const wholeCards = (cards: ReturnType<typeof visibleCards>) =>
  withCompany(cards)
    .selectAll('cards')
    .select(['companies.name as company_name', 'companies.company_number', currencyOf(sql.ref('cards.company_id'))])

/** Maps the list's sorts and filters to columns. */
export const cardColumns = {
  id: 'cards.id',
  card_number: { column: 'cards.card_number', isUnique: true, byTrigrams: true },
  company_name: 'companies.name',
  company_number: { column: 'companies.company_number', isNullable: true },
  plastic_type: 'cards.plastic_type',
  trailer_number: { column: 'cards.trailer_number', byTrigrams: true },
  card_status: 'cards.card_status',
  cash_advance_type: 'cards.cash_advance_type',
  refreshing_cash_balance: 'cards.refreshing_cash_balance_cents',
  driver_name: { column: 'cards.driver_name', byTrigrams: true },
  vehicle_assigned_to_card: 'cards.vehicle_assigned_to_card',
  non_highway_fuel_limit: 'cards.non_highway_fuel_limit_milli',
  uom: 'cards.uom',
  card_issue_date: { column: 'cards.card_issue_date', isNullable: true },
} as const

const countAll = prepared((db, scope, _: object) => {
  const only = onlyCompany(scope)
  const counts = db.selectFrom('card_counts').select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total'))
  return only === null ? counts : counts.where('company_id', '=', only)
})
const countAllCards = (db: Db, scope: Scope): Promise<number> =>
  countAll(db, scope, {}).then(([row]) => row?.total ?? 0)
/** Counts cards, by status if asked, from the stored counts (decision 12). */
function countCards(db: Db, scope: Scope, terms: readonly FilterTerm[]): Promise<number> | null {
  if (terms.some(({ field }) => field !== 'card_status')) return null
  if (terms.length === 0) return countAllCards(db, scope)
  const only = onlyCompany(scope)
  const counts = terms.reduce(
    (query, term) => query.where('card_status', 'in', [...choicesMatching(cardStatusChoices, term), '']),
    db.selectFrom('card_counts').select(sql<number>`coalesce(sum(count), 0)::bigint`.as('total')),
  )
  return (only === null ? counts : counts.where('company_id', '=', only))
    .executeTakeFirstOrThrow()
    .then(({ total }) => total)
}

/** No index orders all cards by company name, so the counts say at which name a far page starts. */
function jumpToName(
  db: Db,
  { sort, direction, offset, terms }: Deep,
): Promise<{ from: Expression<SqlBool>; skipped: number } | null> | null {
  if (sort !== 'company_name' || terms.length > 0) return null
  const way = direction === 'asc' ? sql`asc` : sql`desc`
  return sql<{ name: string; skipped: number }>`
    select name, (upto - cards)::bigint as skipped from (
      select name, cards, sum(cards) over (order by name ${way}) as upto from (
        select companies.name, sum(count) as cards from card_counts join companies on companies.id = card_counts.company_id group by 1
      ) named
    ) running where upto > ${offset} order by upto limit 1`
    .execute(db)
    .then(({ rows: [found] }) =>
      found
        ? {
            from: sql<SqlBool>`companies.name ${direction === 'asc' ? sql`>=` : sql`<=`} ${found.name}`,
            skipped: found.skipped,
          }
        : null,
    )
}

export const listCards = (db: Db, scope: Scope, query: ListQuery): Promise<Page<'cards', CardRow>> =>
  paginate(db, scope, cardList, query, cardColumns, { shape: '', stored: countAllCards, of: cardSource })

const cardSource = (db: Db, scope: Scope): Source<CardRow> => {
  const owner = ownerOf(scope)
  return {
    from: visibleCards(db, scope),
    show: (cards) =>
      withCompany(cards).select([
        'cards.id',
        'card_number',
        'cards.company_id',
        'companies.name as company_name',
        'companies.company_number',
        'plastic_type',
        'trailer_number',
        'card_status',
        'cash_advance_type',
        'refreshing_cash_balance_cents',
        'driver_name',
        'vehicle_assigned_to_card',
        'non_highway_fuel_limit_milli',
        'uom',
        'card_issue_date',
        'cards.version',
        'cards.updated_at',
        unitIdOf('cards', 'vehicle_assigned_to_card').as('unit_id'),
        usersOf(owner),
        hasTransactionsOf,
        currencyOf(owner),
      ]),
    row: toCardRow,
    count: (terms) => countCards(db, scope, terms),
    jump: (deep) => (onlyCompany(scope) === null ? jumpToName(db, deep) : null),
  }
}

const cardById = prepared((db, scope, { id }: { id: number }) =>
  wholeCards(visibleCards(db, scope)).where('cards.id', '=', id),
)
const idToLock = prepared((db, scope, { id }: { id: number }) =>
  visibleCards(db, scope).select('id').where('id', '=', id).forUpdate(),
)

export async function getCard(db: Db, scope: Scope, id: number): Promise<StoredCard> {
  const [card] = await cardById(db, scope, { id })
  if (!card) throw new AppError('record.not-found')
  return card
}
/**
 * Locks the card until the transaction ends. Locks before reading the card with its company: a lock that joins the
 * companies loses a card that has just moved to another one.
 */
export async function lockCard(db: Db, scope: Scope, id: number): Promise<StoredCard> {
  // Asked at once, answered one after the other.
  const [, card] = await Promise.all([idToLock(db, scope, { id }), getCard(db, scope, id)])
  return card
}

/** Maps the database's refusal when a customer releases a card that a provider's rule holds (PAY-5). */
export const heldByRule = refuseOn(
  'cards_held_by_rule',
  new AppError('card.held-by-rule', { card_status: 'card.held-by-rule' }),
)
const numberTaken = refuseOn(
  'cards_card_number_key',
  new AppError('card.number-taken', { card_number: 'card.number-taken' }),
)

export async function insertCard(db: Db, company_id: number, columns: CardColumns): Promise<number> {
  const { id } = await db
    .insertInto('cards')
    .values({ ...columns, company_id })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(numberTaken)
  return id
}
/** Writes the changes and returns the columns that the database sets. */
export async function updateCard(
  db: Db,
  id: number,
  changed: Partial<CardColumns> & { company_id?: number },
): Promise<{ version: number; updated_at: string }> {
  return db
    .updateTable('cards')
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1), updated_at: eb.fn('now') }))
    .where('id', '=', id)
    .returning(['version', 'updated_at'])
    .executeTakeFirstOrThrow()
    .catch(numberTaken)
    .catch(heldByRule)
}
const hasTransactions = refuseOn('cards_in_use_stay', new AppError('card.has-transactions'))
/** A card with transactions is closed, not deleted (CARD-10). */
export async function deleteCard(db: Db, id: number): Promise<void> {
  await db.deleteFrom('cards').where('id', '=', id).execute().catch(hasTransactions)
}

export async function listCardGroups(db: Db, scope: Scope): Promise<{ key: string; value: string }[]> {
  const groups = await visibleCards(db, scope)
    .select('card_group')
    .distinct()
    .orderBy('card_group')
    .limit(500)
    .execute()
  return groups.map(({ card_group }) => ({ key: card_group, value: card_group }))
}
