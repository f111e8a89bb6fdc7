import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, isoDate, messageParts } from '../fields.ts'
import { importStatuses } from '../imports/imports.ts'
import { importStatusWords } from '../imports/imports-words.data.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { providerChoices } from '../list-choices.ts'
import { taxRegions } from '../lookups/jurisdictions.rules.ts'
import { productCodes, productWords } from '../lookups/products.rules.ts'
import { hasRateFiles, type RateProvider, rateProviders, readProvider } from '../lookups/providers.rules.ts'
import { siteZones } from '../lookups/time-zones.data.ts'
import { differences } from '../pricing/repriced-figures.ts'
import { currencies } from '../rules/currency.ts'
import { volumeUnits } from '../rules/units.ts'
import { ratePreview } from './rate-preview.ts'

export const maxRateBytes = 1_000_000
export const requiredRateProvider = 'rate.type-required'
export const requiredRateFile = 'field.file-required'

/** Reads the `type` of an upload, in any case; null for a provider without rate files. */
export const readRateProvider = (text: string): RateProvider | null => {
  const provider = readProvider(text)
  return provider !== null && hasRateFiles(provider) ? (provider as RateProvider) : null
}

const rateStates = ['current', 'replaced'] as const
export const rateStateWords = { current: 'Current', replaced: 'Replaced' } as const satisfies Record<
  (typeof rateStates)[number],
  string
>

const dailyRate = z.object({
  id: z.int(),
  provider: z.string(),
  site_id: z.int(),
  site_number: z.string(),
  site_name: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  product: z.enum(productCodes),
  /** The provider's own code: the grade (RATE-5). */
  code: z.string(),
  /** The day of the rate; a rate in force on a later day is carried forward. */
  day: z.iso.date(),
  /** Before sales tax, with taxes per unit included. */
  price: z.number(),
  /** The retail price at the pump, with tax. */
  retail: z.number().nullable(),
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
  state: z.enum(rateStates),
  import_id: z.int(),
})
export type DailyRate = z.infer<typeof dailyRate>

/**
 * For every site and code the latest rate, even one given ahead. `day:2026-11-15` returns the rates in force that
 * day, `day:2026-11-01..2026-11-15` the rates given for those days, and `state:replaced` those that later files
 * replaced (RATE-3).
 */
export const dailyRateList = defineList({
  rows: 'daily_rates',
  columns: {
    provider: 'Provider',
    site_number: 'Site number',
    site_name: 'Site name',
    city: 'City',
    province: 'Province',
    product: 'Product',
    code: 'Code',
    day: ['Day', 'day'],
    price: ['Price', 'price'],
    retail: ['Retail', 'price'],
    currency: 'Currency',
    unit: 'Unit',
    state: 'Status',
  },
  sort: ['provider', 'site_number', 'site_name', 'city', 'province', 'product', 'code', 'day', 'price', 'retail'],
  filters: {
    provider: { kind: 'choice', options: providerChoices(rateProviders) },
    site_number: { kind: 'text' },
    site_name: { kind: 'text' },
    city: { kind: 'text' },
    province: { kind: 'text' },
    product: { kind: 'choice', options: choices(productCodes, productWords) },
    code: { kind: 'text' },
    day: { kind: 'date' },
    price: { kind: 'price' },
    state: { kind: 'choice', options: choices(rateStates, rateStateWords) },
  },
  defaultSort: 'provider,asc',
})

/** Something to review in an applied file. A missing site has no row there. */
const rateWarning = z.object({
  row: z.int().nullable(),
  site: z.string(),
  /** Null in warnings of the whole site, and in those stored before they had one. */
  day: z.iso.date().nullable(),
  product: z.string().nullable(),
  code: z.string().nullable(),
  reason: z.string(),
  message: messageParts.nullable(),
})
export type RateWarning = z.infer<typeof rateWarning>

/** How many unbilled purchases the file's rates repriced, and the difference in each currency (RATE-4). */
const repriced = {
  repriced_count: z.int().nullable(),
  repriced_totals: differences.nullable(),
}
/** An uploaded file, applied or not; its id is its import's. */
const rateUpload = z.object({
  id: z.int(),
  provider: z.string().nullable(),
  file_name: z.string(),
  status: z.enum(importStatuses),
  from_date: z.iso.date().nullable(),
  to_date: z.iso.date().nullable(),
  sites_count: z.int().nullable(),
  rates_count: z.int().nullable(),
  superseded_count: z.int().nullable(),
  ...repriced,
  warnings_total: z.int().nullable(),
  failed_count: z.int(),
  user_name: z.string().nullable(),
  created_at: instant(),
})
export type RateUpload = z.infer<typeof rateUpload>

