import { fuelCompanies, registration } from '@portal/contract/customers/registration.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, expect, test } from 'vitest'
import { demoPassword } from '../demo/demo.queries.ts'
import { companyBody, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { app, ask, owner, clock } = await testApp()
const register = (body: object) => ask(people.staff, fuelCompanies.register, { body })
const login = (username: string, password = demoPassword) =>
  app.inject({ method: 'POST', url: '/v2/login', payload: { username, password } })
const codeOf = (reply: { body: string }) => JSON.parse(reply.body).error?.code
const companiesNamed = async (name: string) =>
  (await owner.query('select id::int, status, brand from companies where name = $1', [name])).rows as {
    id: number
    status: string
    brand: string
  }[]
const mailsTo = async (email: string) =>
  (await owner.query('select kind, brand, subject, text_body from outbox where to_address = $1 order by id', [email]))
    .rows

afterEach(() => {
  clock.now = new Date()
})

type Solved = { challenge: { parameters: Record<string, unknown>; signature: string }; solution: object }
async function solved(): Promise<Solved> {
  const { body: challenge } = await ask(null, registration.challenge)
  const solution = await solveChallenge({ challenge, deriveKey })
  return { challenge, solution: solution as object }
}
const answerOf = (answer: Solved) => Buffer.from(JSON.stringify(answer)).toString('base64')
const signUp = (body: object, headers: Record<string, string> = {}) => ask(null, registration.signUp, { body, headers })

test('COMP-3 a company, its customer record and its first Admin are created together, and the Admin signs in', async () => {
  const body = companyBody({
    companyCode: '',
    businessType: 68,
    subBusiness: null,
    planType: 34,
    validTill: '2030-12-31',
    state: 'CA-QC',
    city: 'CA-QC-montreal',
  })
  const made = await register(body)
  expect([made.status, made.body]).toEqual([
    201,
    expect.objectContaining({
      company_name: body.companyName,
      email: body.email,
      phone: '3065550143',
      status: 'active',
    }),
  ])
  const { rows } = await owner.query(
    'select document_email, cont_name, billing_city, currency from customers where company_id = $1',
    [made.body.id],
  )
  expect(rows).toEqual([
    { document_email: body.email, cont_name: 'Ida Moreau', billing_city: 'CA-QC-montreal', currency: 'CAD' },
  ])
  const reply = await login(body.email)
  expect([reply.statusCode, JSON.parse(reply.body).companyname]).toEqual([200, body.companyName])
  const entry = await owner.query(
    `select after from audit_log where action = 'fuelCompanies.register' and record_id = $1`,
    [made.body.id],
  )
  expect(JSON.stringify(entry.rows[0].after)).not.toContain(demoPassword)
})

test('COMP-3 a taken e-mail is rejected at its field, and nothing of the company is stored', async () => {
  const body = companyBody({ email: 'ADMIN@northline.test' })
  const refused = await register(body)
  expect([refused.status, refused.body.error.fields]).toEqual([409, { email: 'This e-mail cannot be used.' }])
  expect(await companiesNamed(body.companyName)).toEqual([])
})

test('COMP-2 every rule of the form has its message', async () => {
  const nothing = await register({})
  expect(nothing.body.error.fields).toEqual({
    companyName: 'This field is required.',
    firstName: 'This field is required.',
    lastName: 'This field is required.',
    email: 'This field is required.',
    pwd: 'This field is required.',
    country: 'Country is required',
    state: 'State is required',
    city: 'city is required',
  })
  const fieldsOf = async (changes: object) => (await register(companyBody(changes))).body.error?.fields
  for (const email of ['a b@c.test', 'a@c', 'a@c.abcdefg', "o'hara@c.test", '@c.test', 'a@.test'])
    expect([email, await fieldsOf({ email })]).toEqual([email, { email: 'Invalid email address' }])
  for (const phone of ['123456789', '12345678901', '306-555-0143'])
    expect(await fieldsOf({ phone })).toEqual({ phone: 'Invalid contact number' })
  expect(await fieldsOf({ pwd: 'short' })).toEqual({ pwd: 'Use at least 12 characters.' })
  expect(await fieldsOf({ confirmPassword: 'another one it is' })).toEqual({
    confirmPassword: 'Passwords do not match',
  })
  expect(await fieldsOf({ city: 'CA-QC-montreal' })).toEqual({ city: 'Choose a city of this state.' })
  expect(await fieldsOf({ state: 'US-OH' })).toEqual({ state: 'Choose a state of this country.' })
  expect(await fieldsOf({ planType: 35 })).toEqual({ planType: expect.any(String) })
  expect(await fieldsOf({ role: 1 })).toEqual({ role: 'This field is not supported here.' })
  expect((await register(JSON.parse('{"__proto__": {"companyName": "x"}}'))).status).toBe(400)
})

test('COMP-1 the list is paged and filtered by name, number, e-mail, phone and status', async () => {
  const body = companyBody({ companyName: 'Zephyr Hauling', phone: '9055550199' })
  const { body: made } = await register(body)
  const found = async (filter: string) =>
    (await ask(people.staff, fuelCompanies.list, { query: { filter } })).body.companies.map(
      ({ id }: { id: number }) => id,
    )
  for (const filter of [
    'company_name::phyr',
    `company_number:${made.company_number}`,
    `email:${body.email}`,
    'phone::5550199',
  ])
    expect(await found(filter)).toEqual([made.id])
  expect(await found('status:waiting')).not.toContain(made.id)
  expect((await ask(people.staff, fuelCompanies.list, { query: { size: '5', page: '2' } })).body).toMatchObject({
    metadata: { page: 2, size: 5 },
  })
})

test('COMP-7 AUTH-9 a registered user cannot sign in until staff approve, then signs in with the chosen password', async () => {
  const body = companyBody()
  const reply = await signUp({ ...body, altcha: answerOf(await solved()) }, { host: 'combpetro.localhost' })
  expect([reply.status, reply.text]).toEqual([204, ''])
  const [company] = await companiesNamed(body.companyName)
  expect(company).toMatchObject({ status: 'waiting', brand: 'combpetro' })
  expect(await mailsTo(body.email)).toEqual([
    expect.objectContaining({
      kind: 'registration',
      brand: 'combpetro',
      subject: expect.stringContaining('Comb Petro'),
    }),
  ])
  const early = await login(body.email)
  expect([early.statusCode, codeOf(early), early.headers.authorization]).toEqual([401, 'auth.waiting', undefined])
  // Without the password, the reply reveals nothing.
  expect(codeOf(await login(body.email, 'not the password'))).toBe('auth.invalid-credential')

  const params = { id: company?.id }
  expect(
    (await ask(people.staff, fuelCompanies.list, { query: { filter: 'status:waiting' } })).body.companies,
  ).toContainEqual(expect.objectContaining({ id: company?.id, company_name: body.companyName }))
  const approved = await ask(people.staff, fuelCompanies.approve, { params })
  expect(approved.body).toMatchObject({ status: 'active' })
  expect((await login(body.email)).statusCode).toBe(200)
  expect((await mailsTo(body.email)).at(-1)).toMatchObject({
    text_body: expect.stringContaining('http://combpetro.localhost'),
  })
  const again = await ask(people.staff, fuelCompanies.approve, { params })
  expect([again.status, again.body.error.code]).toEqual([409, 'company.not-waiting'])
})

test('COMP-7 a rejected registration is notified with the reason, cannot sign in, and its e-mail is free again', async () => {
  const body = companyBody()
  await signUp({ ...body, altcha: answerOf(await solved()) })
  const [company] = await companiesNamed(body.companyName)
  const rejected = await ask(people.staff, fuelCompanies.reject, {
    params: { id: company?.id },
    body: { reason: 'We <could> not reach you.' },
  })
  expect(rejected.body).toMatchObject({ status: 'rejected' })
  expect((await mailsTo(body.email)).at(-1)).toMatchObject({
    text_body: expect.stringContaining('We <could> not reach you.'),
  })
  expect(codeOf(await login(body.email))).toBe('auth.invalid-credential')
  expect((await register({ ...body, companyName: 'Second Try' })).status).toBe(201)
})

test('AUTH-9 a taken e-mail gets the same reply, creates nothing, and its owner is notified', async () => {
  const body = companyBody({ email: people.prairie })
  const before = (await mailsTo(people.prairie)).length
  const reply = await signUp({ ...body, altcha: answerOf(await solved()) }, { host: 'fleets.localhost' })
  expect([reply.status, reply.text]).toEqual([204, ''])
  expect(await companiesNamed(body.companyName)).toEqual([])
  const mails = await mailsTo(people.prairie)
  expect(mails).toHaveLength(before + 1)
  // The mail uses the brand of the owner's company, not of the page.
  expect(mails.at(-1)).toMatchObject({ brand: 'freshfuels', text_body: expect.stringContaining('/forgot-password') })
  expect((await login(people.prairie)).statusCode).toBe(200)
})

test('COMP-7 a challenge is valid once, in time, unchanged and solved', async () => {
  const refusal = { altcha: 'We could not check that you are human. Please try again.' }
  const fieldsAfter = async (altcha: string) => (await signUp({ ...companyBody(), altcha })).body.error?.fields
  const answer = await solved()
  const forged = {
    ...answer,
    challenge: { ...answer.challenge, parameters: { ...answer.challenge.parameters, keyPrefix: '0' } },
  }
  const unsolved = { ...answer, solution: { counter: 1, derivedKey: '00' } }
  const unsigned = { ...answer, challenge: { parameters: answer.challenge.parameters } }
  for (const bad of [
    answerOf(forged),
    answerOf(unsolved),
    answerOf(unsigned as never),
    'nonsense',
    Buffer.from('[]').toString('base64'),
  ])
    expect(await fieldsAfter(bad)).toEqual(refusal)
  expect((await signUp(companyBody())).body.error.fields).toEqual({ altcha: 'This field is required.' })
  clock.now = new Date(Date.now() + 11 * 60_000)
  expect(await fieldsAfter(answerOf(answer))).toEqual(refusal)
  clock.now = new Date()
  const first = companyBody()
  expect((await signUp({ ...first, altcha: answerOf(answer) })).status).toBe(204)
  const replay = companyBody()
  expect((await signUp({ ...replay, altcha: answerOf(answer) })).body.error.fields).toEqual(refusal)
  expect(await companiesNamed(replay.companyName)).toEqual([])
})

test('AUTH-8 COMP-7 the public form is throttled by address', async () => {
  clock.now = new Date(Date.now() + 3_600_000)
  const statuses = []
  for (let tries = 0; tries < 21; tries++)
    statuses.push((await signUp({ ...companyBody(), altcha: 'nonsense' })).status)
  expect(statuses).toEqual([...Array(20).fill(400), 429])
})
