import { createHmac, randomBytes } from 'node:crypto'

/** 256 random bits. The prefix tells people and scanners what was found. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64url')}`

/** `t=<unix>,v1=<hex>`, with a `v1` for each secret that signs (INTEG-3). */
export function webhookSignature(secrets: readonly string[], body: string, now: Date): string {
  const time = Math.floor(now.getTime() / 1000)
  const signed = secrets.map((secret) => createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'))
  return [`t=${time}`, ...signed.map((hex) => `v1=${hex}`)].join(',')
}
