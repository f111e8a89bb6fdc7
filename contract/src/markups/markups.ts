import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, id, instant, isoDate, price, requiredAs, version } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { providerChoices } from '../list-choices.ts'
import { fuelProvider } from '../lookups/fuel-providers.ts'
import { fuelProviders } from '../lookups/providers.rules.ts'
import type { Message } from '../message.ts'
import { currencies } from '../rules/currency.ts'
import { volumeUnits } from '../rules/units.ts'

export const markupStatuses = ['ACTIVE', 'INACTIVE'] as const

const notOne = 'field.from-list'
const chosen = (missing: Message) =>
  z
    .union(
      [z.int().positive(notOne), z.string().regex(/^[1-9]\d{0,14}$/, requiredAs(missing, notOne))],
      requiredAs(missing, notOne),
    )
    .transform(Number)
const company = () => chosen('field.company-required')
const provider = () => chosen('markup.provider-required')
const value = () => price('markup.value-required')

type Period = { from_date?: string | undefined; to_date?: string | null | undefined }
/** Both days are included, so a markup can cover a single day. */
export const isPeriod = ({ from_date, to_date }: Period): boolean => !from_date || !to_date || from_date <= to_date
export const periodRule = { path: ['to_date'], error: 'field.to-before-from' }

/**
 * A new markup (MARK-3). The ids of the customer and the parent company follow from the company; if sent, they must
 * match.
 */
export const markupInput = z
  .strictObject({
    customer_company_id: company(),
    customer_id: id().nullish(),
    eob_parent_company_id: id().nullish(),
    fuel_company_provider_id: provider(),
    mark_up_value: value(),
    from_date: isoDate(),
    to_date: isoDate().nullish(),
    status: z.literal('ACTIVE').default('ACTIVE'),
  })
  .refine(isPeriod, periodRule)
export type MarkupInput = z.output<typeof markupInput>

/** Omitted fields stay unchanged; a null to_date is open (MARK-3). */
export const markupChange = z
  .strictObject({
    id: id(),
    mark_up_value: value(),
    fuel_company_provider_id: provider(),
    from_date: isoDate().optional(),
    to_date: isoDate().nullish(),
    status: z.enum(markupStatuses).optional(),
    version: version().nullish(),
  })
  .refine(isPeriod, periodRule)
export type MarkupChange = z.output<typeof markupChange>

/** A new value from a day on: transactions billed earlier stay explained by the old markup (MARK-5). */
export const markupSuccession = z.strictObject({
  mark_up_value: value(),
  from_date: isoDate(),
  version: version().nullish(),
})
export type MarkupSuccession = z.output<typeof markupSuccession>

const markup = z.object({
  id: z.int(),
  markup_id: z.int(),
  customer_id: z.int(),
  customer_company_id: z.int(),
  eob_customer_company_id: z.int(),
  eob_parent_company_id: z.int().nullable(),
  company_number: z.string().nullable(),
  company_name: z.string(),
  fuel_company_provider_id: z.int(),
  fuel_company_provider: z.string(),
  mark_up_value: z.number(),
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
  from_date: z.iso.date(),
  to_date: z.iso.date().nullable(),
  status: z.enum(markupStatuses),
  version: z.int(),
  created_at: instant(),
  updated_at: instant(),
})
export type Markup = z.infer<typeof markup>

export const markupList = defineList({
  rows: 'markups',
  columns: {
    company_number: 'Customer company code',
    company_name: 'Customer company name',
    mark_up_value: ['Markup value', 'price'],
    currency: 'Currency',
    unit: 'Unit',
    fuel_company_provider: 'Fuel company provider',
    from_date: ['From date', 'day'],
    to_date: ['To date', 'day'],
    status: 'Status',
  },
  sort: ['company_number', 'company_name', 'mark_up_value', 'fuel_company_provider', 'from_date', 'to_date', 'status'],
  filters: {
    company_name: { kind: 'text' },
    company_number: { kind: 'text' },
    mark_up_value: { kind: 'price' },
    fuel_company_provider: { kind: 'choice', options: providerChoices(fuelProviders) },
    from_date: { kind: 'date' },
    to_date: { kind: 'date' },
    status: { kind: 'choice', options: choices(markupStatuses) },
  },
  aliases: { markup_value: 'mark_up_value', markupValue: 'mark_up_value' },
  defaultSort: 'company_name,asc',
})

const path = '/fuel-customer-markups'
/** The specification spells some fields in three ways; all are accepted, one is returned (MARK-3). */
const aliases = {
  markup_value: 'mark_up_value',
  markupValue: 'mark_up_value',
  fuel_company_id: 'fuel_company_provider_id',
  fuelCompanyProviderId: 'fuel_company_provider_id',
} as const
const sentBack = [
  'markup_id',
  'company_name',
  'company_number',
  'fuel_company_provider',
  'currency',
  'unit',
  'created_at',
  'updated_at',
] as const
const companyIds = ['customer_id', 'customer_company_id', 'eob_customer_company_id', 'eob_parent_company_id'] as const

export const markups = defineContract('markups', {
  list: {
    method: 'GET',
    path,
    summary: 'List markups, the amounts per unit added to fuel rates',
    can: 'markups.read',
    query: markupList.query,
    list: markupList,
    reply: pageOf('markups', markup),
  },
  customers: {
    method: 'GET',
    path: `${path}/customer-company`,
    summary: 'List the customer companies that can have a markup',
    can: 'markups.read',
    reply: z.array(
      z.object({
        company_name: z.string(),
        company_id: z.int(),
        customer_id: z.int(),
        company_number: z.string().nullable(),
      }),
    ),
  },
  providers: {
    method: 'GET',
    path: '/getFuelProviderCompany',
    summary: 'List fuel providers with the unit and currency of their prices',
    can: 'markups.read',
    reply: z.object({ fuel_company: z.array(fuelProvider) }),
  },
  get: {
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Get a markup',
    can: 'markups.read',
    params: byId,
    reply: markup,
  },
  create: {
    method: 'POST',
    path,
    summary: 'Add a markup',
    status: 201,
    can: 'markups.create',
    body: markupInput,
    ignores: ['id', 'version', ...sentBack],
    aliases: { ...aliases, eob_customer_company_id: 'customer_company_id' },
    reply: markup,
  },
  update: {
    method: 'PUT',
    path,
    summary: 'Correct a markup',
    can: 'markups.update',
    body: markupChange,
    ignores: [...sentBack, ...companyIds],
    aliases,
    reply: markup,
  },
  succeed: {
    method: 'POST',
    path: `${path}/:id/successor`,
    summary: 'Set a new value from a day on: the markup ends the day before and a new one continues',
    status: 201,
    can: 'markups.update',
    params: byId,
    body: markupSuccession,
    aliases: { markup_value: 'mark_up_value', markupValue: 'mark_up_value' },
    reply: markup,
  },
})
