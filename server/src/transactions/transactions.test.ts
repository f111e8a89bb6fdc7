import { cards } from '@portal/contract/cards/cards.ts'
import type { Explanation } from '@portal/contract/pricing/price-explanation.ts'
import { type Transaction, type TransactionRow, transactions } from '@portal/contract/transactions/transactions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { staffScope } from '../platform/access/scope.ts'
import { billTransactions, people } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'
import { foldTransactionCounts } from './transactions.queries.ts'

const { ask, owner, database } = await testApp()
const idOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const northline = await idOf('Northline Haulage')
const one = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows[0]
const listOf = async (who: string, query: Record<string, string | string[]> = {}): Promise<TransactionRow[]> =>
  (await ask(who, transactions.list, { query: { size: '50', ...query } })).body.transactions
const totalOf = async (who: string, query: Record<string, string | string[]> = {}) =>
  (await ask(who, transactions.list, { query })).body.metadata as { total_count: number; total_kind: string }
const get = async (who: string, id: string | number): Promise<Transaction> =>
  (await ask(who, transactions.get, { params: { id } })).body
const cents = (amount: number) => Math.round(amount * 100)

describe('the list', () => {
  test('TXN-1 TXN-2 TXN-4 newest first, each with its lines; the amount is their sum and the price is the first line’s', async () => {
    const rows = await listOf(people.staff)
    expect(rows.map(({ txn_date }) => txn_date)).toEqual(
      rows
        .map(({ txn_date }) => txn_date)
        .toSorted()
        .reverse(),
    )
    expect(rows.some(({ txn_attr }) => txn_attr.length > 2)).toBe(true)
    for (const row of rows) {
      expect(row.txn_date).toMatch(/^2026-\d\d-\d\dT\d\d:\d\d:\d\d$/)
      expect(cents(row.txn_amount)).toBe(row.txn_attr.reduce((sum, line) => sum + cents(line.dtl_amt), 0))
      expect(row.txn_price_per_unit).toBe(row.txn_attr[0]?.dtl_net_price)
      expect(row.txn_id).toBe(row.id)
      for (const line of row.txn_attr) {
        expect([line.dtl_stn_addr, line.dtl_stn_prv, line.header.hdr_currency]).toEqual([
          row.location,
          row.dtl_stn_prv,
          row.currency,
        ])
        expect(line.dtl_auth_id.startsWith(row.authentication_id)).toBe(true)
        expect([line.provincial_fuel_tax_rate, line.pct]).toEqual([line.dtl_pft_rt, line.dtl_cbt_rt])
        expect(line.dtl_price_wo_tax).not.toBeNull()
        expect(line.total_amount).not.toBeNull()
      }
    }
  })

  test('TXN-4 COST-2 PERM-7 a customer sees only its own transactions, with what is billed for the provider’s prices, and no review status', async () => {
    const { count } = await one('select count(*)::int from transactions where company_id = $1', [northline])
    expect(count).toBeGreaterThan(50)
    expect(await totalOf(people.northline)).toMatchObject({ total_count: count, total_kind: 'exact' })
    const { code } = await one(
      `select authentication_id as code from transactions where company_id = $1 and flags <> '{}' limit 1`,
      [northline],
    )
    const [own] = await listOf(people.northline, { filter: `authentication_id:${code}` })
    expect(own?.flags).toEqual([])
    expect(own?.txn_attr.map(({ dtl_price_wo_tax, total_amount }) => [dtl_price_wo_tax, total_amount])).toEqual(
      own?.txn_attr.map(({ dtl_net_price, dtl_amt }) => [dtl_net_price, dtl_amt]),
    )
    expect(own?.txn_attr[0]?.dtl_net_price).toBeGreaterThan(1)
    expect((await get(people.staff, code)).flags).not.toEqual([])
    expect((await ask(people.prairie, transactions.get, { params: { id: code } })).status).toBe(404)
    expect((await ask(people.prairie, transactions.get, { params: { id: String(own?.id) } })).status).toBe(404)
    const names = new Set(
      (await listOf(people.prairie, { filter: 'company_name::a' })).map(({ company_name }) => company_name),
    )
    expect(names).toEqual(new Set(['Prairie Freight']))
  })

  test('TXN-4 every filter of the list returns only matching transactions', async () => {
    const filter = ['location::Esso', 'txn_date:2026-08-17..']
    const [sample] = await listOf(people.staff, { filter, sort: 'txn_date,asc' })
    if (!sample) throw new Error('The demo has transactions at Esso')
    const day = sample.txn_date.slice(0, 10)
    const { count } = await one('select count(*)::int from transactions where txn_at >= $1 and txn_at < $1::date + 1', [
      day,
    ])
    expect(count).toBeGreaterThan(3)
    expect(await totalOf(people.staff, { filter: `txn_date:${day}` })).toMatchObject({ total_count: count })
    expect(await totalOf(people.staff, { filter: `txn_date:${day}..${day}` })).toMatchObject({ total_count: count })
    const fitting: [string, (row: TransactionRow) => boolean][] = [
      [`authentication_id:${sample.authentication_id}`, (row) => row.authentication_id === sample.authentication_id],
      [`txn_date:${day}`, (row) => row.txn_date.startsWith(day)],
      [`txn_date:..${day}`, (row) => row.txn_date.slice(0, 10) <= day],
      [`card_number:${sample.card_number}`, (row) => row.card_number === sample.card_number],
      [`dtl_stn_no:${sample.dtl_stn_no}`, (row) => row.dtl_stn_no === sample.dtl_stn_no],
      ['dtl_stn_prv:QC', (row) => row.dtl_stn_prv === 'QC'],
      ['location::mississ', (row) => row.location?.includes('Mississauga') ?? false],
      ['company_name::acadia', (row) => row.company_name === 'Acadia Trucking'],
      ['amount:500..509.99', (row) => row.txn_amount >= 500 && row.txn_amount < 510],
      ['currency:USD', (row) => row.currency === 'USD'],
    ]
    for (const [asked, fits] of fitting) {
      const rows = await listOf(people.staff, { filter: asked })
      expect([asked, rows.length > 0, rows.every(fits)]).toEqual([asked, true, true])
    }
  })

  test('UX-3 transactions are found by driver, unit and litres; litres are the fuel of all its lines, from gallons too', async () => {
    const rows = await listOf(people.staff, { filter: 'driver_name::a' })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ driver_name }) => /a/i.test(driver_name ?? ''))).toBe(true)
    const [first] = rows as [TransactionRow]
    const units = await listOf(people.staff, { filter: `vehicle:${first.vehicle}` })
    expect(new Set(units.map(({ vehicle }) => vehicle))).toEqual(new Set([first.vehicle]))
    expect(await totalOf(people.staff, { filter: 'driver_name::no such driver' })).toMatchObject({ total_count: 0 })
    const within = await listOf(people.staff, { filter: 'litres:400..500' })
    expect(within.length).toBeGreaterThan(0)
    for (const { litres } of within) expect(litres).toBeGreaterThanOrEqual(400)
    const gallons = (await listOf(people.staff, { filter: 'currency:USD' })).find(({ txn_attr }) =>
      txn_attr.some(({ dtl_uom, dtl_prd_cd }) => dtl_uom === 'GAL' && dtl_prd_cd === 'D1'),
    ) as TransactionRow
    const bought = gallons.txn_attr.filter(({ dtl_prd_cd }) => ['D1', 'D1W', 'RF', 'GAS'].includes(dtl_prd_cd))
    const milli = bought.reduce((sum, { dtl_qty }) => sum + Math.round(dtl_qty * 3785.411784), 0)
    expect(gallons.litres).toBe(milli / 1000)
    const ids = (found: TransactionRow[]) => found.map(({ id }) => id)
    const line = Math.round((bought[0]?.dtl_qty ?? 0) * 3785.411784) / 1000
    expect(ids(await listOf(people.staff, { filter: `litres:${line}` }))).toContain(gallons.id)
    expect(await totalOf(people.staff, { filter: 'litres:9999999..' })).toMatchObject({ total_count: 0 })
  })

  test('TXN-4 LIST-11 the CSV of the filtered list has one row per transaction', async () => {
    const { text } = await ask(people.northline, transactions.list, {
      query: { format: 'csv', filter: 'currency:CAD' },
    })
    const { count } = await one(`select count(*)::int from transactions where company_id = $1 and currency = 'CAD'`, [
      northline,
    ])
    const [head, ...rows] = text.trim().split('\r\n')
    expect(head?.replace('\uFEFF', '')).toBe(
      'Auth code,Time stamp,Card number,Site number,Province/State,Location,Company,Amount,Currency,Provider',
    )
    expect(rows).toHaveLength(count)
  })

  test('LIST-12 the total follows every insert, move to another month and deletion, and folding does not change it', async () => {
    const expectRight = async () => {
      const { count } = await one('select count(*)::int from transactions')
      expect(await totalOf(people.staff)).toMatchObject({ total_count: count, total_kind: 'exact' })
      const months = `select company_id::int, month::text, sum(count)::int as count from transaction_counts group by 1, 2 having sum(count) <> 0 order by 1, 2`
      const counted = `select company_id::int, date_trunc('month', txn_at)::date::text as month, count(*)::int from transactions group by 1, 2 order by 1, 2`
      expect((await owner.query(months)).rows).toEqual((await owner.query(counted)).rows)
    }
    await expectRight()
    await owner.query(`update transactions set txn_at = txn_at - interval '40 days' where id % 9 = 0`)
    await owner.query(`update transactions set txn_at = txn_at + interval '40 days' where id % 9 = 0`)
    await owner.query('begin; delete from transactions where id % 2 = 0; rollback')
    await owner.query(
      `insert into transactions (company_id, authentication_id, txn_at, currency, amount_cents, source) values ($1, 'COUNTED', '2020-02-29', 'CAD', 1, 'fee')`,
      [northline],
    )
    await expectRight()
    await Promise.all([1, 2, 3].map(() => database.transaction(staffScope(0), foldTransactionCounts)))
    await expectRight()
    await owner.query(`delete from transactions where authentication_id = 'COUNTED'`)
    await expectRight()
  })
})

