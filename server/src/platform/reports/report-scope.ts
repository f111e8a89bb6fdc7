import { AppError } from '@portal/contract/errors.ts'
import { reportLimit } from '@portal/contract/reports/reports.ts'
import { type RawBuilder, sql } from 'kysely'
import { companyAsked } from '../access/scope.ts'
import type { ReportContext } from './define-report.ts'

/** The company a report is about; null is all of them. */
export const companyOf = ({ scope }: Pick<ReportContext, 'scope'>, given: number | undefined): number | null =>
  companyAsked(scope, given, 'parameters.company_id')
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

/** What leads from a group to what is in it: `driver=…`, or `without=driver`. */
export const groupSearch = (group: string, key: string | null): Search =>
  key === null ? { without: group } : { [group]: key }
type Keys<Name extends string> = Readonly<Record<Name, RawBuilder<unknown>>>
/** The other side of `groupSearch`: the conditions of the groups that are given. */
export const groupTerms = <Name extends string>(
  keys: Keys<Name>,
  { without, ...given }: { [one in Name]?: string | undefined } & { without?: Name | undefined },
): RawBuilder<unknown>[] => [
  ...Object.entries<string | undefined>(given as Record<string, string | undefined>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${keys[name as Name]} = ${value}`),
  ...(without === undefined ? [] : [sql`${keys[without]} is null`]),
]

/** One row more than a report can have, so that a longer one is refused instead of cut. */
export const limitRows = sql`limit ${reportLimit + 1}`
