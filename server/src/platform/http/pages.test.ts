import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../process/config.ts'
import { testApp } from '../../testing/test-app.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'portal-page-'))
writeFileSync(
  join(webRoot, 'index.html'),
  '<html lang="%LANG%" data-brand="%BRAND%" data-scheme="%SCHEME%" data-session="%SESSION%" data-signup="%SIGNUP_URL%" data-forgot="%FORGOT_URL%"><title>%TITLE%</title><i>%COLOR%</i>100%%',
)
writeFileSync(join(webRoot, 'robots.txt'), 'User-agent: *')
const brands = JSON.stringify({
  fleets: {
    hosts: ['cards.fleet.example'],
    publicUrl: 'https://cards.fleet.example',
    signUpUrl: 'https://join.example/?a=1&b="2"',
    forgotPasswordUrl: 'https://join.example/lost',
  },
})
const { app } = await testApp({ webRoot, config: { ...readConfig({ BRANDS: brands }), logLevel: 'silent' } })
const page = async (host: string, headers: Record<string, string> = {}, url = '/managercards') =>
  (await app.inject({ url, headers: { host, ...headers } })).body

test('BRAND-1 the host selects the brand, and an unknown host the default', async () => {
  expect(await page('localhost:8080')).toContain('data-brand="freshfuels"')
  expect(await page('combpetro.localhost:8080')).toContain('data-brand="combpetro"')
  expect(await page('COMBINEPETRO.localhost')).toContain('data-brand="combinepetro"')
  expect(await page('cards.fleet.example')).toContain('data-brand="fleets"')
  expect(await page('somewhere.example')).toContain('data-brand="freshfuels"')
})

test('AUTH-6 the page learns only whether the request had a session', async () => {
  expect(await page('localhost')).toContain('data-session="none"')
  const served = await page('localhost', { cookie: 'first=Ann; authorization=some-token' })
  expect(served).toContain('data-session="some"')
  expect(served).not.toContain('some-token')
})

test('BRAND-2 BRAND-3 title, colour and brand are in the served page', async () => {
  expect(await page('combpetro.localhost')).toContain('<title>Welcome to Comb Petro</title><i>#1d4ed8</i>100%%')
  expect(await page('localhost')).toContain('<title>Welcome to Fresh Fuels</title>')
})

test('UX-5 LIT-13 the page uses the chosen language, else the browser’s first', async () => {
  const langOf = async (headers: Record<string, string>) =>
    /lang="([\w-]+)"/.exec(await page('localhost', headers))?.[1]
  for (const [accepted, lang] of [
    ['fr', 'fr-CA'],
    ['fr-FR,fr;q=0.9,en;q=0.8', 'fr-CA'],
    ['en;q=0.5, FR-ca;q=0.9', 'fr-CA'],
    ['fr;q=0, en', 'en-CA'],
    ['en-CA,fr-CA;q=0.9', 'en-CA'],
    ['de,fr;q=0.9', 'en-CA'],
    ['frr', 'en-CA'],
    ['*', 'en-CA'],
    ['', 'en-CA'],
  ] as const)
    expect([accepted, await langOf({ 'accept-language': accepted })]).toEqual([accepted, lang])
  expect(await langOf({})).toBe('en-CA')
  expect(await langOf({ 'accept-language': 'fr', cookie: 'portal_lang=en-CA' })).toBe('en-CA')
  expect(await langOf({ 'accept-language': 'en', cookie: 'portal_lang=fr-CA' })).toBe('fr-CA')
  expect(await langOf({ 'accept-language': 'fr', cookie: 'portal_lang=xx' })).toBe('fr-CA')
  expect((await app.inject({ url: '/managercards' })).headers.vary).toContain('accept-language')
})

test('BRAND-4 the page gets a brand’s own sign-up and forgot-password addresses, escaped', async () => {
  expect(await page('cards.fleet.example')).toContain(
    'data-signup="https://join.example/?a=1&amp;b=&quot;2&quot;" data-forgot="https://join.example/lost"',
  )
  expect(await page('localhost')).toContain('data-signup="" data-forgot=""')
})

test('BRAND-5 E5 a hostile Host or forwarded header reaches neither page nor redirect', async () => {
  const plain = await page('localhost')
  for (const host of [
    'evil.example',
    '"><script>alert(1)</script>',
    'combpetro.localhost.evil.example',
    'combpetro.localhost@evil.example',
    'localhost#combpetro.localhost',
    ' ',
  ])
    expect(await page(host)).toBe(plain)
  expect(
    await page('localhost', { 'x-forwarded-host': 'combpetro.localhost', origin: 'http://combpetro.localhost' }),
  ).toBe(plain)
})

test('language and colour scheme come from their cookies, only from the allowed values', async () => {
  expect(await page('localhost', { cookie: 'portal_lang=fr-CA; portal_scheme=dark' })).toContain(
    'lang="fr-CA" data-brand="freshfuels" data-scheme="dark"',
  )
  expect(await page('localhost', { cookie: 'portal_lang=<x>; portal_scheme=neon' })).toContain(
    'lang="en-CA" data-brand="freshfuels" data-scheme="auto"',
  )
})

test('NAV-6 every path that is neither file nor endpoint serves the page; a missing endpoint or asset does not', async () => {
  expect((await app.inject('/no/such/page')).headers['content-type']).toContain('text/html')
  expect((await app.inject('/robots.txt')).body).toBe('User-agent: *')
  for (const url of ['/v2/none', '/assets/none.js', '/V2/none', '/brands/x.svg'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 404])
  expect((await app.inject('/..%2f..%2fetc/passwd')).body).not.toContain('root:')
})