export const rateUploadList = defineList({
  rows: 'uploads',
  columns: {
    created_at: ['Uploaded', 'instant'],
    provider: 'Provider',
    file_name: 'File',
    status: 'Status',
    from_date: ['From', 'day'],
    to_date: ['To', 'day'],
    sites_count: ['Sites', 'number'],
    rates_count: ['Rates', 'number'],
    superseded_count: ['Replaced', 'number'],
    repriced_count: ['Repriced', 'number'],
    warnings_total: ['Warnings', 'number'],
    failed_count: ['Rejected', 'number'],
    user_name: 'By',
  },
  sort: ['created_at'],
  filters: {
    provider: { kind: 'choice', options: providerChoices(rateProviders) },
    file_name: { kind: 'text' },
    status: { kind: 'choice', options: choices(importStatuses, importStatusWords) },
    created_at: { kind: 'date' },
  },
  defaultSort: 'created_at,desc',
})

/** How many days a site's price chart shows. */
export const chartDays = 90
const pricePoint = z.object({ day: z.iso.date(), price: z.number(), retail: z.number().nullable() })
const site = z.object({
  site_id: z.int(),
  provider: z.string(),
  site_number: z.string(),
  site_name: z.string().nullable(),
  city: z.string().nullable(),
  province: z.string().nullable(),
  /** The region of the local tax in addition to the province's; null if there is none. */
  tax_region: z.string().nullable(),
  /** Whether a user set the region; otherwise it follows from the city. */
  is_region_set: z.boolean(),
  /** The regions of its province that have tax rates. */
  regions: z.array(z.string()),
  /** By IANA name; null if not even the province is known, and then the provider's applies (TXN-21). */
  time_zone: z.string().nullable(),
  /** Whether a user set the time zone; otherwise it follows from the city. */
  is_zone_set: z.boolean(),
  /** Whether the city is unknown, so that the time zone is only the province's main one. */
  is_zone_assumed: z.boolean(),
})
export type Site = z.infer<typeof site>
export const noSuchRegion = 'site.region'
export const noSuchZone = 'site.zone'
export const siteRegionInput = z.strictObject({ tax_region: z.enum(taxRegions, { error: noSuchRegion }).nullable() })

/** Null lets the time zone follow from the city again. */
export const siteZoneInput = z.strictObject({ time_zone: z.enum(siteZones, { error: noSuchZone }).nullable() })

const sitePrices = site.extend({
  currency: z.enum(currencies),
  unit: z.enum(volumeUnits),
  from_date: z.iso.date().nullable(),
  to_date: z.iso.date().nullable(),
  /** A series for each of the provider's codes. */
  products: z.array(z.object({ product: z.enum(productCodes), code: z.string(), points: z.array(pricePoint) })),
})
export type SitePrices = z.infer<typeof sitePrices>

const path = '/daily-rates'
export const dailyRates = defineContract('dailyRates', {
  list: {
    method: 'GET',
    path,
    summary: 'List daily rates by provider, site, product code and day',
    can: 'rates.read',
    query: dailyRateList.query,
    list: dailyRateList,
    reply: pageOf('daily_rates', dailyRate),
  },
  uploads: {
    method: 'GET',
    path: `${path}/uploads`,
    summary: 'List uploaded rate files',
    can: 'rates.read',
    query: rateUploadList.query,
    list: rateUploadList,
    reply: pageOf('uploads', rateUpload),
  },
  getUpload: {
    method: 'GET',
    path: `${path}/uploads/:id`,
    summary: 'Get an uploaded rate file with its warnings',
    can: 'rates.read',
    params: byId,
    reply: rateUpload.extend({ warnings: z.array(rateWarning) }),
  },
  sitePrices: {
    method: 'GET',
    path: `${path}/sites/:id`,
    summary: 'Get a site’s prices by product code over 90 days, up to a day or to its latest rate',
    can: 'rates.read',
    params: byId,
    query: z.strictObject({ until: isoDate().optional() }),
    reply: sitePrices,
  },
  setRegion: {
    method: 'PUT',
    path: `${path}/sites/:id/tax-region`,
    summary: 'Set a site’s region for local taxes, or that it has none; later files do not change it',
    can: 'rates.update',
    params: byId,
    body: siteRegionInput,
    reply: site,
  },
  setZone: {
    method: 'PUT',
    path: `${path}/sites/:id/time-zone`,
    summary: 'Set a site’s time zone, or let it follow from the city again; later files do not change it',
    can: 'rates.update',
    params: byId,
    body: siteZoneInput,
    reply: site,
  },
  upload: {
    method: 'POST',
    path: '/upload-daily-rates',
    summary: 'Import a provider’s file of daily rates, all of it or nothing, or preview it',
    status: 201,
    can: 'rates.create',
    transaction: 'none',
    upload: { field: 'file', maxBytes: maxRateBytes, form: ['type', 'mode'] },
    query: z.strictObject({ type: z.string().optional(), mode: z.string().optional() }),
    reply: z.object({
      import_id: z.int(),
      status: z.enum(importStatuses),
      warnings_total: z.int(),
      warnings: z.array(rateWarning),
      ...repriced,
      /** What the file would do, if it was only previewed. */
      report: ratePreview.optional(),
    }),
  },
})
