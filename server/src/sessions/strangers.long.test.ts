import { session } from '@portal/contract/sessions/sessions.ts'
import { expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { readConfig } from '../process/config.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const config = { ...readConfig({ TRUST_PROXY: '1' }), logLevel: 'silent' as const }
const { ask, clock, later } = await testApp({ config })
clock.now = new Date('2026-11-15T00:00:00Z')
const minute = 60_000
const login = (password: string, address: string, device?: string) =>
  ask(null, session.login, {
    body: { username: people.desk, password },
    headers: { 'x-forwarded-for': address, 'x-portal': '1', ...(device ? { cookie: `device=${device}` } : {}) },
  })
const cookieOf = (reply: Awaited<ReturnType<typeof login>>): string =>
  /device=([\w-]{43})/.exec(String(reply.headers['set-cookie']))?.[1] ?? ''

test('SEC-3 S8 a day of guesses from a thousand networks checks few passwords, and the owner’s device always gets in', async () => {
  const device = cookieOf(await login(demoPassword, '198.51.100.4'))
  const seen = { checked: 0, refused: 0, owner: 0, ownerRefused: 0, longestWait: 0 }
  for (let at = 0; at < 24 * 60; at++) {
    for (let n = 0; n < 2; n++) {
      const bot = (at * 2 + n) % 1000
      const reply = await login(`guess ${at}`, `203.0.${bot >> 8}.${bot & 255}`)
      if (reply.status === 401) seen.checked += 1
      else {
        seen.refused += 1
        seen.longestWait = Math.max(seen.longestWait, Number(reply.headers['retry-after']))
      }
    }
    if (at % 30 === 0) {
      if ((await login(demoPassword, `192.0.2.${at % 256}`, device)).status === 200) seen.owner += 1
      else seen.ownerRefused += 1
    }
    later(minute)
  }
  console.log(JSON.stringify(seen))
  expect(seen).toMatchObject({ owner: 48, ownerRefused: 0 })
  expect(seen.checked).toBeLessThan(120)
  expect(seen.longestWait).toBeLessThanOrEqual(4 * 60 * 60)
}, 300_000)
