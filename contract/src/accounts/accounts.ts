import { z } from 'zod'
import { addDays } from '../cards/refresh-days.rules.ts'
import { defineContract } from '../endpoint.ts'
import { byId, isDay, isoDate } from '../fields.ts'
import type { Message } from '../message.ts'
import { currencies } from '../rules/currency.ts'

/** What is owed, by how long it is overdue today. */
export const agingWords = {
  current: 'Not due yet',
  days_1_30: '1–30 days',
  days_31_60: '31–60 days',
  days_61_90: '61–90 days',
  days_91: '91 days and more',
} as const
export type AgingKey = keyof typeof agingWords
export const agingKeys = Object.keys(agingWords) as AgingKey[]

const holdRules = ['warn', 'hold'] as const
const currencyBalance = z.object({
  currency: z.enum(currencies),
  current: z.number(),
  days_1_30: z.number(),
  days_31_60: z.number(),
  days_61_90: z.number(),
  days_91: z.number(),
  /** The sum of the five. */
  unpaid: z.number(),
  /**
   * Transactions that are on no invoice yet, as the list of transactions has them. Told to the provider's people only, as is
   * what follows.
   */
  unbilled: z.number().nullable(),
  /** What stands on Drafts: neither unbilled nor owed on paper, and as good as bought. */
  in_draft: z.number().nullable(),
  /** Unpaid, unbilled and in draft. */
  exposure: z.number().nullable(),
})
export type CurrencyBalance = z.infer<typeof currencyBalance>

const account = z.object({
  company_id: z.int(),
  company_name: z.string(),
  as_of: z.iso.date(),
  /**
   * One for each currency in which something is open, the customer's own always among them; those in which money is
   * owed come first.
   */
  balances: z.array(currencyBalance),
  /**
   * The customer's limit, in its own currency, which alone is compared; null where there is none, and for the customer
   * itself.
   */
  credit: z
    .object({
      currency: z.enum(currencies),
      limit: z.number(),
      exposure: z.number(),
      is_over: z.boolean(),
      hold_rule: z.enum(holdRules),
    })
    .nullable(),
  nsf_invoices: z.int(),
  /** Cards that a rule holds, by its reason. */
  cards_held: z.object({ nsf: z.int(), credit: z.int() }),
})
export type Account = z.infer<typeof account>

/** Cards that a payment that bounced holds, or a passed limit, and which they are. */
const cardHolds = z.object({ nsf: z.int(), credit: z.int(), card_ids: z.array(z.int()) })
export type CardHolds = z.infer<typeof cardHolds>

export const statementKinds = {
  invoice: 'Invoice',
  payment: 'Payment',
  reversal: 'Payment reversed',
  correction: 'Payment corrected',
  void: 'Void',
} as const
export type StatementKind = keyof typeof statementKinds
const statementLine = z.object({
  date: z.iso.date(),
  kind: z.enum(Object.keys(statementKinds) as StatementKind[]),
  invoice_number: z.string(),
  reference: z.string().nullable(),
  /** What is owed grows by it; a payment is below zero. */
  amount: z.number(),
  balance: z.number(),
})
const currencyStatement = z.object({
  currency: z.enum(currencies),
  opening: z.number(),
  lines: z.array(statementLine),
  invoiced: z.number(),
  paid: z.number(),
  closing: z.number(),
})
export type CurrencyStatement = z.infer<typeof currencyStatement>
const statement = z.object({
  company_id: z.int(),
  company_name: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  statements: z.array(currencyStatement),
})
export type Statement = z.infer<typeof statement>

const longestDays = 1100
/** A period of at most three years: what is older stands in the opening balance. */
export const statementPeriod = z
  .strictObject({ from: isoDate(), to: isoDate() })
  .superRefine(({ from, to }, context) => {
    const fault = (message: Message) => context.addIssue({ code: 'custom', path: ['to'], message })
    if (!isDay(from) || !isDay(to)) return
    if (to < from) fault('field.days-reversed')
    else if (to > addDays(from, longestDays)) fault('statement.too-long')
  })

export const accounts = defineContract('accounts', {
  get: {
    method: 'GET',
    path: '/customers/:id/account',
    summary: 'What a customer owes by age, and how far its credit reaches',
    can: 'invoices.read',
    params: byId,
    reply: account,
  },
  holds: {
    method: 'GET',
    path: '/card-holds',
    summary:
      'Which cards of the acting company a rule of its provider holds, and why; nobody’s for the provider’s people, whom no rule stops',
    can: 'cards.read',
    reply: cardHolds,
  },
  statement: {
    method: 'GET',
    path: '/customers/:id/statement',
    summary: 'A customer’s statement of account: opening balance, invoices, payments, closing balance',
    can: 'invoices.read',
    params: byId,
    query: statementPeriod,
    reply: statement,
  },
  statementPdf: {
    method: 'GET',
    path: '/customers/:id/statement/pdf',
    summary: 'The same on paper, in the customer’s language',
    can: 'invoices.download',
    // Taking it away is noted in the trail, which a plain read could not do.
    transaction: 'none',
    params: byId,
    query: statementPeriod,
    reply: 'file',
  },
})
