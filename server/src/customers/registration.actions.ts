import { randomInt } from 'node:crypto'
import type {
  Challenge,
  CompanyInput,
  CompanyRow,
  SavedCompany,
  SignUpInput,
} from '@portal/contract/customers/registration.ts'
import { AppError, type FieldErrors } from '@portal/contract/errors.ts'
import type { BrandKey } from '@portal/contract/lookups/brands.ts'
import { roles } from '@portal/contract/permissions.ts'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Database } from '../db/connect.ts'
import { demandRealPlace, demandRealPublicPlace } from '../lookups/locations.queries.ts'
import { queueMail } from '../outbox/outbox.actions.ts'
import {
  demandGoodPassword,
  hashPassword,
  type PasswordRule,
  passwordWarning,
  warnedOf,
} from '../platform/access/passwords.ts'
import type { Clock } from '../platform/access/sessions.ts'
import type { Context } from '../platform/http/context.ts'
import type { MailText } from '../platform/mailer.ts'
import type { BrandTable } from '../process/brands.ts'
import { takeAttempt } from '../sessions/sessions.queries.ts'
import { eraseUser, insertUser, updatePasswordOf } from '../users/users.queries.ts'
import { recordsOf } from './registration.columns.ts'
import {
  getFuelCompany,
  getSignUpSecret,
  insertFuelCompany,
  insertRegistration,
  listCompanyUsers,
  lockFuelCompany,
  recordThrottledSignUp,
  updateCompanyStatus,
  type WaitingCompany,
} from './registration.queries.ts'
import { readSolved } from './registration.rules.ts'
import { approvedMail, receivedMail, rejectedMail, takenMails } from './registration-mail.ts'

const invalid = (fields: FieldErrors) => new AppError('request.invalid', fields)
const recordOf = ({ id, company_name }: CompanyRow) => ({ type: 'company', id, label: company_name })

/**
 * Creates company, customer record and first Admin in the request's transaction: a taken e-mail leaves nothing behind
 * (COMP-3).
 */
export async function registerCompany(
  { db, actor, audit }: Context,
  { database, passwordMinLength }: Pick<Services, 'database' | 'passwordMinLength'>,
  input: CompanyInput,
): Promise<SavedCompany> {
  await demandRealPlace(db, input)
  const records = recordsOf(input)
  const id = await insertFuelCompany(db, records)
  const userId = await insertUser(db, id, { ...records.admin, role: roles.admin, is_active: true, levels: {} })
  const { email } = records.admin
  await updatePasswordOf({ database, db }, userId, { email }, await hashPassword(input.pwd))
  const made = await getFuelCompany(db, actor.scope, id)
  await audit({
    record: recordOf(made),
    after: { name: made.company_name, ...records.customer, admin: records.admin.email },
  })
  return { ...made, ...warnedOf(passwordWarning(input.pwd, ruleOf(input, passwordMinLength))) }
}

async function lockWaiting({ db, actor }: Context, id: number): Promise<WaitingCompany> {
  const company = await lockFuelCompany(db, actor.scope, id)
  if (company.status !== 'waiting') throw new AppError('company.not-waiting')
  return company
}
const notify = ({ db }: Context, { id, brand }: WaitingCompany, to: string, mail: MailText) =>
  queueMail(db, { company_id: id, kind: 'registration', brand, to, ...mail })

export async function approveCompany(context: Context, brands: BrandTable, id: number): Promise<CompanyRow> {
  const { db, actor, audit } = context
  const company = await lockWaiting(context, id)
  await updateCompanyStatus(db, id, 'active')
  for (const { email } of await listCompanyUsers(db, id))
    await notify(context, company, email, approvedMail(brands, company.brand, company.company_name))
  const approved = await getFuelCompany(db, actor.scope, id)
  await audit({ record: recordOf(approved), before: { status: company.status }, after: { status: approved.status } })
  return approved
}

/**
 * Erases the company's users, so that their e-mails are free to register again. The company stays as a record of the
 * decision.
 */
