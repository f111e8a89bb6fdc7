import { z } from 'zod'
import { isDay } from './fields.ts'
import { type ChangesQuery, changesSize, isOfChanges, readChangesQuery, readChangesSize } from './list-changes.ts'
import { type ListParam, readParams } from './list-params.ts'
import { type Message, message } from './message.ts'
import { decimals, type Unit } from './rules/money.ts'

export const pageSizes = [1, 5, 10, 20, 50] as const
export const defaultSize = 10
/** The most rows that `paged=false` returns (LIST-9). */
export const unpagedLimit = 10_000

/**
 * Above this, a total is reported as 'at least' unless it is stored: counting further would cost more than the page.
 */
export const countLimit = 50_000

export type Choice = {
  value: string
  label: string
  /** Other names in the documents and in older systems (LIT-8). */
  words?: readonly string[]
  /** Accepted in a call or an address, but not offered in the drop-down. */
  isUnlisted?: true
}
export type FilterSpec =
  | { kind: 'text' }
  | { kind: 'choice'; options: readonly Choice[] }
  | { kind: 'date' }
  /** The number of a record, also as it is printed: `PC-000012` with the prefix `PC-`. */
  | { kind: 'id'; prefix?: string }
  | { kind: Unit }
export type ListSpec<Sort extends string = string, Filter extends string = string, Rows extends string = string> = {
  /** The key of the rows in the reply, the feature's plural name (LIST-12). */
  rows: Rows
  /** The columns of the list's downloads, in order (LIST-11, LIST-15). */
  columns: DownloadColumns
  /** The columns of downloads by line (`by=line`), if rows have lines. */
  lineColumns?: DownloadColumns
  sort: readonly Sort[]
  filters: Readonly<Record<Filter, FilterSpec>>
  /** Other names of filters and sorts, mapped to the real ones. */
  aliases: Readonly<Record<string, string>>
  defaultSort: string
  /** Sorts that staff can use only with a filter, because no index serves them across all companies (LIST-1). */
  sortsNeedingFilter: readonly Sort[]
  /** Sorts that staff can use only for up to `countLimit` rows (LIST-1). */
  sortsWhenShort: readonly Sort[]
  /** The rows are those of a day, `as_of`, which is today if the query names none; `currency` is short for its filter. */
  asOf?: true
  /** It can be read by what changed since (INTEG-2). Its rows have `updated_at` and `version`. */
  changes?: true
  /** What the whole list depends on besides its filters, such as a day or a customer. */
  takes: readonly ListParam[]
  query: z.ZodType<ListQuery, ListQueryInput>
}
export const downloadFormats = ['csv', 'xlsx'] as const
export type DownloadFormat = (typeof downloadFormats)[number]
/**
 * What a column's cells contain. Text includes card numbers, codes and phone numbers, which spreadsheets must not read
 * as numbers. A `day` is YYYY-MM-DD, a `time` is local to the site, an `instant` is a point in time.
 */
export type CellKind = 'text' | 'number' | 'money' | 'price' | 'day' | 'time' | 'instant'
/** By field: the heading of a text column, or heading and kind. */
export type DownloadColumns = Readonly<Record<string, string | readonly [heading: string, kind: CellKind]>>
export type DownloadColumn = { field: string; heading: string; kind: CellKind }
export const downloadColumns = (columns: DownloadColumns): DownloadColumn[] =>
  Object.entries(columns).map(([field, column]) => {
    const [heading, kind] = typeof column === 'string' ? ([column, 'text'] as const) : column
    return { field, heading, kind }
  })

/** The canonical form, shared by the address bar, the web's calls and the server. Parsing it returns it unchanged. */
export type ListQuery = {
  paged: boolean
  page: number
  size: number
  sort: string
  filter: string[]
  format?: DownloadFormat | undefined
  by?: 'line' | undefined
  as_of?: string | undefined
} & ChangesQuery & { [Name in ListParam]?: string | undefined }

type Operator = ':' | '::'
export type FilterTerm = { field: string; operator: Operator; query: string }

const scalar = z.union([z.string(), z.number(), z.boolean()]).optional()
const rawQuery = z.strictObject({
  paged: scalar,
  page: scalar,
  size: scalar,
  sort: scalar,
  format: scalar,
  by: scalar,
  cursor: scalar,
  updated_since: scalar,
  as_of: scalar,
  currency: scalar,
  day: scalar,
  from: scalar,
  to: scalar,
  company_id: scalar,
  near: scalar,
  radius_km: scalar,
  filter: z.union([z.string(), z.array(z.string())]).optional(),
  sortParam: scalar,
  sortingOrder: scalar,
  sortField: scalar,
  sortOrder: scalar,
  pageSize: scalar,
  pageNumber: scalar,
  filterField: scalar,
  matchStrategy: scalar,
  query: scalar,
  name: scalar,
})
type ListQueryInput = z.input<typeof rawQuery>
type Raw = z.output<typeof rawQuery>

