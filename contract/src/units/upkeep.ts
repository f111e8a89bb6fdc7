import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import {
  byId,
  currency,
  id,
  instant,
  isoDate,
  localTime,
  money,
  optionalText,
  quantity,
  text,
  version,
} from '../fields.ts'
import { attachmentEndpoints } from '../files/attachments.ts'
import { defineList, pageOf } from '../list.ts'
import { currencies } from '../rules/currency.ts'
import { odometerUnits } from './units.ts'
import { serviceKindWords, serviceStates } from './units-words.data.ts'
import { frenchServiceWords } from './upkeep-words.french.ts'

export const serviceKinds = Object.keys(serviceKindWords) as (keyof typeof serviceKindWords)[]
/** The words of a kind: the portal's own, or the company's. */
export const serviceKindName = (kind: string): string =>
  Object.hasOwn(serviceKindWords, kind) ? serviceKindWords[kind as keyof typeof serviceKindWords] : kind

/** In any case, and with either apostrophe: keyboards have the straight one. */
const asTyped = (words: string): string => words.toLowerCase().replaceAll('’', "'")
const kindsByWords: ReadonlyMap<string, string> = new Map(
  serviceKinds.flatMap((kind) => {
    const words = serviceKindWords[kind]
    return [kind, words, frenchServiceWords[words]].map((name) => [asTyped(name), kind] as const)
  }),
)
/** A kind as typed: one of the portal's own by its key or its words in either language, else the company's own words. */
const kindInput = () => text(60).transform((typed) => kindsByWords.get(asTyped(typed)) ?? typed)

/** Due this soon, in days and in kilometres. */
export const dueWithin = { days: 14, km: 1500 } as const

const ofUnit = { unit_id: z.int(), unit_number: z.string(), odometer_unit: z.enum(odometerUnits) }

const plan = z.object({
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  /** Null for all units of the company without a plan of their own for this kind. */
  unit_id: z.int().nullable(),
  unit_number: z.string().nullable(),
  kind: z.string(),
  every_km: z.int().nullable(),
  every_months: z.int().nullable(),
  /** Until a service is recorded, time counts from this day. */
  started_on: z.iso.date(),
  version: z.int(),
})
export type ServicePlan = z.infer<typeof plan>
const whole = (min: number, max: number) => z.int().min(min).max(max)
export const servicePlanInput = z.strictObject({
  kind: kindInput(),
  every_km: whole(100, 1_000_000).nullish(),
  every_months: whole(1, 120).nullish(),
  started_on: isoDate().nullish(),
  version: version().nullish(),
})
export type ServicePlanInput = z.output<typeof servicePlanInput>
/** For one unit, or for all units of a company; customers have one company. */
export const newServicePlan = servicePlanInput
  .omit({ version: true })
  .extend({ unit_id: id().nullish(), company_id: id().nullish() })
export type NewServicePlan = z.output<typeof newServicePlan>

const service = z.object({
  id: z.int(),
  company_id: z.int(),
  company_name: z.string(),
  ...ofUnit,
  kind: z.string(),
  day: z.iso.date(),
  /** As read, in the unit's own kilometres or miles. */
  odometer: z.number().nullable(),
  amount: z.number().nullable(),
  currency: z.enum(currencies).nullable(),
  vendor: z.string().nullable(),
  note: z.string().nullable(),
  /** The purchase it was accepted from. */
  transaction_id: z.int().nullable(),
  files: z.int(),
  version: z.int(),
  created_at: instant(),
  updated_at: instant(),
})
export type ServiceRecord = z.infer<typeof service>
export const serviceInput = z.strictObject({
  kind: kindInput(),
  day: isoDate(),
  odometer: quantity().nullish(),
  amount: money().nullish(),
  currency: currency().nullish(),
  vendor: optionalText(100),
  note: optionalText(500),
  version: version().nullish(),
})
export type ServiceInput = z.output<typeof serviceInput>
export const newService = serviceInput.omit({ version: true }).extend({ unit_id: id() })
export type NewService = z.output<typeof newService>

/** A service that a plan asks for, and where the unit stands. Distances are in the unit's own kilometres or miles. */
const nextService = z.object({
  ...ofUnit,
  company_id: z.int(),
  plan_id: z.int(),
  kind: z.string(),
  state: z.enum(serviceStates),
  every_km: z.int().nullable(),
  every_months: z.int().nullable(),
  last: z.object({ id: z.int(), day: z.iso.date(), odometer: z.number().nullable() }).nullable(),
  due_day: z.iso.date().nullable(),
  days_left: z.int().nullable(),
  due_odometer: z.number().nullable(),
  distance_left: z.number().nullable(),
  /** The latest believable reading. */
  odometer: z.number().nullable(),
})
export type NextService = z.infer<typeof nextService>

