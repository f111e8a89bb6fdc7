import { createHash } from 'node:crypto'
import { cardFileKinds } from '@portal/contract/cards/card-bulk.ts'
import { mayExportCustomer } from '@portal/contract/customers/customer-export.ts'
import type { FileReply } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import { type DownloadColumn, type DownloadColumns, downloadColumns } from '@portal/contract/list.ts'
import { logFieldOf } from '@portal/contract/logs/log-fields.ts'
import { markupList } from '@portal/contract/markups/markups.ts'
import { grantsOf, roles } from '@portal/contract/permissions.ts'
import type { PersonLanguage } from '@portal/contract/profile/profile.ts'
import { listCardsAfter } from '../cards/card-bulk.queries.ts'
import { getCustomerRecord } from '../customers/customers.actions.ts'
import type { Db, Scope } from '../db/connect.ts'
import { listMarkupsOf } from '../markups/markups.queries.ts'
import { type Actor, customerScope } from '../platform/access/scope.ts'
import { demandSameActor } from '../platform/access/sessions.ts'
import { streamZip, type ZipEntry } from '../platform/documents/zip-stream.ts'
import type { OpenContext } from '../platform/http/context.ts'
import { everyChunk, fileOf } from '../platform/lists/stream-list.ts'
import { ContentMissing } from '../platform/storage/storage.ts'
import {
  getLanguage,
  listDocumentsAfter,
  listFilesAfter,
  listImportsAfter,
  listPeopleAfter,
} from './customer-export.queries.ts'
import { customerLists } from './customer-lists.queries.ts'
import { missingWords } from './readme.data.ts'
import { archiveName, readmeText } from './readme.rules.ts'

type Customer = Awaited<ReturnType<typeof getCustomerRecord>>
type Row = Record<string, unknown>
type Export = {
  context: OpenContext<Actor>
  customer: Customer
  language: PersonLanguage
  /** Reads as the customer's own Admin would: policies and grants of that role admit no other company and no cost. */
  theirs: Actor
  /** Files whose content is lost. */
  missing: string[]
}

/** Checks the session before each part, so that signing out stops the download. Each part is a short transaction. */
async function read<T>({ context }: Export, scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const { actor, database, clock } = context
  await demandSameActor(database, clock, actor)
  return database.transaction(scope, work, { readOnly: true })
}

/** Records by id, some at a time, each part in its own transaction. */
async function* inParts<T extends { id: number }>(
  exporting: Export,
  scope: Scope,
  list: (db: Db, afterId: number) => Promise<T[]>,
): AsyncGenerator<T[]> {
  for (let last = 0, isOver = false; !isOver; ) {
    const part = await read(exporting, scope, (db) => list(db, last))
    if (part.length > 0) yield part
    last = part.at(-1)?.id ?? last
    isOver = part.length === 0
  }
}

const csvOf = (name: string, columns: readonly DownloadColumn[], chunks: AsyncGenerator<Row[]>): ZipEntry => ({
  name,
  compress: true,
  content: fileOf('csv', name, columns, chunks).body as AsyncIterable<string>,
})
const csv = (name: string, columns: DownloadColumns, chunks: AsyncGenerator<Row[]>): ZipEntry =>
  csvOf(name, downloadColumns(columns), chunks)

/** A field's name as the forms have it. */
const labelOf = (field: string, record: string): string => logFieldOf(field, record)?.label ?? field
const wordsOf = (field: string, value: unknown, record: string): unknown => {
  const holds = logFieldOf(field, record)?.holds
  return typeof holds === 'object' ? (holds[String(value)] ?? value) : value
}
/** An object as its parts that have a value, such as the limit of one currency or the days that are chosen. */
const textOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .filter(([, one]) => one !== null && one !== '' && one !== false)
        .map(([name, one]) => (Array.isArray(value) ? one : one === true ? name : `${name} ${one}`))
        .join(', ')
    : value
const asTexts = (row: Row): Row => Object.fromEntries(Object.entries(row).map(([name, one]) => [name, textOf(one)]))

const personColumns = {
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  phone: 'Phone',
  city: 'City',
  state: 'Province or state',
  country: 'Country',
  role: 'Role',
  permissions: 'Permissions',
  is_active: 'Active',
} as const
const permissionsOf = (levels: object): string =>
  Object.entries(levels)
    .map(([name, level]) => `${labelOf(name, 'user')}: ${wordsOf(name, level, 'user')}`)
    .join('; ')

/** Every field of the cards and users, of which the lists show a part. */
async function* recordEntries(exporting: Export): AsyncGenerator<ZipEntry> {
  const { scope } = exporting.theirs
  const cards = async function* (): AsyncGenerator<Row[]> {
    for await (const part of inParts(exporting, scope, (db, last) => listCardsAfter(db, scope, last)))
      yield part.map(asTexts)
  }
  const columns = cardFileKinds.map((column) => ({ ...column, heading: labelOf(column.field, 'card') }))
  yield csvOf('cards.csv', columns, cards())
  const people = async function* (): AsyncGenerator<Row[]> {
    for await (const part of inParts(exporting, scope, (db, last) => listPeopleAfter(db, scope, last)))
      yield part.map(({ levels, role, ...person }) => ({
        ...person,
        role: wordsOf('role', role, 'user'),
        permissions: permissionsOf(levels as object),
      }))
  }
  yield csv('users.csv', personColumns, people())
}