/**
 * Splits `card_number::7083` at the first operator after the field. The documents write 'field+operator+query', so plus
 * signs or spaces may surround the operator. A value that starts with one of its own keeps it.
 */
export function parseFilter(filter: string): FilterTerm | null {
  const match = /^(\w+)([ +]*)(::?)(.*)$/s.exec(filter)
  if (!match) return null
  const [, field, between, operator, rest] = match as unknown as [string, string, string, Operator, string]
  return { field, operator, query: rest.startsWith(between) ? rest.slice(between.length) : rest }
}
export const formatFilter = ({ field, operator, query }: FilterTerm): string => `${field}${operator}${query}`

const isNumber = (places: number) => (value: string) => new RegExp(`^-?\\d{1,12}(\\.\\d{1,${places}})?$`).test(value)
/** Reads `a`, `a..b`, `a..` or `..b`; an open end is null. */
export function parseRange(query: string): { from: string | null; to: string | null } {
  const [from = '', to] = query.split('..')
  return to === undefined ? { from, to: from } : { from: from || null, to: to || null }
}
function isRange(query: string, isValid: (value: string) => boolean): boolean {
  const { from, to } = parseRange(query)
  const ends = [from, to].filter((end) => end !== null)
  return query.split('..').length <= 2 && ends.length > 0 && ends.every(isValid)
}
/** The record's number in a filter, or null. */
export function idIn({ prefix }: { prefix?: string }, query: string): number | null {
  const bare = prefix && query.toUpperCase().startsWith(prefix) ? query.slice(prefix.length).replace(/^0+/, '') : query
  return /^[1-9]\d{0,14}$/.test(bare) ? Number(bare) : null
}
const maxFilters = 20
const maxFilterLength = 200
function termFault(spec: FilterSpec, { field, operator, query }: FilterTerm): Message | null {
  if (query.length > maxFilterLength) return message('list.filter-length', { field, max: maxFilterLength })
  if (query.includes('\0')) return message('list.filter-control', { field })
  if (spec.kind === 'text') return null
  if (spec.kind === 'choice') return choiceFault(spec.options, { field, operator, query })
  if (operator !== ':') return message('list.filter-exact', { field })
  if (spec.kind === 'date') return isRange(query, isDay) ? null : message('list.filter-day', { field })
  if (spec.kind === 'id') return idIn(spec, query) ? null : message('list.filter-integer', { field })
  return isRange(query, isNumber(decimals[spec.kind])) ? null : message('list.filter-number', { field })
}
/** Whether the list accepts this filter value, so that a page can report an error while the user types. */
export const isFilterValue = (spec: FilterSpec, query: string): boolean =>
  termFault(spec, { field: '', operator: ':', query }) === null

type Definition<Sort extends string, Filter extends string, Rows extends string> = {
  rows: Rows
  columns: DownloadColumns
  lineColumns?: DownloadColumns
  sort: readonly Sort[]
  filters: Readonly<Record<Filter, FilterSpec>>
  defaultSort: `${NoInfer<Sort>},${'asc' | 'desc'}`
  aliases?: Readonly<Record<string, NoInfer<Filter> | NoInfer<Sort>>>
  sortsNeedingFilter?: readonly NoInfer<Sort>[]
  sortsWhenShort?: readonly NoInfer<Sort>[]
  asOf?: true
  changes?: true
  takes?: readonly ListParam[]
}

/** One declaration gives the server's query, the router's search validation and the caller's type (LIST-7, LIST-8). */
export function defineList<const Sort extends string, const Filter extends string, const Rows extends string>(
  definition: Definition<Sort, Filter, Rows>,
): ListSpec<Sort, Filter, Rows> {
  const spec = { aliases: {}, sortsNeedingFilter: [], sortsWhenShort: [], takes: [], ...definition }
  const query = rawQuery.transform((raw, context): ListQuery => {
    const fault: Fault = (field, message) => context.addIssue({ code: 'custom', path: [field], message })
    return {
      paged: readPaged(raw, fault),
      page: readPage(raw, fault),
      size: readSize(raw, fault),
      sort: readSort(raw, spec, fault),
      filter: readFilters(raw, spec, fault),
      ...readFormat(raw, fault),
      ...readBy(raw, spec, fault),
      ...readAsOf(raw, spec, fault),
      ...readChangesQuery(raw, spec, fault),
      ...readParams(raw, spec, fault),
    }
  })
  return { ...spec, query }
}