describe('one transaction', () => {
  test('TXN-4 TXN-5 a code finds the newest visible transaction, and an id exactly that one', async () => {
    const { id, code, original } = await one(
      `select id::int, authentication_id as code, credited_id::int as original from transactions where credited_id is not null limit 1`,
    )
    const credit = await get(people.staff, code)
    expect(credit).toMatchObject({
      txn_id: id,
      credited_id: original,
      txn_amount: expect.toSatisfy((amount: number) => amount < 0),
    })
    expect(credit.same_code).toEqual([expect.objectContaining({ txn_id: original, txn_amount: -credit.txn_amount })])
    expect(await get(people.staff, original)).toMatchObject({
      txn_id: original,
      authentication_id: code,
      same_code: [{ txn_id: id }],
    })
  })

  test('UX-8 PERM-7 it leads to its card, unit and invoice, as far as the reader’s company has them', async () => {
    const { id, card_id, unit_id } = await one(
      `select t.id::int, t.card_id::int, u.id::int as unit_id from transactions t
       join cards c on c.id = card_id and c.company_id = t.company_id
       join units u on u.company_id = t.company_id and u.unit_number = unit_number_of(t.vehicle)
       where t.company_id = $1 and invoice_id is null and t.txn_at < '2026-11-01' limit 1`,
      [northline],
    )
    const invoice_id = await billTransactions(owner, [id], 'INV-2026-800001')
    const draft = { card_id, unit_id, invoice_id: null, invoice_number: null }
    expect((await get(people.northline, id)).links).toEqual(draft)
    await owner.query(`update invoices set status = 'SENT', sent_at = now() where id = $1`, [invoice_id])
    const links = { card_id, unit_id, invoice_id, invoice_number: 'INV-2026-800001' }
    expect((await get(people.staff, id)).links).toEqual(links)
    expect((await get(people.northline, id)).links).toEqual(links)
    const moved = await one(`select id::int from companies where name = 'Prairie Freight'`)
    await owner.query('update cards set company_id = $1 where id = $2', [moved.id, card_id])
    expect((await get(people.northline, id)).links.card_id).toBeNull()
    expect((await get(people.staff, id)).links.card_id).toBe(card_id)
    await owner.query('update cards set company_id = $1 where id = $2', [northline, card_id])
  })

  test('TXN-12 a site has its own coordinates, or its city’s, marked as approximate', async () => {
    const at = async (location: string) =>
      (await get(people.staff, (await listOf(people.staff, { filter: `location::${location}` }))[0]?.id ?? 0)).site
    expect(await at('Dixie Road')).toEqual({
      id: expect.any(Number),
      name: 'Esso Dixie Road',
      city: 'Mississauga',
      latitude: 43.6532,
      longitude: -79.6482,
      is_approximate: false,
    })
    expect(await at('Saint-Hyacinthe')).toMatchObject({ latitude: 45.6308, longitude: -72.957, is_approximate: true })
  })
})

