import { fuelCompanies, registration } from '@portal/contract/customers/registration.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { session } from '@portal/contract/sessions/sessions.ts'
import { users } from '@portal/contract/users/users.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { readConfig } from '../process/config.ts'
import { companyBody, people, userBody } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const config = { ...readConfig({ PASSWORD_MIN_LENGTH: '14' }), logLevel: 'silent' as const }
const { ask, owner } = await testApp({ config })
const leaked = 'This password is among the first that attackers try. Choose another one.'
const containing = (part: string) =>
  `A password cannot contain “${part}”. Names, e-mails, companies and our brands are tried first.`
const short = 'Use at least 14 characters.'

test('SEC-6 LIT-6 a link refuses leaked, personal and short passwords at their field, and stays valid', async () => {
  await ask(null, session.forgotPassword, { body: { email: people.desk } })
  const { rows } = await owner.query('select link from outbox where link is not null')
  const token = String(rows[0].link).split('token=')[1]
  const person = (await owner.query('select first_name, last_name from users where email = $1', [people.desk])).rows[0]
  const set = (password: string, given = token) =>
    ask(null, session.resetPassword, { body: { token: given, password } })
  const faults: [string, string][] = [
    ['Password-2024!!', leaked],
    [`${person.last_name}-drives-far`, containing(person.last_name)],
    ['we are northline 44', containing('Northline')],
    ['fresh fuels for all', containing('Fresh Fuels')],
    ['thirteen char', short],
  ]
  for (const [password, sentence] of faults)
    expect([password, (await set(password)).body.error.fields]).toEqual([password, { password: sentence }])
  // A link that is not valid says that alone: nothing of the person behind it.
  expect((await set('fresh fuels for all', 'x'.repeat(43))).body.error.code).toBe('auth.reset-invalid')
  expect((await set('tractor lamp cedar')).status).toBe(204)
})

test('SEC-6 the profile refuses the same, before the current password is checked', async () => {
  const change = (password: string) =>
    ask(people.prairie, profiles.password, { body: { old_password: demoPassword, password } })
  expect((await change('1qaz2wsx3edc2024')).body.error.fields).toEqual({ password: leaked })
  expect((await change('prairie-freight 7')).body.error.fields).toEqual({ password: containing('Prairie Freight') })
  expect((await change('thirteen char')).body.error.fields).toEqual({ password: short })
  expect((await change('tractor lamp cedar')).status).toBe(204)
})

test('SEC-6 a sign-up refuses the names that it is made with', async () => {
  const { body: challenge } = await ask(null, registration.challenge)
  const solution = await solveChallenge({ challenge, deriveKey })
  const altcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const signUp = async (pwd: string) => {
    const body = {
      ...companyBody({ companyName: 'Tundra Hauling Inc', lastName: 'Moreau' }),
      pwd,
      confirmPassword: pwd,
    }
    return (await ask(null, registration.signUp, { body: { ...body, altcha } })).body?.error?.fields
  }
  expect(await signUp('tundra-cold-2026')).toEqual({ pwd: containing('Tundra') })
  expect(await signUp('the moreau family')).toEqual({ pwd: containing('Moreau') })
  expect(await signUp('Welcome123456789')).toEqual({ pwd: leaked })
  expect(await signUp('thirteen char')).toEqual({ pwd: short })
  expect(await signUp('tractor lamp cedar')).toBeUndefined()
})

test('SEC-6 LIT-6 what an Admin sets for somebody is accepted, and the reply warns', async () => {
  const create = async (password: string) => {
    const reply = await ask(people.northline, users.create, { body: userBody({ password, verify_password: password }) })
    return [reply.status, reply.body.password_warning, reply.body.password_warning_message?.key]
  }
  expect(await create('Password-2026!')).toEqual([
    201,
    'This password is among the first that attackers try. Ask the user to choose another one.',
    'password.warn-leaked',
  ])
  expect(await create('ZOÉ lavoie 1999')).toEqual([
    201,
    'This password contains “Lavoie”, which attackers try first. Ask the user to choose another one.',
    'password.warn-personal',
  ])
  expect((await create('thirteen char'))[2]).toBe('password.warn-short')
  expect(await create('tractor lamp cedar')).toEqual([201, undefined, undefined])

  const made = (await ask(people.northline, users.create, { body: userBody() })).body
  const update = (body: object) => ask(people.northline, users.update, { params: { id: made.id }, body })
  const weak = 'xyxyxyxyxyxyxy'
  const changed = await update({ ...made, password: weak, verify_password: weak })
  expect([changed.status, changed.body.password_warning_message]).toEqual([
    200,
    { key: 'password.warn-leaked', params: {} },
  ])
  // The reply can be sent back as it is.
  const again = await update(changed.body)
  expect([again.status, again.body.password_warning]).toEqual([200, undefined])
  expect((await ask(null, session.login, { body: { username: made.email, password: weak } })).status).toBe(200)

  const body = companyBody({ pwd: 'Password-2026!', confirmPassword: 'Password-2026!' })
  const company = await ask(people.staff, fuelCompanies.register, { body })
  expect([company.status, company.body.password_warning_message?.key]).toEqual([201, 'password.warn-leaked'])
})
