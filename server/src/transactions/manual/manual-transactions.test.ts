import { cards } from '@portal/contract/cards/cards.ts'
import { english } from '@portal/contract/english.ts'
import { manualTransactions, noPurchase } from '@portal/contract/transactions/manual-transactions.ts'
import type { Transaction } from '@portal/contract/transactions/transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { describe, expect, test } from 'vitest'
import { billTransactions, cardBody, manualBody, manualLine, people } from '../../testing/factories.ts'
import { testApp } from '../../testing/test-app.ts'

const { ask, owner } = await testApp()
const idOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await idOf('Northline Haulage')
const prairie = await idOf('Prairie Freight')
const post = (body: object, headers = {}) => ask(people.staff, manualTransactions.create, { body, headers })
const put = (id: number, body: object) => ask(people.staff, manualTransactions.update, { params: { id }, body })
const get = async (id: number | string): Promise<Transaction> =>
  (await ask(people.staff, transactions.get, { params: { id } })).body
const create = async (changes: object = {}): Promise<Transaction> => (await post(manualBody(northline, changes))).body
const faults = async (body: object) => (await post(body)).body.error.fields
const auditEntries = async (id: number, action: string) =>
  (
    await owner.query(
      'select before, after from audit_log where action = $1 and record_type = $2 and record_id = $3 order by id',
      [action, 'transaction', id],
    )
  ).rows

