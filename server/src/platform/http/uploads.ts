import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Storage, Stored } from '../storage/storage.ts'

/** Multipart is parsed only at the endpoints that declare it, in their own Fastify scope (API-2). */
export function routeUpload(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, { throwFileSizeLimit: false })
    scope.route(route)
  })
}

/** Strips any path and control characters; the rest of the name is only for display. */
export function shownName(given: string | undefined): string {
  const last = (given ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  return [...clean].slice(0, 200).join('') || 'file'
}

/** Room for the form's own lines around the file. */
const formBytes = 16 * 1024
const missing = (field: string) => new AppError('request.invalid', { [field]: 'field.file-required' })

const notWhole = () => new AppError('request.malformed', undefined, { message: 'file.cut-off' })

/** The parts of the form. An error without a status means that the form was malformed. */
async function* partsOf(request: FastifyRequest, limits: Record<string, number>): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    throw (error as { statusCode?: number }).statusCode ? error : notWhole()
  }
}

/**
 * Streams the content. Truncated, interrupted or empty content throws instead of ending, so that the receiver stores
 * nothing (U1).
 */
async function* contentOf(part: MultipartFile, field: string): AsyncGenerator<Uint8Array> {
  let size = 0
  try {
    for await (const chunk of part.file as AsyncIterable<Uint8Array>) {
      size += chunk.length
      yield chunk
    }
  } catch {
    throw notWhole()
  }
  if (part.file.truncated) throw new AppError('file.too-large')
  if (size === 0) throw new AppError('request.invalid', { [field]: 'file.empty' })
}

export type Upload<Content> = { name: string; content: Content }
export type FormFields = Record<string, string>
type UploadSpec = NonNullable<Endpoint['upload']>

/**
 * Passes the form's one file to `take` as a stream, so that it is never in memory as a whole. Returns the fields around
 * it too.
 */
async function takeForm<T>(
  request: FastifyRequest,
  { field, maxBytes, form: names = [] }: UploadSpec,
  take: (upload: Upload<AsyncIterable<Uint8Array>>) => Promise<T>,
): Promise<{ taken: T; fields: FormFields }> {
  if (!request.isMultipart()) throw new AppError('request.media-type')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + formBytes) throw new AppError('file.too-large')
  const fields: FormFields = {}
  let found: { taken: T } | null = null
  const limits = { files: 1, fields: names.length + 1, parts: names.length + 2, fileSize: maxBytes, fieldSize: 1000 }
  for await (const part of partsOf(request, limits)) {
    if (part.type === 'field' && names.includes(part.fieldname)) {
      fields[part.fieldname] = String(part.value)
      continue
    }
    if (part.type !== 'file' || part.fieldname !== field) {
      if (part.type === 'file') part.file.resume()
      throw part.type === 'field' && names.length > 0
        ? new AppError('request.invalid', { [part.fieldname]: 'field.unknown' })
        : missing(field)
    }
    found = {
      taken: await take({ name: shownName(part.filename), content: contentOf(part, field) }),
    }
    // No more fields are expected, so there is nothing to wait for.
    if (names.length === 0) break
  }
  if (!found) throw missing(field)
  return { ...found, fields }
}
export const takeUpload = async <T>(
  request: FastifyRequest,
  upload: UploadSpec,
  take: (upload: Upload<AsyncIterable<Uint8Array>>) => Promise<T>,
): Promise<T> => (await takeForm(request, upload, take)).taken

const inMemory = async ({ name, content }: Upload<AsyncIterable<Uint8Array>>): Promise<Upload<Buffer>> => ({
  name,
  content: Buffer.concat(await Array.fromAsync(content)),
})
/** The same in memory, for small files. */
export const readUpload = (request: FastifyRequest, upload: UploadSpec): Promise<Upload<Buffer>> =>
  takeUpload(request, upload, inMemory)

/** The same with the fields around the file. */
export async function readUploadForm(
  request: FastifyRequest,
  upload: UploadSpec,
): Promise<{ upload: Upload<Buffer>; fields: FormFields }> {
  const { taken, fields } = await takeForm(request, upload, inMemory)
  return { upload: taken, fields }
}

/** Checks the first bytes as they pass, and passes all of them on. */
async function* checked(content: AsyncIterable<Uint8Array>, check: (head: Buffer) => void): AsyncGenerator<Uint8Array> {
  let head: Buffer | null = Buffer.alloc(0)
  for await (const chunk of content) {
    if (head) head = Buffer.concat([head, chunk])
    if (head && head.length >= 512) {
      check(head)
      head = null
    }
    yield chunk
  }
  if (head) check(head)
}
/**
 * The same, straight to the store. A file that `check` rejects by its name and first bytes leaves nothing behind (U1).
 */
export async function storeUpload(
  request: FastifyRequest,
  upload: UploadSpec,
  storage: Storage,
  check: (name: string, head: Buffer) => void,
): Promise<{ name: string; stored: Stored; fields: FormFields }> {
  let storedKey: string | null = null
  try {
    const { taken, fields } = await takeForm(request, upload, async ({ name, content }) => {
      const checkedContent = checked(content, (head) => check(name, head))
      const stored = await storage.put(checkedContent, upload.maxBytes)
      storedKey = stored.storage_key
      return { name, stored }
    })
    return { ...taken, fields }
  } catch (error) {
    // The file was complete, but the form after it was not.
    if (storedKey) await storage.remove(storedKey).catch(() => {})
    throw error
  }
}
