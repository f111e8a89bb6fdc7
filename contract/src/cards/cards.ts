import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import {
  byId,
  digits,
  effectiveAt,
  id,
  instant,
  isoDate,
  money,
  moneyBalance,
  option,
  optionalText,
  quantity,
  quantityBalance,
  refreshDays,
  text,
  version,
} from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import type { CompanyKind } from '../permissions.ts'
import { currencies } from '../rules/currency.ts'
import { cardStatusWords } from './cards-words.data.ts'

export const cardStatuses = ['RELEASE', 'HOLD', 'CLOSED'] as const
export type CardStatus = (typeof cardStatuses)[number]
export const plasticTypes = ['Driver', 'Vehicle', 'Spare'] as const
export const cardTypes = ['C P Type', 'CB Type', 'AZ Type'] as const
export const cashAdvanceTypes = ['None', 'Daily', 'Weekly', 'One time'] as const
export const yesNo = ['Yes', 'No'] as const
export const productRefreshDays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
  'N/A',
] as const
export const uoms = ['GAL', 'L'] as const

/** Balances change on their own (refreshes, purchases), so a save writes one only if the user changed it (FORM-7). */
export const cardBalances = [
  'debit_dollar_balance',
  'refreshing_cash_balance',
  'paycheck_balance',
  'dash_cash_balance',
  'weekly_product_balance',
  'weekly_fuel_quantity_balance',
  'non_highway_fuel_weekly_balance',
] as const

/** In the order of the form's seven sections (CARD-5, CARD-6, CARD-8). */
export const cardInput = z.strictObject({
  card_number: digits(6, 19),
  company_name: text(200),
  company: id().nullish(),
  plastic_type: z.enum(plasticTypes),
  card_issue_date: isoDate().nullish(),
  uom: z.enum(uoms).default('GAL'),

  driver_name: text(120),
  driver_id: text(60),
  other_id: text(60),
  commercial_driver_license: text(60),
  vehicle_assigned_to_card: text(60),
  trailer_number: text(60),

  card_type: z.enum(cardTypes),
  card_status: z.enum(cardStatuses),
  card_group: text(60),
  odometer: digits(1, 9),
  trip_number: digits(1, 20),
  usage_above_volume_limits: z.enum(yesNo),

  cash_advance_type: z.enum(cashAdvanceTypes),
  cash_refresh_days: refreshDays(),
  refreshing_cash_limits: money(),
  daily_card_limit: money(),
  daily_cash_limit: money().nullish(),
  debit_dollar_balance: moneyBalance(),
  refreshing_cash_balance: moneyBalance(),
  increment_dash_cash_amount: money(),
  paycheck_balance: moneyBalance(),
  dash_cash_balance: moneyBalance(),
  dash_cash_memo: text(200),

  weekly_product_refresh: z.enum(productRefreshDays),
  weekly_product_refresh_money_amount: money(),
  weekly_product_balance: moneyBalance().nullish(),
  weekly_fuel_quantity_limit: quantity(),
  weekly_vehicle_quantity_refresh_day: refreshDays(),
  weekly_fuel_quantity_balance: quantityBalance(),

  daily_vehicle_quantity_limit_in_gallons: quantity(),
  transaction_fuel_quantity_limits: quantity().nullish(),

  non_highway_fuel_limit: quantity(),
  non_highway_fuel_daily_quantity_limit: quantity().nullish(),
  non_highway_fuel_weekly_quantity_limit: quantity().nullish(),
  non_highway_fuel_weekly_refresh_day: refreshDays().nullish(),
  non_highway_fuel_weekly_balance: quantityBalance().nullish(),

  version: version().nullish(),
  balances_read: z.string().max(1000).nullish(),
})
export type CardInput = z.output<typeof cardInput>
/** A change of status can have a reason, for the card's history (CARD-9). */
export const cardChange = cardInput.extend({
  status_reason: optionalText(200),
  /** When a change of company takes effect; now if omitted (TXN-21). */
  effective_at: effectiveAt().nullish(),
})
export type CardChange = z.output<typeof cardChange>

const nullable = { company: z.int(), version: z.int(), balances_read: z.string() }
const readOnly = {
  id: z.int(),
  status: z.string(),
  company_number: z.string().nullable(),
  /** The company's currency, which is that of the card's amounts (CARD-19). */
  currency: z.enum(currencies),
  created_at: instant(),
  updated_at: instant(),
}
/** A record as read. Balances can be negative, because a purchase counts even if it exceeds them. */
export const card = z.object({
  ...readOnly,
  ...(Object.fromEntries(
    Object.entries(cardInput.shape).map(([name, field]) => [name, readField(field)]),
  ) as ReadShape),
  ...nullable,
})
type ReadShape = {
  [K in keyof typeof cardInput.shape]: z.ZodType<Exclude<z.output<(typeof cardInput.shape)[K]>, undefined>>
}
function readField(field: z.ZodType): z.ZodType {
  const inner = field instanceof z.ZodOptional || field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : field
  if (inner instanceof z.ZodNullable) return readField(inner.unwrap() as z.ZodType).nullable()
  return inner instanceof z.ZodNumber ? z.number() : z.string()
}
export type Card = z.infer<typeof card>
const cardRow = card
  .pick({
    id: true,
    card_number: true,
    company_name: true,
    company_number: true,
    plastic_type: true,
    trailer_number: true,
    card_status: true,
    status: true,
    cash_advance_type: true,
    refreshing_cash_balance: true,
    currency: true,
    driver_name: true,
    vehicle_assigned_to_card: true,
    non_highway_fuel_limit: true,
    uom: true,
    card_issue_date: true,
    updated_at: true,
    version: true,
  })
  // How many users of its company can sign in; their names are only for users who can see users (CARD-2). A card with
  // transactions cannot be deleted (CARD-10, LIT-4).
  .extend({ company_id: z.int(), unit_id: z.int().nullable(), users: z.int(), has_transactions: z.boolean() })
