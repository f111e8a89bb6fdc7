import { readFile } from 'node:fs/promises'
import { everyEndpoint } from '@portal/contract/contracts.ts'
import { documentation } from '@portal/contract/documentation/documentation.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { compressed, varyOnEncoding } from '../platform/http/compression.ts'
import { acceptedEncoding } from '../platform/http/encodings.rules.ts'
import { implement } from '../platform/http/implement.ts'
import { pageLanguage } from '../platform/http/pages.ts'
import { type BrandTable, brandOfHost } from '../process/brands.ts'
import { documentationPage } from './documentation-page.ts'
import { openApiOf } from './openapi.ts'

/** A megabyte that rarely changes is worth compressing well, once. */
const brotliQuality = 9

type Sizes = { plain: Buffer; br: Buffer; gzip: Buffer }
async function makeDocument(table: BrandTable): Promise<Sizes> {
  const { document } = await openApiOf(everyEndpoint, table)
  const plain = Buffer.from(JSON.stringify(document))
  const [br, gzip] = await Promise.all([compressed(plain, 'br', brotliQuality), compressed(plain, 'gzip')])
  return { plain, br, gzip }
}

function inEncoding(sizes: Sizes, request: FastifyRequest, reply: FastifyReply): Buffer {
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  varyOnEncoding(reply)
  if (encoding) reply.header('content-encoding', encoding)
  return sizes[encoding ?? 'plain']
}

const cacheFor = (reply: FastifyReply) => reply.header('cache-control', 'public, max-age=300')

export function documentationRoutes(app: FastifyInstance): void {
  const { brands } = app.services
  /** Made at the first request, as most processes never get one. */
  let made: Promise<Sizes> | undefined
  const script = () => readFile(new URL('./page/page.mjs', import.meta.url))
  implement(app, documentation, {
    openapi: async (_, { request, reply }) => {
      made ??= makeDocument(brands)
      const sizes = await made
      cacheFor(reply)
      return { type: 'application/json; charset=utf-8', body: inEncoding(sizes, request, reply) }
    },
    page: ({ query: { lang } }, { request, reply }) => {
      const language = lang ? (/^fr/i.test(lang) ? 'fr-CA' : 'en-CA') : pageLanguage(request)
      reply.header('vary', 'host, cookie, accept-language')
      const { publicUrl } = brands[brandOfHost(brands, request.headers.host)]
      return { type: 'text/html; charset=utf-8', body: documentationPage(everyEndpoint, language, publicUrl) }
    },
    script: async (_, { reply }) => {
      cacheFor(reply)
      return { type: 'text/javascript; charset=utf-8', body: await script() }
    },
  })
}