describe('manual entry', () => {
  test('TXN-6 TXN-4 a manually entered transaction is stored and billed as typed, and needs review', async () => {
    const typed = manualBody(northline, {
      authentication_id: 'HAND-1',
      provider: 'Esso',
      dtl_stn_no: '88',
      location: 'Esso Milton, Milton',
      driver_name: 'Zoé',
      vehicle: 'T9',
      odometer: '123',
      // 500 × 1.9357 plus 125.82 is 1093.67. The user typed ten dollars more, and that is billed.
      txn_attr: [manualLine({ dtl_amt: 1103.67 }), { dtl_prd_cd: 'CSH', dtl_amt: 60, dash_cash: 20 }],
    })
    const { status, body } = await post(typed)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      authentication_id: 'HAND-1',
      txn_date: '2026-11-02T08:15:00',
      txn_company: northline,
      txn_amount: 1163.67,
      currency: 'CAD',
      provider: 'Esso',
      source: 'manual',
      flags: ['manual_price', 'second_person', 'typed_tax'],
      review: 'open',
      is_accepted: false,
      is_invoiced: false,
      version: 1,
      odometer: '123',
    })
    const [fuel, cash] = body.txn_attr
    expect(fuel).toMatchObject(
      manualLine({ dtl_amt: 1103.67, dtl_uom: 'L', dtl_price_uom: 'L', dtl_auth_id: 'HAND-1' }),
    )
    expect(cash).toMatchObject({
      dtl_prd_cd: 'CSH',
      dtl_qty: 1,
      dtl_net_price: 60,
      dtl_amt: 60,
      dash_cash: 20,
      dtl_gst_amt: 0,
    })
    const explained = (await ask(people.staff, transactions.explain, { params: { id: body.id } })).body
    expect(
      explained.lines.map((line: { is_manual: boolean; billed: number }) => [line.is_manual, line.billed]),
    ).toEqual([
      [true, 1103.67],
      [true, 60],
    ])
    expect(await auditEntries(body.id, 'transactions.create')).toEqual([
      {
        before: null,
        after: expect.objectContaining({
          amount: 1163.67,
          lines: ['D1 500 L × 1.9357, HST 125.82, = 1103.67', 'CSH 1 × 60, = 60'],
        }),
      },
    ])
    expect(
      (await ask(people.northline, transactions.get, { params: { id: 'HAND-1' } })).body.txn_attr[1].dash_cash,
    ).toBe(20)
  })

  test('TXN-6 once a group is used, each of its required fields is required', async () => {
    const missing = async (dtl_prd_cd: string) =>
      Object.entries(await faults(manualBody(northline, { txn_attr: [{ dtl_prd_cd }] }))).map(([name, text]) => {
        expect(text).toBe('This field is required.')
        return name.replace('txn_attr.0.', '')
      })
    const all = [
      'dtl_qty',
      'dtl_net_price',
      'retailPrice',
      'dtl_hst_amt',
      'dtl_gst_amt',
      'dtl_pst_amt',
      'dtl_qst_amt',
      'dtl_fet_rt',
      'dtl_pft_rt',
    ]
    const fuel = [...all, 'dtl_cbt_rt', 'dtl_local_rt', 'dtl_amt', 'dtl_discount']
    const others = ['dtl_qty', 'dtl_net_price', 'dtl_hst_amt', 'dtl_gst_amt', 'dtl_qst_amt', 'dtl_local_rt', 'dtl_amt']
    for (const [product, fields] of [
      ['D1', fuel] as const,
      ['D1W', fuel] as const,
      ['GAS', fuel] as const,
      ['RF', fuel] as const,
      ['DEF', others] as const,
      ['OTH', others] as const,
      ['CSH', ['dtl_amt']] as const,
      ['FEE', ['dtl_amt']] as const,
      ['OIL', ['dtl_qty', 'dtl_hst_amt', 'dtl_gst_amt', 'dtl_qst_amt', 'dtl_amt']] as const,
    ])
      expect([product, await missing(product)]).toEqual([product, fields])
    const complete = { ...Object.fromEntries(fuel.map((field) => [field, 1])), dtl_amt: 10 }
    for (const field of fuel)
      expect(
        await faults(manualBody(northline, { txn_attr: [{ dtl_prd_cd: 'D1', ...complete, [field]: null }] })),
      ).toEqual({
        [`txn_attr.0.${field}`]: 'This field is required.',
      })
  })

  test('TXN-6 API-2 M12 each error is reported at its field', async () => {
    expect(await faults({})).toEqual({
      txn_date: 'This field is required.',
      currency: 'This field is required.',
      txn_attr: 'This field is required.',
    })
    expect(await faults(manualBody(northline, { txn_attr: [] }))).toEqual({ txn_attr: english(noPurchase) })
    expect(await faults(manualBody(northline, { txn_date: '2026-02-30T08:00' }))).toEqual({
      txn_date: 'Enter the date and time as YYYY-MM-DDTHH:mm.',
    })
    expect(await faults(manualBody(northline, { dtl_stn_prv: 'XX' }))).toEqual({
      dtl_stn_prv: 'Enter the two letters of a province or state.',
    })
    expect(await faults(manualBody(northline, { provider: 'Shell' }))).toHaveProperty('provider')
    expect(await faults(manualBody(null))).toEqual({ txn_company: 'Choose a company, or enter a card.' })
    for (const company of [987_654_321, await idOf('Fresh Fuels Energy')])
      expect(await faults(manualBody(company))).toEqual({
        txn_company: 'This company does not exist, or you cannot see it.',
      })
    const bad = async (changes: object) => faults(manualBody(northline, { txn_attr: [manualLine(changes)] }))
    expect(await bad({ dtl_prd_cd: 'D9' })).toEqual({
      'txn_attr.0.dtl_prd_cd': 'Choose one of: D1, D1W, RF, GAS, DEF, OIL, OTH, CSH, FEE.',
    })
    expect(await bad({ dtl_qty: 1.0001 })).toEqual({ 'txn_attr.0.dtl_qty': 'Use at most 3 decimals.' })
    expect(await bad({ dtl_qty: 0 })).toEqual({ 'txn_attr.0.dtl_qty': 'Enter a quantity other than 0.' })
    expect(await bad({ dtl_net_price: 1.2345678 })).toEqual({ 'txn_attr.0.dtl_net_price': 'Use at most 6 decimals.' })
    expect(await bad({ dtl_net_price: 10_000 })).toEqual({ 'txn_attr.0.dtl_net_price': 'Must be 9,999.9999 or less.' })
    expect(await bad({ dtl_amt: '1093.67' })).toEqual({ 'txn_attr.0.dtl_amt': 'Enter a number.' })
    expect(await bad({ dtl_gst_amt: 1.005 })).toEqual({ 'txn_attr.0.dtl_gst_amt': 'Use at most 2 decimals.' })
    expect(await bad({ surprise: 1 })).toEqual({ 'txn_attr.0.surprise': 'This field is not supported here.' })
    const cash = { dtl_prd_cd: 'CSH', dtl_amt: 20, dash_cash: 20.01 }
    expect(await faults(manualBody(northline, { txn_attr: [cash] }))).toEqual({
      'txn_attr.0.dash_cash': 'Dash cash cannot be more than the amount.',
    })
  })

  test('TXN-6 the card decides the company; an unknown, unassigned or other company’s card is rejected', async () => {
    const card = (await ask(people.staff, cards.create, { body: cardBody({ company_name: 'Prairie Freight' }) })).body
    const made = await post(manualBody(null, { card_number: card.card_number }))
    expect(made.body).toMatchObject({
      txn_company: prairie,
      company_name: 'Prairie Freight',
      card_number: card.card_number,
    })
    expect(await faults(manualBody(northline, { card_number: card.card_number }))).toEqual({
      txn_company: 'At that time, Prairie Freight had the card.',
    })
    expect(await faults(manualBody(null, { card_number: '123456789012' }))).toEqual({
      card_number: 'There is no card with this number.',
    })
    const spare = (await ask(people.staff, cards.create, { body: cardBody({ company_name: 'Fresh Fuels Energy' }) }))
      .body
    expect(await faults(manualBody(null, { card_number: spare.card_number }))).toEqual({
      card_number: 'No customer had this card at that time.',
    })
  })

  test('TXN-6 I2 a transaction without a code gets one, and a provider’s purchase can be entered only once', async () => {
    const first = await create({ authentication_id: null })
    expect(first.authentication_id).toMatch(/^M261102-[2-9A-Z]{6}$/)
    const typed = { authentication_id: 'TWICE-7-TA', provider: 'Pipeline' }
    expect((await create(typed)).authentication_id).toBe('TWICE-7')
    const again = await post(manualBody(northline, typed))
    expect([again.status, again.body.error.code, Object.keys(again.body.error.fields)]).toEqual([
      409,
      'transaction.duplicate',
      ['authentication_id'],
    ])
    expect(
      (await post(manualBody(northline, { ...typed, txn_attr: [{ dtl_prd_cd: 'CSH', dtl_amt: 5 }] }))).status,
    ).toBe(201)
  })

  test('TXN-13 a credit is entered with negative amounts and refers to its purchase', async () => {
    const bought = await create({ authentication_id: 'CREDIT-9' })
    const negative = manualLine({ dtl_qty: -500, dtl_hst_amt: -125.82, dtl_amt: -1093.67, dtl_discount: 0 })
    const credit = await create({ authentication_id: 'CREDIT-9', txn_attr: [negative] })
    expect(credit).toMatchObject({ txn_amount: -1093.67, credited_id: bought.id })
  })

  test('API-3 the same idempotency key creates one transaction', async () => {
    const body = manualBody(northline, { authentication_id: 'ONCE' })
    const [one, two] = [
      await post(body, { 'idempotency-key': 'once' }),
      await post(body, { 'idempotency-key': 'once' }),
    ]
    expect([one.status, two.status, two.body.id]).toEqual([201, 201, one.body.id])
  })
})

