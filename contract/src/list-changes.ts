import { z } from 'zod'
import { isDay } from './fields.ts'
import { type Message, message } from './message.ts'

/** The largest page of changes (INTEG-2). */
export const changesSize = 1000
/** How long changes are kept. A program that reads more rarely starts again. */
export const changesKeptDays = 30

/** What such a list takes besides the parameters of every list. */
const changesParams = ['cursor', 'updated_since'] as const
/** A record that the caller’s company no longer has. It stands among the rows of changes. */
export const deletedRow = z.object({ id: z.int(), deleted: z.literal(true) })

/** A query asks for changes if it has one of these, even an empty one. */
export type ChangesQuery = { cursor?: string | undefined; updated_since?: string | undefined }
export const isOfChanges = (query: { cursor?: unknown; updated_since?: unknown }): boolean =>
  query.cursor !== undefined || query.updated_since !== undefined

type Raw = Readonly<Record<string, unknown>>
type Fault = (field: string, message: Message) => void
/** What gives another page or another order, or leaves rows out: a row that leaves a filter could not be reported. */
const senseless = [
  'sort',
  'sortParam',
  'sortingOrder',
  'sortField',
  'sortOrder',
  'filter',
  'filterField',
  'matchStrategy',
  'query',
  'name',
  'format',
  'by',
]
const isInstant = (text: string): boolean =>
  /^(19|[2-9]\d)/.test(text) && z.iso.datetime({ offset: true }).safeParse(text).success
/** A plus sign arrives as a space unless it is encoded. */
const withPlus = (text: string): string => text.replace(/ (?=\d\d:?\d\d$)/, '+')

export function readChangesQuery(raw: Raw, { changes }: { changes?: true }, fault: Fault): ChangesQuery {
  const given = changesParams.filter((name) => raw[name] !== undefined)
  if (given.length === 0) return {}
  if (!changes) {
    for (const name of given) fault(name, 'field.unknown')
    return {}
  }
  for (const name of senseless)
    if (raw[name] !== undefined) fault(name, message('list.not-with-changes', { field: name }))
  if (String(raw.paged ?? true) === 'false') fault('paged', message('list.not-with-changes', { field: 'paged=false' }))
  for (const name of ['page', 'pageNumber'])
    if (raw[name] !== undefined && String(raw[name]) !== '1')
      fault(name, message('list.not-with-changes', { field: name }))
  const since = withPlus(String(raw.updated_since ?? ''))
  if (since !== '' && !isInstant(since) && !isDay(since)) fault('updated_since', 'list.updated-since')
  const cursor = String(raw.cursor ?? '')
  if (!/^[\w-]{0,4000}$/.test(cursor)) fault('cursor', 'list.cursor')
  return {
    ...(raw.cursor === undefined ? {} : { cursor }),
    ...(raw.updated_since === undefined ? {} : { updated_since: since }),
  }
}
/** Any size up to the largest; null if it is another. */
export const readChangesSize = (value: unknown): number | null =>
  /^\d{1,4}$/.test(String(value)) && Number(value) >= 1 && Number(value) <= changesSize ? Number(value) : null
