import type { Message } from '@portal/contract/message.ts'
import { mayLearnOf } from '@portal/contract/notifications/audience.rules.ts'
import type { Db } from '../db/connect.ts'
import { queueMail } from '../outbox/outbox.actions.ts'
import type { Services } from '../platform/http/context.ts'
import { jobScope } from '../platform/jobs/jobs.ts'
import { readDues } from '../units/upkeep/due.actions.ts'
import { listPlanningCompanies, rememberReminders } from '../units/upkeep/due.queries.ts'
import { isPressing } from '../units/upkeep/due.rules.ts'
import {
  type LogPart,
  listCardChanges,
  listFoundExceptions,
  listImportChanges,
  listOverdue,
  listPaymentChanges,
  listRegistrations,
  listSentInvoices,
} from './changes.queries.ts'
import {
  type EndedReport,
  noticeFor,
  type PressingService,
  serviceLines,
  type Told,
  tellCards,
  tellExceptions,
  tellImport,
  tellInvoice,
  tellOverdue,
  tellPayment,
  tellRegistration,
  tellReport,
  tellServices,
} from './notices.rules.ts'
import { type MailedNotice, notificationLetter } from './notification-mail-text.ts'
import { insertNotices, takeDaily } from './notifications.queries.ts'
import { listPeople, listPeopleOf, type Recipient } from './people.queries.ts'

type Mailing = Pick<Services, 'brands'>

const mail = (db: Db, { brands }: Mailing, person: Recipient, notices: readonly MailedNotice[]): Promise<number> =>
  queueMail(db, {
    company_id: person.company_id,
    kind: 'notification',
    brand: person.brand,
    to: person.email,
    ...notificationLetter(person, notices, brands[person.brand].publicUrl),
  })

/** `lines` are what mails list below the sentence. */
async function tell(db: Db, mailing: Mailing, told: readonly Told[], lines: readonly Message[] = []): Promise<void> {
  if (told.length === 0) return
  const companies = [...new Set(told.flatMap(({ to }) => to.company_id ?? []))]
  const people = await listPeopleOf(
    db,
    companies,
    told.some(({ to }) => to.kind === 'provider'),
  )
  const notices = told.flatMap((one) => people.flatMap((person) => noticeFor(one, person) ?? []))
  const byId = new Map(people.map((person) => [person.id, person]))
  for (const written of await insertNotices(db, notices))
    if (written.mail === 'queued')
      await mail(db, mailing, byId.get(written.user_id) as Recipient, [{ ...written, lines }])
}

/** Tells people of a part of the sealed audit log (UX-7). */
export async function tellOfChanges(db: Db, mailing: Mailing, part: LogPart): Promise<void> {
  await tell(db, mailing, [
    ...(await listSentInvoices(db, part)).flatMap(tellInvoice),
    ...(await listPaymentChanges(db, part)).flatMap(tellPayment),
    ...(await listCardChanges(db, part)).flatMap(tellCards),
    ...(await listImportChanges(db, part)).flatMap(tellImport),
    ...(await listRegistrations(db, part)).flatMap(tellRegistration),
    ...tellExceptions(await listFoundExceptions(db, part)),
  ])
}

type Days = { after: string; through: string; now: Date }
export async function tellOfOverdue(db: Db, mailing: Mailing, { after, through, now }: Days): Promise<void> {
  await tell(db, mailing, tellOverdue(await listOverdue(db, after, through), now.toISOString()))
}

/** In the transaction that ends the run, so that it is said once. */
export const tellOfReport = (db: Db, mailing: Mailing, report: EndedReport): Promise<void> =>
  tell(db, mailing, [tellReport(report)])
type Pressing = PressingService & { plan_id: number }
async function listPressing(db: Db, companyId: number, today: string): Promise<Pressing[]> {
  const dues = (await readDues(db, jobScope, { companyId, today })).filter(isPressing)
  return dues.map(({ unit, plan, state }) => ({
    unit_id: unit.id,
    unit_number: unit.unit_number,
    plan_id: plan.id,
    kind: plan.kind,
    state: state as 'due' | 'overdue',
  }))
}
/** All services that are due or overdue today, if one of them is so since the last time (CARE-2). */
export async function tellOfServices(db: Db, mailing: Mailing, today: string, now: Date): Promise<void> {
  for (const { company_id } of await listPlanningCompanies(db)) {
    const pressing = await listPressing(db, company_id, today)
    if (!(await rememberReminders(db, company_id, pressing))) continue
    const told = tellServices(pressing, { company_id, day: today, at: now.toISOString() })
    await tell(db, mailing, [told], serviceLines(pressing))
  }
}

/**
 * Queues the daily e-mail of some people. Returns false once there is none left. A person who may no longer see a kind,
 * or no longer sign in, gets none of it. Services are listed as they stand now.
 */
export async function mailDaily(db: Db, mailing: Mailing, day: string, hour: number, limit: number): Promise<boolean> {
  const taken = await takeDaily(db, day, hour, limit)
  const people = await listPeople(db, [...new Set(taken.map(({ user_id }) => user_id))])
  const lines = new Map<number, Promise<Message[]>>()
  const linesOf = (companyId: number): Promise<Message[]> => {
    const known = lines.get(companyId) ?? listPressing(db, companyId, day).then(serviceLines)
    lines.set(companyId, known)
    return known
  }
  for (const person of people) {
    const own = taken.filter(
      ({ user_id, kind }) => user_id === person.id && mayLearnOf(kind, person.grants, person.kind),
    )
    const hasServices = own.some(({ kind }) => kind === 'service_due')
    const services = hasServices ? await linesOf(person.company_id) : []
    const mailed = own.map((notice) => ({ ...notice, lines: notice.kind === 'service_due' ? services : [] }))
    if (own.length > 0) await mail(db, mailing, person, mailed)
  }
  return taken.length > 0
}
