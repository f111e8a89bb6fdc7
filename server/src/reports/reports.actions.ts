import { AppError } from '@portal/contract/errors.ts'
import { type DescribedReport, reportFormats, reportLimit } from '@portal/contract/reports/reports.ts'
import { z } from 'zod'
import type { Scope } from '../db/connect.ts'
import { isStaff } from '../platform/access/scope.ts'
import { fieldErrors } from '../platform/http/input.ts'
import type { Report, ReportContext, ReportOutcome } from '../platform/reports/define-report.ts'
import { companyOf, oneCompanyOf } from '../platform/reports/report-scope.ts'
import { everyReport } from './library/every-report.ts'

const isFor = (scope: Scope, { audience }: Report): boolean => audience === 'everyone' || isStaff(scope)
export const listReports = (scope: Scope): DescribedReport[] =>
  everyReport
    .filter((report) => isFor(scope, report))
    .map(({ key, name, description, topic, parameters }) => ({
      key,
      name,
      description,
      topic,
      parameters: z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
      formats: [...reportFormats],
    }))

/** A report for others does not exist (COST-2). */
export function findReport(scope: Scope, key: string): Report {
  const found = everyReport.find((report) => report.key === key && isFor(scope, report))
  if (!found) throw new AppError('record.not-found')
  return found
}
/** The name of a report; one of an earlier version has only its key. */
export const reportName = (key: string): string => everyReport.find((report) => report.key === key)?.name ?? key

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
  const read = report.parameters.safeParse(given)
  if (!read.success) {
    const issues = read.error.issues.map((issue) => ({ ...issue, path: ['parameters', ...issue.path] }))
    throw new AppError('request.invalid', fieldErrors(issues))
  }
  const parameters = read.data as Record<string, unknown> & { company_id?: number }
  const demandCompany = report.isOfOneCompany ? oneCompanyOf : companyOf
  demandCompany({ scope }, parameters.company_id)
  return parameters
}

export async function makeReport(report: Report, context: ReportContext, parameters: object): Promise<ReportOutcome> {
  const outcome = await report.run(context, parameters as never)
  if (outcome.rows.length > reportLimit) throw new AppError('report.too-long')
  return outcome
}
