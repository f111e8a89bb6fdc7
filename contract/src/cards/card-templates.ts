import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, id, instant, text, version } from '../fields.ts'
import { card, cardInput, uoms } from './cards.ts'

const own = cardInput.pick({
  plastic_type: true,
  card_type: true,
  card_group: true,
  usage_above_volume_limits: true,
  cash_advance_type: true,
  cash_refresh_days: true,
  refreshing_cash_limits: true,
  daily_card_limit: true,
  daily_cash_limit: true,
  weekly_product_refresh: true,
  weekly_product_refresh_money_amount: true,
  weekly_fuel_quantity_limit: true,
  weekly_vehicle_quantity_refresh_day: true,
  daily_vehicle_quantity_limit_in_gallons: true,
  transaction_fuel_quantity_limits: true,
  non_highway_fuel_limit: true,
  non_highway_fuel_daily_quantity_limit: true,
  non_highway_fuel_weekly_quantity_limit: true,
  non_highway_fuel_weekly_refresh_day: true,
})
type Nullish<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodOptional<z.ZodNullable<S[K]>> }
const nullish = <S extends z.ZodRawShape>(shape: S) => {
  const fields: Record<string, z.ZodType> = {}
  for (const [name, field] of Object.entries(shape)) fields[name] = (field as z.ZodType).nullish()
  return fields as Nullish<S>
}

/**
 * The fields that cards have in common: limits, refresh days and properties. Nothing that belongs to one card, such as
 * its number, its driver and its balances. An empty field stays as it is on the card.
 */
export const commonFields = z.strictObject(nullish(own.shape))
export type CommonFields = z.output<typeof commonFields>
export const commonFieldNames = Object.keys(commonFields.shape) as (keyof CommonFields)[]

/** A template for new cards (UX-13). Without a company, or with the provider's own, it is for all companies. */
export const cardTemplateInput = z.strictObject({
  name: text(80),
  company: id().nullish(),
  uom: z.enum(uoms).nullish(),
  ...commonFields.shape,
  version: version().nullish(),
})
export type CardTemplateInput = z.output<typeof cardTemplateInput>
/** What a template fills on the card form. */
export const templateFieldNames = ['uom', ...commonFieldNames] as const

type Read = { [K in (typeof templateFieldNames)[number]]: z.ZodNullable<(typeof card.shape)[K]> }
const template = z.object({
  id: z.int(),
  name: z.string(),
  company: z.int(),
  company_name: z.string(),
  is_shared: z.boolean(),
  version: z.int(),
  updated_at: instant(),
  ...(Object.fromEntries(templateFieldNames.map((name) => [name, card.shape[name].nullable()])) as Read),
})
export type CardTemplate = z.infer<typeof template>

export const templateLimit = 500
const can = 'cards.create'
const path = '/fuel-card-management/templates'
export const cardTemplates = defineContract('cardTemplates', {
  list: {
    method: 'GET',
    path,
    summary: 'List the card templates by name, those for all companies first',
    can,
    reply: z.object({ templates: z.array(template) }),
  },
  get: { method: 'GET', path: `${path}/:id`, summary: 'Get a card template', can, params: byId, reply: template },
  create: {
    method: 'POST',
    path,
    summary: 'Add a card template',
    status: 201,
    can,
    body: cardTemplateInput,
    reply: template,
  },
  update: {
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change a card template. Cards made from it stay as they are',
    can,
    params: byId,
    body: cardTemplateInput,
    reply: template,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a card template. Cards made from it stay as they are',
    can,
    params: byId,
    reply: z.null(),
  },
})
