import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, localTime, messageParts, optionalText } from '../fields.ts'
import { choices, defineList, pageOf } from '../list.ts'
import { providerChoices } from '../list-choices.ts'
import { fuelProviders } from '../lookups/providers.rules.ts'
import { currencies } from '../rules/currency.ts'
import { exceptionRules, exceptionWords } from './exception-rules.data.ts'
import { verdictWords } from './exceptions-words.data.ts'

const severities = ['severe', 'notice'] as const
export const severityWords = { severe: 'Severe', notice: 'Notice' } as const
const verdicts = ['confirmed', 'dismissed'] as const
export type Verdict = (typeof verdicts)[number]
export const exceptionStates = ['open', 'confirmed', 'dismissed'] as const
export const exceptionStateWords = { open: 'To judge', ...verdictWords } as const

const judgement = z.object({
  verdict: z.enum(verdicts),
  /** Staff's notes are for staff only. */
  note: z.string().nullable(),
  by: z.string().nullable(),
  at: instant().nullable(),
})
/** What a purchase did against a rule, or what looks unlikely, with its numbers (EXC-1). */
const exceptionRow = z.object({
  id: z.int(),
  rule: z.enum(exceptionRules),
  severity: z.enum(severities),
  state: z.enum(exceptionStates),
  /** Null if the numbers are unknown, because an earlier version found it. */
  sentence: z.string().nullable(),
  message: messageParts.nullable(),
  transaction_id: z.int(),
  authentication_id: z.string(),
  txn_date: localTime(),
  txn_amount: z.number(),
  currency: z.enum(currencies),
  card_number: z.string().nullable(),
  vehicle: z.string().nullable(),
  unit_id: z.int().nullable(),
  location: z.string().nullable(),
  company_id: z.int(),
  company_name: z.string(),
  provider: z.string().nullable(),
  is_invoiced: z.boolean(),
  /** The transaction that it names, if the reader can see it. */
  other: z.object({ txn_id: z.int(), authentication_id: z.string(), txn_date: localTime() }).nullable(),
  /** Staff's verdict acts; the customer's is information (EXC-2). */
  staff: judgement.nullable(),
  customer: judgement.nullable(),
  created_at: instant(),
  version: z.int(),
})
export type ExceptionRow = z.infer<typeof exceptionRow>

export const exceptionList = defineList({
  rows: 'exceptions',
  columns: {
    created_at: ['Found', 'instant'],
    rule_words: 'Rule',
    severity_words: 'Severity',
    sentence: 'Finding',
    state_words: 'Status',
    authentication_id: 'Auth code',
    txn_date: ['Time stamp', 'time'],
    card_number: 'Card number',
    vehicle: 'Unit number',
    location: 'Location',
    company_name: 'Company',
    provider: 'Provider',
    txn_amount: ['Amount', 'money'],
    currency: 'Currency',
    other_code: 'Other auth code',
    staff_verdict: 'Verdict',
    staff_note: 'Note',
    customer_verdict: 'Customer’s verdict',
    customer_note: 'Customer’s note',
  },
  sort: ['created_at', 'txn_date'],
  sortsWhenShort: ['txn_date'],
  filters: {
    state: { kind: 'choice', options: choices(exceptionStates, exceptionStateWords) },
    rule: { kind: 'choice', options: choices(exceptionRules, exceptionWords) },
    severity: { kind: 'choice', options: choices(severities, severityWords) },
    company_name: { kind: 'text' },
    card_number: { kind: 'text' },
    authentication_id: { kind: 'text' },
    provider: { kind: 'choice', options: providerChoices(fuelProviders) },
    txn_date: { kind: 'date' },
    transaction_id: { kind: 'id' },
  },
  defaultSort: 'created_at,desc',
})

export const judgeInput = z.strictObject({ verdict: z.enum(verdicts), note: optionalText(500) })

const path = '/exceptions'
export const exceptions = defineContract('exceptions', {
  list: {
    method: 'GET',
    path,
    summary: 'List exceptions with their numbers and verdicts, newest first',
    can: 'transactions.read',
    query: exceptionList.query,
    list: exceptionList,
    reply: pageOf('exceptions', exceptionRow),
  },
  judge: {
    method: 'POST',
    path: `${path}/:id/judge`,
    summary: 'Confirm or dismiss an exception. Staff’s verdict frees the transaction for billing or keeps it out',
    can: 'transactions.read',
    params: byId,
    body: judgeInput,
    reply: exceptionRow.extend({
      /** Whether the verdict accepted the transaction for billing. */
      is_accepted: z.boolean(),
    }),
  },
})
