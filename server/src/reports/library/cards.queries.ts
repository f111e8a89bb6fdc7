import type { CardUse, holdRules, UsageLimit } from '@portal/contract/cards/card-usage.ts'
import { cardStatusWords } from '@portal/contract/cards/cards-words.data.ts'
import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import { choiceField, companyField, numberField } from '@portal/contract/reports/parameters.ts'
import type { ReportRow } from '@portal/contract/reports/reports.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type LimitedCard, usesOf } from '../../balances/card-usage.rules.ts'
import type { Db } from '../../db/connect.ts'
import { litresOfGallon, roadFuelList } from '../../db/rule-values.ts'
import { toLocalTime } from '../../platform/local-time.ts'
import { defineReport, type ReportContext } from '../../platform/reports/define-report.ts'
import { companyOf, limitRows } from '../../platform/reports/report-scope.ts'
import { sentenceOf } from '../../platform/stored-message.ts'

type HeldCard = {
  id: number
  card_number: string
  company_name: string
  driver_name: string
  unit_number: string | null
  card_status: keyof typeof cardStatusWords
  last_at: string | null
  card_issue_date: string | null
}
/** The last purchase of a card `c` by its index; a credit is none. */
const lastPurchase = sql`left join lateral (select t.txn_at from transactions t
  where t.card_id = c.id and t.company_id = c.company_id and t.credited_id is null order by t.txn_at desc limit 1) last on true`
const columns = sql`c.id, c.card_number, companies.name as company_name, c.driver_name, unit_number_of(c.vehicle_assigned_to_card) as unit_number,
  c.card_status, last.txn_at as last_at, c.card_issue_date`
/** The cards of customers; those that the provider has not assigned yet are in no one's use. */
const heldCards = (company: number | null) =>
  sql`cards c join companies on companies.id = c.company_id and companies.kind = 'customer' ${company === null ? sql`` : sql`and companies.id = ${company}`}`
const listCards = async <Row>(db: Db, columns: RawBuilder<unknown>, from: RawBuilder<unknown>): Promise<Row[]> =>
  (await sql<Row>`select ${columns} from ${from} order by companies.name, c.card_number ${limitRows}`.execute(db)).rows

const factsOf = (card: Omit<HeldCard, 'last_at' | 'card_issue_date'>): ReportRow => ({
  card_number: card.card_number,
  company_name: card.company_name,
  driver_name: card.driver_name.trim() || null,
  unit_number: card.unit_number,
  status: cardStatusWords[card.card_status],
  link: `/managercards/${card.id}/view`,
})
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** Cards that can be used, and were not since the day; one that was issued later is new. */
async function dormantRows({ db, today }: ReportContext, company: number | null, days: number): Promise<ReportRow[]> {
  const since = addDays(today, -days)
  const found = await listCards<HeldCard>(
    db,
    columns,
    sql`${heldCards(company)} ${lastPurchase}
      where c.card_status = 'RELEASE' and coalesce(last.txn_at::date, c.card_issue_date, c.created_at::date) <= ${since}::date`,
  )
  return found.map((card) => ({
    ...factsOf(card),
    last_at: card.last_at === null ? null : toLocalTime(card.last_at),
    issued: card.card_issue_date,
    unused_days: card.last_at === null ? null : daysBetween(toLocalTime(card.last_at).slice(0, 10), today),
  }))
}

const ruleWords = {
  nsf: 'Returned payment',
  credit: 'Credit limit',
} as const satisfies Record<(typeof holdRules)[number], string>
type Hold = HeldCard & {
  since: string | null
  by: string | null
  note: string | null
  rule: keyof typeof ruleWords | null
}
async function heldRows({ db }: ReportContext, company: number | null): Promise<ReportRow[]> {
  const found = await listCards<Hold>(
    db,
    sql`${columns}, event.at as since, event.user_name as by, event.note, (select min(reason) from automatic_holds h where h.card_id = c.id) as rule`,
    sql`${heldCards(company)} ${lastPurchase} left join lateral (select at, user_name, note from card_events e
      where e.card_id = c.id and e.company_id = c.company_id and kind in ('created', 'status') and to_status = 'HOLD' order by id desc limit 1) event on true
      where c.card_status = 'HOLD'`,
  )
  return found.map((card) => ({
    ...factsOf(card),
    since: card.since,
    by: card.by,
    rule: card.rule === null ? null : ruleWords[card.rule],
    note: sentenceOf(card.note),
    last_at: card.last_at === null ? null : toLocalTime(card.last_at),
  }))
}

