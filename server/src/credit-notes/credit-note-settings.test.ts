import { billing } from '@portal/contract/billing/billing-settings.ts'
import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { writeOffs } from '@portal/contract/write-offs/write-offs.ts'
import { expect, test } from 'vitest'
import { reconcile } from '../db/reconcile/reconcile.ts'
import { people } from '../testing/factories.ts'
import { insertCustomer, insertSentInvoice } from '../testing/paying.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const settings = async (who: string = people.staff) => (await ask(who, billing.settings)).body
const change = async (changed: object, who: string = people.staff) =>
  ask(who, billing.change, {
    body: { ...(await settings(who)), legal_name: 'Fresh Fuels Energy Inc.', address: '1 Main St', ...changed },
  })
const issue = async (company_id: number) => {
  const amounts = [{ product: 'OTH', description: 'Goodwill', amount: 1 }]
  const body = { company_id, currency: 'CAD', amounts, reason: 'Goodwill' }
  return (await ask(people.staff, creditNotes.create, { body })).body.credit_note_number
}

test('RECV-3 another prefix starts a series of its own, and the earlier one goes on when it is chosen again', async () => {
  const company = await insertCustomer(owner)
  const series = [await issue(company), await issue(company)]
  const saved = await change({ credit_note_prefix: ' nc ', credit_note_words_fr: 'Merci.' })
  expect([saved.status, saved.body]).toEqual([
    200,
    expect.objectContaining({ credit_note_prefix: 'NC', credit_note_words_en: '', credit_note_words_fr: 'Merci.' }),
  ])
  series.push(await issue(company), await issue(company))
  await change({ credit_note_prefix: 'CN' })
  series.push(await issue(company))
  expect(series.map((number) => number.replace(/\d{4}-/, ''))).toEqual([
    'CN-000001',
    'CN-000002',
    'NC-000001',
    'NC-000002',
    'CN-000003',
  ])
  const client = await owner.connect()
  expect(
    (await reconcile(client).finally(() => client.release())).breaches.filter(({ rule }) => rule === 'M8'),
  ).toEqual([])
  const { rows } = await owner.query(
    `select before, after from audit_log where action = 'billing.change' order by id limit 1`,
  )
  expect(rows[0].after).toMatchObject({ credit_note_prefix: 'NC', credit_note_words_fr: 'Merci.' })
})

test('RECV-3 a prefix has 2 to 6 capital letters and is not that of invoices; omitted settings stay, and a text can be emptied', async () => {
  for (const credit_note_prefix of ['C', 'CREDITS', 'C1', 'C-N', '', 'É'])
    expect((await change({ credit_note_prefix })).body.error.fields).toEqual({
      credit_note_prefix: 'Enter 2 to 6 capital letters.',
    })
  expect((await change({ credit_note_prefix: 'INV' })).body.error.fields).toEqual({
    credit_note_prefix: 'INV is the prefix of invoices. Choose another one.',
  })
  expect((await change({ credit_note_words_en: 'x'.repeat(1001) })).status).toBe(400)
  await change({ credit_note_prefix: 'CRN', credit_note_words_en: 'Thanks.', write_off_admin_limit: 500 })
  const body = { legal_name: 'Fresh Fuels Energy Inc.', address: '1 Main St', nsf_fee: 45 }
  expect((await ask(people.staff, billing.change, { body })).body).toMatchObject({
    credit_note_prefix: 'CRN',
    credit_note_words_en: 'Thanks.',
    write_off_admin_limit: 500,
  })
  expect((await change({ credit_note_words_en: '', write_off_admin_limit: null })).body).toMatchObject({
    credit_note_words_en: '',
    write_off_admin_limit: null,
  })
})

test('RECV-5 the limits of write-offs hold for each role, and only an Admin changes them', async () => {
  const company = await insertCustomer(owner)
  const writeOff = async (who: string, amount: number) => {
    const { invoice_number } = await insertSentInvoice(owner, company, 100_000)
    const reply = await ask(who, writeOffs.create, { body: { invoice_number, amount, reason: 'Not worth a letter' } })
    return reply.status
  }
  await owner.query(`update users set levels = levels || '{"view_invoices": 1}' where email = $1`, [people.clerk])
  expect((await change({ write_off_user_limit: 50.5, write_off_admin_limit: 200 })).body).toMatchObject({
    write_off_user_limit: 50.5,
    write_off_admin_limit: 200,
    can_change_limits: true,
  })
  expect([await writeOff(people.staff, 200), await writeOff(people.staff, 200.01)]).toEqual([201, 403])
  expect([await writeOff(people.clerk, 50.5), await writeOff(people.clerk, 50.51)]).toEqual([201, 403])
  expect((await settings(people.clerk)).can_change_limits).toBe(false)
  const refused = await change({ write_off_user_limit: 5000, write_off_admin_limit: null }, people.clerk)
  const reason = 'Only an Admin of the provider can change the limits of write-offs.'
  expect([refused.status, refused.body.error.fields]).toEqual([
    403,
    { write_off_user_limit: reason, write_off_admin_limit: reason },
  ])
  expect((await change({ nsf_fee: 46 }, people.clerk)).body).toMatchObject({ nsf_fee: 46, write_off_user_limit: 50.5 })
})