describe('changing', () => {
  test('TXN-7 sending back a record unchanged changes nothing, whatever the file left out', async () => {
    const { rows } = await owner.query(
      `select transaction_id::int as id from transaction_lines join transactions t on t.id = transaction_id
       where t.invoice_id is null and (retail_e6 is null or sales_type is null) group by 1 order by count(*) desc limit 3`,
    )
    const others = (await ask(people.staff, transactions.list, { query: { size: '50' } })).body.transactions.slice(0, 8)
    for (const { id } of [...rows, ...others]) {
      const read = await get(id)
      const lines = await owner.query('select * from transaction_lines where transaction_id = $1 order by n', [id])
      const answer = await put(id, read)
      expect([id, answer.status, answer.body]).toEqual([id, 200, read])
      expect(
        (await owner.query('select * from transaction_lines where transaction_id = $1 order by n', [id])).rows,
      ).toEqual(lines.rows)
    }
  })

  test('TXN-6 TXN-8 a changed line is billed as typed, the others keep their derived price, and the transaction needs review again', async () => {
    const { rows } = await owner.query(
      `select t.id::int from transactions t where t.source = 'import' and t.invoice_id is null and t.flags = '{}' and t.province is not null
       and (select count(*) from transaction_lines l where l.transaction_id = t.id) > 1 order by t.id limit 1`,
    )
    const read = await get(rows[0].id)
    const [first, ...rest] = read.txn_attr
    if (!first) throw new Error('The demo has transactions with lines')
    const typed = { ...first, dtl_amt: Number((first.dtl_amt + 10).toFixed(2)), retailPrice: 2, dtl_discount: 1 }
    const sold = (lines: object[]) => lines.map((line) => ({ ...line, dtl_sls_type: '1' }))
    const answer = await put(read.id, { ...read, txn_attr: sold([typed, ...rest]) })
    expect([answer.status, answer.body.flags, answer.body.review]).toEqual([200, ['manual_price', 'typed_tax'], 'open'])
    expect(answer.body.txn_amount).toBe(Number((read.txn_amount + 10).toFixed(2)))
    expect(answer.body.version).toBe(read.version + 1)
    const stored = await owner.query(
      'select is_manual, flags, rate_price_e4, sales_type from transaction_lines where transaction_id = $1 order by n',
      [read.id],
    )
    expect(stored.rows[0]).toMatchObject({ is_manual: true, rate_price_e4: null, sales_type: '1' })
    expect(stored.rows[0].flags).toEqual(['manual_price', 'typed_tax'])
    expect(stored.rows.slice(1).every((line) => !line.is_manual && line.sales_type === '1')).toBe(true)
    const [change] = await auditEntries(read.id, 'transactions.update')
    expect([change.before.amount, change.after.amount]).toEqual([read.txn_amount, answer.body.txn_amount])
    // Other taxes apply in the new province: the derived prices are billed as they stand and flagged.
    const moved = await put(read.id, { ...answer.body, dtl_stn_prv: read.dtl_stn_prv === 'SK' ? 'MB' : 'SK' })
    expect([moved.status, moved.body.txn_amount]).toEqual([200, answer.body.txn_amount])
    const after = await owner.query(
      'select bool_and(is_manual) as all_typed from transaction_lines where transaction_id = $1',
      [read.id],
    )
    expect(after.rows[0].all_typed).toBe(true)
  })

  test('TXN-8 a change requires the date, the province, and the product and type of every sale', async () => {
    const made = await create()
    const refused = async (changes: object) => (await put(made.id, { ...made, ...changes })).body.error.fields
    expect(await refused({ txn_date: '' })).toEqual({ txn_date: 'This field is required.' })
    const [line] = made.txn_attr
    expect(await refused({ dtl_stn_prv: null, txn_attr: [line, { dtl_prd_cd: 'CSH', dtl_amt: 5 }] })).toEqual({
      dtl_stn_prv: 'This field is required.',
      'txn_attr.1.dtl_sls_type': 'This field is required.',
    })
    expect(await refused({ txn_attr: [{ ...line, dtl_prd_cd: null, dtl_sls_type: '2' }] })).toEqual({
      'txn_attr.0.dtl_prd_cd': 'This field is required.',
    })
    const ok = await put(made.id, { ...made, vehicle: 'T77', txn_attr: [{ ...line, dtl_sls_type: '2' }] })
    expect([ok.status, ok.body.vehicle, ok.body.txn_attr[0].dtl_sls_type]).toEqual([200, 'T77', '2'])
    // A sales type cannot be cleared again.
    expect(
      (await put(made.id, { ...ok.body, txn_attr: [{ ...ok.body.txn_attr[0], dtl_sls_type: null }] })).body.error
        .fields,
    ).toEqual({
      'txn_attr.0.dtl_sls_type': 'This field is required.',
    })
  })

  test('TXN-6 lines can be added and removed, and a line of another transaction is rejected', async () => {
    const made = await create({
      txn_attr: [manualLine({ dtl_sls_type: '1' }), { dtl_prd_cd: 'CSH', dtl_amt: 40, dtl_sls_type: '1' }],
    })
    const other = await create()
    const [fuel, cash] = made.txn_attr
    const oil = {
      dtl_prd_cd: 'OIL',
      dtl_qty: 2,
      dtl_amt: 22.6,
      dtl_hst_amt: 2.6,
      dtl_gst_amt: 0,
      dtl_qst_amt: 0,
      dtl_sls_type: '1',
    }
    const answer = await put(made.id, { ...made, txn_attr: [fuel, oil] })
    expect(answer.body.txn_attr.map((line: { dtl_prd_cd: string }) => line.dtl_prd_cd)).toEqual(['D1', 'OIL'])
    expect([answer.body.txn_amount, answer.body.txn_attr[1].dtl_net_price]).toEqual([1116.27, 10])
    const stolen = await put(made.id, {
      ...made,
      txn_attr: [fuel, { ...other.txn_attr[0], dtl_sls_type: '1' }],
      version: null,
    })
    expect(stolen.body.error.fields).toEqual({ 'txn_attr.1.dtl_id': 'This is not a line of this transaction.' })
    const gone = await put(made.id, { ...made, txn_attr: [cash], version: null })
    expect(gone.body.error.fields).toEqual({ 'txn_attr.0.dtl_id': 'This is not a line of this transaction.' })
  })

  test('FORM-7 TXN-13 a stale version and an invoiced transaction are rejected and stay unchanged', async () => {
    const made = await create({ txn_attr: [manualLine({ dtl_sls_type: '1' })] })
    const answers = await Promise.all(['A', 'B', 'C'].map((vehicle) => put(made.id, { ...made, vehicle })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error.code).toBe('record.stale')
    await billTransactions(owner, [made.id])
    const read = await get(made.id)
    const refused = await put(made.id, { ...read, vehicle: 'D' })
    expect([refused.status, refused.body.error.code]).toEqual([409, 'transaction.invoiced'])
    expect((await get(made.id)).vehicle).toBe(read.vehicle)
  })
})

describe('card balances', () => {
  const balances = async (id: number) =>
    (
      await owner.query(
        `select weekly_fuel_quantity_balance_milli::int as fuel, refreshing_cash_balance_cents::int as cash, dash_cash_balance_cents::int as dash from cards where id = $1`,
        [id],
      )
    ).rows[0]

  test('CARD-16 a manual purchase draws from its card, a change draws the difference, and deleting it restores the balances', async () => {
    const body = cardBody({
      dash_cash_balance: 100,
      weekly_fuel_quantity_balance: 800,
      weekly_fuel_quantity_limit: 800,
    })
    const card = (await ask(people.staff, cards.create, { body })).body
    const cash = { dtl_prd_cd: 'CSH', dtl_amt: 90, dash_cash: 30, dtl_sls_type: '1' }
    const made = await create({ card_number: card.card_number, txn_attr: [manualLine({ dtl_sls_type: '1' }), cash] })
    expect(await balances(card.id)).toEqual({ fuel: 300_000, cash: 2007, dash: 7000 })
    const [fuel, drawn] = made.txn_attr
    const less = { ...fuel, dtl_qty: 400, dtl_amt: 874.94, dtl_hst_amt: 100.66 }
    expect((await put(made.id, { ...made, txn_attr: [less, drawn] })).status).toBe(200)
    expect(await balances(card.id)).toEqual({ fuel: 400_000, cash: 2007, dash: 7000 })
    expect((await ask(people.staff, transactions.remove, { params: { id: made.id } })).status).toBe(204)
    expect(await balances(card.id)).toEqual({ fuel: 800_000, cash: 8007, dash: 10_000 })
    const { rows } = await owner.query(
      `select before, after from audit_log where action = 'transactions.remove' and record_type = 'card' and record_id = $1`,
      [card.id],
    )
    expect(rows).toEqual([
      {
        before: expect.objectContaining({ weekly_fuel_quantity_balance: 400, dash_cash_balance: 70 }),
        after: expect.objectContaining({ weekly_fuel_quantity_balance: 800, dash_cash_balance: 100 }),
      },
    ])
  })

  test('CARD-16 a balance that was refreshed since is not restored a second time', async () => {
    const card = (
      await ask(people.staff, cards.create, {
        body: cardBody({ weekly_fuel_quantity_balance: 700, weekly_fuel_quantity_limit: 800 }),
      })
    ).body
    const made = await create({ card_number: card.card_number })
    await owner.query(
      `insert into card_refreshes (card_id, company_id, day, kinds, at) values ($1, $2, '2026-11-03', 2, now() + interval '1 hour')`,
      [card.id, northline],
    )
    await owner.query('update cards set weekly_fuel_quantity_balance_milli = 750000 where id = $1', [card.id])
    await ask(people.staff, transactions.remove, { params: { id: made.id } })
    expect((await balances(card.id)).fuel).toBe(750_000)
  })

  test('TXN-6 a purchase on a card on hold or over its limit is booked with an exception', async () => {
    const card = (
      await ask(people.staff, cards.create, {
        body: cardBody({ card_status: 'HOLD', weekly_fuel_quantity_balance: 10 }),
      })
    ).body
    expect((await create({ card_number: card.card_number })).exceptions).toEqual(['on_hold', 'over_limit'])
    expect((await balances(card.id)).fuel).toBe(-490_000)
  })
})
