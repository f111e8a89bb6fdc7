import { providerCodes } from '@portal/contract/booking/product-codes.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { expect, test } from 'vitest'
import { cardBody, people } from '../../testing/factories.ts'
import { bought, testImports } from '../../testing/importing.ts'

const { ask, imported, rows } = await testImports()
const northline = Number((await rows(`select id from companies where name = 'Northline Haulage'`))[0].id)
const prairie = Number((await rows(`select id from companies where name = 'Prairie Freight'`))[0].id)
const card = (
  await ask(people.staff, cards.create, {
    body: cardBody({ driver_name: 'Ida Moreau', vehicle_assigned_to_card: 'T-17' }),
  })
).body
const propose = async (query: Record<string, string>, who: string = people.staff) =>
  ask(who, manualTransactions.propose, { query })
const nothing = {
  company: null,
  driver_name: null,
  vehicle: null,
  location: null,
  dtl_stn_prv: null,
  region: null,
  prices: [],
}
const place = { provider: 'Esso', dtl_stn_no: '00770001' }
/** A site of Esso in Milton with a diesel rate, and another grade of it. */
async function insertRates(
  day: string,
  price_e4: number,
  retail_e4: number | null = null,
  code = 'DSL EFF LS',
  product = 'D1',
) {
  await rows(
    `insert into product_codes (provider_id, code, product) select id, $1, $2 from fuel_providers where name = 'Esso' on conflict do nothing`,
    [code, product],
  )
  await rows(
    `with i as (insert into imports (company_id, kind, provider, file_name, size_bytes, sha256, mode, status)
       select id, 'rates', 'Esso', 'rates.xlsx', 1, sha256('x'), 'good', 'done' from companies where kind = 'provider' returning id),
     u as (insert into rate_uploads (import_id, provider_id, from_date, to_date, rates_count, sites_count)
       select i.id, p.id, $1, $1, 1, 1 from i, fuel_providers p where p.name = 'Esso' returning id),
     s as (insert into sites (provider_id, site_number, name, city, province) select id, '770001', 'Esso Milton', 'Milton', 'ON' from fuel_providers where name = 'Esso'
       on conflict (provider_id, site_number) do update set province = 'ON' returning id, provider_id)
     insert into daily_rates (provider_id, site_id, product, code, day, price_e4, currency, unit, retail_e4, upload_id, row_no)
     select s.provider_id, s.id, $5, $4, $1, $2, 'CAD', 'L', $3, u.id, 2 from s, u`,
    [day, price_e4, retail_e4, code, product],
  )
}

test('TXN-25 a card proposes its driver and unit, and the company that held it on that day', async () => {
  expect((await propose({})).body).toEqual(nothing)
  expect((await propose({ card_number: '1', txn_date: '2026-11-02' })).body).toEqual(nothing)
  const known = { ...nothing, driver_name: 'Ida Moreau', vehicle: 'T-17' }
  expect((await propose({ card_number: card.card_number })).body).toEqual(known)
  const held = { ...known, company: { id: northline, name: 'Northline Haulage' } }
  expect((await propose({ card_number: card.card_number, txn_date: '2026-11-02T08:15' })).body).toEqual(held)
  await rows('update cards set company_id = $2 where id = $1', [card.id, prairie])
  await rows(`update card_assignments set from_at = '2026-11-05' where card_id = $1 and company_id = $2`, [
    card.id,
    prairie,
  ])
  expect((await propose({ card_number: card.card_number, txn_date: '2026-11-04' })).body.company?.id).toBe(northline)
  expect((await propose({ card_number: card.card_number, txn_date: '2026-11-06' })).body.company?.id).toBe(prairie)
  expect((await propose({ txn_company: String(prairie) })).body.company).toEqual({
    id: prairie,
    name: 'Prairie Freight',
  })
})

