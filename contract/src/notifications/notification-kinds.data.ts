import { costRules, type ExceptionRule, exceptionRules, exceptionWords } from '../exceptions/exception-rules.data.ts'
import type { Access, CompanyKind } from '../permissions.ts'

/** The kinds of notifications that last, with their words (UX-7). */
export const notificationWords = {
  invoice_sent: 'Invoice sent',
  invoice_overdue: 'Invoice overdue',
  payment_received: 'Payment received',
  payment_returned: 'Payment returned',
  cards_held: 'Cards put on hold',
  cards_released: 'Cards released',
  import_done: 'Import finished',
  exception: 'Exceptions',
  registration: 'New registration',
  report_ready: 'Report finished',
  service_due: 'Services due',
} as const
export type NotificationKind = keyof typeof notificationWords
export const notificationKinds = Object.keys(notificationWords) as NotificationKind[]

const both: readonly CompanyKind[] = ['customer', 'provider']
type Audience = { can: Access; of: readonly CompanyKind[] }
/** Who learns of what: the permission to see the record, at a customer or at the provider. */
export const notificationAudience: Readonly<Record<NotificationKind, Audience>> = {
  invoice_sent: { can: 'invoices.read', of: ['customer'] },
  invoice_overdue: { can: 'invoices.read', of: both },
  payment_received: { can: 'invoices.read', of: ['customer'] },
  payment_returned: { can: 'invoices.read', of: both },
  cards_held: { can: 'cards.read', of: both },
  cards_released: { can: 'cards.read', of: both },
  import_done: { can: 'cards.create|transactions.create', of: ['provider'] },
  exception: { can: 'transactions.read', of: both },
  registration: { can: 'customers.read', of: ['provider'] },
  report_ready: { can: 'reporting.read', of: both },
  service_due: { can: 'truckcare.read', of: ['customer'] },
}

type PlainKind = Exclude<NotificationKind, 'exception'>
/** What a person decides on: each kind, and of the exceptions each rule (EXC-3). */
export type NotificationTopic = PlainKind | ExceptionRule
const plainKinds = notificationKinds.filter((kind) => kind !== 'exception') as PlainKind[]
export const notificationTopics: readonly NotificationTopic[] = [...plainKinds, ...exceptionRules]
export const notificationTopicWords = { ...notificationWords, ...exceptionWords } as const
export const kindOfTopic = (topic: NotificationTopic): NotificationKind =>
  (plainKinds as readonly string[]).includes(topic) ? (topic as PlainKind) : 'exception'
/** Rules about the provider's cost are for staff alone (COST-2). */
export const isForStaffOnly = (topic: NotificationTopic): boolean => (costRules as readonly string[]).includes(topic)

export const notificationMails = ['none', 'now', 'daily'] as const
export type NotificationMail = (typeof notificationMails)[number]
export const notificationMailWords = {
  none: 'No e-mail',
  now: 'E-mail at once',
  daily: 'Daily e-mail',
} as const satisfies Record<NotificationMail, string>
/** Until a person chooses: everything in the bell, nothing by e-mail. */
export const defaultChoice = { in_bell: true, mail: 'none' } as const
/** The daily e-mail goes out from this hour of the provider on. */
export const dailyMailHour = 7
