import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { everyEndpoint } from '@portal/contract/contracts.ts'
import { expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { englishGuide } from './guide/guide-en.ts'
import { frenchGuide } from './guide/guide-fr.ts'

const { app } = await testApp()
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('INTEG-4 the document is made once and sent as small as the client takes it', async () => {
  const plain = await get('/v2/openapi.json')
  expect(plain.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary: 'accept-encoding' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  const br = await get('/v2/openapi.json', { 'accept-encoding': 'gzip, br' })
  const gzip = await get('/v2/openapi.json', { 'accept-encoding': 'gzip' })
  expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
  expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 8)
  expect(Object.keys(plain.json().paths).length).toBeGreaterThan(150)
})

test('INTEG-4 the page has a guide in English and French, and every call in its group', async () => {
  const page = await get('/v2/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const { id } of everyEndpoint) expect(page.body).toContain(`id="${id}"`)
  expect(page.body).toContain('<html lang="en-CA">')
  expect(page.body).toContain('Follow changes')
  const ids = [...page.body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
  // Nothing inline and nothing from elsewhere: the content policy allows the portal's own scripts alone.
  expect(page.body.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/v2/docs/page.js">'])
  expect((await get('/v2/docs/page.js')).headers['content-type']).toBe('text/javascript; charset=utf-8')
  const french = [
    await get('/v2/docs?lang=fr'),
    await get('/v2/docs', { cookie: 'portal_lang=fr-CA' }),
    await get('/v2/docs', { 'accept-language': 'fr-CA, en;q=0.5' }),
  ]
  for (const { body } of french) expect(body).toMatch(/<html lang="fr-CA">[\s\S]*Suivre les changements/)
  expect((await get('/v2/docs?lang=en', { cookie: 'portal_lang=fr-CA' })).body).toContain('<html lang="en-CA">')
})

test('INTEG-4 both guides have the same parts and words', () => {
  const [english, french] = [englishGuide('https://portal.test'), frenchGuide('https://portal.test')]
  expect(french.sections.map(({ id }) => id)).toEqual(english.sections.map(({ id }) => id))
  expect(Object.keys(french.words)).toEqual(Object.keys(english.words))
  expect(Object.keys(french.advice)).toEqual(Object.keys(english.advice))
  // The code in them is the same.
  const codes = ({ sections }: typeof english) => sections.map(({ html }) => html.match(/<pre[\s\S]*?<\/pre>/g))
  expect(codes(french)).toEqual(codes(english))
})
