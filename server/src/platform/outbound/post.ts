import { lookup as systemLookup } from 'node:dns/promises'
import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { bareHost, isPublicAddress, type Resolve, resolveName } from './addresses.ts'

/** How this installation reaches addresses that its users chose. */
export type Outbound = {
  /** Also plain HTTP and addresses that are not public: for trials, and receivers in the same network. */
  allowsPrivate: boolean
  resolve: Resolve
}
export const openOutbound = (allowsPrivate: boolean): Outbound => ({
  allowsPrivate,
  // Names of a private network may stand in the hosts file.
  resolve: allowsPrivate
    ? async (host) => (await systemLookup(host, { all: true })).map(({ address }) => address)
    : resolveName,
})

/** The address is not public. */
export class PrivateAddress extends Error {}
/** The name is not known, or its servers do not answer. */
export class UnknownName extends Error {}
/** There was no whole answer in time. */
export class NoAnswerInTime extends Error {}

/** The addresses to connect to. One that is not public refuses the name, whatever the others are. */
async function allowedAddresses(host: string, { allowsPrivate, resolve }: Outbound): Promise<string[]> {
  const addresses = isIP(host)
    ? [host]
    : await resolve(host).catch((cause) => {
        throw new UnknownName(host, { cause })
      })
  if (!allowsPrivate && !addresses.every(isPublicAddress)) throw new PrivateAddress(host)
  return addresses
}

const withFamily = (address: string) => ({ address, family: isIP(address) })
/**
 * Resolves the name once, for the connection itself: what is checked is what is connected to, so a name that changes its
 * address meanwhile gains nothing.
 */
const checkedLookup =
  (outbound: Outbound): LookupFunction =>
  (host, { all }, done) => {
    allowedAddresses(host, outbound).then(
      (found) => {
        const [first] = found.map(withFamily)
        if (all) done(null, found.map(withFamily))
        else done(null, first?.address ?? '', first?.family)
      },
      (error) => done(error, ''),
    )
  }

export type OutsideAnswer = { status: number; text: string }
export type Post = {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** Of the whole exchange, with the lookup of the name. */
  limitMs: number
  signal?: AbortSignal | undefined
}
/** So much of an answer is read, and the rest is left. */
const readBytes = 4096

/** The beginning of an answer. One that breaks off or takes too long after its head keeps what came. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= readBytes) break
    }
  } catch {
    // The head has said how it went.
  }
  return Buffer.concat(chunks).subarray(0, readBytes).toString('utf8')
}

/** Sends a body to an address that a user chose. Redirects are not followed, and no proxy is used. */
export async function postOutside(
  outbound: Outbound,
  { url: text, headers, body, limitMs, signal }: Post,
): Promise<OutsideAnswer> {
  const url = new URL(text)
  // For an address instead of a name, nothing is looked up.
  if (isIP(bareHost(url))) await allowedAddresses(bareHost(url), outbound)
  const time = AbortSignal.timeout(limitMs)
  const until = signal ? AbortSignal.any([time, signal]) : time
  const send = url.protocol === 'https:' ? requestTls : requestPlain
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = send(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' },
    // An agent of its own for each request: no connection is shared, and no setting of the environment applies.
    agent: false,
    lookup: checkedLookup(outbound),
    signal: until,
  })
  sent.once('response', resolve)
  sent.once('error', reject)
  sent.end(body)
  try {
    const response = await promise
    return { status: response.statusCode ?? 0, text: await beginningOf(response) }
  } catch (error) {
    throw time.aborted ? new NoAnswerInTime(undefined, { cause: error }) : error
  } finally {
    sent.on('error', () => {})
    sent.destroy()
  }
}
