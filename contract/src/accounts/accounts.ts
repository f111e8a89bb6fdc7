import { z } from 'zod'
import { addDays } from '../cards/refresh-days.rules.ts'
import { defineContract } from '../endpoint.ts'
import { byId, isDay, isoDate } from '../fields.ts'
import type { Message } from '../message.ts'
import { currencies } from '../rules/currency.ts'

/** Amounts owed by days past due. */
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
const aged = {
  current: z.number(),
  days_1_30: z.number(),
  days_31_60: z.number(),
  days_61_90: z.number(),
  days_91: z.number(),
}
const currencyBalance = z.object({
  currency: z.enum(currencies),
  ...aged,
  /** The sum of the five age groups. */
  unpaid: z.number(),
  /** Money on account and open credit notes, which are subtracted from `current`. */
  on_account: z.number(),
  /** Unbilled transactions, as in the list of transactions. Only for staff, like the next two. */
  unbilled: z.number().nullable(),
  /** Amounts on Drafts: neither unbilled nor owed yet, but they count as exposure. */
  in_draft: z.number().nullable(),
  /** Unpaid, unbilled and in draft. */
  exposure: z.number().nullable(),
})
export type CurrencyBalance = z.infer<typeof currencyBalance>

const currencyCredit = z.object({
  currency: z.enum(currencies),
  /** Null: no limit here, but in another currency, so that any exposure is over. */
  limit: z.number().nullable(),
  exposure: z.number(),
  is_over: z.boolean(),
  hold_rule: z.enum(holdRules),
})
export type CurrencyCredit = z.infer<typeof currencyCredit>

const account = z.object({
  company_id: z.int(),
  company_name: z.string(),
  as_of: z.iso.date(),
  /** The customer's own currency and every other one with open amounts. Currencies with money owed come first. */
  balances: z.array(currencyBalance),
  /** The limit in the customer's own currency. Null without one, and for the customer itself. */
  credit: currencyCredit.extend({ limit: z.number() }).nullable(),
  /** Every currency with a limit, or with exposure beside another's limit (RECV-8). Empty for the customer itself. */
  credits: z.array(currencyCredit),
  nsf_invoices: z.int(),
  /** Cards that a rule holds and will release, by reason. A card that a user held before stays on hold. */
  cards_held: z.object({ nsf: z.int(), credit: z.int() }),
})
export type Account = z.infer<typeof account>

/** Cards held for a returned payment or an exceeded limit: how many will be released, and all that cannot be now. */
const cardHolds = z.object({ nsf: z.int(), credit: z.int(), card_ids: z.array(z.int()) })
export type CardHolds = z.infer<typeof cardHolds>

export const statementKinds = {
  invoice: 'Invoice',
  payment: 'Payment',
  reversal: 'Payment reversed',
  correction: 'Payment corrected',
  credit_note: 'Credit note',
  write_off: 'Write-off',
  write_off_reversal: 'Write-off reversed',
  refund: 'Refund',
  refund_reversal: 'Refund reversed',
} as const
export type StatementKind = keyof typeof statementKinds
const statementLine = z.object({
  date: z.iso.date(),
  kind: z.enum(Object.keys(statementKinds) as StatementKind[]),
  /** The number of the invoice or credit note; for a payment the invoices that it paid. */
  document: z.string(),
  invoice_number: z.string(),
  reference: z.string().nullable(),
  /** Positive amounts increase what is owed; payments are negative. */
  amount: z.number(),
  balance: z.number(),
})
const currencyStatement = z.object({
  currency: z.enum(currencies),
  opening: z.number(),
  lines: z.array(statementLine),
  invoiced: z.number(),
  credited: z.number(),
  written_off: z.number(),
  /** Receipts less reversals and refunds. */
  paid: z.number(),
  closing: z.number(),
  /** The closing balance by days past due on the closing day (RECV-7). */
  aging: z.object(aged),
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
/** At most three years. Older entries are in the opening balance. */
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
    summary: 'Get what a customer owes by age, and its credit left',
    can: 'invoices.read',
    params: byId,
    reply: account,
  },
  holds: {
    method: 'GET',
    path: '/card-holds',
    summary: 'List the acting company’s cards held by a rule of the provider, with reasons; always empty for staff',
    can: 'cards.read',
    reply: cardHolds,
  },
  statement: {
    method: 'GET',
    path: '/customers/:id/statement',
    reads: 'replica',
    summary: 'Get a customer’s statement: opening balance, invoices, payments, closing balance',
    can: 'invoices.read',
    params: byId,
    query: statementPeriod,
    reply: statement,
  },
  statementPdf: {
    method: 'GET',
    path: '/customers/:id/statement/pdf',
    reads: 'replica',
    summary: 'Download the statement as PDF, in the customer’s language',
    can: 'invoices.download',
    // The download writes an audit entry, which a read-only transaction cannot do.
    transaction: 'none',
    params: byId,
    query: statementPeriod,
    reply: 'file',
  },
})