const purchase = { ...place, txn_date: '2026-11-03', txn_company: String(northline), products: 'D1,RF,CSH' }
test('TXN-25 a site proposes its place, and with card, day and product the price of the import', async () => {
  await insertRates('2026-11-03', 17_000, 20_500)
  await rows(`update markups set status = 'INACTIVE' where company_id = $1`, [northline])
  await rows(
    `insert into markups (company_id, fuel_provider_id, markup_value_e4, from_date, status) select $1, id, 300, '2026-01-01', 'ACTIVE' from fuel_providers where name = 'Esso'`,
    [northline],
  )
  const { status, body } = await propose(purchase)
  expect([status, body]).toEqual([
    200,
    {
      ...nothing,
      company: { id: northline, name: 'Northline Haulage' },
      location: 'Esso Milton, Milton',
      dtl_stn_prv: 'ON',
      prices: [
        {
          dtl_prd_cd: 'D1',
          dtl_net_price: 1.73,
          dtl_price_uom: 'L',
          retailPrice: 2.05,
          rate_date: '2026-11-03',
          has_markup: true,
          sales_taxes: [{ tax: 'HST', rate: 13 }],
        },
      ],
    },
  ])
  // The same as the import bills.
  const number = (await ask(people.staff, cards.create, { body: cardBody() })).body.card_number
  await imported('Esso', [bought(number, { site: '770001', date: '2026-11-03' })])
  const [line] = await rows(
    'select price_e6::int from transaction_lines l join transactions t on t.id = l.transaction_id where card_number = $1',
    [number],
  )
  expect(line.price_e6).toBe(1_730_000)
  // The rate of an earlier day is carried; before the first one, in another currency or elsewhere there is none.
  expect((await propose({ ...purchase, txn_date: '2026-11-05' })).body.prices).toMatchObject([
    { rate_date: '2026-11-03' },
  ])
  for (const other of [
    { txn_date: '2026-11-02' },
    { currency: 'USD' },
    { dtl_stn_no: '770002' },
    { provider: 'Comdata' },
  ])
    expect([other, (await propose({ ...purchase, ...other })).body.prices]).toEqual([other, []])
  const { txn_company, ...unknown } = purchase
  expect((await propose(unknown)).body.prices).toEqual([])
})

test('TXN-25 of several grades, the usual code of the product is proposed', async () => {
  await insertRates('2026-11-03', 19_000, null, 'DSL PREMIUM')
  expect((await propose(purchase)).body.prices).toMatchObject([{ dtl_net_price: 1.73 }])
  await rows(`delete from daily_rates where code = 'DSL EFF LS'`)
  expect((await propose(purchase)).body.prices).toMatchObject([{ dtl_net_price: 1.93 }])
  await insertRates('2026-11-03', 18_000, null, 'DSL OTHER')
  expect((await propose(purchase)).body.prices).toEqual([])
})

test('TXN-25 RATE-5 the proposal uses the rate that an import would use: that of the code whose rate is shared', async () => {
  const share = (rate_code: string | null) =>
    ask(people.staff, providerCodes.save, { body: { provider: 'Esso', code: 'REG', product: 'GAS', rate_code } })
  const proposed = async () =>
    (await propose({ ...purchase, txn_date: '2026-11-03', products: 'GAS' })).body.prices.map(
      ({ dtl_net_price }: { dtl_net_price: number }) => dtl_net_price,
    )
  const booked = async () => {
    const number = (await ask(people.staff, cards.create, { body: cardBody() })).body.card_number
    await imported('Esso', [bought(number, { site: '770001', date: '2026-11-03', product: 'REG' })])
    const [line] = await rows(
      'select price_e6::int, l.flags from transaction_lines l join transactions t on t.id = l.transaction_id where card_number = $1',
      [number],
    )
    return line.flags.includes('no_rate') ? [] : [line.price_e6 / 1_000_000]
  }
  await insertRates('2026-11-03', 15_110, null, 'REG', 'GAS')
  expect([await proposed(), await booked()]).toEqual([[1.541], [1.541]])
  // MID has no rate, so REG has none either.
  expect((await share('MID')).status).toBe(200)
  expect([await proposed(), await booked()]).toEqual([[], []])
  await insertRates('2026-11-03', 16_000, null, 'MID', 'GAS')
  expect([await proposed(), await booked()]).toEqual([[1.63], [1.63]])
  // Several codes with one rate are one choice.
  await rows(`update product_codes set product = 'OTH' where code = 'REG'`)
  expect(await proposed()).toEqual([1.63])
  await rows(`update product_codes set rate_code = 'MID' where code = 'SUP'`)
  expect(await proposed()).toEqual([1.63])
})

test('TXN-25 PERM-7 only staff who can add transactions get proposals, and unknown fields are rejected', async () => {
  expect([(await propose({}, people.northline)).status, (await propose({}, people.clerk)).status]).toEqual([403, 403])
  expect((await propose({ products: 'D9' })).status).toBe(400)
  expect((await propose({ surprise: '1' })).status).toBe(400)
  expect((await propose({ txn_date: '2026-13-01' })).status).toBe(400)
})
