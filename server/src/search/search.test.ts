import { cards } from '@portal/contract/cards/cards.ts'
import { type SearchHit, type SearchKind, search } from '@portal/contract/search/search.ts'
import { expect, test } from 'vitest'
import { cardBody, insertTransaction, people } from '../testing/factories.ts'
import { insertPaymentOf, insertSentInvoice } from '../testing/paying.ts'
import { insertOldCreditNote } from '../testing/rows/credited.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const find = async (person: string, q: string): Promise<SearchHit[]> =>
  (await ask(person, search.find, { query: { q } })).body.hits
const kindsOf = async (person: string, q: string) => [...new Set((await find(person, q)).map(({ kind }) => kind))]
const { rows: companies } = await owner.query(`select id::int from companies where name = 'Northline Haulage'`)
const northline = companies[0].id as number
const changes = {
  company_name: 'Northline Haulage',
  driver_name: 'Odile Bergeron',
  vehicle_assigned_to_card: 'trk-5590',
}
const card = (await ask(people.staff, cards.create, { body: cardBody(changes) })).body
const sent = await insertSentInvoice(owner, northline, 5000)
await insertPaymentOf(owner, sent.id, 1000, { reference: 'CHQ-NL-7781' })
const credited = await insertOldCreditNote(owner, northline, 'CN-1997-000099')
const { rows: sites } = await owner.query(
  `insert into sites (provider_id, site_number, name, city, province)
   select min(id), '770099', 'Moosomin Cardlock', 'Moosomin', 'SK' from fuel_providers returning id::int`,
)
const { rows: bought } = await owner.query('select authentication_id from transactions where id = $1', [
  await insertTransaction(owner, northline),
])
/** A text on a record of each kind, all but the site Northline's. */
const known: Record<SearchKind, string> = {
  card: card.card_number,
  driver: 'Odile Berg',
  unit: 'TRK-559',
  customer: 'orthline hau',
  invoice: sent.invoice_number,
  receipt: 'NL-7781',
  credit_note: credited.number,
  transaction: bought[0].authentication_id,
  user: 'desk@north',
  site: 'moosomin',
}

test('UX-3 every kind of record is found by the text on it, in any case, with company, status and currency', async () => {
  for (const [kind, text] of Object.entries(known)) {
    expect([kind, await kindsOf(people.staff, text)]).toEqual([kind, expect.arrayContaining([kind])])
    if (kind === 'transaction') continue
    expect([kind, await kindsOf(people.staff, text.toLowerCase())]).toEqual([kind, expect.arrayContaining([kind])])
  }
  expect(await find(people.staff, sent.invoice_number)).toEqual([
    {
      kind: 'invoice',
      id: sent.id,
      label: sent.invoice_number,
      detail: null,
      company: 'Northline Haulage',
      status: 'PARTIALLY_PAID',
      day: '2026-11-01',
      amount: 50,
      currency: 'CAD',
    },
  ])
  expect(await find(people.staff, 'moosomin card')).toMatchObject([
    { kind: 'site', id: sites[0].id, label: '770099 Moosomin Cardlock', detail: 'Moosomin, SK' },
  ])
  // A card's number also with the spaces that are printed on it.
  expect(await kindsOf(people.staff, known.card.replace(/(.{4})/g, '$1 '))).toContain('card')
})

test('UX-3 PERM-4 PERM-7 a user finds only kinds that they can list, of their own company', async () => {
  for (const [kind, text] of Object.entries(known)) {
    const ofNorthline = (await find(people.prairie, text)).filter(({ company }) => company === 'Northline Haulage')
    expect([kind, ofNorthline]).toEqual([kind, []])
  }
  for (const kind of ['card', 'driver', 'unit', 'invoice', 'receipt', 'credit_note', 'transaction', 'user'] as const)
    expect([kind, await kindsOf(people.northline, known[kind])]).toEqual([kind, expect.arrayContaining([kind])])
  expect(await kindsOf(people.northline, known.customer)).not.toContain('customer')
  expect(await kindsOf(people.northline, known.site)).not.toContain('site')
  expect(await kindsOf(people.desk, known.user)).not.toContain('user')
})

test('UX-3 characters with a meaning in patterns stand for themselves; a text that is too short is refused', async () => {
  for (const text of ['%%%', '___', '\\\\\\', "';--"])
    expect([text, await find(people.staff, text)]).toEqual([text, []])
  expect((await ask(people.staff, search.find, { query: { q: 'ab' } })).status).toBe(400)
})

test('UX-3 names are found with or without accents, and signs of a search pattern find themselves alone', async () => {
  const driver_name = 'Zénaïde Çelik-Côté (nuit)'
  await ask(people.staff, cards.create, { body: cardBody({ company_name: 'Northline Haulage', driver_name }) })
  for (const q of ['zenaide celik', 'ZÉNAÏDE ÇELIK-CÔTÉ', 'cote (nuit)'])
    expect([q, (await find(people.staff, q)).map(({ label }) => label)]).toEqual([q, [driver_name]])
  for (const q of ['.*nuit', '(nuit|', '[a-z', '%%%', '___', '\\\\\\', '***:a'])
    expect([q, await find(people.staff, q)]).toEqual([q, []])
})
