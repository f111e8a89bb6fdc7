import { cards } from '@portal/contract/cards/cards.ts'
import { expect, test } from 'vitest'
import { people } from './factories.ts'
import { makeInvoice } from './invoices.ts'
import { testApp } from './test-app.ts'

const { app, ask: call, owner, tokenOf } = await testApp()
/** Calls the path as the two source documents write it. */
const ask = async (path: string, { method = 'GET', body }: { method?: 'GET' | 'PUT'; body?: object } = {}) => {
  const headers = { authorization: await tokenOf(people.staff) }
  const reply = await app.inject({ method, url: `/v2/${path}`, headers, ...(body ? { payload: body } : {}) })
  return { status: reply.statusCode, body: reply.json() }
}
const keysOf = async (path: string, at: (body: never) => object) => Object.keys(at((await ask(path)).body as never))

const filters: Record<string, string> = {
  'fuel-card-management':
    'card_number company_name company_number plastic_type plastic_typee trailer_number card_status driver_name',
  'spol/invoices/':
    'invoice_number company_name issued_date due_date start_date end_date status total_amount amount_due currency',
  'fuel-company': 'company_name company_number email phone',
  users: 'email first_name last_name company phone role',
}
/** A value that a filter of this kind accepts. */
const valueFor = (field: string) => (field.endsWith('_date') ? ':2026-11-01' : field.includes('amount') ? ':1' : '::')
test.each(Object.entries(filters))('LIT-1 %s filters by each field of the documents', async (path, fields) => {
  for (const field of fields.split(' '))
    expect([field, (await ask(`${path}?filter=${field}${valueFor(field)}`)).status]).toEqual([field, 200])
})

test.each([
  ['fuel-card-management', 'card_status', 'RELEASE,ACTIVE,Open,HOLD,NSF,CLOSED,INACTIVE,active,Hold,closed'],
  ['spol/invoices/', 'status', 'DRAFT,Draft,Partially Paid,PARTIALLY_PAID,Fully Paid,sent,VOID,Open,Closed,NSF,nsf'],
  ['spol/invoices/', 'currency', 'C,CAD,USD,usd'],
  ['fuel-transaction/authcode', 'currency', 'C,CAD,USD,cad'],
])('LIT-8 %s?filter=%s accepts every word of the documents in any letter case', async (path, field, words) => {
  for (const word of words.split(','))
    expect([word, (await ask(`${path}?filter=${field}:${encodeURIComponent(word)}`)).status]).toEqual([word, 200])
})

test('LIT-6 lookups and profiles reply in the documents’ shapes', async () => {
  expect(await keysOf('screens?app=FF', (screens: object[]) => screens[0] as object)).toEqual(
    expect.arrayContaining(['code', 'name', 'create', 'read', 'update', 'delete', 'download']),
  )
  expect(await keysOf('profile/user', (profile: object) => profile)).toEqual(
    expect.arrayContaining(['APIResult', 'first', 'profile_img', 'isUserEligibleForAccountSwitch']),
  )
  expect((await ask('payment')).body.payment_mode_list).toEqual([
    { name: 'Cheque', code: 'cheque' },
    { name: 'Cash', code: 'cash' },
    { name: 'Interac/debit/credit', code: 'interac_debit_credit' },
  ])
  expect(
    await keysOf('getFuelProviderCompany', (body: { fuel_company: object[] }) => body.fuel_company[0] as object),
  ).toEqual(expect.arrayContaining(['fuel_company_provider', 'company_id', 'company_ref_id']))
  expect(await keysOf('fuel-customer-markups/find-all?paged=false', (all: object[]) => all[0] as object)).toEqual(
    expect.arrayContaining(['company_name', 'customer_company_id']),
  )
  const pairs = ['countries', 'states', 'cities', 'currencies', 'types?type=INVOICE_STATUS', 'types?type=TAX_TYPE']
  for (const path of pairs)
    expect([path, await keysOf(path, (all: object[]) => all[0] as object)]).toEqual([
      path,
      expect.arrayContaining(['key', 'value']),
    ])
  expect((await ask('roles')).body).toEqual([
    { id: 1, name: 'Admin' },
    { id: 2, name: 'User' },
  ])
})

test('LIT-6 both documents’ ways to page a list work, and an invoice is updated with their payload', async () => {
  for (const query of [
    'paged=true&page=1&size=10&sort=card_number,asc&filter=card_number::7083',
    'filterField=card_number&matchStrategy=contains&query=7083&sortField=card_number&sortOrder=asc&pageSize=10&pageNumber=1',
  ])
    expect((await ask(`fuel-card-management?${query}`)).body.metadata).toMatchObject({ page: 1, size: 10 })
  const { rows } = await owner.query(`select id::int from companies where name = 'Northline Haulage'`)
  await makeInvoice(owner, { companyId: rows[0].id, lines: 2, status: 'DRAFT' })
  const { invoices, total_elements } = (
    await ask('spol/invoices/?sortParam=invoice_number&sortingOrder=asc&filter=status:Draft')
  ).body
  expect(total_elements).toBe(1)
  const { invoice_dto } = (await ask(`spol/invoices/${invoices[0].id}`)).body
  const { id, issued_date, due_date, start_date, end_date, status, amount_due, currency } = invoice_dto
  const marked = { ...status, marker: 'Urgent' }
  const body = { id, issued_date, due_date, start_date, end_date, status: marked, amount_due, currency }
  expect((await ask('spol/invoices/update', { method: 'PUT', body })).status).toBe(200)
})

const requiredOfCard =
  'card_number company_name plastic_type driver_name driver_id other_id commercial_driver_license vehicle_assigned_to_card trailer_number ' +
  'card_type card_status card_group odometer trip_number usage_above_volume_limits cash_advance_type cash_refresh_days refreshing_cash_limits ' +
  'daily_card_limit debit_dollar_balance refreshing_cash_balance increment_dash_cash_amount pay_check_balance dash_cash_balance dash_cash_memo ' +
  'weekly_product_refresh weekly_product_refresh_money_amount weekly_fuel_quantity_limit weekly_vehicle_quantity_refresh_day ' +
  'weekly_fuel_quantity_balance daily_vehicle_quantity_limit_in_gallons non_highway_fuel_limit'
test('LIT-7 a card requires exactly the documents’ required fields', async () => {
  const { error } = (await call(people.staff, cards.create, { body: {} })).body
  expect(Object.keys(error.fields).sort()).toEqual(
    requiredOfCard.replace('pay_check_balance', 'paycheck_balance').split(' ').sort(),
  )
})
