import { z } from 'zod'
import { repricedSummary } from '../pricing/repriced-figures.ts'

/** How a rate file can be uploaded. Without a mode, it changes what it lists and leaves the rest of its days (RATE-6). */
export const rateUploadModes = ['preview', 'replace'] as const

const place = { day: z.iso.date(), site_number: z.string(), site_name: z.string().nullable() }
/** The rate before is null for a new rate. */
const rateChange = z.object({
  ...place,
  row: z.int(),
  code: z.string(),
  before: z.number().nullable(),
  after: z.number(),
  percent: z.number().nullable(),
})
const rateMove = rateChange.extend({
  before: z.number(),
  /** The day of the rate compared with: the same day if the sheet replaces it, else the last day before. */
  before_day: z.iso.date(),
  percent: z.number(),
})
const unlistedSite = z.object({ ...place, codes: z.array(z.string()) })

/** How many entries each list of a preview holds at most. The counts are complete. */
export const listedRates = 200

/** What a rate file would do, found by applying it and undoing that (RATE-6). */
export const ratePreview = z.object({
  from_date: z.iso.date(),
  to_date: z.iso.date(),
  new_count: z.int(),
  changed_count: z.int(),
  same_count: z.int(),
  /** New and changed rates, changed ones first. */
  rates: z.array(rateChange),
  /** Rates that are more than 15 % off the rate replaced or, without one, off the last day before. */
  moved_count: z.int(),
  moved: z.array(rateMove),
  /** Sites with rates of these days that the file does not list. They stay, unless the days are replaced. */
  unlisted_count: z.int(),
  unlisted_rates: z.int(),
  unlisted: z.array(unlistedSite),
  repriced: repricedSummary,
  /** The same if the days are replaced. */
  replaced: repricedSummary,
})
export type RatePreview = z.infer<typeof ratePreview>
