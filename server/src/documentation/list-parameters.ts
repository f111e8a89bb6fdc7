import { downloadAccessOf, type Endpoint } from '@portal/contract/endpoint.ts'
import {
  type Choice,
  defaultSize,
  downloadFormats,
  type FilterSpec,
  type ListSpec,
  pageSizes,
  unpagedLimit,
} from '@portal/contract/list.ts'
import { changesSize } from '@portal/contract/list-changes.ts'
import type { ListParam } from '@portal/contract/list-params.ts'
import { currencies } from '@portal/contract/rules/currency.ts'
import type { Schema } from './schema.data.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description: string
  schema: Schema
  example?: unknown
  style?: string
  explode?: boolean
  deprecated?: true
  'x-filters'?: unknown
}
const query = (name: string, description: string, schema: Schema, example: unknown): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
  example,
})

const sortOf = ({ sort, defaultSort, sortsNeedingFilter, sortsWhenShort }: ListSpec): Parameter => {
  const limited = [...new Set([...sortsNeedingFilter, ...sortsWhenShort])]
  return query(
    'sort',
    `Field and direction.${limited.length > 0 ? ` On a long list, these need a filter that makes it shorter: ${limited.join(', ')}.` : ''}`,
    { type: 'string', enum: sort.flatMap((name) => [`${name},asc`, `${name},desc`]), default: defaultSort },
    defaultSort,
  )
}

const sizeOf = ({ changes }: ListSpec): Parameter =>
  changes
    ? query(
        'size',
        `Rows of a page: ${pageSizes.join(', ')}; of changes, any size up to ${changesSize.toLocaleString('en-CA')}.`,
        { type: 'integer', minimum: 1, maximum: changesSize, default: defaultSize },
        50,
      )
    : query('size', 'Rows of a page.', { type: 'integer', enum: [...pageSizes], default: defaultSize }, 50)

const valuesOf = (options: readonly Choice[]): string[] =>
  options.filter(({ isUnlisted }) => !isUnlisted).map(({ value }) => value)
/** What a filter takes, in words and as data for programs. */
function filterOf(field: string, spec: FilterSpec) {
  if (spec.kind === 'choice') {
    const values = valuesOf(spec.options)
    return {
      words: `one of ${values.join(', ')}; with \`::\` a part of one`,
      data: { field, kind: 'choice', operators: [':', '::'], values },
      example: `${field}:${values[0]}`,
    }
  }
  if (spec.kind === 'text')
    return {
      words: 'text',
      data: { field, kind: 'text', operators: [':', '::'] },
      example: /number|code|id$/.test(field) ? `${field}::7083` : `${field}::north`,
    }
  if (spec.kind === 'id')
    return { words: 'a number', data: { field, kind: 'id', operators: [':'] }, example: `${field}:42` }
  const isDay = spec.kind === 'date'
  const [from, to] = isDay ? ['2026-11-01', '2026-11-30'] : ['100', '500']
  return {
    words: `${isDay ? 'a day' : 'a number'} or a range such as \`${from}..${to}\`, also open at one end`,
    data: { field, kind: isDay ? 'date' : 'number', operators: [':'], isRange: true },
    example: `${field}:${from}..${to}`,
  }
}

function filtersOf({ filters }: ListSpec): Parameter {
  const known = Object.entries(filters).map(([field, spec]) => filterOf(field, spec))
  return {
    ...query(
      'filter',
      [
        '`field:value` for an exact match, `field::text` for a part of it. Repeat the parameter for more filters: all must match.',
        ...known.map(({ data, words }) => `- \`${data.field}\`: ${words}`),
      ].join('\n'),
      {
        type: 'array',
        maxItems: 20,
        items: { type: 'string', maxLength: 260 },
      },
      known.slice(0, 1).map(({ example }) => example),
    ),
    style: 'form',
    explode: true,
    'x-filters': known.map(({ data }) => data),
  }
}

