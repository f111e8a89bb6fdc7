import { type ExceptionRule, exceptionWords, severeRules } from '@portal/contract/exceptions/exception-rules.data.ts'
import { type ImportKind, importAccess } from '@portal/contract/imports/imports.ts'
import { type Message, message } from '@portal/contract/message.ts'
import { mayLearnOf } from '@portal/contract/notifications/audience.rules.ts'
import {
  defaultChoice,
  isForStaffOnly,
  type NotificationKind,
  type NotificationMail,
  type NotificationTopic,
} from '@portal/contract/notifications/notification-kinds.data.ts'
import { type Access, type CompanyKind, can, type Grants } from '@portal/contract/permissions.ts'
import type { Currency } from '@portal/contract/rules/currency.ts'
import { fromUnits } from '@portal/contract/rules/money.ts'
import { serviceKindName } from '@portal/contract/units/upkeep.ts'

/** What every change has: whose it is, when it happened, and who did it. */
type Change = { source: string; at: string; by: number | null; company_id: number; company_name: string; id: number }
type Amount = { cents: number; currency: Currency }
export type SentInvoiceChange = Change & Amount & { kind: 'invoice_sent'; number: string; due: string }
export type PaymentChange = Change & Amount & { kind: 'payment_received' | 'payment_returned' }
export type CardsChange = Change & {
  kind: 'cards_held' | 'cards_released'
  records: number
  /** The masked number of the only card. */
  card: string | null
  /** The rule that did it, without a person. */
  rule: 'nsf' | 'credit' | null
}
export type EndedImportChange = Change & {
  kind: 'import_done'
  import_kind: ImportKind
  file: string
  has_failed: boolean
  booked: number
  review: number
  quarantined: number
  failed: number
}
export type RegistrationChange = Change & { kind: 'registration' }
export type ExceptionChange = Change & { kind: 'exception'; rule: ExceptionRule; records: number }

export type OverdueInvoice = Amount & {
  id: number
  number: string
  due: string
  company_id: number
  company_name: string
}

type Link = { path: string; filter: readonly string[] }
type Choice = { in_bell: boolean; mail: NotificationMail }
export type NotifiedPerson = {
  id: number
  company_id: number
  kind: CompanyKind
  grants: Grants
  choices: ReadonlyMap<NotificationTopic, Choice>
}
/** What happened, for the people of one company. */
export type Told = {
  kind: NotificationKind
  to: { kind: CompanyKind; company_id: number | null }
  source: string
  at: string
  /** Needed beside the permission of the kind. */
  can?: Access
  /** Of these people alone, where it is for them by name. */
  only?: readonly number[]
  /** The person who did it need not be told. */
  by: number | null
  /** Exceptions by rule: each person watches some of them (EXC-3). */
  rules?: ReadonlyMap<ExceptionRule, number>
  say: (watched: readonly ExceptionRule[]) => Message
  link: Link
}
export type Notice = {
  user_id: number
  company_id: number
  kind: NotificationKind
  source: string
  message: Message
  link_path: string
  link_filter: readonly string[]
  in_bell: boolean
  mail: 'none' | 'daily' | 'queued'
  created_at: string
}

const page = (path: string, id: number): Link => ({ path: `${path}/${id}/view`, filter: [] })
const list = (path: string, ...filter: string[]): Link => ({ path, filter })
const customer = (company_id: number): Told['to'] => ({ kind: 'customer', company_id })
const provider: Told['to'] = { kind: 'provider', company_id: null }
const named = (company: string, what: Message): Message => message('notice.of-company', { company, what })

type Both = Pick<Told, 'kind' | 'source' | 'at' | 'by' | 'link'>
/** The customer's people read what happened; staff also read at which customer. */
const toBoth = (
  base: Both,
  { company_id, company_name }: { company_id: number; company_name: string },
  what: Message,
) => [
  { ...base, to: customer(company_id), say: () => what },
  {
    ...base,
    to: provider,
    say: () => named(company_name, what),
    link:
      base.link.filter.length > 0
        ? list(base.link.path, ...base.link.filter, `company_name:${company_name}`)
        : base.link,
  },
]

export function tellInvoice({
  kind,
  source,
  at,
  by,
  company_id,
  id,
  number,
  due,
  cents,
  currency,
}: SentInvoiceChange): Told[] {
  const what = message('notice.invoice-sent', { number, due, amount: fromUnits(cents, 'money'), currency })
  return [{ kind, source, at, by, to: customer(company_id), say: () => what, link: page('/invoices', id) }]
}

export function tellPayment(change: PaymentChange): Told[] {
  const { kind, source, at, by, id, cents, currency } = change
  const key = kind === 'payment_received' ? 'notice.payment-received' : 'notice.payment-returned'
  const what = message(key, { amount: fromUnits(cents, 'money'), currency })
  return toBoth({ kind, source, at, by, link: page('/invoices/receipts', id) }, change, what)
}

