import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, currency, email, instant, isEmail, money, optionalText, price, text, version } from '../fields.ts'
import { type InvoiceStatus, invoiceBadges, invoiceStatusKeys } from '../invoices/invoice-status.rules.ts'
import { defineList, pageOf } from '../list.ts'
import { type BrandKey, brands } from '../lookups/brands.ts'
import { revenueTypeKeys, taxTypeKeys } from '../lookups/lookups.ts'
import { cityKey, countryKey, stateKey } from '../lookups/place-keys.ts'
import { currencies } from '../rules/currency.ts'
import { billingCycleWords, holdRuleWords, languageWords, yesNoWords } from './customers-words.data.ts'

const keysOf = <const W extends Record<string, string>>(words: W) =>
  Object.keys(words) as [keyof W & string, ...(keyof W & string)[]]
const brandKeys = Object.keys(brands) as [BrandKey, ...BrandKey[]]

/** A choice from a list. An empty value clears it; an omitted one leaves it unchanged. */
const maybe = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema], { error: 'field.from-list' }).nullish()
const optionalEmail = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .refine((value) => value === '' || isEmail(value), { error: 'field.email' })
    .transform((value) => value || null)
    .nullish()
/** A web address, with or without its scheme. Other schemes are rejected, because a link to one could be harmful. */
const siteUrl = () =>
  z
    .string()
    .trim()
    .max(200)
    .refine((value) => value === '' || /^(https?:\/\/)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d+)?(\/\S*)?$/i.test(value), {
      error: 'field.web-address',
    })
    .transform((value) => value || null)
    .nullish()
const brokerIds = () => z.array(text(60)).max(20).nullish()

/**
 * The edit form (CUST-2): name, currency, e-mail and billing address are required; other omitted fields stay unchanged.
 */
export const customerChange = z.strictObject({
  name: text(200),
  currency_id: currency(),
  email: email(),
  address1: text(200),
  document_email: optionalEmail(),
  cont_name: optionalText(120),
  oprtng_name: optionalText(200),
  phone: optionalText(40),
  phone2: optionalText(40),
  site_url: siteUrl(),
  cust_type: optionalText(60),
  customer_status: optionalText(60),
  billing_country: maybe(countryKey()),
  billing_state: maybe(stateKey()),
  billing_city: maybe(cityKey()),
  billing_zip_code: optionalText(20),
  address2: optionalText(200),
  shipping_country: maybe(countryKey()),
  shipping_state: maybe(stateKey()),
  shipping_city: maybe(cityKey()),
  shipping_zip_code: optionalText(20),
  rate: price().nullish(),
  revenue_id: maybe(z.enum(revenueTypeKeys)),
  tax_id: maybe(z.enum(taxTypeKeys)),
  tax_no: optionalText(40),
  crm_id: optionalText(60),
  due_days: z
    .int({
      error: ({ input }) => (Number.isFinite(input) && !Number.isInteger(input) ? 'field.whole-number' : undefined),
    })
    .min(0)
    .max(365)
    .nullish(),
  billing_cycle: z.enum(keysOf(billingCycleWords)).nullish(),
  language: z.enum(keysOf(languageWords)).nullish(),
  /** The brand of the customer's documents and mails (BRAND-3). */
  brand: z.enum(brandKeys).nullish(),
  is_capped_at_retail: z.boolean().nullish(),
  /** False takes the customer out of reminders, or of monthly statements (RECV-9). */
  gets_reminders: z.boolean().nullish(),
  gets_statements: z.boolean().nullish(),
  /** The limit in the customer's own currency, unless `credit_limits` changes it. */
  credit_limit: money().nullish(),
  /** By currency (RECV-8). Null removes a limit; an omitted currency keeps its own. */
  credit_limits: z.strictObject({ CAD: money().nullish(), USD: money().nullish() }).nullish(),
  hold_rule: z.enum(keysOf(holdRuleWords)).nullish(),
  broker: z.enum(keysOf(yesNoWords)).nullish(),
  broker_ids: brokerIds(),
  info: z
    .string()
    .trim()
    .max(2000)
    .transform((value) => value || null)
    .nullish(),
  eob_id: optionalText(60),
  invoice_by: optionalText(60),
  service_pln_type: optionalText(60),
  pg_id: optionalText(60),
  asset_id: optionalText(60),
  version: version().nullish(),
})
export type CustomerChange = z.output<typeof customerChange>

