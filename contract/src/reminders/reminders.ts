import { z } from 'zod'
import { defineContract } from '../endpoint.ts'
import { byId, instant, messageParts, version } from '../fields.ts'
import { message } from '../message.ts'
import { mailStatuses } from '../outbox/outbox.ts'

const mostDays = 10
/** Each day once, in order. What is not a day is an error of the whole field, which is one text in the form. */
const days = (min: number, max: number) =>
  z
    .array(z.int().catch(-1))
    .refine((given) => given.every((day) => day >= min && day <= max), {
      error: message('reminder.days', { min, max }),
    })
    .refine((given) => given.length <= mostDays, { error: message('reminder.too-many-days', { max: mostDays }) })
    .transform((given) => [...new Set(given)].sort((one, other) => one - other))

/** When reminders and statements are mailed (RECV-9). Omitted fields stay. */
export const reminderSettingsInput = z.strictObject({
  /** Days before the due date; 0 is the due date. None: no reminder before it. */
  days_before: days(0, 60).optional(),
  days_after: days(1, 365).optional(),
  /** The day on which the statements of the month before are mailed. Null: none are. */
  statement_day: z.int().min(1).max(28).nullish(),
  version: version().nullish(),
})
export type ReminderSettingsInput = z.output<typeof reminderSettingsInput>

const reminderSettings = z.object({
  days_before: z.array(z.int()),
  days_after: z.array(z.int()),
  statement_day: z.int().nullable(),
  /** Nothing planned for an earlier day is mailed. Null until the settings are first saved. */
  since: z.iso.date().nullable(),
  /** Customers taken out of reminders, and out of statements. */
  without_reminders: z.int(),
  without_statements: z.int(),
  version: z.int().nullable(),
  updated_at: instant().nullable(),
})
export type ReminderSettings = z.infer<typeof reminderSettings>

export const documentMailKinds = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  reminder: 'Reminder',
  statement: 'Statement',
} as const
/** A mail with a document of a customer. */
const customerMail = z.object({
  id: z.int(),
  kind: z.enum(Object.keys(documentMailKinds) as (keyof typeof documentMailKinds)[]),
  subject: z.string(),
  to_address: z.string(),
  status: z.enum(mailStatuses),
  created_at: instant(),
  sent_at: instant().nullable(),
  last_error: z.string().nullable(),
  last_error_message: messageParts.nullable(),
})
export type CustomerMail = z.infer<typeof customerMail>

export const reminders = defineContract('reminders', {
  settings: {
    method: 'GET',
    path: '/reminder-settings',
    summary: 'Get when reminders and monthly statements are mailed',
    can: 'invoices.update',
    reply: reminderSettings,
  },
  change: {
    method: 'PUT',
    path: '/reminder-settings',
    summary: 'Set when reminders and monthly statements are mailed',
    can: 'invoices.update',
    body: reminderSettingsInput,
    ignores: ['since', 'without_reminders', 'without_statements', 'updated_at'],
    reply: reminderSettings,
  },
  customerMails: {
    method: 'GET',
    path: '/customers/:id/mails',
    summary: 'List the invoices, credit notes, reminders and statements mailed to a customer, newest first',
    can: 'customers.read',
    params: byId,
    reply: z.object({ mails: z.array(customerMail) }),
  },
})
