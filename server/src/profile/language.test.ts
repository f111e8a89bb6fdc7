import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { switching } from '@portal/contract/sessions/switching.ts'
import { expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const signIn = async (username: string) => {
  const { headers } = await ask(null, session.login, { body: { username, password: demoPassword } })
  return { authorization: String(headers.authorization) }
}

test('UX-5 a chosen language applies to all the user’s sessions, is in the audit log, and stays while switched', async () => {
  const choose = (who: string | null, language: string, headers = {}) =>
    ask(who, profiles.language, { body: { language }, headers })
  const languageOf = async (headers: { authorization: string }) =>
    (await ask(null, profiles.user, { headers })).body.language
  expect((await ask(people.northline, profiles.user)).body.language).toBeNull()
  expect((await choose(people.northline, 'fr')).body).toEqual({ language: 'fr' })
  const { rows } = await owner.query(
    'select action, record_type, before, after from audit_log order by id desc limit 1',
  )
  expect(rows[0]).toEqual({
    action: 'profile.language',
    record_type: 'user',
    before: { language: null },
    after: { language: 'fr' },
  })
  expect(await languageOf(await signIn(people.northline))).toBe('fr')
  expect((await ask(people.desk, profiles.user)).body.language).toBeNull()
  expect((await choose(people.northline, 'de')).body.error.fields).toHaveProperty('language')
  expect((await choose(null, 'fr')).status).toBe(401)

  const here = await signIn(people.staff)
  const { body: accounts } = await ask(null, switching.manage, { headers: here })
  const switched = await ask(null, switching.to, { params: { id: accounts[0].id }, headers: here })
  const there = { authorization: String(switched.headers.authorization) }
  expect((await choose(null, 'fr', there)).status).toBe(200)
  expect((await ask(null, profiles.user, { headers: there })).body).toMatchObject({ switched: true, language: 'fr' })
  expect(await languageOf(await signIn(people.staff))).toBe('fr')
})
