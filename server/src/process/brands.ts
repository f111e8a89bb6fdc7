import { isEmail } from '@portal/contract/fields.ts'
import { type BrandKey, brands, defaultBrand, isBrandKey } from '@portal/contract/lookups/brands.ts'
import { z } from 'zod'

/** How users reach one brand. Links in mails use only `publicUrl` (BRAND-3), never a request's headers (BRAND-5). */
type BrandSettings = {
  hosts: string[]
  publicUrl: string
  signUpUrl?: string
  forgotPasswordUrl?: string
  mailFrom?: string
}
export type BrandTable = Record<BrandKey, BrandSettings>

const keys = Object.keys(brands) as BrandKey[]
const defaultHosts: BrandTable[BrandKey]['hosts'][] = [
  ['localhost'],
  ['combpetro.localhost'],
  ['combinepetro.localhost'],
  ['fleets.localhost'],
]

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/
const host = z
  .string('must be a host name')
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.string().regex(hostName, 'must be a host name without scheme or port, such as "cards.example.com"'))

/** The page is served from the root of its host, so a public address is only an origin. */
export const originUrl = z.string('must be an address').transform((text, context) => {
  const url = URL.parse(text)
  const isOrigin =
    url &&
    /^https?:$/.test(url.protocol) &&
    !url.username &&
    !url.password &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash
  if (isOrigin) return url.origin
  context.addIssue('must be an http or https address without a path, such as "https://cards.example.com"')
  return z.NEVER
})

const pageUrl = z
  .string('must be an address')
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'must be an http or https address')

const givenBrand = z.strictObject(
  {
    hosts: z.array(host, 'must be a list of host names').min(1, 'must name at least one host').optional(),
    publicUrl: originUrl.optional(),
    signUpUrl: pageUrl.optional(),
    forgotPasswordUrl: pageUrl.optional(),
    mailFrom: z.string('must be an e-mail address').refine(isEmail, 'must be an e-mail address').optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `knows no "${issue.keys[0]}"` : 'must be an object') },
)
export const givenBrands = z.record(z.string(), givenBrand, 'must be a JSON object, brand to settings')
type GivenBrands = z.output<typeof givenBrands>

/**
 * Merges the configured brands over the defaults of BRAND-1. A brand without its own `publicUrl` uses PUBLIC_URL, or
 * else its default `.localhost` address.
 */
export function brandTable(
  given: GivenBrands,
  publicUrl: string | null,
  port: number,
): { table: BrandTable; faults: string[] } {
  const unknown = Object.keys(given).filter((key) => !isBrandKey(key))
  const faults = unknown.map((key) => `BRANDS knows no brand "${key}"; the brands are ${keys.join(', ')}.`)
  const owners = new Map<string, BrandKey>()
  const settings = keys.map((key, index): [BrandKey, BrandSettings] => {
    const {
      hosts = defaultHosts[index] ?? [],
      publicUrl: ownUrl,
      signUpUrl,
      forgotPasswordUrl,
      mailFrom,
    } = given[key] ?? {}
    for (const name of hosts) {
      const owner = owners.get(name)
      if (owner) faults.push(`BRANDS gives the host "${name}" to both ${owner} and ${key}.`)
      owners.set(name, key)
    }
    if (given[key]?.hosts && !ownUrl && !publicUrl)
      faults.push(`BRANDS names hosts for ${key} without a publicUrl: links in mails need one (or set PUBLIC_URL).`)
    const address = ownUrl ?? publicUrl ?? `http://${hosts[0]}:${port}`
    const optional = {
      ...(signUpUrl && { signUpUrl }),
      ...(forgotPasswordUrl && { forgotPasswordUrl }),
      ...(mailFrom && { mailFrom }),
    }
    return [key, { hosts, publicUrl: address, ...optional }]
  })
  return { table: Object.fromEntries(settings) as BrandTable, faults }
}

const hostNameIn = (hostHeader: string | undefined): string | undefined =>
  /^([a-z0-9.-]{1,253}?)\.?(:\d{1,5})?$/.exec((hostHeader ?? '').toLowerCase())?.[1]

/**
 * Picks the brand of a request. The header is only compared with the table; any other value means the default brand
 * (BRAND-5).
 */
export function brandOfHost(table: BrandTable, hostHeader: string | undefined): BrandKey {
  const name = hostNameIn(hostHeader)
  return keys.find((key) => name !== undefined && table[key].hosts.includes(name)) ?? defaultBrand
}

/** For whom passkeys are made: a host of the table, and the origin of the page there (SEC-1). */
export type RelyingParty = { id: string; name: string; origin: string }
/**
 * The host header only chooses among the configured hosts; any other value means the default brand's public address, as
 * in `brandOfHost`.
 */
export function relyingPartyOf(table: BrandTable, hostHeader: string | undefined): RelyingParty {
  const brand = brandOfHost(table, hostHeader)
  const { hosts, publicUrl } = table[brand]
  const { name } = brands[brand]
  const asked = hostNameIn(hostHeader)
  const url = new URL(publicUrl)
  if (asked !== undefined && hosts.includes(asked)) url.hostname = asked
  return { id: url.hostname, name, origin: url.origin }
}
