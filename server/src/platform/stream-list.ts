import { Readable } from 'node:stream'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type ListMetadata, type ListQuery, type ListSpec, unpagedLimit } from '@portal/contract/list.ts'
import type { FastifyReply } from 'fastify'
import { type AuditEntry, maskNumber } from './audit.ts'
import { byteOrderMark, csvLine } from './csv.ts'
import type { ChunkedQuery, Mark } from './paginate.ts'
import { serialiserSchema } from './serialise.ts'

type Row = Record<string, unknown>
type Fetched = { metadata: ListMetadata; next: Mark | null } & Record<string, Row[]>
type Access = { fetch: (query: ChunkedQuery) => Promise<Fetched>; audit: (entry: AuditEntry) => Promise<void> }
const chunkSize = 1000

export const isWholeList = (query: ListQuery): boolean => query.format === 'csv' || !query.paged

/** The list in chunks, each read in a short transaction of its own and never all in memory. */
async function* chunksOf(list: ListSpec, query: ListQuery, first: Fetched, { fetch }: Access): AsyncGenerator<Row[]> {
  let chunk = first
  yield chunk[list.rows] as Row[]
  while (chunk.next) {
    chunk = await fetch({ ...query, chunk: { size: chunkSize, after: chunk.next } })
    yield chunk[list.rows] as Row[]
  }
}

async function* csvOf(list: ListSpec, chunks: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  const columns = Object.keys(list.csv)
  yield byteOrderMark + csvLine(Object.values(list.csv))
  for await (const rows of chunks) yield rows.map((row) => csvLine(columns.map((column) => row[column]))).join('')
}

async function* jsonOf(list: ListSpec, head: string, serialise: (row: Row) => string, chunks: AsyncGenerator<Row[]>): AsyncGenerator<string> {
  yield `{${head},"${list.rows}":[`
  let isFirst = true
  for await (const rows of chunks) {
    if (rows.length > 0) yield `${isFirst ? '' : ','}${rows.map(serialise).join(',')}`
    isFirst = isFirst && rows.length === 0
  }
  yield ']}'
}

/** What stands before the rows. Invoices name their total a second time (LIST-12). */
function headOf({ reply }: Endpoint, metadata: ListMetadata): string {
  const hasElements = reply !== 'file' && Object.hasOwn(serialiserSchema(reply).properties ?? {}, 'total_elements')
  return `"metadata":${JSON.stringify(metadata)}${hasElements ? `,"total_elements":${metadata.total_count}` : ''}`
}

/** The row's serialiser, out of the answer's schema. */
function rowSerialiser(endpoint: Endpoint, list: ListSpec, reply: FastifyReply): (row: Row) => string {
  if (endpoint.reply === 'file') throw new Error(`${endpoint.id} is a list and answers rows`)
  const row = serialiserSchema(endpoint.reply).properties?.[list.rows]?.items
  return reply.compileSerializationSchema(row as Record<string, unknown>) as (row: Row) => string
}

/** `paged=false` (bounded, LIST-9) and `format=csv` (LIST-11). The first rows are read before the answer begins, so that a refusal is still one. */
export async function streamList(
  endpoint: Endpoint & { list: ListSpec },
  query: ListQuery,
  reply: FastifyReply,
  access: Access,
): Promise<FastifyReply> {
  const { list } = endpoint
  if (query.format === 'csv') {
    const first = await access.fetch({ ...query, chunk: { size: chunkSize, after: null } })
    // A filter may hold a card number as it was typed (A3).
    await access.audit({ action: `${endpoint.id}.export`, after: { format: 'csv', filter: query.filter.map(maskNumber) } })
    reply.header('content-disposition', `attachment; filename="${list.rows}.csv"`)
    return reply.type('text/csv; charset=utf-8').send(Readable.from(csvOf(list, chunksOf(list, query, first, access))))
  }
  const { metadata } = await access.fetch({ ...query, page: 1, size: 1 })
  if (metadata.total_count > unpagedLimit) throw new AppError('list.too-long')
  const first = await access.fetch({ ...query, chunk: { size: chunkSize, after: null } })
  const whole: ListMetadata = { page: 1, size: metadata.total_count, total_count: metadata.total_count, total_pages: 1, total_kind: 'exact' }
  const body = jsonOf(list, headOf(endpoint, whole), rowSerialiser(endpoint, list, reply), chunksOf(list, query, first, access))
  return reply.type('application/json; charset=utf-8').send(Readable.from(body))
}
