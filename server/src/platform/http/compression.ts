import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding, isCompressible } from './encodings.rules.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The reply holds a secret, so its length must not depend on what a caller wrote (BREACH). */
    isNeverCompressed?: boolean
  }
}

/** Below this, the headers weigh as much as what would be saved. */
const least = 1024
/** Chosen by `bench/operations/compression.ts`: higher levels save little more and cost much more. */
const gzipLevel = 6
const brotliQuality = 4

const gzipped = promisify(gzip)
const brotlied = promisify<Buffer, object, Buffer>(brotliCompress)
const quality = (value: number, size = 0) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: value,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
})

/** A shorter answer takes less time than handing it to a thread. */
const longest = 16 * 1024

/** Long content is compressed in a thread of its own, so that other requests do not wait for it. */
export function compressed(content: Buffer, encoding: Encoding, brotli = brotliQuality): Buffer | Promise<Buffer> {
  const isShort = content.length <= longest
  if (encoding === 'gzip')
    return isShort ? gzipSync(content, { level: gzipLevel }) : gzipped(content, { level: gzipLevel })
  const options = quality(brotli, content.length)
  return isShort ? brotliCompressSync(content, options) : brotlied(content, options)
}

/** Passes each piece on as it comes, instead of keeping pieces back until a block is full. */
function compressedStream(source: Readable, encoding: Encoding): Readable {
  const encoder =
    encoding === 'br'
      ? createBrotliCompress({ ...quality(brotliQuality), flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH })
  // A source that fails destroys the encoder, and so the connection; a client that leaves ends the source.
  return pipeline(source, encoder, () => {})
}

const isStream = (payload: unknown): payload is Readable =>
  typeof payload === 'object' && payload !== null && 'pipe' in payload && !Buffer.isBuffer(payload)
const isText = (payload: unknown): payload is string | Buffer => typeof payload === 'string' || Buffer.isBuffer(payload)

/** Files with ranges or tags of their own are sent as they are, as are answers without content. */
function mayCompress(request: FastifyRequest, reply: FastifyReply): boolean {
  const { statusCode } = reply
  if (request.method === 'HEAD' || statusCode === 204 || statusCode === 206 || statusCode === 304) return false
  if (request.routeOptions.config.isNeverCompressed) return false
  const isOwn = ['content-encoding', 'content-range', 'accept-ranges', 'etag'].some((name) => reply.hasHeader(name))
  return !isOwn && isCompressible(String(reply.getHeader('content-type') ?? ''))
}

/** What a cache must compare. Keeps the names that are there. */
export function varyOnEncoding(reply: FastifyReply): void {
  const given = String(reply.getHeader('vary') ?? '')
  if (!/(^|,)\s*accept-encoding\s*(,|$)/i.test(given))
    reply.header('vary', given ? `${given}, accept-encoding` : 'accept-encoding')
}

function encoded(reply: FastifyReply, payload: unknown, encoding: Encoding): Promise<unknown> | unknown {
  reply.header('content-encoding', encoding)
  reply.removeHeader('content-length')
  return isStream(payload) ? compressedStream(payload, encoding) : compressed(Buffer.from(payload as string), encoding)
}

/** Compresses answers over 1 kB where the client asks for it (INTEG-4). */
export function compressAnswers(app: FastifyInstance): void {
  // A callback, and a promise only for what takes a thread: this hook runs at every request.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isLarge = isStream(payload) || (isText(payload) && payload.length >= least)
    if (!isLarge || !mayCompress(request, reply)) return done(null, payload)
    varyOnEncoding(reply)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) return done(null, payload)
    const content = encoded(reply, payload, encoding)
    if (content instanceof Promise) content.then((whole) => done(null, whole), done)
    else done(null, content)
  })
}