async function* listEntries(exporting: Export): AsyncGenerator<ZipEntry> {
  const { theirs } = exporting
  for (const { name, list, by, read: readList } of customerLists) {
    const query = list.query.parse({ format: 'csv', ...(by ? { by } : {}) })
    const fetch = (chunk: typeof query) =>
      read(exporting, theirs.scope, (db) => readList(db, theirs, chunk)) as Promise<never>
    yield csv(name, (by && list.lineColumns) || list.columns, everyChunk(list, query, fetch))
  }
}

/** The content if it is there and unchanged. A lost file must not stop the export of all others. */
async function contentOf(exporting: Export, name: string, key: string, sha256: Buffer): Promise<Buffer | null> {
  try {
    const content = Buffer.concat(await (await exporting.context.storage.get(key)).toArray())
    if (createHash('sha256').update(content).digest().equals(sha256)) return content
  } catch (error) {
    if (!(error instanceof ContentMissing)) throw error
  }
  exporting.missing.push(name)
  return null
}

async function* documentEntries(exporting: Export): AsyncGenerator<ZipEntry> {
  const { scope } = exporting.theirs
  for await (const part of inParts(exporting, scope, (db, last) => listDocumentsAfter(db, scope, last)))
    for (const { number, format, storage_key, sha256 } of part) {
      const name = archiveName('documents', null, `${number}.${format.toLowerCase()}`)
      const content = await contentOf(exporting, name, storage_key, sha256)
      if (content) yield { name, compress: format === 'CSV', content }
    }
}

const fileColumns = {
  path: 'File',
  name: 'Name',
  owner_type: 'Belongs to',
  owner_id: ['Number', 'number'],
  size_bytes: ['Bytes', 'number'],
  uploaded_at: ['Uploaded', 'instant'],
  uploaded_by: 'Uploaded by',
} as const
async function* fileEntries(exporting: Export): AsyncGenerator<ZipEntry> {
  const { scope } = exporting.theirs
  const parts = () => inParts(exporting, scope, (db, last) => listFilesAfter(db, scope, last))
  const pathOf = ({ id, name }: { id: number; name: string }) => archiveName('files', id, name)
  const rows = async function* (): AsyncGenerator<Row[]> {
    for await (const part of parts()) yield part.map((file) => ({ ...file, path: pathOf(file) }))
  }
  yield csv('files.csv', fileColumns, rows())
  for await (const part of parts())
    for (const file of part) {
      const content = await contentOf(exporting, pathOf(file), file.storage_key, file.sha256)
      if (content) yield { name: pathOf(file), compress: false, content }
    }
}

const asChunk = async function* (rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
/** What staff alone see of the customer, without costs. */
async function* providerEntries(exporting: Export): AsyncGenerator<ZipEntry> {
  const { context, customer } = exporting
  const { scope } = context.actor
  // Counters and versions have no name in the portal.
  const facts = Object.entries(customer)
    .filter(([field]) => logFieldOf(field, 'customer'))
    .map(([field, value]) => ({
      field: labelOf(field, 'customer'),
      value: textOf(wordsOf(field, value, 'customer')),
    }))
  yield csv('provider/customer.csv', { field: 'Field', value: 'Value' }, asChunk(facts))
  const markups = await read(exporting, scope, (db) => listMarkupsOf(db, scope, customer.id))
  yield csv('provider/markups.csv', markupList.columns, asChunk(markups))
  const imports = async function* (): AsyncGenerator<Row[]> {
    const parts = inParts(exporting, scope, (db, last) => listImportsAfter(db, customer.id, last))
    for await (const part of parts) yield part.filter(({ is_theirs }) => is_theirs)
  }
  const columns = {
    id: ['Number', 'number'],
    file_name: 'File',
    provider: 'Fuel provider',
    imported_at: ['Imported', 'instant'],
  } as const
  yield csv('provider/imports.csv', columns, imports())
}

async function* entriesOf(exporting: Export): AsyncGenerator<ZipEntry> {
  const { context, customer, language, missing } = exporting
  const day = context.clock().toISOString().slice(0, 10)
  const text = (name: string, words: string): ZipEntry => ({ name, compress: true, content: Buffer.from(words) })
  yield text('README.txt', readmeText(language, customer.name, day))
  yield* recordEntries(exporting)
  yield* listEntries(exporting)
  yield* documentEntries(exporting)
  yield* fileEntries(exporting)
  yield* providerEntries(exporting)
  if (missing.length > 0) yield text('missing.txt', `${missingWords[language]}\r\n${missing.join('\r\n')}\r\n`)
}

/** A user who acts for the customer as one of its Admins. */
const adminOf = (actor: Actor, id: number, name: string): Actor => ({
  ...actor,
  company_id: id,
  company_name: name,
  kind: 'customer',
  grants: grantsOf({ role: roles.admin, levels: {}, kind: 'customer' }),
  is_switched: true,
  scope: customerScope(id),
})

/** Everything about one customer, as a ZIP file that is written while it is read (OPS-6). */
export async function exportCustomer(context: OpenContext<Actor>, id: number): Promise<FileReply> {
  const { actor } = context
  if (!mayExportCustomer(actor.grants)) throw new AppError('auth.forbidden')
  const { customer, language } = await context.withScope(async ({ db, audit }) => {
    const found = await getCustomerRecord(db, actor.scope, id)
    await audit({ record: { type: 'customer', id, label: found.name } })
    return { customer: found, language: await getLanguage(db, actor.user_id) }
  })
  const exporting = { context, customer, language, theirs: adminOf(actor, id, customer.name), missing: [] }
  return { type: 'application/zip', name: `customer-${id}.zip`, body: streamZip(entriesOf(exporting)) }
}
