import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '../server/src/process/config.ts'
import { developmentPage } from './development-page.ts'

type Handle = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** The page that Vite would send for an address, without Vite's own changes. */
async function pageOf(address: string, headers: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const handles: Handle[] = []
  const server = {
    middlewares: { use: (handle: Handle) => handles.push(handle) },
    transformIndexHtml: async (_url: string, html: string) => html,
  }
  developmentPage(readConfig({})).configureServer(server)()
  const request = Object.assign(new IncomingMessage(new Socket()), {
    url: '/index.html',
    originalUrl: address,
    headers,
  })
  const response = new ServerResponse(request)
  response.end = ((page: string) => resolve(page)) as typeof response.end
  handles[0]?.(request, response, reject)
  return promise
}

test('the development page has no placeholder left', async () => {
  for (const address of ['/', '/cards?brand=fleets', '/login?brand=nothing'])
    expect(await pageOf(address, {})).not.toMatch(/%[A-Z_]+%/)
})

test('the development page gets the same brand, session and language as the served one', async () => {
  const plain = await pageOf('/', { host: 'localhost:5173' })
  expect(plain).toContain('<html lang="en-CA" data-brand="freshfuels"')
  expect(plain).toContain('data-session="none"')
  const cookie = 'authorization=abc; portal_lang=fr-CA; portal_scheme=dark'
  const known = await pageOf('/cards', { host: 'combpetro.localhost:5173', cookie })
  expect(known).toContain(
    '<html lang="fr-CA" data-brand="combpetro" data-mantine-color-scheme="dark" data-session="some"',
  )
  expect(await pageOf('/cards?brand=fleets', {})).toContain('data-brand="fleets"')
})
