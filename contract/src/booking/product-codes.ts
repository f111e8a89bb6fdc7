import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts, optionalText, text, version } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { providerChoices } from '../list-choices.ts'
import { logChange } from '../logs/log-change.ts'
import { longestCode } from '../lookups/product-codes.rules.ts'
import { productCodes, productWords } from '../lookups/products.rules.ts'
import { fuelProviders } from '../lookups/providers.rules.ts'
import { differences } from '../pricing/repriced-figures.ts'

const statuses = ['unmapped', 'mapped'] as const
export const productCodeStatusWords = {
  unmapped: 'Not mapped',
  mapped: 'Mapped',
} as const satisfies Record<(typeof statuses)[number], string>

/** Without a grade or a rate code, the stored one stays; null removes it. */
export const productCodeInput = z.strictObject({
  provider: text(40),
  code: text(longestCode),
  product: z.enum(productCodes),
  grade: optionalText(60),
  rate_code: optionalText(longestCode),
  version: version().nullish(),
})
export type ProductCodeInput = z.output<typeof productCodeInput>

const productCode = z.object({
  id: z.int(),
  provider: z.string(),
  /** The provider's own code, in capitals and without leading zeros. */
  code: z.string(),
  /** Null until staff map the code. */
  product: z.enum(productCodes).nullable(),
  grade: z.string().nullable(),
  /** The code whose rate this one shares (RATE-5). */
  rate_code: z.string().nullable(),
  status: z.enum(statuses),
  /** Quarantined transactions that wait for this code. */
  waiting: z.int(),
  updated_at: instant(),
  version: z.int(),
})
export type MappedCode = z.infer<typeof productCode>

export const productCodeList = defineList({
  rows: 'product_codes',
  columns: {
    provider: 'Provider',
    code: 'Code',
    product: 'Product',
    grade: 'Grade',
    rate_code: 'Shares the rate of',
    status: 'Status',
    waiting: ['Waiting transactions', 'number'],
    updated_at: ['Updated', 'instant'],
  },
  sort: ['status', 'provider', 'code', 'product', 'updated_at'],
  filters: {
    provider: { kind: 'choice', options: providerChoices(fuelProviders) },
    code: { kind: 'text' },
    product: { kind: 'choice', options: choices(productCodes, productWords) },
    status: { kind: 'choice', options: choices(statuses, productCodeStatusWords) },
  },
  // Codes that are not mapped come first.
  defaultSort: 'status,desc',
})

const historyEntry = z.object({
  id: z.string(),
  at: instant(),
  kind: z.literal('changed'),
  words: z.string().nullable(),
  changes: z.array(logChange),
  by: z.string().nullable(),
  note: z.string().nullable(),
  note_message: messageParts.nullable(),
})
/** Older entries are in the tracking logs. */
export const productCodeHistorySize = 100

/** For the provider only: codes belong to its rates (TXN-15). */
export const providerCodes = defineContract('providerCodes', {
  list: {
    method: 'GET',
    path: '/product-codes',
    summary: 'List the fuel providers’ product codes with our products, unmapped ones first',
    can: 'rates.read',
    query: productCodeList.query,
    list: productCodeList,
    reply: pageOf('product_codes', productCode),
  },
  save: {
    method: 'PUT',
    path: '/product-codes',
    summary: 'Map a product code, release the transactions that wait for it, and reprice by a changed rate code',
    can: 'rates.update',
    body: productCodeInput,
    reply: productCode.extend({
      /** Transactions that were released and priced. */
      released_count: z.int(),
      /** Unbilled transactions with a new amount, because the code has another rate now. */
      repriced_count: z.int(),
      repriced_totals: differences,
    }),
  },
  history: {
    method: 'GET',
    path: '/product-codes/:id/history',
    summary: 'List the history of a product code, newest first',
    can: 'rates.read',
    params: byId,
    reply: z.object({ entries: z.array(historyEntry) }),
  },
})