const further: Record<ListParam, (list: ListSpec) => Parameter> = {
  day: () => query('day', 'Day whose figures are wanted.', { type: 'string', format: 'date' }, '2026-11-03'),
  from: () => query('from', 'First day, included.', { type: 'string', format: 'date' }, '2026-10-01'),
  to: () => query('to', 'Last day, included.', { type: 'string', format: 'date' }, '2026-10-31'),
  company_id: () =>
    query(
      'company_id',
      'Id of the company, for staff. A customer’s own is meant.',
      { type: 'integer', minimum: 1 },
      17,
    ),
  near: () => query('near', 'Key of a town, to measure distances from.', { type: 'string' }, 'CA-AB-calgary'),
  radius_km: () => query('radius_km', 'How many kilometres around are searched.', { type: 'integer', minimum: 0 }, 25),
}

const asOf = [
  query('as_of', 'Day whose figures are wanted; today if omitted.', { type: 'string', format: 'date' }, '2026-11-16'),
  query('currency', 'Short for the filter of the same name.', { type: 'string', enum: [...currencies] }, 'CAD'),
]

const changes = [
  query(
    'updated_since',
    `Starts with what changed at this time or later, as an instant or a day. Ignored with a cursor. With it, \`size\` can be up to ${changesSize.toLocaleString('en-CA')}.`,
    { type: 'string' },
    '2026-11-02T08:15:00Z',
  ),
  query(
    'cursor',
    `\`next_cursor\` of an earlier answer: the answer has what changed since. Empty starts with the whole list. Deleted records come as \`{id, deleted: true}\`. Takes no filter and no sort.`,
    { type: 'string', maxLength: 1000 },
    'eyJ4IjoiNzQ4In0',
  ),
]

/** Everything that a list takes, with its own fields and choices (LIST-7, INTEG-4). */
export function listParameters(list: ListSpec, endpoint: Endpoint): Parameter[] {
  const access = downloadAccessOf(endpoint)
  return [
    query('page', 'Number of the page.', { type: 'integer', minimum: 1, default: 1 }, 1),
    sizeOf(list),
    sortOf(list),
    ...(Object.keys(list.filters).length > 0 ? [filtersOf(list)] : []),
    query(
      'paged',
      `\`false\` answers all rows on one page, up to ${unpagedLimit.toLocaleString('en-CA')}; filter a longer list.`,
      { type: 'boolean', default: true },
      true,
    ),
    query(
      'format',
      `Answers all rows as a file instead. Needs the permission ${access}.`,
      { type: 'string', enum: [...downloadFormats] },
      'csv',
    ),
    ...(list.lineColumns
      ? [query('by', 'With `format`: one row for each line.', { type: 'string', enum: ['line'] }, 'line')]
      : []),
    ...(list.changes ? changes : []),
    ...(list.asOf ? asOf : []),
    ...list.takes.map((name) => further[name](list)),
  ]
}

/** The documents' other names of what a list takes (LIST-7). They work; new programs use those above. */
export const formerListParameters: readonly Parameter[] = (
  [
    ['pageNumber', 'The same as `page`.', 1],
    ['pageSize', 'The same as `size`.', 50],
    ['sortParam', 'Field of the sort; its direction is `sortingOrder`.', 'name'],
    ['sortingOrder', 'Direction of `sortParam`: `asc` or `desc`.', 'asc'],
    ['sortField', 'Field of the sort; its direction is `sortOrder`.', 'name'],
    ['sortOrder', 'Direction of `sortField`: `asc` or `desc`.', 'asc'],
    ['filterField', 'Field of one filter; `query` is its value.', 'name'],
    ['matchStrategy', 'How `query` is compared: `exact` or `contains`.', 'contains'],
    ['query', 'Value of the filter in `filterField`.', 'north'],
    ['name', 'Text to find in the list’s first text field.', 'north'],
  ] as const
).map(([name, description, example]) => ({
  ...query(name, description, { type: typeof example === 'number' ? 'integer' : 'string' }, example),
  deprecated: true,
}))
