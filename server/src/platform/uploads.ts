import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { AppError } from '@portal/contract/errors.ts'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Storage, Stored } from './storage.ts'

/** Multipart is read at the endpoints that say so, in a corner of their own, and nothing else is read there (API-2). */
export function routeUpload(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (corner) => {
    corner.removeAllContentTypeParsers()
    await corner.register(multipart, { throwFileSizeLimit: false })
    corner.route(route)
  })
}

/** A path before the name is the sender's business, and control characters are nobody's; what is left of it is for showing. */
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
const missing = (field: string) => new AppError('request.invalid', { [field]: 'Choose a file.' })

type UploadLimits = NonNullable<Endpoint['upload']>
async function filePart(request: FastifyRequest, { field, maxBytes }: UploadLimits): Promise<MultipartFile> {
  if (!request.isMultipart()) throw new AppError('request.media-type')
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + formBytes) throw new AppError('file.too-large')
  for await (const part of request.parts({ limits: { files: 1, fields: 1, parts: 2, fileSize: maxBytes } })) {
    if (part.type === 'file' && part.fieldname === field) return part
    if (part.type === 'file') part.file.resume()
    throw missing(field)
  }
  throw missing(field)
}

/** Looks at the name and the first bytes as they pass, and ends with an error where the rest was cut off. */
async function* watched({ file, filename }: MultipartFile, field: string, check: (name: string, head: Buffer) => void): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  let isChecked = false
  for await (const chunk of file as AsyncIterable<Buffer>) {
    if (!isChecked) head = Buffer.concat([head, chunk])
    if (!isChecked && head.length >= 512) {
      check(shownName(filename), head)
      isChecked = true
    }
    yield chunk
  }
  if (file.truncated) throw new AppError('file.too-large')
  if (head.length === 0) throw missing(field)
  if (!isChecked) check(shownName(filename), head)
}

/** The one file of the form, straight to the store: no more of it is in memory than is on its way. What `check` refuses leaves nothing behind (U1). */
export async function storeUpload(
  request: FastifyRequest,
  limits: UploadLimits,
  storage: Storage,
  check: (name: string, head: Buffer) => void,
): Promise<{ name: string; stored: Stored }> {
  const part = await filePart(request, limits)
  try {
    return { name: shownName(part.filename), stored: await storage.put(watched(part, limits.field, check), limits.maxBytes) }
  } catch (error) {
    part.file.resume()
    throw error
  }
}

export type Upload = { name: string; content: Buffer }
/** The one file of the form, whole, for what is small. What comes beyond the limit is cut off while it streams, and cut off means refused (U1). */
export async function readUpload(request: FastifyRequest, limits: UploadLimits): Promise<Upload> {
  const part = await filePart(request, limits)
  const content = Buffer.concat(await part.file.toArray())
  if (part.file.truncated) throw new AppError('file.too-large')
  if (content.length === 0) throw missing(limits.field)
  return { name: shownName(part.filename), content }
}