const reasons = {
  cards_held: { nsf: 'notice.for-nsf', credit: 'notice.for-credit' },
  cards_released: { nsf: 'notice.nsf-ended', credit: 'notice.credit-ended' },
} as const
/** Staff learn of what a rule did. What people do to cards notifies the customer alone. */
export function tellCards(change: CardsChange): Told[] {
  const { kind, source, at, by, id, records, card, rule } = change
  const isHeld = kind === 'cards_held'
  const several = message(isHeld ? 'notice.cards-held' : 'notice.cards-released', { count: records })
  const what = card ? message(isHeld ? 'notice.card-held' : 'notice.card-released', { card }) : several
  const cards = list('/managercards', `card_status:${isHeld ? 'HOLD' : 'RELEASE'}`)
  const link = card ? page('/managercards', id) : cards
  const told = toBoth({ kind, source, at, by, link }, change, rule ? message(reasons[kind][rule], { what }) : what)
  return rule ? told : told.filter(({ to }) => to.kind === 'customer')
}

function importMessage({ file, has_failed, booked, review, quarantined, failed }: EndedImportChange): Message {
  if (has_failed) return message('notice.import-failed', { file })
  const left = [
    ['notice.and-review', review],
    ['notice.and-quarantined', quarantined],
    ['notice.and-rejected', failed],
  ] as const
  return left.reduce<Message>(
    (what, [key, count]) => (count > 0 ? message(key, { what, count }) : what),
    message('notice.import-done', { file, booked }),
  )
}
export const tellImport = (change: EndedImportChange): Told[] => {
  const { kind, source, at, by, id, import_kind } = change
  const say = () => importMessage(change)
  return [{ kind, source, at, by, to: provider, can: importAccess[import_kind], say, link: page('/imports', id) }]
}

export const tellRegistration = ({ kind, source, at, by, company_name }: RegistrationChange): Told[] => {
  const say = () => message('notice.registration', { company: company_name })
  return [{ kind, source, at, by, to: provider, say, link: list('/company', 'status:waiting') }]
}

export type EndedReport = {
  id: number
  title: string
  has_failed?: boolean
  company: { kind: CompanyKind; company_id: number }
  people: readonly number[]
  at: string
}
/** A report that was made for these people, by a schedule or because it took long, or that could not be (REPT-7, REPT-8). */
export const tellReport = ({ id, title, has_failed, company, people, at }: EndedReport): Told => ({
  kind: 'report_ready',
  source: `report ${id}`,
  at,
  by: null,
  to: company,
  only: people,
  say: () => message(has_failed ? 'notice.report-failed' : 'notice.report-ready', { title }),
  link: { path: `/reporting/runs/${id}`, filter: [] },
})

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[][] {
  const groups = new Map<unknown, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}
/** The provider's company if all are of one; otherwise it has no single one. */
const onlyCompany = (items: readonly { company_id: number; company_name: string }[]): string | null =>
  new Set(items.map(({ company_id }) => company_id)).size === 1 ? (items[0]?.company_name ?? null) : null

function tellFound(found: readonly ExceptionChange[], to: Told['to']): Told {
  const [first] = found as [ExceptionChange]
  const rules = new Map<ExceptionRule, number>()
  for (const { rule, records } of found) rules.set(rule, (rules.get(rule) ?? 0) + records)
  const company = to.kind === 'provider' ? onlyCompany(found) : null
  const say = (watched: readonly ExceptionRule[]): Message => {
    const sum = (some: readonly ExceptionRule[]) => some.reduce((count, rule) => count + (rules.get(rule) ?? 0), 0)
    const count = sum(watched)
    const severe = sum(watched.filter((rule) => severeRules.includes(rule)))
    const several =
      severe > 0 ? message('notice.exceptions-severe', { count, severe }) : message('notice.exceptions', { count })
    const what =
      count === 1 ? message('notice.exception', { rule: exceptionWords[watched[0] as ExceptionRule] }) : several
    return company ? named(company, what) : what
  }
  const isOne = found.length === 1 && first.records === 1
  const link = list('/transactions/exceptions', isOne ? `transaction_id:${first.id}` : 'state:open')
  return { kind: 'exception', to, source: first.source, at: first.at, by: null, rules, say, link }
}
/** One for each change and customer, and one for staff over all customers (EXC-3). */
export const tellExceptions = (found: readonly ExceptionChange[]): Told[] =>
  grouped(found, ({ source }) => source).flatMap((change) => [
    ...grouped(change, ({ company_id }) => company_id).map((own) =>
      tellFound(own, customer((own[0] as ExceptionChange).company_id)),
    ),
    tellFound(change, provider),
  ])

