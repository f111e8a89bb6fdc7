import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id, isoDate } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { currencyChoices, providerChoices } from '../list-choices.ts'
import { cityKey } from '../lookups/place-keys.ts'
import { fuels, productCodes, productWords } from '../lookups/products.rules.ts'
import { providersWithRates } from '../lookups/providers.rules.ts'
import { currencies } from '../rules/currency.ts'
import { volumeUnits } from '../rules/units.ts'
import { defaultCorridorKm, defaultTankLitres, maxCorridorKm, maxTankLitres } from './smart-buy.data.ts'

const fuelChoices = choices(
  fuels,
  Object.fromEntries(fuels.map((product) => [product, productWords[product]])) as Record<string, string>,
)
const site = {
  site_id: z.int(),
  site_number: z.string(),
  site_name: z.string().nullable(),
  provider: z.string(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** The position is that of the city. */
  is_approximate: z.boolean(),
}
const priced = {
  product: z.enum(productCodes),
  /** The provider's name of the grade. */
  grade: z.string(),
  /** The day whose prices the provider sent: the list's own, or the last one before it. */
  priced_on: z.iso.date(),
  currency: z.enum(currencies),
  /** The unit of the prices beside it. */
  unit: z.enum(volumeUnits),
  /** What a purchase of that day is billed, with the fuel taxes inside. */
  price_before_sales_tax: z.number(),
  /** Null if a sales tax of the place has no rate that day. */
  price_with_sales_tax: z.number().nullable(),
  before_per_litre: z.number(),
  before_per_gallon: z.number(),
  with_per_litre: z.number().nullable(),
  with_per_gallon: z.number().nullable(),
  /** At the pump, sales tax included. */
  retail: z.number().nullable(),
  /** Retail less the price with sales tax. */
  saving: z.number().nullable(),
}
const smartPrice = z.object({
  id: z.int(),
  ...site,
  ...priced,
  /** From the town in `near`, along the great circle. */
  distance_km: z.number().nullable(),
})
export type SmartPrice = z.infer<typeof smartPrice>

export const smartPriceList = defineList({
  rows: 'prices',
  columns: {
    site_number: 'Site number',
    site_name: 'Site',
    provider: 'Provider',
    city: 'City',
    province: 'Province/State',
    product: 'Product',
    grade: 'Grade',
    currency: 'Currency',
    unit: 'Unit',
    price_before_sales_tax: ['Before sales tax', 'price'],
    price_with_sales_tax: ['With sales tax', 'price'],
    before_per_litre: ['Before tax/L', 'price'],
    before_per_gallon: ['Before tax/gal', 'price'],
    with_per_litre: ['With tax/L', 'price'],
    with_per_gallon: ['With tax/gal', 'price'],
    retail: ['Retail price', 'price'],
    saving: ['Saving', 'price'],
    distance_km: ['Distance (km)', 'number'],
    priced_on: ['Price of', 'day'],
  },
  sort: ['price_before_sales_tax', 'distance_km', 'saving', 'site_name', 'provider', 'city', 'province', 'product'],
  filters: {
    product: { kind: 'choice', options: fuelChoices },
    province: { kind: 'text' },
    city: { kind: 'text' },
    provider: { kind: 'choice', options: providerChoices(providersWithRates) },
    currency: { kind: 'choice', options: currencyChoices },
    site_name: { kind: 'text' },
  },
  aliases: { price: 'price_before_sales_tax' },
  defaultSort: 'price_before_sales_tax,asc',
  takes: ['day', 'company_id', 'near'],
})

/** A site on the way, with one of its products. */
const stop = z.object({
  id: z.int(),
  ...site,
  ...priced,
  /** From the start, along the line. */
  along_km: z.number(),
  /** From the line. */
  off_km: z.number(),
  /** The lowest price before sales tax of the product and currency on the way. */
  is_cheapest: z.boolean(),
  /** What a full tank costs there before sales tax. */
  fill_before_sales_tax: z.number(),
  fill_with_sales_tax: z.number().nullable(),
})
export type Stop = z.infer<typeof stop>
const town = z.object({ id: z.string(), label: z.string(), latitude: z.number(), longitude: z.number() })
export type Town = z.infer<typeof town>

/** A fuel purchase and the cheapest own price of its product nearby that day. */
const missedLine = z.object({
  id: z.int(),
  transaction_id: z.int(),
  day: z.iso.date(),
  driver: z.string().nullable(),
  vehicle: z.string().nullable(),
  site_id: z.int(),
  site_name: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  product: z.enum(productCodes),
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
  quantity: z.number(),
  /** Before sales tax, as billed. */
  paid: z.number(),
  cheapest_site_id: z.int(),
  cheapest_site_name: z.string().nullable(),
  cheapest_city: z.string().nullable(),
  cheapest_km: z.number(),
  /** Before sales tax, in `unit`. */
  cheapest_price: z.number(),
  price: z.number(),
  missed: z.number(),
})
export type MissedLine = z.infer<typeof missedLine>
export const missedList = defineList({
  rows: 'lines',
  columns: {
    transaction_id: ['Transaction', 'number'],
    day: ['Date', 'day'],
    driver: 'Driver',
    vehicle: 'Unit number',
    site_name: 'Site',
    city: 'City',
    province: 'Province/State',
    product: 'Product',
    quantity: ['Quantity', 'number'],
    unit: 'Unit of measure',
    currency: 'Currency',
    price: ['Before sales tax', 'price'],
    paid: ['Paid before sales tax', 'money'],
    cheapest_site_name: 'Cheapest site nearby',
    cheapest_city: 'Its city',
    cheapest_km: ['Distance (km)', 'number'],
    cheapest_price: ['Its price', 'price'],
    missed: ['Missed', 'money'],
  },
  sort: ['missed', 'day', 'driver', 'site_name', 'quantity'],
  filters: {
    driver: { kind: 'text' },
    vehicle: { kind: 'text' },
    site_name: { kind: 'text' },
    product: { kind: 'choice', options: fuelChoices },
    currency: { kind: 'choice', options: currencyChoices },
    missed: { kind: 'money' },
  },
  defaultSort: 'missed,desc',
  takes: ['from', 'to', 'company_id', 'radius_km'],
})
const missedSum = { currency: z.enum(currencies), purchases: z.int(), paid: z.number(), missed: z.number() }
const missedTotal = z.object(missedSum)
export type MissedTotal = z.infer<typeof missedTotal>
/** The sum of a driver, a site or a week, which is named by its Monday. */
const missedGroup = z.object({ name: z.string().nullable(), ...missedSum })
export type MissedGroup = z.infer<typeof missedGroup>

/** The acting company's own prices; staff name a customer (SMART-1 to SMART-4). */
export const smartBuy = defineContract('smartBuy', {
  prices: {
    method: 'GET',
    path: '/smart-buy',
    summary:
      'List a company’s own prices of a day (`day`, today by default) at every site. Staff name the company (`company_id`). Distances from a town (`near`) are great-circle',
    can: 'smartbuy.read',
    query: smartPriceList.query,
    list: smartPriceList,
    canDownload: 'smartbuy.read',
    reply: pageOf('prices', smartPrice).extend({
      day: z.iso.date(),
      company_id: z.int().nullable(),
      near: town.nullable(),
    }),
  },
  route: {
    method: 'GET',
    path: '/smart-buy/route',
    summary: 'List the sites along the great-circle line between two towns, in order, with the cheapest marked',
    can: 'smartbuy.read',
    query: z.strictObject({
      from: cityKey(),
      to: cityKey(),
      corridor_km: z.coerce.number().int().min(1).max(maxCorridorKm).default(defaultCorridorKm),
      product: z.enum(fuels as [(typeof fuels)[number], ...typeof fuels]).optional(),
      day: isoDate().optional(),
      company_id: id().optional(),
      tank_litres: z.coerce.number().int().min(1).max(maxTankLitres).default(defaultTankLitres),
      /** A unit, whose tank is filled instead. */
      unit_id: id().optional(),
    }),
    reply: z.object({
      day: z.iso.date(),
      from: town,
      to: town,
      distance_km: z.number(),
      tank_litres: z.number(),
      stops: z.array(stop),
    }),
  },
  missed: {
    method: 'GET',
    path: '/smart-buy/missed',
    summary:
      'List what fuel purchases cost above the cheapest own price within a radius that day, with sums by driver, site and week',
    can: 'smartbuy.read',
    query: missedList.query,
    list: missedList,
    canDownload: 'smartbuy.read',
    reply: pageOf('lines', missedLine).extend({
      from: z.iso.date(),
      to: z.iso.date(),
      radius_km: z.int(),
      company_id: z.int().nullable(),
      totals: z.array(missedTotal),
      drivers: z.array(missedGroup),
      sites: z.array(missedGroup),
      weeks: z.array(missedGroup),
    }),
  },
  mail: {
    method: 'GET',
    path: '/smart-buy/mail',
    summary: 'Get whether you receive the price list by mail each morning',
    can: 'smartbuy.read',
    isForPeople: true,
    reply: z.object({ is_wanted: z.boolean(), is_offered: z.boolean() }),
  },
  changeMail: {
    method: 'PUT',
    path: '/smart-buy/mail',
    summary: 'Choose whether you receive the price list by mail each morning',
    can: 'smartbuy.read',
    isForPeople: true,
    body: z.strictObject({ is_wanted: z.boolean() }),
    reply: z.object({ is_wanted: z.boolean(), is_offered: z.boolean() }),
  },
})