type Fault = (field: string, message: Message) => void
type Names = {
  sort: readonly string[]
  filters: Readonly<Record<string, FilterSpec>>
  aliases: Readonly<Record<string, string>>
  defaultSort: string
  asOf?: true
}

function readPaged(raw: Raw, fault: Fault): boolean {
  const value = String(raw.paged ?? true)
  if (value !== 'true' && value !== 'false') fault('paged', 'list.paged')
  return value !== 'false'
}
function readPage(raw: Raw, fault: Fault): number {
  const [field, value] = raw.page !== undefined ? ['page', raw.page] : ['pageNumber', raw.pageNumber ?? 1]
  if (/^\d{1,9}$/.test(String(value)) && Number(value) >= 1) return Number(value)
  fault(field as string, 'list.page')
  return 1
}
function readSize(raw: Raw, fault: Fault): number {
  const [field, value] = raw.size !== undefined ? ['size', raw.size] : ['pageSize', raw.pageSize ?? defaultSize]
  if (isOfChanges(raw)) {
    const size = readChangesSize(value)
    if (size === null) fault(field as string, message('list.changes-size', { max: changesSize }))
    return size ?? defaultSize
  }
  if (pageSizes.some((size) => String(size) === String(value))) return Number(value)
  fault(field as string, message('list.size', { sizes: pageSizes.join(', ') }))
  return defaultSize
}
function readSort(raw: Raw, { sort, aliases, defaultSort }: Names, fault: Fault): string {
  const [field, value] =
    raw.sort !== undefined
      ? ['sort', String(raw.sort)]
      : raw.sortParam !== undefined
        ? ['sortParam', `${raw.sortParam},${raw.sortingOrder ?? 'asc'}`]
        : raw.sortField !== undefined
          ? ['sortField', `${raw.sortField},${raw.sortOrder ?? 'asc'}`]
          : ['sort', defaultSort]
  const [given = '', direction = 'asc', ...rest] = value.split(',')
  const name = aliases[given] ?? given
  const way = direction.toLowerCase()
  if (!sort.includes(name))
    fault(field as string, message('list.sort-unknown', { field: given.slice(0, 40), known: sort.join(', ') }))
  else if ((way !== 'asc' && way !== 'desc') || rest.length > 0) fault(field as string, 'list.direction')
  else return `${name},${way}`
  return defaultSort
}
function readFilters(raw: Raw, names: Names, fault: Fault): string[] {
  const terms: FilterTerm[] = []
  const add = (source: string, term: FilterTerm | null) => {
    if (!term) return fault(source, 'list.filter-form')
    const field = names.aliases[term.field] ?? term.field
    const spec = Object.hasOwn(names.filters, field) ? names.filters[field] : undefined
    if (!spec)
      return fault(
        source,
        message('list.filter-unknown', {
          field: term.field.slice(0, 40),
          known: Object.keys(names.filters).join(', '),
        }),
      )
    const wrong = termFault(spec, { ...term, field })
    if (wrong) return fault(source, wrong)
    terms.push(settle({ ...term, field }, spec))
  }
  const given = raw.filter === undefined ? [] : [raw.filter].flat()
  if (given.length > maxFilters) fault('filter', message('list.filter-count', { max: maxFilters }))
  for (const filter of given.slice(0, maxFilters)) add('filter', parseFilter(filter))
  if (raw.filterField !== undefined)
    add('filterField', {
      field: String(raw.filterField),
      operator: readStrategy(raw, names, fault),
      query: String(raw.query ?? ''),
    })
  if (raw.currency !== undefined && names.asOf)
    add('currency', { field: 'currency', operator: ':', query: String(raw.currency) })
  else if (raw.currency !== undefined) fault('currency', 'field.unknown')
  const firstText = Object.entries(names.filters).find(([, { kind }]) => kind === 'text')?.[0]
  if (raw.name !== undefined && firstText) add('name', { field: firstText, operator: '::', query: String(raw.name) })
  return terms.filter(({ query }) => query !== '').map(formatFilter)
}
/** The alternative syntax names the match type. Text and choices are searched by default; the rest is exact. */
function readStrategy(raw: Raw, { filters, aliases }: Names, fault: Fault): Operator {
  const field = String(raw.filterField)
  const kind = filters[aliases[field] ?? field]?.kind
  const word =
    raw.matchStrategy === undefined
      ? kind === 'text' || kind === 'choice'
        ? 'contains'
        : 'exact'
      : String(raw.matchStrategy)
  if (word === 'exact' || word === ':') return ':'
  if (word !== 'contains' && word !== '::') fault('matchStrategy', 'list.strategy')
  return '::'
}
function readFormat(raw: Raw, fault: Fault): { format?: DownloadFormat } {
  if (raw.format === undefined) return {}
  const format = downloadFormats.find((one) => one === raw.format)
  if (!format) fault('format', message('list.format', { formats: downloadFormats.join('|') }))
  return format ? { format } : {}
}
function readBy(raw: Raw, { lineColumns }: { lineColumns?: DownloadColumns }, fault: Fault): { by?: 'line' } {
  if (raw.by === undefined) return {}
  if (!lineColumns) fault('by', 'list.no-lines')
  else if (raw.by !== 'line') fault('by', 'list.rows')
  else if (raw.format === undefined)
    fault('by', message('list.rows-download', { formats: downloadFormats.map((one) => `format=${one}`).join('|') }))
  return { by: 'line' }
}

