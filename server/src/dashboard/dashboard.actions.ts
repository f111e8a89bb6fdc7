import { cardStatuses } from '@portal/contract/cards/cards.ts'
import {
  type Dashboard,
  type dashboard,
  firstDayOf,
  type Summary,
  summaries,
  summaryLengths,
  topLimit,
  unitOfCurrency,
} from '@portal/contract/dashboard/dashboard.ts'
import type { HandlerInput } from '@portal/contract/endpoint.ts'
import { importList, imports } from '@portal/contract/imports/imports.ts'
import { type Access, can } from '@portal/contract/permissions.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { getToday } from '../companies/companies.queries.ts'
import { listImports } from '../imports/imports.queries.ts'
import { sumPurchases } from '../margins/margins.queries.ts'
import { marginOf } from '../margins/margins.rules.ts'
import { isStaff } from '../platform/access/scope.ts'
import type { Context } from '../platform/http/context.ts'
import { getKnownUntil } from '../transactions/known-until.queries.ts'
import { type Bought, type SummaryRow, toCurrencySpend, toSummary, toTopFive } from './dashboard.columns.ts'
import {
  countCards,
  countDrafts,
  countTransactions,
  getStart,
  listInvoicesBy,
  listOpenInvoices,
  listPurchaseSums,
  listTop,
  listTransactionSums,
  listTransactionsBy,
  listUnbilledSums,
} from './dashboard.queries.ts'
import { type ComparedSpans, comparisonOf, type Span, stepsBack } from './dashboard.rules.ts'

type Asking = Pick<Context, 'db' | 'actor'>
type Asked = HandlerInput<typeof dashboard.get>['query']

const nothingBought: Bought = { transactions: [], purchases: [] }
async function boughtIn(
  { db, actor }: Asking,
  span: Span,
  interval: Asked['interval'],
  step?: string,
): Promise<Bought> {
  const [transactions, purchases] = await Promise.all([
    listTransactionSums(db, actor.scope, span, interval, step),
    listPurchaseSums(db, actor.scope, span, interval, step),
  ])
  return { transactions, purchases }
}
/** By currency, for staff (COST-2). */
async function marginsIn({ db, actor }: Asking, span: Span | undefined) {
  const costs = span && isStaff(actor.scope) ? await sumPurchases(db, null, span) : []
  return new Map(costs.map((one) => [one.currency, marginOf(one, unitOfCurrency[one.currency])]))
}

async function spendOf(
  asking: Asking,
  span: Span,
  interval: Asked['interval'],
  comparison: ComparedSpans | null,
): Promise<Dashboard['spend']> {
  const { db, actor } = asking
  const [now, before, current, margins, marginsBefore] = await Promise.all([
    boughtIn(asking, span, interval),
    comparison ? boughtIn(asking, comparison.before, interval, comparison.step) : nothingBought,
    listUnbilledSums(db, actor.scope),
    marginsIn(asking, span),
    marginsIn(asking, comparison?.before),
  ])
  const bought = currencies.filter((currency) =>
    [...now.transactions, ...now.purchases].some((row) => row.currency === currency),
  )
  return {
    currencies: bought.map((currency) => {
      const asked = { currency, span, interval, comparedTo: comparison?.to ?? null }
      const spend = toCurrencySpend(asked, now, before)
      const [margin, earlier] = [margins.get(currency), marginsBefore.get(currency)]
      return {
        ...spend,
        ...(margin ? { margin } : {}),
        before: spend.before && { ...spend.before, ...(earlier ? { margin: earlier.margin } : {}) },
      }
    }),
    unbilled: current
      .filter(({ unbilled }) => unbilled !== 0)
      .map(({ currency, unbilled, unbilled_cents }) => ({
        currency,
        transactions: unbilled,
        amount: fromUnits(unbilled_cents, 'money'),
      })),
    to_review: isStaff(actor.scope) ? current.reduce((sum, { to_review }) => sum + to_review, 0) : null,
    latest: current.map(({ currency, latest_day }) => ({ currency, day: latest_day })),
  }
}

async function cardsOf({ db, actor }: Asking): Promise<Dashboard['cards']> {
  const counts = new Map((await countCards(db, actor.scope)).map(({ card_status, count }) => [card_status, count]))
  return cardStatuses.map((status) => ({ status, count: counts.get(status) ?? 0 }))
}

async function invoicesOf({ db, actor }: Asking, today: string): Promise<Dashboard['invoices']> {
  const [open, drafts] = await Promise.all([
    listOpenInvoices(db, actor.scope, today),
    isStaff(actor.scope) ? countDrafts(db, actor.scope) : null,
  ])
  return { open, drafts }
}

/** Each block needs the permission of its list, so that users see only numbers they can read (DASH-1, PERM-7). */
export async function readDashboard(asking: Asking, { period, interval, until }: Asked, now: Date): Promise<Dashboard> {
  const { db, actor } = asking
  const [today, known_until] = await Promise.all([getToday(db, now), getKnownUntil(db)])
  const to = until ?? today
  const span = { from: firstDayOf(period, to), to }
  const comparison = comparisonOf(period, span, known_until)
  const ifAllowed = <T>(access: Access, read: () => Promise<T>): Promise<T> | null =>
    can(actor.grants, access) ? read() : null
  const [spend, cards, invoices, last, start] = await Promise.all([
    ifAllowed(summaries.trips.can, () => spendOf(asking, span, interval, comparison)),
    ifAllowed('cards.read', () => cardsOf(asking)),
    ifAllowed(summaries.orders.can, () => invoicesOf(asking, today)),
    ifAllowed(imports.list.can, () => listImports(db, actor, importList.query.parse({ size: 5 }))),
    isStaff(actor.scope) ? getStart(db) : null,
  ])
  return {
    today,
    period: { ...span, interval },
    before: comparison?.before ?? null,
    known_until,
    spend,
    cards,
    invoices,
    imports: last?.imports ?? null,
    start,
  }
}

type TopAsked = HandlerInput<typeof dashboard.top>['query']
export async function readTopFive({ db, actor }: Asking, { period, currency, until }: TopAsked, now: Date) {
  const to = until ?? (await getToday(db, now))
  const span = { from: firstDayOf(period, to), to }
  const isTooMany = (await countTransactions(db, actor.scope, currency, span)) > topLimit
  return toTopFive(currency, span, isTooMany ? null : await listTop(db, actor.scope, currency, span))
}

type SummaryAsked = HandlerInput<typeof summaries.trips>['query']
async function summarise(
  { db, actor }: Asking,
  { interval, currency, until }: SummaryAsked,
  now: Date,
  read: typeof listTransactionsBy,
): Promise<Summary> {
  const to = until ?? (await getToday(db, now))
  const span = { from: stepsBack(interval, to, summaryLengths[interval] - 1), to }
  const rows: SummaryRow[] = await read(db, actor.scope, interval, currency, span)
  return toSummary(interval, span, rows)
}
export const summariseTrips = (asking: Asking, asked: SummaryAsked, now: Date) =>
  summarise(asking, asked, now, listTransactionsBy)
export const summariseOrders = (asking: Asking, asked: SummaryAsked, now: Date) =>
  summarise(asking, asked, now, listInvoicesBy)
