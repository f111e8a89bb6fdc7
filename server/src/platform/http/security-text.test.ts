import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '../../process/config.ts'
import { serveSecurityText } from './security-text.ts'

const path = '/.well-known/security.txt'
async function asked(env: Record<string, string>, host = 'localhost') {
  const { securityContact, brands } = readConfig(env)
  const app = Fastify()
  app.decorate('services', { clock: () => new Date('2026-11-19T12:00:00Z') } as never)
  serveSecurityText(app, securityContact, brands)
  return app.inject({ url: path, headers: { host } })
}

test('SEC-7 the contact for vulnerabilities is served where it is set, as RFC 9116 has it', async () => {
  const mail = await asked({ SECURITY_CONTACT: 'security@example.com', PUBLIC_URL: 'https://cards.example.com' })
  expect([mail.headers['content-type'], mail.payload.split('\n')]).toEqual([
    'text/plain; charset=utf-8',
    [
      'Contact: mailto:security@example.com',
      'Expires: 2027-02-17T12:00:00.000Z',
      'Preferred-Languages: en, fr',
      `Canonical: https://cards.example.com${path}`,
      '',
    ],
  ])
  const page = await asked({ SECURITY_CONTACT: 'https://example.com/report' })
  expect(page.payload).toContain('Contact: https://example.com/report\n')
  expect(page.payload).not.toContain('Canonical')
  expect((await asked({})).statusCode).toBe(404)
})

test('SEC-7 a contact that is no address is refused at start', () => {
  for (const SECURITY_CONTACT of ['someone', 'http://example.com', 'a@b', 'javascript:alert(1)', 'a@b.c\nEvil: 1'])
    expect(() => readConfig({ SECURITY_CONTACT })).toThrow('SECURITY_CONTACT must be an e-mail address')
})
