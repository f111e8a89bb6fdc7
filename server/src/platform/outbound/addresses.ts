import { Resolver } from 'node:dns/promises'
import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** What is not the public internet: private, local, shared, documentation, multicast and reserved addresses. */
const notPublic4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  // The host of a cloud's virtual machine answers there.
  ['168.63.129.16', 32],
] as const
/** Within 2000::/3, outside which nothing is public: protocol assignments with Teredo, documentation, and 6to4. */
const notPublic6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const blocked = new BlockList()
for (const [net, bits] of notPublic4) blocked.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of notPublic6) blocked.addSubnet(net, bits, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/**
 * Whether an address is on the public internet. Addresses of IPv6 that hold one of IPv4 (mapped, compatible, NAT64, 6to4,
 * Teredo) are not, whatever they hold.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4')
  return isIPv6(address) && global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

/** The addresses of a name. Rejects if there is none. */
export type Resolve = (host: string) => Promise<string[]>

const resolver = new Resolver({ timeout: 2000, tries: 2 })
/**
 * Asks the name servers directly. The system's own lookup would occupy threads that files and passwords need, for as long
 * as someone else's name server takes.
 */
export const resolveName: Resolve = async (host) => {
  const asked = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = asked.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const [failure] = asked.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  if (found.length === 0) throw failure ?? new Error(`${host} has no address`)
  return found
}

/** `[::1]` as `::1`. */
export const bareHost = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '')
