import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { id, text, version } from '../fields.ts'
import { type Threshold, thresholdNames } from './exception-rules.data.ts'

/** The least and the most that a threshold can be. */
const ranges: Readonly<Record<Threshold, readonly [least: number, most: number]>> = {
  distance_km: [1, 5000],
  speed_kmh: [1, 1000],
  tank_percent: [0, 1000],
  def_low_permille: [0, 1000],
  def_high_permille: [0, 1000],
  odometer_km: [1, 100_000],
  night_from_hour: [0, 24],
  night_to_hour: [0, 24],
  duplicate_days: [0, 31],
  duplicate_minutes: [0, 1440],
  quantity_litres: [1, 1_000_000],
  price_percent: [1, 1000],
}
const valuesOf = <Value extends z.ZodType>(value: (name: Threshold) => Value) =>
  Object.fromEntries(thresholdNames.map((name) => [name, value(name)])) as Record<Threshold, Value>
const own = z.object(valuesOf(() => z.int().nullable()))
/** Of a customer or of a fuel provider. Null means that the next wider one applies. */
const thresholdRow = own.extend({
  id: z.int(),
  company_id: z.int().nullable(),
  company_name: z.string().nullable(),
  provider: z.string().nullable(),
  version: z.int(),
})
export type ThresholdRow = z.infer<typeof thresholdRow>
const thresholdSettings = z.object({
  defaults: z.object(valuesOf(() => z.int())),
  thresholds: z.array(thresholdRow),
})
export type ThresholdSettings = z.infer<typeof thresholdSettings>

/** Omitted thresholds stay; null clears one. */
export const thresholdForm = z.strictObject({
  company_id: id().nullish(),
  provider: text(40).nullish(),
  version: version().nullish(),
  ...valuesOf((name) => z.int().min(ranges[name][0]).max(ranges[name][1]).nullish()),
})
const thresholdInput = thresholdForm.superRefine(({ company_id, provider }, context) => {
  if (Boolean(company_id) !== Boolean(provider)) return
  const fault = company_id ? 'threshold.owner' : 'threshold.owner-missing'
  context.addIssue({ code: 'custom', path: ['company_id'], message: fault })
})
export type ThresholdInput = z.output<typeof thresholdInput>

const path = '/exception-thresholds'
/** For the provider only (EXC-2). */
export const exceptionThresholds = defineContract('exceptionThresholds', {
  get: {
    method: 'GET',
    path,
    summary: 'Get the thresholds of the exceptions: the portal’s own, and those of customers and fuel providers',
    can: 'rates.read',
    reply: thresholdSettings,
  },
  save: {
    method: 'PUT',
    path,
    summary: 'Change the thresholds of a customer or a fuel provider, for purchases booked from now on',
    can: 'rates.update',
    body: thresholdInput,
    reply: thresholdRow,
  },
})
