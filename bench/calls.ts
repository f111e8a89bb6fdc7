import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
export function callPortal(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: unknown,
): Promise<{ status: number; headers: Record<string, unknown>; text: string }> {
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    headers: Record<string, unknown>
    text: string
  }>()
  const call = httpRequest(
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
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    },
  )
  call.on('error', reject)
  call.end(payload)
  return promise
}

export async function startServer(
  script: string,
  env: Record<string, string>,
  ready: () => Promise<unknown>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(root, script), '--no-web'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (let tries = 0; tries < 300; tries++) {
    await sleep(100)
    if (
      await ready().then(
        () => true,
        () => false,
      )
    )
      return child
  }
  child.kill()
  throw new Error(`${script} did not start`)
}

export function must(answer: { status: number; text: string }): string {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text.slice(0, 300)}`)
  return answer.text
}