describe('Explain this price', () => {
  const explain = async (id: number): Promise<Explanation> =>
    (await ask(people.staff, transactions.explain, { params: { id } })).body
  test('RATE-4 every demo line replays to the cent from its stored inputs, in every province, provider and case', async () => {
    const { rows } = await owner.query(
      `select distinct on (province, provider_id, flags, (txn_at >= '2026-10-01')) id::int from transactions order by province, provider_id, flags, (txn_at >= '2026-10-01'), id desc`,
    )
    expect(rows.length).toBeGreaterThan(50)
    for (const { id } of rows)
      for (const line of (await explain(id)).lines)
        expect([id, line.dtl_prd_cd, line.replayed]).toEqual([id, line.dtl_prd_cd, line.billed])
  })

  test('RATE-4 the steps name the rate’s day, the markup and the tax rows with their source', async () => {
    const { id } = await one(
      `select id::int from transactions where province = 'QC' and provider_id = 1 and flags = '{}' and amount_cents > 0 order by id limit 1`,
    )
    const { lines } = await explain(id)
    const steps = lines[0]?.steps ?? []
    const { day, value } = await one(
      `select rate_date::text as day, markup_value_e4::int as value from transaction_lines where transaction_id = $1 and n = 0`,
      [id],
    )
    expect(steps.find(({ step }) => step === 'rate')).toMatchObject({
      unit: 'CAD/L',
      source: `Esso daily rate of ${day}`,
    })
    expect(steps.find(({ step }) => step === 'markup')).toMatchObject({
      amount: value / 10_000,
      source: expect.stringMatching(/^Markup \d+ from 20/),
    })
    expect(steps.filter(({ step }) => step === 'sales_tax').map(({ tax, source }) => [tax, source])).toEqual([
      ['GST', '5%, Canada, from 2025-04-01: Excise Tax Act, section 165'],
      ['QST', expect.stringMatching(/^9\.975%, Québec, from 2025-04-01: /)],
    ])
  })

  test('RATE-4 a price changed outside its derivation shows the difference', async () => {
    const { id } = await one(
      `select transaction_id::int as id from transaction_lines where product = 'D1' and gst_cents > 0 order by id limit 1`,
    )
    await owner.query(
      `update transaction_lines set pre_cents = pre_cents + 100, amount_cents = amount_cents + 100 where transaction_id = $1 and product = 'D1'`,
      [id],
    )
    const line = (await explain(id)).lines.find(({ dtl_prd_cd }) => dtl_prd_cd === 'D1')
    expect(cents(line?.billed ?? 0) - cents(line?.replayed ?? 0)).toBe(100)
  })

  test('RATE-4 COST-2 a customer’s explanation adds up to its bill, and says nothing about rate, markup or cost', async () => {
    const { rows } = await owner.query(
      `select distinct on (provider_id, province) id::int from transactions where company_id = $1 order by provider_id, province, id desc`,
      [northline],
    )
    expect(rows.length).toBeGreaterThan(5)
    const hidden = /rate|file_price|markup|less_tax|plus_tax|carried|cap/
    for (const { id } of rows) {
      const { status, body } = await ask(people.northline, transactions.explain, { params: { id } })
      expect(status).toBe(200)
      for (const { steps, billed, flags, warnings, formula } of (body as Explanation).lines) {
        const sumOf = (name: string) =>
          steps.filter(({ step }) => step === name).reduce((sum, { amount }) => sum + cents(amount), 0)
        expect(sumOf('pre') + sumOf('sales_tax')).toBe(cents(billed))
        expect(steps.filter(({ step }) => hidden.test(step))).toEqual([])
        expect([flags, warnings, formula]).toEqual([[], [], null])
      }
    }
    const { id } = await one('select id::int from transactions where company_id <> $1 limit 1', [northline])
    expect((await ask(people.northline, transactions.explain, { params: { id } })).status).toBe(404)
  })
  test('COST-2 PERM-7 the customers’ role cannot read what a price was derived from', async () => {
    for (const column of [
      'file_price_e6',
      'rate_price_e4',
      'rate_id',
      'markup_value_e4',
      'markup_id',
      'cost_pre_cents',
    ] as const)
      await expect(
        database.transaction({ role: 'portal_customer', company_id: northline }, (db) =>
          db.selectFrom('transaction_lines').select(column).execute(),
        ),
      ).rejects.toThrow('permission denied')
  })
})

