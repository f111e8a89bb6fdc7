import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@portal/contract/errors.ts'
import type { Message } from '@portal/contract/message.ts'
import { bareHost, isPublicAddress } from '../platform/outbound/addresses.ts'
import type { Outbound } from '../platform/outbound/post.ts'

/** A page does not wait longer for a name server. */
const patienceMs = 3000
/** Names that exist in private networks alone. One without a dot is of this machine or its network. */
const privateName = /^[^.]*$|\.(localhost|local|internal|intranet|lan|home\.arpa)$/i
const firstFreePort = 1024

/** The name's addresses as far as they are known now. Every delivery looks them up again, and checks what it connects to. */
const addressesNow = ({ resolve }: Outbound, host: string): Promise<string[]> =>
  Promise.race([resolve(host).catch(() => []), sleep(patienceMs, [], { ref: false })])

async function faultOf(outbound: Outbound, text: string): Promise<Message | null> {
  const { allowsPrivate } = outbound
  const url = /^https?:\/\/\S+$/i.test(text) ? URL.parse(text) : null
  if (!url || (url.protocol !== 'https:' && !allowsPrivate)) return allowsPrivate ? 'webhook.url-plain' : 'webhook.url'
  if (url.username || url.password) return 'webhook.url-login'
  if (allowsPrivate) return null
  if (url.port !== '' && Number(url.port) < firstFreePort) return 'webhook.url-port'
  const host = bareHost(url).replace(/\.$/, '')
  if (isIP(host)) return isPublicAddress(host) ? null : 'webhook.url-private'
  if (privateName.test(host)) return 'webhook.url-private'
  return (await addressesNow(outbound, host)).every(isPublicAddress) ? null : 'webhook.url-private'
}

/** Refuses what is not https, and addresses that are not public, unless the installation allows them (INTEG-3). */
export async function demandUrl(outbound: Outbound, text: string): Promise<void> {
  const fault = await faultOf(outbound, text)
  if (fault) throw new AppError('request.invalid', { url: fault })
}
