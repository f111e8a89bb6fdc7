import type { Endpoint, FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import {
  type DownloadColumn,
  type DownloadFormat,
  downloadColumns,
  type ListMetadata,
  type ListQuery,
  type ListSpec,
  unpagedLimit,
} from '@portal/contract/list.ts'
import { paramsIn } from '@portal/contract/list-params.ts'
import type { FastifyReply } from 'fastify'
import { type AuditEntry, maskNumber } from '../audit/audit.ts'
import { serialiserSchema } from '../http/serialise.ts'
import { piecesOf } from '../jobs/turns.ts'
import { countedExport } from '../jobs/usage-metrics.ts'
import { byteOrderMark, csvLine } from '../sheets/csv.ts'
import { streamWorkbook } from '../sheets/xlsx-write.ts'
import type { ChunkedQuery, Cursor } from './asked.ts'

type Row = Record<string, unknown>
type Fetched = { metadata: ListMetadata; next: Cursor | null } & Record<string, Row[]>
type Access = { fetch: (query: ChunkedQuery) => Promise<Fetched>; audit: (entry: AuditEntry) => Promise<void> }
/** Chunks are small because the driver parses each one without a pause; filtered ones are larger and so fewer. */
const sizeOf = ({ filter }: ListQuery): number => (filter.length > 0 ? 1000 : 250)

export const isWholeList = (query: ListQuery): boolean => query.format !== undefined || !query.paged

/** The list in chunks, each read in its own short transaction. */
async function* chunksOf(
  list: ListSpec,
  query: ListQuery,
  first: Fetched,
  { fetch }: Pick<Access, 'fetch'>,
): AsyncGenerator<Row[]> {
  let chunk = first
  yield chunk[list.rows] as Row[]
  while (chunk.next) {
    chunk = await fetch({ ...query, chunk: { size: sizeOf(query), after: chunk.next } })
    yield chunk[list.rows] as Row[]
  }
}

/** The rows of a whole list, a part at a time. */
export async function* everyChunk(list: ListSpec, query: ListQuery, fetch: Access['fetch']): AsyncGenerator<Row[]> {
  const first = await fetch({ ...query, chunk: { size: sizeOf(query), after: null } })
  yield* chunksOf(list, query, first, { fetch })
}

async function* csvOf(columns: readonly DownloadColumn[], chunks: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns.map(({ heading }) => heading))
  for await (const rows of chunks) yield* piecesOf(rows, (row) => csvLine(columns.map(({ field }) => row[field])))
}

async function* jsonOf(
  list: ListSpec,
  head: string,
  serialise: (row: Row) => string,
  chunks: AsyncGenerator<Row[]>,
): AsyncGenerator<string> {
  yield `{${head},"${list.rows}":[`
  let isFirst = true
  for await (const rows of chunks)
    for (const piece of piecesOf(rows, serialise, ',')) {
      yield isFirst ? piece : `,${piece}`
      isFirst = false
    }
  yield ']}'
}

/** The part of the reply before the rows: the metadata, and what a list adds, such as totals (LIST-12). */
function headOf({ reply, list }: Endpoint & { list: ListSpec }, fetched: Fetched, metadata: ListMetadata): string {
  const properties = reply === 'file' ? {} : (serialiserSchema(reply).properties ?? {})
  const added = Object.entries(fetched).filter(([name]) => name !== list.rows && Object.hasOwn(properties, name))
  return JSON.stringify({ ...Object.fromEntries(added), metadata }).slice(1, -1)
}

/**
 * The reply with what changed since (INTEG-2). Records that are gone stand among the rows, which no schema of a row allows:
 * so rows and they are written apart.
 */
export function changesReply(endpoint: Endpoint & { list: ListSpec }, answer: unknown, reply: FastifyReply): string {
  const { list } = endpoint
  const fetched = answer as Fetched & { gone: number[] }
  const rows = fetched[list.rows] as Row[]
  const written = rows.map(rowSerialiser(endpoint, list, reply))
  const gone = fetched.gone.map((id) => JSON.stringify({ id, deleted: true }))
  return `{${headOf(endpoint, fetched, fetched.metadata)},"${list.rows}":[${[...written, ...gone].join(',')}]}`
}

/** The serialiser of one row, taken from the reply's schema. */
function rowSerialiser(endpoint: Endpoint, list: ListSpec, reply: FastifyReply): (row: Row) => string {
  if (endpoint.reply === 'file') throw new Error(`${endpoint.id} is a list and must return rows`)
  const row = serialiserSchema(endpoint.reply).properties?.[list.rows]?.items
  return reply.compileSerializationSchema(row as Record<string, unknown>) as (row: Row) => string
}

export const downloadTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
/** Rows as a file, written as they come. */
export const fileOf = (
  format: DownloadFormat,
  name: string,
  columns: readonly DownloadColumn[],
  chunks: AsyncGenerator<Row[]>,
): FileReply => ({
  type: downloadTypes[format],
  name: `${name}.${format}`,
  body: format === 'csv' ? csvOf(columns, chunks) : streamWorkbook(chunks, { name, columns }),
})
/**
 * `paged=false` (bounded, LIST-9) and `format=csv` or `xlsx` (LIST-11, LIST-15). The first rows are read before the
 * reply starts, so that an error still gets its own status.
 */
export async function streamList(
  endpoint: Endpoint & { list: ListSpec },
  query: ListQuery,
  reply: FastifyReply,
  access: Access,
): Promise<FileReply> {
  const { list } = endpoint
  const { format, by } = query
  if (format) {
    const first = await access.fetch({ ...query, chunk: { size: sizeOf(query), after: null } })
    // A filter can contain a card number (A3).
    await access.audit({
      action: `${endpoint.id}.export`,
      after: {
        format,
        ...(by ? { by } : {}),
        ...paramsIn(query),
        filter: query.filter.map(maskNumber),
      },
    })
    const columns = downloadColumns((by && list.lineColumns) || list.columns)
    const chunks = countedExport(endpoint.id, format, chunksOf(list, query, first, access))
    return fileOf(format, list.rows, columns, chunks)
  }
  const fetched = await access.fetch({ ...query, page: 1, size: 1 })
  const { metadata } = fetched
  if (metadata.total_count > unpagedLimit) throw new AppError('list.too-long')
  const first = await access.fetch({ ...query, chunk: { size: sizeOf(query), after: null } })
  const whole: ListMetadata = {
    page: 1,
    size: metadata.total_count,
    total_count: metadata.total_count,
    total_pages: 1,
    total_kind: 'exact',
  }
  const body = jsonOf(
    list,
    headOf(endpoint, fetched, whole),
    rowSerialiser(endpoint, list, reply),
    chunksOf(list, query, first, access),
  )
  return { type: 'application/json; charset=utf-8', body }
}
