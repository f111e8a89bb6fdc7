import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 64 })
export type CallHeaders = Record<string, string>
export type HttpAnswer = { status: number; headers: Record<string, unknown>; body: Buffer }

/** Without Accept-Encoding, so that answers come as they are. */
export function send(
  port: number,
  method: string,
  path: string,
  headers: CallHeaders = {},
  body?: unknown,
): Promise<HttpAnswer> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>()
  const call = request(
    {
      host: '127.0.0.1',
      port,
      method,
      path,
      agent,
      headers: {
        ...headers,
        ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
      },
    },
    (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece: Buffer) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      )
    },
  )
  call.on('error', reject)
  call.end(payload)
  return promise
}

/** The text of an answer. A quick refusal would look like a good time, so it stops the run. */
export function okText({ status, body }: HttpAnswer): string {
  if (status < 200 || status > 299) throw new Error(`${status}: ${body.toString('utf8', 0, 300)}`)
  return body.toString('utf8')
}