const limitWords = {
  daily_card_limit: 'Daily Card Limit',
  daily_vehicle_quantity_limit_in_gallons: 'Daily Vehicle Quantity Limit In Gallons',
  daily_cash_limit: 'Daily Cash Limit',
  weekly_fuel_quantity_limit: 'Weekly Fuel Quantity Limit',
  weekly_product_refresh_money_amount: 'Weekly Product Refresh Money Amount',
  non_highway_fuel_weekly_quantity_limit: 'Non-Highway Fuel Weekly Quantity Limit',
  refreshing_cash_limits: 'Refreshing Cash Limits',
} as const satisfies Record<UsageLimit, string>
type UsedCard = LimitedCard & {
  company_name: string
  unit_number: string | null
  amount: number
  cash: number
  gallons: number
}
/** What each card bought today in its own currency, and its balances. */
const usedCards = (company: number | null, today: string) => sql`${heldCards(company)}
  cross join lateral (select coalesce((select currency from customers where customers.company_id = c.company_id), 'CAD') as currency) own
  left join lateral (
    select coalesce(sum(l.amount_cents) filter (where t.currency = own.currency), 0)::bigint as amount,
      coalesce(sum(l.amount_cents) filter (where t.currency = own.currency and l.product = 'CSH'), 0)::bigint as cash,
      coalesce(sum(round(case l.unit when 'L' then l.quantity_milli / ${litresOfGallon} else l.quantity_milli end)) filter (where l.product in (${roadFuelList})), 0)::bigint as gallons
    from transactions t join transaction_lines l on l.transaction_id = t.id
    where t.card_id = c.id and t.company_id = c.company_id and t.txn_at >= ${today}::date and t.txn_at < ${today}::date + 1
  ) day on true
  where c.card_status <> 'CLOSED'`
const shareOf = ({ used, of }: CardUse): number | null => (of > 0 ? Math.round((used / of) * 1000) / 10 : null)
async function usedRows({ db, today }: ReportContext, company: number | null, percent: number): Promise<ReportRow[]> {
  const found = await listCards<UsedCard>(
    db,
    sql`c.*, companies.name as company_name, unit_number_of(c.vehicle_assigned_to_card) as unit_number, own.currency, day.*`,
    usedCards(company, today),
  )
  return found.flatMap((card) =>
    usesOf(card, { amount_cents: card.amount, cash_cents: card.cash, gallons_milli: card.gallons })
      // Where the limit is zero, any use is over it.
      .filter((use) => use.left < 0 || (use.of > 0 && use.used * 100 >= use.of * percent))
      .map((use) => ({
        ...factsOf({ ...card, card_status: card.card_status as keyof typeof cardStatusWords }),
        limit: limitWords[use.limit],
        used: use.used,
        of: use.of,
        measure: use.unit,
        share: shareOf(use),
        over: use.left < 0 ? -use.left : null,
      })),
  )
}

const shown = {
  dormant: ['last_at', 'issued', 'unused_days'],
  'on-hold': ['since', 'by', 'rule', 'note', 'last_at'],
  'over-limit': ['limit', 'used', 'of', 'measure', 'share', 'over'],
} as const
const details = [...new Set(Object.values(shown).flat())]
/** Cards that need a look: not used, on hold, or at their limits (REPT-3). */
export const cardsReport = defineReport({
  key: 'cards',
  name: 'Cards to look at',
  description: 'Cards without a purchase for some time, cards on hold and why, and cards at or over a limit',
  topic: 'control',
  audience: 'everyone',
  needs: 'cards',
  parameters: z.strictObject({
    which: choiceField('Cards', {
      dormant: 'Unused cards',
      'on-hold': 'Cards on hold',
      'over-limit': 'Cards at or over a limit',
    }),
    days: numberField('Days without a purchase', { min: 1, max: 1000, by: 60 }),
    percent: numberField('Used, at least (%)', { min: 1, max: 1000, by: 100 }),
    company_id: companyField(),
  }),
  columns: {
    card_number: 'Card Number',
    company_name: 'Customer',
    driver_name: 'Driver',
    unit_number: 'Unit number',
    status: ['Status', 'word'],
    since: ['Since', 'instant'],
    by: 'By',
    rule: ['Held by a rule', 'word'],
    note: 'Note',
    last_at: ['Last purchase', 'time'],
    issued: ['Issued', 'day'],
    unused_days: ['Days since', 'number'],
    limit: ['Limit', 'word'],
    used: ['Used', 'quantity'],
    of: ['Of', 'quantity'],
    measure: 'Unit of measure',
    share: ['Used (%)', 'percent'],
    over: ['Over by', 'quantity'],
  },
  run: async (context, { which, days, percent, company_id }) => {
    const company = companyOf(context, company_id)
    const rows = {
      dormant: () => dormantRows(context, company, days),
      'on-hold': () => heldRows(context, company),
      'over-limit': () => usedRows(context, company, percent),
    }
    const hidden = details.filter((name) => !(shown[which] as readonly string[]).includes(name))
    return {
      parameters: { which, days, percent, company_id: company },
      without: company === null ? hidden : ['company_name', ...hidden],
      rows: await rows[which](),
    }
  },
})
