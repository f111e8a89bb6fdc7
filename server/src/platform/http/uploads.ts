import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Storage, Stored } from '../storage/storage.ts'

/** Multipart is read at the endpoints that say so, in a corner of their own, and nothing else is read there (API-2). */
export function routeUpload(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (corner) => {
    corner.removeAllContentTypeParsers()
    await corner.register(multipart, { throwFileSizeLimit: false })
    corner.route(route)
  })
}

/**
 * A path before the name is the sender's business, and control characters are nobody's; what is left of it is for
 * showing.
 */
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

/**
 * The sender's word for what a file is; what a browser might run, or what is no such word at all, is plain bytes here
 * (U7).
 */
const plainBytes = 'application/octet-stream'
function shownType(given: string | undefined): string {
  const type = (given ?? '').toLowerCase()
  return /^[a-z]+\/[a-z0-9.+-]{1,100}$/.test(type) && !/html|xml|script/.test(type) ? type : plainBytes
}

const notWhole = () => new AppError('request.malformed', undefined, { message: 'file.cut-off' })

/** The parts of the form. What stumbles over it without a status of its own stumbles over how it was sent. */
async function* partsOf(request: FastifyRequest, limits: Record<string, number>): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    throw (error as { statusCode?: number }).statusCode ? error : notWhole()
  }
}

/**
 * As it comes. What is cut off at the limit, broken off or nothing at all fails instead of ending, so that whoever
 * takes it keeps none of it (U1).
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

export type Upload<Content> = { name: string; type: string; content: Content }
export type FormFields = Record<string, string>
type UploadSpec = NonNullable<Endpoint['upload']>

/**
 * The one file of the form, given to `take` while it streams, so that none of it need be held in memory, and the fields
 * around it.
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
      taken: await take({
        name: shownName(part.filename),
        type: shownType(part.mimetype),
        content: contentOf(part, field),
      }),
    }
    // Without further fields to come there is nothing more to wait for.
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

/** The same, whole, for what is small. */
export const readUpload = (request: FastifyRequest, upload: UploadSpec): Promise<Upload<Buffer>> =>
  takeUpload(request, upload, async ({ content, ...file }) => ({
    ...file,
    content: Buffer.concat(await Array.fromAsync(content)),
  }))

/** Looks at the first bytes as they pass, and hands on all of them. */
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
/** The same, straight to the store. What `check` refuses by its name and its first bytes leaves nothing behind (U1). */
export async function storeUpload(
  request: FastifyRequest,
  upload: UploadSpec,
  storage: Storage,
  check: (name: string, head: Buffer) => void,
): Promise<{ name: string; stored: Stored; fields: FormFields }> {
  let kept: string | null = null
  try {
    const { taken, fields } = await takeForm(request, upload, async ({ name, content }) => {
      const lookedAt = checked(content, (head) => check(name, head))
      const stored = await storage.put(lookedAt, upload.maxBytes)
      kept = stored.storage_key
      return { name, stored }
    })
    return { ...taken, fields }
  } catch (error) {
    // The file was whole, and what came after it was not.
    if (kept) await storage.remove(kept).catch(() => {})
    throw error
  }
}
