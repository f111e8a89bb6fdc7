import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts } from '../fields.ts'
import { currencies } from '../rules/currency.ts'

/** The limits that a card's page shows as bars, by the card's field (UX-1). */
const usageLimits = [
  'daily_card_limit',
  'daily_vehicle_quantity_limit_in_gallons',
  'daily_cash_limit',
  'weekly_fuel_quantity_limit',
  'weekly_product_refresh_money_amount',
  'non_highway_fuel_weekly_quantity_limit',
  'refreshing_cash_limits',
] as const
export type UsageLimit = (typeof usageLimits)[number]

const cardUse = z.object({
  limit: z.enum(usageLimits),
  /** Since midnight, or since the balance last returned to its limit. */
  period: z.enum(['today', 'refresh']),
  unit: z.enum(['CAD', 'USD', 'L', 'GAL']),
  used: z.number(),
  of: z.number(),
  /** Below zero if purchases went over the limit. */
  left: z.number(),
})
export type CardUse = z.infer<typeof cardUse>

/** The rules that hold a card. Only the provider releases such a card by hand; the rule does so by itself (PAY-5). */
export const holdRules = ['nsf', 'credit'] as const

const usage = z.object({
  /** Today, where the card's company is. */
  day: z.string(),
  uses: z.array(cardUse),
  /** Bought today in a currency other than the card's, which no limit counts. */
  other_today: z.array(z.object({ currency: z.enum(currencies), amount: z.number() })),
  /** How the card came to its present status. Null if it has had it from before the history began. */
  status: z
    .object({
      since: instant(),
      by: z.string().nullable(),
      note: z.string().nullable(),
      note_message: messageParts.nullable(),
    })
    .nullable(),
  held_by: z.array(z.enum(holdRules)),
  /** The unit that it is assigned to. */
  unit_id: z.int().nullable(),
})
export type CardUsage = z.infer<typeof usage>

/** Named after the cards, so that their changes refresh it. */
export const cardUsage = defineContract('cards', {
  usage: {
    method: 'GET',
    path: '/fuel-card-management/:id/usage',
    summary: 'Get what a card used of its limits today and since its last refresh, and why it has its status',
    can: 'cards.read',
    params: byId,
    reply: usage,
  },
})
