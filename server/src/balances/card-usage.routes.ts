import { type CardUsage, cardUsage } from '@portal/contract/cards/card-usage.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import type { FastifyInstance } from 'fastify'
import { getCard } from '../cards/cards.queries.ts'
import type { Context } from '../platform/http/context.ts'
import { implement } from '../platform/http/implement.ts'
import { sentenceOf, storedParts } from '../platform/stored-message.ts'
import { listDayGallons } from './card-draws.queries.ts'
import { findCardUnit, findStatusEvent, getCompanyDay, listDaySums, listHoldRules } from './card-usage.queries.ts'
import { usesOf } from './card-usage.rules.ts'

async function usageOf(
  { db, actor: { scope } }: Pick<Context, 'db' | 'actor'>,
  id: number,
  now: Date,
): Promise<CardUsage> {
  const card = await getCard(db, scope, id)
  const day = await getCompanyDay(db, card.company_id, now)
  const [sums, gallons, event, held_by, unit_id] = await Promise.all([
    listDaySums(db, scope, id, day),
    listDayGallons(db, [{ card_id: id, day }]),
    findStatusEvent(db, scope, card),
    listHoldRules(db, scope, id),
    findCardUnit(db, scope, id),
  ])
  const own = sums.find(({ currency }) => currency === card.currency) ?? { amount_cents: 0, cash_cents: 0 }
  return {
    day,
    uses: usesOf(card, { ...own, gallons_milli: gallons[0]?.gallons_milli ?? 0 }),
    other_today: sums
      .filter(({ currency }) => currency !== card.currency)
      .map(({ currency, amount_cents }) => ({
        currency: currency as Currency,
        amount: fromUnits(amount_cents, 'money'),
      })),
    status: event
      ? { since: event.at, by: event.user_name, note: sentenceOf(event.note), note_message: storedParts(event.note) }
      : null,
    held_by: card.card_status === 'HOLD' ? held_by : [],
    unit_id,
  }
}

export const cardUsageRoutes = (app: FastifyInstance): void =>
  implement(app, cardUsage, {
    usage: ({ params }, context) => usageOf(context, params.id, app.services.clock()),
  })