export async function rejectCompany(context: Context, id: number, reason: string | null): Promise<CompanyRow> {
  const { db, actor, audit } = context
  const company = await lockWaiting(context, id)
  for (const person of await listCompanyUsers(db, id)) {
    await notify(context, company, person.email, rejectedMail(company.brand, company.company_name, reason))
    await eraseUser(db, person.id)
  }
  await updateCompanyStatus(db, id, 'rejected')
  const rejected = await getFuelCompany(db, actor.scope, id)
  await audit({
    record: recordOf(rejected),
    before: { status: company.status },
    after: { status: rejected.status, ...(reason ? { reason } : {}) },
  })
  return rejected
}

type Services = { database: Database; clock: Clock; brands: BrandTable; passwordMinLength: number }

const ruleOf = (input: CompanyInput | SignUpInput, minLength: number): PasswordRule => ({
  minLength,
  facts: { names: [input.firstName, input.lastName], email: input.email, company: input.companyName },
})

/** About a second of a browser's work: unnoticeable to one user, expensive for mass registration. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 5000, deriveKey }
const fewestTries = 60
const mostTries = 180
const challengeMinutes = 10

export async function makeChallenge({ database, clock }: Pick<Services, 'database' | 'clock'>): Promise<Challenge> {
  const expiresAt = new Date(clock().getTime() + challengeMinutes * 60_000)
  const secret = await getSignUpSecret(database)
  return (await createChallenge({
    ...work,
    counter: randomInt(fewestTries, mostTries),
    expiresAt,
    hmacSignatureSecret: secret,
  })) as Challenge
}

/** Forged, expired and wrong answers get the same error; a replayed answer is detected when it is used. */
const badAnswer = () => invalid({ altcha: 'company.challenge' })
async function demandSolved(
  { database, clock }: Services,
  answer: string,
): Promise<{ signature: string; expiresAt: Date }> {
  const solved = readSolved(answer)
  const expires = solved?.challenge.parameters.expiresAt
  if (!solved || typeof expires !== 'number' || expires * 1000 <= clock().getTime()) throw badAnswer()
  const hmacSignatureSecret = await getSignUpSecret(database)
  const { verified } = await verifySolution({
    challenge: solved.challenge as never,
    solution: solved.solution as never,
    deriveKey,
    hmacSignatureSecret,
  })
  if (!verified) throw badAnswer()
  return { signature: solved.challenge.signature, expiresAt: new Date(expires * 1000) }
}

/** As at sign-in: counted before any check, in a window that expires by itself (AUTH-8). */
const windowMinutes = 15
const signUpsPerAddress = 20
const signUpsPerEmail = 5

type Asked = { input: SignUpInput; address: string; brand: BrandKey; requestId: string }
/**
 * Registers a company from the public page. Known and unknown e-mails take the same steps and get the same reply
 * (AUTH-9, COMP-7).
 */
export async function signUp(services: Services, { input, address, brand, requestId }: Asked): Promise<void> {
  const { database, clock, brands } = services
  const limits = { [`sign-up:${input.email}`]: signUpsPerEmail, [`sign-up-address:${address}`]: signUpsPerAddress }
  const wait = await takeAttempt(database, limits, windowMinutes, clock())
  if (wait > 0) {
    await recordThrottledSignUp(database, input.email, requestId)
    throw new AppError('auth.throttled', undefined, { retryAfterSeconds: wait })
  }
  const answered = await demandSolved(services, input.altcha)
  demandGoodPassword(input.pwd, ruleOf(input, services.passwordMinLength), 'pwd')
  await demandRealPublicPlace(database, input)
  const outcome = await insertRegistration(database, {
    ...answered,
    records: recordsOf(input),
    language: input.language ?? 'en',
    passwordHash: await hashPassword(input.pwd),
    brand,
    now: clock(),
    received: receivedMail(brand, input.companyName),
    taken: takenMails(brands),
    requestId,
  })
  if (outcome === 'replayed') throw badAnswer()
}
