import { AppError } from '@portal/contract/errors.ts'
import { message } from '@portal/contract/message.ts'
import { type CompanyKind, can, type Grants, screens } from '@portal/contract/permissions.ts'
import { type DescribedReport, reportFormats, reportLimit } from '@portal/contract/reports/reports.ts'
import { z } from 'zod'
import { findCompany } from '../companies/companies.queries.ts'
import type { Db, Scope } from '../db/connect.ts'
import { type Actor, isStaff } from '../platform/access/scope.ts'
import { fieldErrors } from '../platform/http/input.ts'
import {
  parametersFor,
  type Report,
  type ReportContext,
  type ReportOutcome,
} from '../platform/reports/define-report.ts'
import { companyOf, oneCompanyOf } from '../platform/reports/report-scope.ts'
import { everyReport } from './library/every-report.ts'

const isFor = (isOfProvider: boolean, { audience }: Report): boolean => audience === 'everyone' || isOfProvider
/** Who reads a report: a person now, or when a schedule's mail is sent. */
type Reader = { kind: CompanyKind; grants: Grants }
const lacks = ({ grants }: Pick<Reader, 'grants'>, { needs }: Report): boolean =>
  needs !== undefined && !can(grants, `${needs}.read`)
const isReadableBy = (reader: Reader, report: Report): boolean =>
  can(reader.grants, 'reporting.read') && isFor(reader.kind === 'provider', report) && !lacks(reader, report)
export const mayRead = (reader: Reader, key: string): boolean =>
  everyReport.some((report) => report.key === key && isReadableBy(reader, report))

export const listReports = (reader: Reader): DescribedReport[] =>
  everyReport
    .filter((report) => isReadableBy(reader, report))
    .map((report) => ({
      key: report.key,
      name: report.name,
      description: report.description,
      topic: report.topic,
      parameters: {
        ...z.toJSONSchema(parametersFor(reader.kind === 'provider', report), { io: 'input', unrepresentable: 'any' }),
        ...(report.isOfOneCompany && reader.kind === 'provider' ? { required: ['company_id'] } : {}),
      },
      formats: [...reportFormats],
    }))

/** A report for others does not exist (COST-2). */
export function findReport(scope: Scope, key: string): Report {
  const found = everyReport.find((report) => report.key === key && isFor(isStaff(scope), report))
  if (!found) throw new AppError('record.not-found')
  return found
}
/** For a person, who must be able to see the records it shows. */
export function demandReport(actor: Pick<Actor, 'scope' | 'grants'>, key: string): Report {
  const report = findReport(actor.scope, key)
  if (report.needs && lacks(actor, report))
    throw new AppError('auth.forbidden', undefined, {
      message: message('report.needs', { screen: screens[report.needs].name }),
    })
  return report
}
/** The name of a report; one of an earlier version has only its key. */
export const reportName = (key: string): string => everyReport.find((report) => report.key === key)?.name ?? key

/** What rows of schedules say of their report. */
export const library = { nameOf: reportName, mayRead }

type ParameterFields = Record<string, { title?: string; words?: Record<string, string> }>
/** What a report asks, with labels and the words of its choices; one of an earlier version asks nothing. */
export function parameterFields(key: string): ParameterFields {
  const report = everyReport.find((one) => one.key === key)
  const { properties = {} } = report ? z.toJSONSchema(report.parameters, { io: 'input', unrepresentable: 'any' }) : {}
  return properties as ParameterFields
}
/** Whether a report has this parameter. Some have a period, `from` and `to`, some a quarter, some neither. */
export const asksFor = (key: string, name: string): boolean => Object.hasOwn(parameterFields(key), name)

/** What was given, checked for who asks and with its defaults: the same for a run now, a schedule and its runs. */
export function readParameters(scope: Scope, report: Report, given: unknown): Record<string, unknown> {
  const read = parametersFor(isStaff(scope), report).safeParse(given)
  if (!read.success) {
    const issues = read.error.issues.map((issue) => ({
      ...issue,
      path: ['parameters', ...issue.path],
      // The choices are keys; the reader knows them by their words, which the list has.
      ...(issue.code === 'invalid_value' ? { message: 'report.unknown-choice' } : {}),
    }))
    throw new AppError('request.invalid', fieldErrors(issues))
  }
  const parameters = read.data as Record<string, unknown> & { company_id?: number }
  const demandCompany = report.isOfOneCompany ? oneCompanyOf : companyOf
  demandCompany({ scope }, parameters.company_id)
  return parameters
}

/** Staff can name any number; an empty report would hide a wrong one. */
export async function demandCustomer(db: Db, scope: Scope, { company_id }: { company_id?: unknown }): Promise<void> {
  if (!isStaff(scope) || typeof company_id !== 'number') return
  if ((await findCompany(db, scope, company_id))?.kind !== 'customer')
    throw new AppError('request.invalid', { 'parameters.company_id': 'field.company' })
}

export async function makeReport(report: Report, context: ReportContext, parameters: object): Promise<ReportOutcome> {
  await demandCustomer(context.db, context.scope, parameters)
  const outcome = await report.run(context, parameters as never)
  if (outcome.rows.length > reportLimit) throw new AppError('report.too-long')
  return outcome
}
