import { mayLearnOf } from '@portal/contract/notifications/audience.rules.ts'
import type { Db } from '../db/connect.ts'
import { queueMail } from '../outbox/outbox.actions.ts'
import type { Services } from '../platform/http/context.ts'
import { jobScope } from '../platform/jobs/jobs.ts'
import { readDues } from '../units/upkeep/due.actions.ts'
import { listPlanningCompanies } from '../units/upkeep/due.queries.ts'
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
  noticeFor,
  type ReadyReport,
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

async function tell(db: Db, mailing: Mailing, told: readonly Told[]): Promise<void> {
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
    if (written.mail === 'queued') await mail(db, mailing, byId.get(written.user_id) as Recipient, [written])
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
export const tellOfReport = (db: Db, mailing: Mailing, report: ReadyReport): Promise<void> =>
  tell(db, mailing, [tellReport(report)])
/** The services that are due or overdue today. People were told of the same state once, whatever the day. */
export async function tellOfServices(db: Db, mailing: Mailing, today: string, now: Date): Promise<void> {
  for (const { company_id } of await listPlanningCompanies(db)) {
    const dues = (await readDues(db, jobScope, { companyId: company_id, today })).filter(isPressing)
    const changes = dues.map(({ unit, plan, state, last }) => ({
      company_id,
      unit_id: unit.id,
      unit_number: unit.unit_number,
      plan_id: plan.id,
      kind: plan.kind,
      state: state as 'due' | 'overdue',
      last_id: last?.id ?? null,
    }))
    await tell(db, mailing, tellServices(changes, now.toISOString()))
  }
}

/**
 * Queues the daily e-mail of some people. Returns false once there is none left. A person who may no longer see a kind,
 * or no longer sign in, gets none of it.
 */
export async function mailDaily(db: Db, mailing: Mailing, day: string, hour: number, limit: number): Promise<boolean> {
  const taken = await takeDaily(db, day, hour, limit)
  const people = await listPeople(db, [...new Set(taken.map(({ user_id }) => user_id))])
  for (const person of people) {
    const own = taken.filter(
      ({ user_id, kind }) => user_id === person.id && mayLearnOf(kind, person.grants, person.kind),
    )
    if (own.length > 0) await mail(db, mailing, person, own)
  }
  return taken.length > 0
}
