import { type DescribedReport, reports } from '@portal/contract/reports/reports.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { queryKeyOf } from '../api/query-keys.ts'

/** How a page asks for a parameter, from its JSON Schema. */
export type Parameter = {
  name: string
  title: string
  widget: string | undefined
  words: Readonly<Record<string, string>>
  preset: string | undefined
  /** There is no report without it, such as the customer for staff. */
  isRequired: boolean
  /** It is left to the report again once one of these changes. */
  follows: readonly string[]
}
type Property = {
  title?: string
  widget?: string
  words?: Record<string, string>
  default?: unknown
  follows?: string[]
}
export const parametersOf = ({ parameters }: Pick<DescribedReport, 'parameters'>): Parameter[] =>
  Object.entries((parameters.properties ?? {}) as Record<string, Property>).map(([name, property]) => ({
    name,
    isRequired: Array.isArray(parameters.required) && parameters.required.includes(name),
    title: property.title ?? name,
    widget: property.widget,
    words: property.words ?? {},
    preset: property.default === undefined ? undefined : String(property.default),
    follows: property.follows ?? [],
  }))

const hourMs = 3_600_000
const everyReport = queryOptions({
  queryKey: queryKeyOf(reports.list),
  queryFn: ({ signal }) => call(reports.list, {}, { signal }),
  staleTime: hourMs,
})
/** The reports that the user can run. */
export const useReports = () => useQuery(everyReport)