function readAsOf(raw: Raw, { asOf }: { asOf?: true }, fault: Fault): { as_of?: string } {
  if (raw.as_of === undefined) return {}
  const day = String(raw.as_of)
  if (!asOf) fault('as_of', 'field.unknown')
  else if (!isDay(day)) fault('as_of', 'field.date')
  return { as_of: day }
}

/** The options of a choice filter: values with their labels, if any, and their other names. */
export const choices = (
  values: readonly string[] | Readonly<Record<string, string>>,
  words: Readonly<Record<string, string>> = Array.isArray(values) ? {} : (values as Readonly<Record<string, string>>),
  further: Readonly<Record<string, readonly string[]>> = {},
): Choice[] =>
  (Array.isArray(values) ? (values as readonly string[]) : Object.keys(values)).map((value) => ({
    value,
    label: words[value] ?? value,
    ...(further[value] ? { words: further[value] } : {}),
  }))

/**
 * The values that a choice filter matches. It accepts a value or a name for it, whole or in part; a whole name matches
 * only itself.
 */
export function choicesMatching(options: readonly Choice[], { operator, query }: FilterTerm): string[] {
  const wanted = query.trim().toLowerCase()
  const having = (fits: (name: string) => boolean) =>
    options
      .filter(({ value, label, words = [] }) => [value, label, ...words].some((name) => fits(name.toLowerCase())))
      .map(({ value }) => value)
  const whole = having((name) => name === wanted)
  return operator === ':' || whole.length > 0 ? whole : having((name) => name.includes(wanted))
}
/** Only an exact value can be invalid; a search without a match finds nothing (LIST-14). */
function choiceFault(options: readonly Choice[], term: FilterTerm): Message | null {
  if (term.operator === '::' || term.query === '' || choicesMatching(options, term).length > 0) return null
  const named = options.map(({ value, label }) =>
    label.toLowerCase() === value.toLowerCase() ? value : `${value} (${label})`,
  )
  return message('list.filter-choice', { field: term.field, options: named.join(', ') })
}
/** Replaces the name of an exact choice with its value. */
function settle(term: FilterTerm, spec: FilterSpec): FilterTerm {
  const [only, ...further] = spec.kind === 'choice' && term.operator === ':' ? choicesMatching(spec.options, term) : []
  return only !== undefined && further.length === 0 ? { ...term, query: only } : term
}

export const listMetadata = z.object({
  page: z.int(),
  size: z.int(),
  total_count: z.int(),
  total_pages: z.int(),
  total_kind: z.enum(['exact', 'about', 'at_least']),
  /** Of changes: what to read on from, also after the last page, and whether there is more by now. */
  next_cursor: z.string().optional(),
  has_more: z.boolean().optional(),
})
export type ListMetadata = z.infer<typeof listMetadata>
/** Whether there are too many rows for this sort. Users of one company can always sort. */
export const isTooLongToSort = (
  list: ListSpec,
  field: string,
  { total_count, total_kind }: Pick<ListMetadata, 'total_count' | 'total_kind'>,
): boolean => list.sortsWhenShort.includes(field) && (total_kind === 'at_least' || total_count > countLimit)
/** The filter of a bulk action, parsed by its list's own rules, so that the action applies to what the list shows. */
export const bulkFilter = (list: { query: z.ZodType<{ filter: string[] }> }) =>
  z.array(z.string()).transform((terms, context): string[] => {
    const read = list.query.safeParse({ filter: terms })
    if (read.success) return read.data.filter
    for (const { message } of read.error.issues) context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
/** `{metadata, <rows>: [...]}` (LIST-12). */
export const pageOf = <const Rows extends string, Row extends z.ZodType>(rows: Rows, row: Row) =>
  z.object({ metadata: listMetadata, [rows]: z.array(row) } as { metadata: typeof listMetadata } & Record<
    Rows,
    z.ZodArray<Row>
  >)
