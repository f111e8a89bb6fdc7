import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { isBrandKey } from '../contract/src/lookups/brands.ts'
import { fillPage } from '../server/src/platform/http/pages.ts'
import { brandOfHost } from '../server/src/process/brands.ts'
import type { Config } from '../server/src/process/config.ts'
import { root } from './house/source-files.ts'

type Next = (error?: unknown) => void
/** The part of Vite's server used here. */
type PageServer = {
  middlewares: { use(handle: (request: IncomingMessage, response: ServerResponse, next: Next) => void): unknown }
  transformIndexHtml(url: string, html: string, originalUrl?: string): Promise<string>
}

/**
 * In development Vite serves the page. The same function as in production fills in brand (by host or `?brand=`), session
 * and language.
 */
export const developmentPage = ({
  brands: table,
  passwordMinLength,
}: Pick<Config, 'brands' | 'passwordMinLength'>) => ({
  name: 'development-page',
  configureServer: (server: PageServer) => () => {
    const send = async (request: IncomingMessage, response: ServerResponse) => {
      const address = (request as { originalUrl?: string }).originalUrl ?? '/'
      const wanted = new URL(address, 'http://localhost').searchParams.get('brand') ?? ''
      const brand = isBrandKey(wanted) ? wanted : brandOfHost(table, request.headers.host)
      const template = await readFile(join(root, 'web/index.html'), 'utf8')
      const page = await server.transformIndexHtml(
        '/index.html',
        fillPage(template, { brand, table, passwordMinLength }, request),
        address,
      )
      response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('cache-control', 'no-store').end(page)
    }
    server.middlewares.use((request, response, next) => {
      // By now Vite has rewritten the URL of every page to this one.
      if (request.url?.split('?')[0] === '/index.html') send(request, response).catch(next)
      else next()
    })
  },
})