const proposal = z.object({
  transaction_id: z.int(),
  company_id: z.int(),
  ...ofUnit,
  kind: z.string(),
  authentication_id: z.string(),
  txn_date: localTime(),
  location: z.string().nullable(),
  description: z.string().nullable(),
  odometer: z.number().nullable(),
  amount: z.number(),
  currency: z.enum(currencies),
})
export type ServiceProposal = z.infer<typeof proposal>

export const serviceList = defineList({
  rows: 'services',
  columns: {
    day: ['Date', 'day'],
    company_name: 'Company',
    unit_number: 'Unit number',
    kind_words: 'Service',
    odometer: ['Odometer', 'number'],
    odometer_unit: 'Odometer unit',
    amount: ['Amount', 'money'],
    currency: 'Currency',
    vendor: 'Vendor',
    note: 'Note',
  },
  sort: ['day'],
  filters: {
    company_id: { kind: 'id' },
    unit_id: { kind: 'id' },
    unit_number: { kind: 'text' },
    kind: { kind: 'text' },
    day: { kind: 'date' },
  },
  defaultSort: 'day,desc',
})

/** Staff name a company; customers have their own. */
const ofCompany = z.object({ company_id: id().optional() })
const read = 'truckcare.read'
const change = 'truckcare.update'
const path = '/services'
const byTransaction = z.object({ id: id() })

export const services = defineContract('services', {
  list: {
    method: 'GET',
    path,
    summary: 'List the services that were done',
    can: read,
    query: serviceList.query,
    list: serviceList,
    reply: pageOf('services', service),
  },
  due: {
    method: 'GET',
    path: `${path}/due`,
    summary: 'List what service plans ask for: due and overdue services, those of a state, or with state=all every one',
    can: read,
    query: ofCompany.extend({ unit_id: id().optional(), state: z.enum(['all', ...serviceStates]).optional() }),
    reply: z.object({
      as_of: z.iso.date(),
      due: z.int(),
      overdue: z.int(),
      /** Those that cannot be computed: without a service, and with a last one whose odometer is not known. */
      unknown: z.int(),
      unread: z.int(),
      services: z.array(nextService),
    }),
  },
  proposed: {
    method: 'GET',
    path: `${path}/proposed`,
    summary: 'List the purchases of oil and shop merchandise that may be a service, newest first',
    can: read,
    query: ofCompany.extend({ unit_id: id().optional() }),
    reply: z.object({ proposals: z.array(proposal) }),
  },
  accept: {
    method: 'POST',
    path: `${path}/proposed/:id/accept`,
    summary: 'Record a proposed purchase as a service, with the amount of the purchase',
    status: 201,
    can: change,
    params: byTransaction,
    body: z.strictObject({ kind: kindInput().nullish(), odometer: quantity().nullish(), note: optionalText(500) }),
    reply: service,
  },
  dismiss: {
    method: 'POST',
    path: `${path}/proposed/:id/dismiss`,
    summary: 'Say that a proposed purchase is no service',
    can: change,
    params: byTransaction,
    reply: z.null(),
  },
  get: { method: 'GET', path: `${path}/:id`, summary: 'Get a service', can: read, params: byId, reply: service },
  create: {
    method: 'POST',
    path,
    summary: 'Record a service of a unit',
    status: 201,
    can: change,
    body: newService,
    reply: service,
  },
  update: {
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Change a service',
    can: change,
    params: byId,
    body: serviceInput,
    ignores: [
      'id',
      'company_id',
      'company_name',
      'unit_id',
      'unit_number',
      'odometer_unit',
      'transaction_id',
      'files',
      'created_at',
      'updated_at',
    ],
    reply: service,
  },
  remove: {
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Delete a service and its files. A purchase that it was accepted from is proposed again',
    can: change,
    params: byId,
    reply: z.null(),
  },
})

export const serviceFiles = defineContract(
  'serviceFiles',
  attachmentEndpoints({ path, record: 'service', read, change }),
)

export const planLimit = 500
const planPath = '/service-plans'
export const servicePlans = defineContract('servicePlans', {
  list: {
    method: 'GET',
    path: planPath,
    summary: 'List the service plans of a company, those for all units first',
    can: read,
    query: ofCompany,
    reply: z.object({ plans: z.array(plan) }),
  },
  create: {
    method: 'POST',
    path: planPath,
    summary: 'Add a service plan for a unit, or for all units of a company',
    status: 201,
    can: change,
    body: newServicePlan,
    reply: plan,
  },
  update: {
    method: 'PUT',
    path: `${planPath}/:id`,
    summary: 'Change a service plan',
    can: change,
    params: byId,
    body: servicePlanInput,
    ignores: ['id', 'company_id', 'company_name', 'unit_id', 'unit_number'],
    reply: plan,
  },
  remove: {
    method: 'DELETE',
    path: `${planPath}/:id`,
    summary: 'Delete a service plan. Recorded services are kept',
    can: change,
    params: byId,
    reply: z.null(),
  },
})