function tellDue(due: readonly OverdueInvoice[], to: Told['to'], at: string): Told {
  const [{ id, number, due: day, cents, currency }] = due as [OverdueInvoice]
  const one = message('notice.invoice-overdue', { number, amount: fromUnits(cents, 'money'), currency })
  const what = due.length === 1 ? one : message('notice.invoices-overdue', { count: due.length, due: day })
  const company = to.kind === 'provider' ? onlyCompany(due) : null
  return {
    kind: 'invoice_overdue',
    to,
    source: `due ${day}`,
    at,
    by: null,
    say: () => (company ? named(company, what) : what),
    link: due.length === 1 ? page('/invoices', id) : list('/invoices', `due_date:${day}`),
  }
}
/** One for each due date and customer, and one for staff. */
export const tellOverdue = (overdue: readonly OverdueInvoice[], at: string): Told[] =>
  grouped(overdue, ({ due }) => due).flatMap((ofDay) => [
    ...grouped(ofDay, ({ company_id }) => company_id).map((own) =>
      tellDue(own, customer((own[0] as OverdueInvoice).company_id), at),
    ),
    tellDue(ofDay, provider, at),
  ])

export type PressingService = { unit_id: number; unit_number: string; kind: string; state: 'due' | 'overdue' }
const serviceSentence = ({ unit_number, kind, state }: PressingService): Message =>
  message(state === 'due' ? 'notice.service-due' : 'notice.service-overdue', {
    unit: unit_number,
    service: serviceKindName(kind),
  })
function servicesSentence(pressing: readonly PressingService[]): Message {
  const overdue = pressing.filter(({ state }) => state === 'overdue').length
  const due = pressing.length - overdue
  if (overdue > 0 && due > 0) return message('notice.services', { overdue, due })
  return overdue > 0
    ? message('notice.services-overdue', { count: overdue })
    : message('notice.services-due', { count: due })
}
/** One for a company and day, however many services are due (CARE-2). */
export function tellServices(
  pressing: readonly PressingService[],
  { company_id, day, at }: { company_id: number; day: string; at: string },
): Told {
  const [first] = pressing as [PressingService]
  const isOne = pressing.length === 1
  return {
    kind: 'service_due',
    source: `services ${day}`,
    at,
    by: null,
    to: customer(company_id),
    say: () => (isOne ? serviceSentence(first) : servicesSentence(pressing)),
    link: { path: isOne ? `/truckcare/units/${first.unit_id}` : '/truckcare/due', filter: [] },
  }
}
/** A mail lists so many services. */
const mailedServices = 50
/** What a mail lists below that sentence; nothing where the sentence says it. */
export function serviceLines(pressing: readonly PressingService[]): Message[] {
  if (pressing.length < 2) return []
  const lines = pressing.slice(0, mailedServices).map(serviceSentence)
  const more = pressing.length - lines.length
  return more > 0 ? [...lines, message('notice.more-services', { count: more })] : lines
}

const choiceOf = ({ choices }: NotifiedPerson, topic: NotificationTopic): Choice => choices.get(topic) ?? defaultChoice
const isWanted = ({ in_bell, mail }: Choice): boolean => in_bell || mail !== 'none'
const stored = { none: 'none', daily: 'daily', now: 'queued' } as const
/** Of several choices, what reaches the person soonest. */
const soonest = (mails: readonly NotificationMail[]): NotificationMail =>
  mails.includes('now') ? 'now' : mails.includes('daily') ? 'daily' : 'none'

const isAddressed = (
  { to, kind, can: access, by, only }: Told,
  { id, company_id, kind: company, grants }: NotifiedPerson,
): boolean =>
  to.kind === company &&
  (to.company_id === null || to.company_id === company_id) &&
  by !== id &&
  (only === undefined || only.includes(id)) &&
  mayLearnOf(kind, grants, company) &&
  (access === undefined || can(grants, access))

/** What a person is notified of, or null: not theirs to know, their own doing, or not wanted. */
export function noticeFor(told: Told, person: NotifiedPerson): Notice | null {
  if (!isAddressed(told, person)) return null
  const ofPerson = ([...(told.rules?.keys() ?? [])] as ExceptionRule[]).filter(
    (rule) => person.kind === 'provider' || !isForStaffOnly(rule),
  )
  const watched = ofPerson.filter((rule) => isWanted(choiceOf(person, rule)))
  const topics: readonly NotificationTopic[] = told.kind === 'exception' ? watched : [told.kind]
  const chosen = topics.map((topic) => choiceOf(person, topic)).filter(isWanted)
  if (chosen.length === 0) return null
  return {
    user_id: person.id,
    company_id: person.company_id,
    kind: told.kind,
    source: told.source,
    message: told.say(watched),
    link_path: told.link.path,
    link_filter: told.link.filter,
    in_bell: chosen.some(({ in_bell }) => in_bell),
    mail: stored[soonest(chosen.map(({ mail }) => mail))],
    created_at: told.at,
  }
}
