import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

// biome-ignore lint/suspicious/noExplicitAny: tests read any field of the body.
type Json = any
export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: Json }
export type Receiver = {
  url: string
  port: number
  received: Received[]
  /** What it answers; by default 200. It may answer later, or never. */
  answer: (response: ServerResponse, request: Received) => void
}

const ok = (response: ServerResponse) => void response.end('Thank you')
/** A program that receives webhooks, on this machine. */
export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', port: 0, received: [], answer: ok }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const one = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) }
      receiver.received.push(one)
      receiver.answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `http://127.0.0.1:${receiver.port}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return receiver
}

/** Which of these secrets signed, as a receiver checks it. */
export function signersOf({ headers, text }: Received, secrets: readonly string[]): string[] {
  const parts = String(headers['portal-signature'])
    .split(',')
    .map((part) => part.split('='))
  const [[, time] = []] = parts
  const given = parts.slice(1).map(([, hex]) => hex)
  return secrets.filter((secret) =>
    given.includes(createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')),
  )
}
