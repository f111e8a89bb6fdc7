import { AppError } from '@portal/contract/errors.ts'
import { reportLimit } from '@portal/contract/reports/reports.ts'
import { sql } from 'kysely'
import { onlyCompany } from '../access/scope.ts'
import type { ReportContext } from './define-report.ts'

/** The company a report is about: a customer's own, whatever it names, or the one that staff chose; null is all of them. */
export function companyOf({ scope }: Pick<ReportContext, 'scope'>, given: number | undefined): number | null {
  const own = onlyCompany(scope)
  if (own !== null && given !== undefined && given !== own)
    throw new AppError('record.not-found', { 'parameters.company_id': 'record.not-found' })
  return own ?? given ?? null
}
/** For a report that is `isOfOneCompany`. */
export function oneCompanyOf(context: Pick<ReportContext, 'scope'>, given: number | undefined): number {
  const company = companyOf(context, given)
  if (company === null) throw new AppError('request.invalid', { 'parameters.company_id': 'report.no-company' })
  return company
}

type Search = Readonly<Record<string, string | number | null | undefined>>
/** The address of another report with these parameters, for the figures behind a row. */
export function reportLink(key: string, search: Search): string {
  const given = Object.entries(search).filter(([, value]) => value !== null && value !== undefined)
  return `/reporting/library/${key}?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

/** One row more than a report can have, so that a longer one is refused instead of cut. */
export const limitRows = sql`limit ${reportLimit + 1}`