const nullableText = z.string().nullable()
const counts = { order_cnt: z.int(), invoice_cnt: z.int() }
const customer = z.object({
  id: z.int(),
  company_number: nullableText,
  company_status: z.string(),
  name: z.string(),
  currency_id: z.enum(currencies),
  email: nullableText,
  document_email: nullableText,
  cont_name: nullableText,
  oprtng_name: nullableText,
  phone: nullableText,
  phone2: nullableText,
  site_url: nullableText,
  cust_type: nullableText,
  customer_status: nullableText,
  address1: nullableText,
  billing_country: nullableText,
  billing_state: nullableText,
  billing_city: nullableText,
  billing_zip_code: nullableText,
  address2: nullableText,
  shipping_country: nullableText,
  shipping_state: nullableText,
  shipping_city: nullableText,
  shipping_zip_code: nullableText,
  rate: z.number().nullable(),
  revenue_id: nullableText,
  tax_id: nullableText,
  tax_no: nullableText,
  crm_id: nullableText,
  due_days: z.int(),
  billing_cycle: z.enum(keysOf(billingCycleWords)),
  language: z.enum(keysOf(languageWords)),
  brand: z.enum(brandKeys),
  is_capped_at_retail: z.boolean(),
  gets_reminders: z.boolean(),
  gets_statements: z.boolean(),
  credit_limit: z.number().nullable(),
  credit_limits: z.object({ CAD: z.number().nullable(), USD: z.number().nullable() }),
  hold_rule: z.enum(keysOf(holdRuleWords)),
  broker: z.enum(keysOf(yesNoWords)),
  broker_id: nullableText,
  broker_ids: z.array(z.string()),
  info: nullableText,
  eob_id: nullableText,
  invoice_by: nullableText,
  service_pln_type: nullableText,
  pg_id: nullableText,
  asset_id: nullableText,
  ...counts,
  version: z.int(),
  updated_at: instant(),
})
export type Customer = z.infer<typeof customer>

const customerRow = z.object({
  id: z.int(),
  company_number: nullableText,
  name: z.string(),
  email: nullableText,
  phone: nullableText,
  tax_no: nullableText,
  crm_id: nullableText,
  rate: z.number().nullable(),
  currency_id: z.enum(currencies),
  ...counts,
  version: z.int(),
  updated_at: instant(),
})
export type CustomerRow = z.infer<typeof customerRow>

export const customerList = defineList({
  rows: 'customers',
  changes: true,
  columns: {
    company_number: 'Number',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    tax_no: 'Tax number',
    crm_id: 'CRM id',
    rate: ['Rate', 'number'],
    currency_id: 'Currency',
    order_cnt: ['Orders', 'number'],
    invoice_cnt: ['Invoices', 'number'],
  },
  sort: ['name', 'phone', 'tax_no', 'crm_id', 'rate'],
  filters: {
    name: { kind: 'text' },
    company_number: { kind: 'text' },
    email: { kind: 'text' },
    phone: { kind: 'text' },
    tax_no: { kind: 'text' },
    crm_id: { kind: 'text' },
    rate: { kind: 'price' },
  },
  aliases: { company_name: 'name' },
  defaultSort: 'name,asc',
})

const documentKinds = ['invoice', 'receipt', 'credit_note'] as const
/** The figures that a customer's page adds to the record and its account (CUST-5, UX-1). */
const customerOverview = z.object({
  cards: z.array(z.object({ status: z.string(), count: z.int() })),
  /** Users who can sign in. */
  users: z.int(),
  /** Markups in force today or later. */
  markups: z.int(),
  /** What waits, each as its list filters it, counted up to the limit of the to-do strip. */
  waiting: z.object({ unbilled: z.int(), to_review: z.int(), drafts: z.int(), failed_mails: z.int() }),
  /** The newest issued invoices, receipts and credit notes. */
  documents: z.array(
    z.object({
      kind: z.enum(documentKinds),
      id: z.int(),
      /** Of a receipt, its reference. */
      number: z.string(),
      date: z.iso.date(),
      amount: z.number(),
      currency: z.enum(currencies),
      /** Of an invoice. */
      status: z.enum(invoiceStatusKeys as [InvoiceStatus, ...InvoiceStatus[]]).nullable(),
      /** A receipt that was returned or entered by mistake. */
      is_reversed: z.boolean(),
    }),
  ),
  open_count: z.int(),
  open_invoices: z.array(
    z.object({
      id: z.int(),
      invoice_number: z.string(),
      issued_date: z.iso.date(),
      due_date: z.iso.date(),
      status: z.enum(invoiceStatusKeys as [InvoiceStatus, ...InvoiceStatus[]]),
      amount_due: z.number(),
      currency: z.enum(currencies),
      badge: z.enum(invoiceBadges).nullable(),
      is_overdue: z.boolean(),
      overdue_days: z.int(),
    }),
  ),
})
export type CustomerOverview = z.infer<typeof customerOverview>

export const customers = defineContract('customers', {
  list: {
    method: 'GET',
    path: '/customers',
    summary: 'List customers, with their transactions and invoices counted',
    can: 'customers.read',
    query: customerList.query,
    list: customerList,
    reply: pageOf('customers', customerRow),
  },
  get: {
    method: 'GET',
    path: '/customers/:id',
    summary: 'Get a customer with its terms',
    can: 'customers.read',
    params: byId,
    reply: customer,
  },
  overview: {
    method: 'GET',
    path: '/customers/:id/overview',
    summary: 'Get a customer’s cards, users, open invoices, newest documents and what waits',
    can: 'customers.read',
    params: byId,
    reply: customerOverview,
  },
  update: {
    method: 'PUT',
    path: '/customers/:id',
    summary: 'Change a customer and its terms',
    can: 'customers.update',
    params: byId,
    body: customerChange,
    ignores: ['id', 'company_number', 'company_status', 'broker_id', 'order_cnt', 'invoice_cnt', 'updated_at'],
    aliases: { currency: 'currency_id' },
    reply: customer,
  },
})
