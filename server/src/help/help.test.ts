import { billing } from '@portal/contract/billing/billing-settings.ts'
import { pathOf } from '@portal/contract/endpoint.ts'
import { type FileLayout, help } from '@portal/contract/help/help.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { runImportJob } from '../testing/import-job.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'

const portal = await testApp()
const { app, ask, tokenOf } = portal
await runImportJob(portal)
const sampleOf = async (key: string) =>
  app.inject({
    url: `/v2/import-layouts/${key}/sample`,
    headers: { authorization: await tokenOf(people.staff) },
  })

test('UX-12 every layout has a sample with its name, and a rate sample comes in as it is', async () => {
  const { layouts }: { layouts: FileLayout[] } = (await ask(people.staff, help.layouts)).body
  expect(layouts.map(({ kind, provider }) => `${kind} ${provider}`)).toHaveLength(8)
  for (const { key, sample, columns } of layouts) {
    const reply = await sampleOf(key)
    expect([key, reply.statusCode, reply.headers['content-disposition']]).toEqual([
      key,
      200,
      expect.stringContaining(sample),
    ])
    expect(columns.some(({ is_required }) => is_required)).toBe(true)
  }
  const esso = layouts.find(({ key }) => key === 'transactions-esso')
  expect(esso?.columns).toContainEqual({ name: 'Province', other_names: ['Prov', 'Prov/ST'], is_required: true })
  for (const type of ['Esso', 'Pipeline', 'TA-Petro']) {
    const name = `rates-${type.toLowerCase()}`
    const content = (await sampleOf(name)).rawPayload
    const uploaded = await ask(
      people.staff,
      dailyRates.upload,
      form({ content, name: `${name}.xlsx`, before: { type } }),
    )
    expect([uploaded.status, uploaded.body]).toEqual([201, expect.objectContaining({ status: 'done', warnings: [] })])
  }
})

test('UX-12 no file outside the samples can be asked for', async () => {
  for (const key of ['..%2f..%2fpackage', 'rates-esso.xlsx', 'constructor'])
    expect([key, (await sampleOf(key)).statusCode]).toEqual([key, 404])
})

test('UX-12 customers read the contact that the provider gives in its billing settings', async () => {
  const { version, can_change_limits, updated_at, ...stored } = (await ask(people.staff, billing.settings)).body
  const given = { legal_name: 'Fresh Fuels Energy Inc.', address: '200 Bay Street', contact_phone: '416 555-0142' }
  const saved = await ask(people.staff, billing.change, {
    body: { ...stored, ...given, contact_email: 'Help@Provider.test' },
  })
  expect(saved.status).toBe(200)
  expect((await ask(people.desk, help.contact)).body).toEqual({
    name: given.legal_name,
    address: given.address,
    email: 'help@provider.test',
    phone: '416 555-0142',
  })
  const wrong = await ask(people.staff, billing.change, { body: { ...stored, ...given, contact_email: 'nowhere' } })
  expect([wrong.status, Object.keys(wrong.body.error.fields)]).toEqual([400, ['contact_email']])
  // A call that knows nothing of the contact leaves it.
  await ask(people.staff, billing.change, {
    body: { legal_name: 'Renamed', address: 'x', gst_hst_number: '', qst_number: '', nsf_fee: 45 },
  })
  expect((await ask(people.desk, help.contact)).body).toMatchObject({ name: 'Renamed', phone: '416 555-0142' })
})

test('SEC-7 the licences of all parts are shown as text to anyone with a session, also as a page of its own', async () => {
  const opened = await app.inject({
    url: pathOf(help.notices),
    headers: { cookie: `authorization=${await tokenOf(people.desk)}`, 'sec-fetch-site': 'same-origin' },
  })
  expect([opened.statusCode, opened.headers['content-type'], opened.headers['content-disposition']]).toEqual([
    200,
    'text/plain; charset=utf-8',
    expect.stringMatching(/^inline; /),
  ])
  for (const part of ['GeoNames', '- fastify ', '- react ']) expect(opened.payload).toContain(part)
  expect((await ask(null, help.notices)).status).toBe(401)
})