describe('reviewing and deleting', () => {
  let open: { id: number; company_id: number }[]
  beforeAll(async () => {
    open = (
      await owner.query(
        `select id::int, company_id::int from transactions where flags <> '{}' and accepted_at is null order by id`,
      )
    ).rows
  })
  const accept = (body: object, who: string = people.staff) => ask(who, transactions.accept, { body })

  test('TXN-13 flagged transactions need review until they are accepted, with an audit entry', async () => {
    expect(open.length).toBeGreaterThan(10)
    expect(await totalOf(people.staff, { filter: 'review:open' })).toMatchObject({ total_count: open.length })
    const [first, second] = open
    expect((await accept({ ids: [first?.id, second?.id, first?.id] })).body).toEqual({ accepted: 2, second_person: 0 })
    expect(await totalOf(people.staff, { filter: 'review:open' })).toMatchObject({ total_count: open.length - 2 })
    expect(await get(people.staff, first?.id ?? 0)).toMatchObject({ is_accepted: true, version: 2 })
    const { rows } = await owner.query(
      `select record_id::int as id, after from audit_log where action = 'transactions.accept' order by record_id`,
    )
    expect(rows).toEqual(
      [first, second].map((transaction) => ({ id: transaction?.id, after: { flags: expect.any(String) } })),
    )
    expect((await accept({ ids: [first?.id] })).body.error.code).toBe('transaction.nothing-to-accept')
  })

  test('TXN-13 all transactions that a filter matches can be accepted at once, and unflagged ones stay unchanged', async () => {
    const { id } = await one(`select id::int from transactions where flags = '{}' and currency = 'CAD' limit 1`)
    const { count } = await one(
      `select count(*)::int from transactions where flags <> '{}' and accepted_at is null and currency = 'CAD'`,
    )
    expect((await accept({ filter: ['currency:CAD'] })).body).toEqual({ accepted: count, second_person: 0 })
    expect(await get(people.staff, id)).toMatchObject({ is_accepted: false, version: 1 })
    expect(await totalOf(people.staff, { filter: ['review:open', 'currency:CAD'] })).toMatchObject({ total_count: 0 })
  })

  test('TXN-13 an invalid request is rejected with a reason, and nothing is accepted', async () => {
    const { id } = await one(`select id::int from transactions where flags <> '{}' and accepted_at is null limit 1`)
    expect((await accept({ ids: [id, 987_654_321] })).status).toBe(404)
    expect((await accept({ ids: [] })).body.error.fields).toEqual({ ids: 'Please select a transaction to accept.' })
    expect((await accept({ ids: [id], filter: [] })).body.error.fields).toEqual({
      filter: 'Send transaction ids or a filter, not both.',
    })
    expect((await accept({ filter: ['nothing:x'] })).status).toBe(400)
    expect((await accept({ ids: [id] }, people.northline)).status).toBe(403)
    await billTransactions(owner, [id])
    expect((await accept({ ids: [id] })).body.error.code).toBe('transaction.invoiced')
    expect(await get(people.staff, id)).toMatchObject({ is_accepted: false, is_invoiced: true })
    await owner.query('update transactions set invoice_id = null where id = $1', [id])
  })

  test('TXN-4 TXN-13 an unbilled transaction is deleted with its lines; an invoiced or credited one is not', async () => {
    const remove = (id: number) => ask(people.staff, transactions.remove, { params: { id } })
    const { id, original } = await one(
      `select id::int, credited_id::int as original from transactions where credited_id is not null order by id limit 1`,
    )
    expect((await remove(original)).body.error.code).toBe('transaction.credited')
    await billTransactions(owner, [id])
    const refused = await remove(id)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'transaction.invoiced'])
    await owner.query('update transactions set invoice_id = null where id = $1', [id])
    for (const gone of [id, original]) {
      expect((await remove(gone)).status).toBe(204)
      expect((await remove(gone)).status).toBe(404)
      expect(await one('select count(*)::int from transaction_lines where transaction_id = $1', [gone])).toEqual({
        count: 0,
      })
    }
  })

  test('CARD-10 a card with transactions cannot be deleted, only closed', async () => {
    const { card_id } = await one('select card_id::int from transactions limit 1')
    const refused = await ask(people.staff, cards.remove, { params: { id: card_id } })
    expect([refused.status, refused.body.error.message]).toEqual([
      409,
      'This card has transactions, so it cannot be deleted. Close it instead.',
    ])
  })
})
