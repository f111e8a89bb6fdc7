import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { instant, isEmail, money, optionalText, readableRule, readsAsWritten, text, version } from '../fields.ts'
import { message } from '../message.ts'

/** An address or payment instructions can have several lines. */
const lines = (max: number) =>
  z
    .string()
    .transform((value) => value.replaceAll('\r\n', '\n').trim())
    .pipe(
      z
        .string()
        .max(max)
        .regex(/^[^\p{Cc}]*(\n[^\p{Cc}]*)*$/u, 'field.control')
        .refine(readsAsWritten, readableRule),
    )
/** Can be empty, for a provider that is not registered. */
const taxNumber = (pattern: RegExp, example: string) =>
  z
    .string()
    .transform((value) => value.trim().toUpperCase().replaceAll(' ', ''))
    .pipe(
      z
        .string()
        .max(20)
        .refine((value) => value === '' || pattern.test(value), {
          error: message('billing.tax-number', { example }),
        }),
    )
    .nullish()
    .transform((value) => value ?? '')

/** The series of credit notes (RECV-3). INV is the series of invoices. */
const prefix = z
  .string()
  .trim()
  .toUpperCase()
  .refine((value) => /^[A-Z]{2,6}$/.test(value), { error: 'billing.prefix' })
  .refine((value) => value !== 'INV', { error: 'billing.prefix-invoices' })

/** Until the provider saves its own. */
export const defaultSecondPersonCents = 100_000
export const defaultWriteOffCents = 10_000
export const defaultCreditNotePrefix = 'CN'
/**
 * The provider's details on every invoice and credit note, the fee for a returned payment, the amount above which two
 * persons decide, and how much each role can write off.
 */
export const billingSettingsInput = z.strictObject({
  legal_name: text(200),
  address: lines(500).pipe(z.string().min(1)),
  gst_hst_number: taxNumber(/^\d{9}(RT\d{4})?$/, '123456789RT0001'),
  qst_number: taxNumber(/^\d{10}TQ\d{4}$/, '1234567890TQ0001'),
  payment_instructions: lines(1000)
    .nullish()
    .transform((value) => value ?? ''),
  /** On documents and mails in French; empty, the text above. The stored one stays if omitted. */
  payment_instructions_fr: lines(1000).nullish(),
  /** The contact for customers (UX-12). Stored ones stay if omitted. */
  contact_email: z
    .string()
    .trim()
    .toLowerCase()
    .refine((value) => value === '' || isEmail(value), { error: 'field.email' })
    .nullish(),
  contact_phone: optionalText(40),
  nsf_fee: money(),
  /** Above it, some typed amounts wait for a second person (TXN-22). The stored one stays if omitted. */
  second_person_amount: money().nullish(),
  /** Another prefix starts a series of its own. The stored one stays if omitted, as do the fields below. */
  credit_note_prefix: prefix.optional(),
  credit_note_words_en: lines(1000).nullish(),
  credit_note_words_fr: lines(1000).nullish(),
  /** The most that a user without the role Admin can write off at once (RECV-5). Only an Admin changes the limits. */
  write_off_user_limit: money().optional(),
  /** The same for an Admin; null is no limit. */
  write_off_admin_limit: money().nullish(),
  version: version().nullish(),
})
export type BillingSettingsInput = z.output<typeof billingSettingsInput>

const billingSettings = z.object({
  legal_name: z.string(),
  address: z.string(),
  gst_hst_number: z.string(),
  qst_number: z.string(),
  payment_instructions: z.string(),
  payment_instructions_fr: z.string(),
  contact_email: z.string(),
  contact_phone: z.string(),
  nsf_fee: z.number(),
  second_person_amount: z.number(),
  credit_note_prefix: z.string(),
  credit_note_words_en: z.string(),
  credit_note_words_fr: z.string(),
  write_off_user_limit: z.number(),
  write_off_admin_limit: z.number().nullable(),
  can_change_limits: z.boolean(),
  version: z.int().nullable(),
  updated_at: instant().nullable(),
})
export type BillingSettings = z.infer<typeof billingSettings>

export const billing = defineContract('billing', {
  settings: {
    method: 'GET',
    path: '/billing-settings',
    summary: 'Get the provider’s details on invoices and credit notes',
    can: 'invoices.update',
    reply: billingSettings,
  },
  change: {
    method: 'PUT',
    path: '/billing-settings',
    summary: 'Update the provider’s details on invoices and credit notes',
    can: 'invoices.update',
    body: billingSettingsInput,
    ignores: ['updated_at', 'can_change_limits'],
    reply: billingSettings,
  },
})