export type CardRow = z.infer<typeof cardRow>

/** Other names of a status in the documents: the words for the colours (CARD-4) name the same three (LIT-8). */
export const cardStatusChoices = choices(cardStatuses, cardStatusWords, {
  RELEASE: ['Open'],
  HOLD: ['NSF'],
  CLOSED: ['INACTIVE'],
})
export const cardList = defineList({
  rows: 'cards',
  changes: true,
  columns: {
    card_number: 'Number',
    company_name: 'Company',
    company_number: 'Company number',
    plastic_type: 'Plastic type',
    trailer_number: 'Trailer',
    status: 'Status',
    cash_advance_type: 'Cash advance',
    refreshing_cash_balance: ['Cash balance', 'money'],
    driver_name: 'Driver name',
    vehicle_assigned_to_card: 'Tractor',
    non_highway_fuel_limit: ['Reefer', 'number'],
    uom: 'UOM',
    card_issue_date: ['Issued', 'day'],
    currency: 'Currency',
  },
  sort: [
    'card_number',
    'company_name',
    'plastic_type',
    'trailer_number',
    'card_status',
    'cash_advance_type',
    'refreshing_cash_balance',
    'driver_name',
    'vehicle_assigned_to_card',
    'non_highway_fuel_limit',
    'uom',
    'card_issue_date',
  ],
  filters: {
    card_number: { kind: 'text' },
    company_name: { kind: 'text' },
    company_number: { kind: 'text' },
    plastic_type: { kind: 'choice', options: choices(plasticTypes) },
    trailer_number: { kind: 'text' },
    card_status: { kind: 'choice', options: cardStatusChoices },
    driver_name: { kind: 'text' },
    card_issue_date: { kind: 'date' },
  },
  aliases: { plastic_typee: 'plastic_type', status: 'card_status' },
  defaultSort: 'card_number,asc',
  // It changes with every purchase and refresh, and an index would slow down each of those.
  sortsWhenShort: ['refreshing_cash_balance'],
})

/** A customer can hold and release its cards and set who drives what; only the provider changes the rest (PERM-6). */
const customerFields: readonly (keyof CardInput)[] = [
  'card_status',
  'driver_name',
  'driver_id',
  'other_id',
  'commercial_driver_license',
  'vehicle_assigned_to_card',
  'trailer_number',
  'odometer',
  'trip_number',
]
export const isCardFieldLocked = (field: string, kind: CompanyKind): boolean =>
  kind === 'customer' && !(customerFields as readonly string[]).includes(field)
/** CLOSED is final, and only the provider closes a card (CARD-9). */
export const cardStatusesFrom = (from: CardStatus, kind: CompanyKind): readonly CardStatus[] =>
  from === 'CLOSED' ? ['CLOSED'] : kind === 'customer' ? ['RELEASE', 'HOLD'] : cardStatuses

const sentBack = ['id', 'status', 'company_number', 'currency', 'created_at', 'updated_at'] as const
const aliases = { pay_check_balance: 'paycheck_balance' } as const
export const cards = defineContract('cards', {
  list: {
    method: 'GET',
    path: '/fuel-card-management',
    summary: 'List fuel cards',
    can: 'cards.read',
    query: cardList.query,
    list: cardList,
    reply: pageOf('cards', cardRow),
  },
  groups: {
    method: 'GET',
    path: '/fuel-card-management/card-groups',
    summary: 'List the card groups in use',
    can: 'cards.read',
    reply: z.array(option),
  },
  get: {
    method: 'GET',
    path: '/fuel-card-management/:id',
    summary: 'Get a fuel card',
    can: 'cards.read',
    params: byId,
    reply: card,
  },
  create: {
    method: 'POST',
    path: '/fuel-card-management',
    summary: 'Add a fuel card',
    status: 201,
    can: 'cards.create',
    body: cardInput,
    ignores: sentBack,
    aliases,
    reply: card,
  },
  update: {
    method: 'PUT',
    path: '/fuel-card-management/:id',
    summary: 'Change a fuel card',
    can: 'cards.update',
    params: byId,
    body: cardChange,
    ignores: sentBack,
    aliases,
    reply: card,
  },
  remove: {
    method: 'DELETE',
    path: '/fuel-card-management/:id',
    summary: 'Delete a fuel card',
    can: 'cards.delete',
    params: byId,
    reply: z.null(),
  },
})
