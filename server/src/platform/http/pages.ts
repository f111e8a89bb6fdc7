import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '@portal/contract/errors.ts'
import { type BrandKey, brands, welcome } from '@portal/contract/lookups/brands.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BrandTable, brandOfHost } from '../../process/brands.ts'
import { portalVersion } from '../../process/version.ts'
import { presentedToken } from '../access/sessions.ts'
import { escapeHtml } from '../html.rules.ts'
import { sendError } from './errors.ts'

/** The part of a request that decides how the page looks. */
type Asked = Pick<FastifyRequest, 'headers'>
function cookieChoice<T extends string>(request: Asked, name: string, choices: readonly T[]): T | undefined {
  const value = new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(request.headers.cookie ?? '')?.[1]
  return choices.find((choice) => choice === value)
}

/**
 * French if it is the browser's first language, else English (LIT-13). The user's choice, in the cookie, comes first.
 */
function languageOf(acceptLanguage: string | undefined): 'en-CA' | 'fr-CA' {
  const asked = (acceptLanguage ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = parameters
      .map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1])
      .find((found) => found !== undefined)
    return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) }
  })
  const [first] = asked
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
  return /^fr(-|$)/.test(first?.tag ?? '') ? 'fr-CA' : 'en-CA'
}

/** The language of a page that the service writes: the user's choice, else the browser's. */
export const pageLanguage = (request: Asked): 'en-CA' | 'fr-CA' =>
  cookieChoice(request, 'portal_lang', ['en-CA', 'fr-CA']) ?? languageOf(request.headers['accept-language'])

/**
 * Writes brand, title, colours and language into the page, so that the first paint is right without an inline script
 * (BRAND-3).
 */
type Served = { brand: BrandKey; table: BrandTable; passwordMinLength: number }
export function fillPage(template: string, { brand, table, passwordMinLength }: Served, request: Asked): string {
  const values: Record<string, string> = {
    BRAND: brand,
    VERSION: portalVersion,
    TITLE: welcome(brand),
    COLOR: brands[brand].color,
    SCHEME: cookieChoice(request, 'portal_scheme', ['light', 'dark']) ?? 'auto',
    LANG: pageLanguage(request),
    SESSION: presentedToken(request) ? 'some' : 'none',
    SIGNUP_URL: table[brand].signUpUrl ?? '',
    FORGOT_URL: table[brand].forgotPasswordUrl ?? '',
    PASSWORD_MIN: String(passwordMinLength),
  }
  return template.replace(/%([A-Z_]+)%/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? escapeHtml(values[name] as string) : whole,
  )
}

/** Serves the web build: its files, and the one page for every other path, which the page's router reads. */
export async function servePages(app: FastifyInstance, webRoot: string): Promise<void> {
  const { brands: table, passwordMinLength } = app.services
  const template = existsSync(join(webRoot, 'index.html')) ? await readFile(join(webRoot, 'index.html'), 'utf8') : null
  if (template)
    await app.register(fastifyStatic, {
      root: webRoot,
      index: false,
      wildcard: false,
      preCompressed: true,
      globIgnore: ['index.html*', '**/*.gz', '**/*.br', '.*'],
      // Names under assets/ contain a content hash and can be cached forever.
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    })
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] as string
    const isPage = request.method === 'GET' && !/^\/v2(\/|$)|^\/assets\/|^\/brands\//i.test(path)
    if (!isPage || !template) return sendError(reply, new AppError('path.not-found'))
    const brand = brandOfHost(table, request.headers.host)
    return reply
      .header('vary', 'host, cookie, accept-language')
      .type('text/html; charset=utf-8')
      .send(fillPage(template, { brand, table, passwordMinLength }, request))
  })
}
