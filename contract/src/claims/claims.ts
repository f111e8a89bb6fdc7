import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, id, instant, localTime, optionalText, text, version } from '../fields.ts'
import { bulkFilter, choices, defineList, pageOf } from '../list.ts'
import { currencyChoices, providerChoices } from '../list-choices.ts'
import { fuelProviders } from '../lookups/providers.rules.ts'
import { message } from '../message.ts'
import { currencies } from '../rules/currency.ts'
import { claimStatusWords } from './claims-words.data.ts'

export const claimKindWords = { price: 'Price above the published rate', tax: 'Tax that was not due' } as const
export type ClaimKind = keyof typeof claimKindWords
const claimKinds = Object.keys(claimKindWords) as [ClaimKind, ...ClaimKind[]]
export type ClaimStatus = keyof typeof claimStatusWords
const claimStatuses = Object.keys(claimStatusWords) as [ClaimStatus, ...ClaimStatus[]]

const prefix = 'PC-'
/** `PC-000012`: a packet's number, as printed on it. */
export const packetNumber = (packet: number): string => `${prefix}${String(packet).padStart(6, '0')}`

const linked = z.object({ txn_id: z.int(), txn_date: localTime(), amount: z.number() })
/**
 * What a provider charged too much on one line (COST-4). `charged` and `published` are per unit for a price, and the
 * line's whole tax for a tax.
 */
const claim = z.object({
  id: z.int(),
  txn_id: z.int(),
  authentication_id: z.string(),
  txn_date: localTime(),
  provider: z.string(),
  site: z.string().nullable(),
  company_id: z.int(),
  company_name: z.string(),
  product: z.string(),
  kind: z.enum(claimKinds),
  kind_words: z.string(),
  /** Such as `HST`; null for a price. */
  taxes: z.string().nullable(),
  quantity: z.number(),
  unit: z.string().nullable(),
  charged: z.number(),
  published: z.number(),
  currency: z.enum(currencies),
  /** Claimed before sales tax, the sales tax on it, and both. */
  amount: z.number(),
  tax: z.number(),
  total: z.number(),
  status: z.enum(claimStatuses),
  packet_id: z.int().nullable(),
  packet: z.string().nullable(),
  sent_at: instant().nullable(),
  credit_id: z.int().nullable(),
  /** A credit that the provider sent for this purchase since, to be linked. */
  proposed_credit: linked.nullable(),
  note: z.string().nullable(),
  version: z.int(),
})
export type Claim = z.infer<typeof claim>
export const claimList = defineList({
  rows: 'claims',
  columns: {
    txn_date: ['Time stamp', 'time'],
    authentication_id: 'Auth code',
    provider: 'Provider',
    site: 'Site',
    company_name: 'Company',
    product: 'Product',
    kind_words: 'Kind',
    taxes: 'Taxes',
    quantity: ['Quantity', 'number'],
    unit: 'Unit',
    charged: ['Charged', 'price'],
    published: ['Published', 'price'],
    amount: ['Claimed before sales tax', 'money'],
    tax: ['Sales tax on it', 'money'],
    total: ['Claimed', 'money'],
    currency: 'Currency',
    status_words: 'Status',
    packet: 'Packet',
    sent_at: ['Sent', 'instant'],
    note: 'Note',
  },
  sort: ['txn_date'],
  filters: {
    txn_date: { kind: 'date' },
    provider: { kind: 'choice', options: providerChoices(fuelProviders) },
    status: { kind: 'choice', options: choices(claimStatusWords) },
    kind: { kind: 'choice', options: choices(claimKindWords) },
    currency: { kind: 'choice', options: currencyChoices },
    authentication_id: { kind: 'text' },
    packet_id: { kind: 'id', prefix },
  },
  defaultSort: 'txn_date,desc',
})

export const sendLimit = 10_000
/** Claims by id, or all that match a list filter; of these, the open ones. */
const sendInput = z
  .strictObject({
    ids: z
      .array(id())
      .max(sendLimit, message('claim.too-many', { max: sendLimit }))
      .optional(),
    filter: bulkFilter(claimList).optional(),
  })
  .superRefine(({ ids, filter: terms }, context) => {
    if (ids && terms) context.addIssue({ code: 'custom', path: ['filter'], message: 'claim.ids-or-filter' })
    else if (!terms && !ids?.length) context.addIssue({ code: 'custom', path: ['ids'], message: 'claim.none-chosen' })
  })
const packet = z.object({
  id: z.int(),
  number: z.string(),
  provider: z.string(),
  currency: z.enum(currencies),
  claims: z.int(),
  total: z.number(),
})
export type ClaimPacket = z.infer<typeof packet>
const sendPreview = z.object({
  /** The open ones, to be sent as they were counted. */
  ids: z.array(z.int()),
  packets: z.int(),
  totals: z.array(z.object({ currency: z.enum(currencies), total: z.number() })),
})
export type SendPreview = z.infer<typeof sendPreview>
const packetFormats = ['csv', 'pdf'] as const

/** The fields that a person fills in. */
export const creditForm = z.object({ note: optionalText(300) })
export const reopenForm = z.object({ reason: text(300) })

/** For staff who manage reports; no customer can have this permission (COST-2). */
export const claims = defineContract('claims', {
  list: {
    method: 'GET',
    path: '/claims',
    summary: 'List what fuel providers charged above their published rates, or as a tax that was not due',
    can: 'reporting.update',
    isForStaff: true,
    query: claimList.query,
    list: claimList,
    reply: pageOf('claims', claim),
  },
  send: {
    method: 'POST',
    path: '/claims/send',
    summary: 'Make one packet of open claims for each fuel provider and currency, and mark the claims as sent',
    can: 'reporting.update',
    isForStaff: true,
    body: sendInput,
    reply: z.object({ sent: z.int(), packets: z.array(packet) }),
  },
  sendPreview: {
    method: 'POST',
    path: '/claims/send/preview',
    summary: 'Preview sending claims: the number of open ones and of packets, and totals by currency',
    can: 'reporting.update',
    isForStaff: true,
    // A POST because of its body; it writes nothing.
    transaction: 'none',
    body: sendInput,
    reply: sendPreview,
  },
  packet: {
    method: 'GET',
    path: '/claims/packets/:id',
    summary: 'Download a packet of claims for its fuel provider, as PDF or CSV',
    can: 'reporting.update',
    isForStaff: true,
    transaction: 'none',
    params: byId,
    query: z.strictObject({ format: z.enum(packetFormats).default('pdf') }),
    reply: 'file',
  },
  credit: {
    method: 'POST',
    path: '/claims/:id/credit',
    summary: 'Mark a sent claim as credited, with the fuel provider’s credit if it came in a file',
    can: 'reporting.update',
    isForStaff: true,
    params: byId,
    body: z.strictObject({
      ...creditForm.shape,
      credit_id: id().nullish(),
      version: version().nullish(),
    }),
    reply: claim,
  },
  reopen: {
    method: 'POST',
    path: '/claims/:id/reopen',
    summary: 'Open a sent or credited claim again, with a reason',
    can: 'reporting.update',
    isForStaff: true,
    params: byId,
    body: z.strictObject({ ...reopenForm.shape, version: version().nullish() }),
    reply: claim,
  },
})
