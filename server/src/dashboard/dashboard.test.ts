import { cards } from '@portal/contract/cards/cards.ts'
import { type CurrencySpend, type Dashboard, dashboard, summaries } from '@portal/contract/dashboard/dashboard.ts'
import { invoices as invoiceContract } from '@portal/contract/invoices/invoices.ts'
import { isFuel, type ProductCode } from '@portal/contract/lookups/products.rules.ts'
import { type TransactionRow, transactions } from '@portal/contract/transactions/transactions.ts'
import { describe, expect, test } from 'vitest'
import { staffScope } from '../platform/access/scope.ts'
import { billTransactions, people } from '../testing/factories.ts'
import { samplePurchases } from '../testing/files/transaction-samples.ts'
import { testImports } from '../testing/importing.ts'
import { insertPaymentOf } from '../testing/paying.ts'
import { foldDashboardSums } from './dashboard.queries.ts'

const { ask, owner, database, clock, imported } = await testImports()
const fold = () => database.transaction(staffScope(0), foldDashboardSums)
const get = async (who: string, query: Record<string, string> = {}): Promise<Dashboard> => {
  const { status, body } = await ask(who, dashboard.get, { query })
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}

/** Reads the whole list page by page. Filtered, because the unfiltered count still includes the deleted demo data. */
async function listAll(who: string, filter: string[] = ['txn_date:2020-01-01..']): Promise<TransactionRow[]> {
  const rows: TransactionRow[] = []
  for (let page = 1; ; page++) {
    const { body } = await ask(who, transactions.list, { query: { size: '50', page: String(page), filter } })
    rows.push(...body.transactions)
    if (page >= body.metadata.total_pages) return rows
  }
}
const units = (places: number) => (value: number) => Math.round(value * 10 ** places)
const [cents, milli] = [units(2), units(3)]
const total = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0)
const litres = 3.785411784

type Line = TransactionRow['txn_attr'][number]
const preTax = (line: Line) =>
  cents(line.dtl_amt) -
  cents(line.dtl_gst_amt) -
  cents(line.dtl_hst_amt) -
  cents(line.dtl_pst_amt) -
  cents(line.dtl_qst_amt)
const inUnit = (lines: readonly Line[], unit: string) =>
  milli(0) +
  Math.round(total(lines, (line) => (line.dtl_uom === unit ? milli(line.dtl_qty) : 0))) +
  Math.round(
    total(lines, (line) => (line.dtl_uom !== unit && line.dtl_uom ? milli(line.dtl_qty) : 0)) *
      (unit === 'L' ? litres : 1 / litres),
  )

/** Calculates the figures from the list's rows alone. */
function figuresOf(rows: readonly TransactionRow[], unit: string) {
  const fuel = rows
    .flatMap(({ txn_attr }) => txn_attr)
    .filter(({ dtl_prd_cd, dtl_uom }) => isFuel(dtl_prd_cd as ProductCode) && dtl_uom)
  const volume = inUnit(fuel, unit)
  return {
    transactions: rows.length,
    amount: total(rows, ({ txn_amount }) => cents(txn_amount)) / 100,
    volume: volume / 1000,
    price: volume > 0 ? Math.round((total(fuel, preTax) * 100_000) / volume) / 10_000 : null,
  }
}
type Figures = NonNullable<CurrencySpend['points'][number]['before']>
const figures = ({ transactions, amount, volume, price }: Figures) => ({
  transactions,
  amount,
  volume,
  price,
})

function expectSpend(spend: CurrencySpend, rows: readonly TransactionRow[]): void {
  const own = rows.filter(({ currency }) => currency === spend.currency)
  expect(figures(spend)).toEqual(figuresOf(own, spend.unit))
  expect(spend.exceptions).toBe(own.filter(({ exceptions }) => exceptions.length > 0).length)
  for (const point of spend.points) {
    const then = own.filter(({ txn_date }) => txn_date.slice(0, 10) >= point.from && txn_date.slice(0, 10) <= point.to)
    expect([point.from, figures(point)]).toEqual([point.from, figuresOf(then, spend.unit)])
  }
  expect(total(spend.points, ({ transactions }) => transactions)).toBe(own.length)
  const lines = own.flatMap((row) => row.txn_attr.map((line) => ({ ...line, province: row.dtl_stn_prv })))
  for (const { product, unit, quantity, lines: number, amount } of spend.products) {
    const bought = lines.filter((line) => line.dtl_prd_cd === product && line.dtl_uom === unit)
    expect([product, unit, number, milli(quantity), cents(amount)]).toEqual([
      product,
      unit,
      bought.length,
      total(bought, ({ dtl_qty }) => milli(dtl_qty)),
      total(bought, ({ dtl_amt }) => cents(dtl_amt)),
    ])
  }
  for (const { province, lines: number, amount } of spend.provinces) {
    const there = lines.filter((line) => line.province === province)
    expect([province, number, cents(amount)]).toEqual([
      province,
      there.length,
      total(there, ({ dtl_amt }) => cents(dtl_amt)),
    ])
  }
  for (const parts of [spend.products, spend.provinces])
    expect([
      total<{ lines: number }>(parts, (part) => part.lines),
      total<{ amount: number }>(parts, (part) => cents(part.amount)),
    ]).toEqual([lines.length, cents(spend.amount)])
}

/** The figures before, whole and by point, match the list of the earlier days. */
function expectBefore({ currency, unit, before, points }: CurrencySpend, rows: readonly TransactionRow[]): void {
  const own = rows.filter((row) => row.currency === currency)
  expect(before && [figures(before), before.exceptions]).toEqual(
    own.length === 0 ? null : [figuresOf(own, unit), own.filter((row) => row.exceptions.length > 0).length],
  )
  expect(total(points, (point) => cents(point.before?.amount ?? 0))).toBe(total(own, (row) => cents(row.txn_amount)))
}

const until = '2026-11-14'
/** Compares every number of the dashboard with the list its link opens. */
async function expectAgrees(who: string, after: string): Promise<Dashboard> {
  const isStaff = who === people.staff
  for (const [period, interval] of [
    ['7d', 'day'],
    ['90d', 'week'],
    ['year', 'week'],
  ] as const) {
    const { spend, period: span, before } = await get(who, { period, interval, until })
    const rows = await listAll(who, [`txn_date:${span.from}..${span.to}`])
    expect([after, who, spend?.currencies.map(({ currency }) => currency)]).toEqual([
      after,
      who,
      ['CAD', 'USD'].filter((one) => rows.some(({ currency }) => currency === one)),
    ])
    const earlier = await listAll(who, [`txn_date:${before?.from}..${before?.to}`])
    for (const one of spend?.currencies ?? []) {
      expectSpend(one, rows)
      expectBefore(one, earlier)
      const range = [`txn_date:${span.from}..${span.to}`, `currency:${one.currency}`]
      expect(await listAll(who, [...range, 'exceptions:any'])).toHaveLength(one.exceptions)
    }
  }
  const shown = await get(who, { until })
  const open = await listAll(who, ['billing:open'])
  expect([after, shown.spend?.unbilled]).toEqual([
    after,
    ['CAD', 'USD'].flatMap((currency) => {
      const own = open.filter((row) => row.currency === currency)
      return own.length > 0
        ? [{ currency, transactions: own.length, amount: total(own, ({ txn_amount }) => cents(txn_amount)) / 100 }]
        : []
    }),
  ])
  const every = await listAll(who)
  expect([after, shown.spend?.latest]).toEqual([
    after,
    ['CAD', 'USD'].flatMap((currency) => {
      const days = every.filter((row) => row.currency === currency).map(({ txn_date }) => txn_date.slice(0, 10))
      return days.length > 0 ? [{ currency, day: days.toSorted().at(-1) }] : []
    }),
  ])
  expect(shown.spend?.to_review).toBe(isStaff ? (await listAll(who, ['review:open'])).length : null)
  for (const { status, count } of shown.cards ?? [])
    expect([
      status,
      (await ask(who, cards.list, { query: { filter: `card_status:${status}` } })).body.metadata.total_count,
    ]).toEqual([status, count])
  return shown
}

describe('every number matches the sum of its list to the cent', () => {
  test('DASH-1 after imports, edits, deletes, acceptance and billing, folded or not, for staff and for a customer', async () => {
    expect((await get(people.northline, { until })).spend).toEqual({
      currencies: [],
      unbilled: [],
      to_review: null,
      latest: [],
    })
    for (const provider of ['Esso', 'TA-Petro', 'Comdata'] as const)
      expect((await imported(provider, samplePurchases[provider])).counts.booked).toBeGreaterThan(0)
    // Gives every second transaction to Northline, so that it has some but not all.
    const northlines = (table: string, id: string) =>
      `update ${table} set company_id = (select id from companies where name = 'Northline Haulage') where ${id} % 2 = 0`
    // In one transaction: at commit a transaction and its lines must have the same company.
    await owner.query(`${northlines('transactions', 'id')}; ${northlines('transaction_lines', 'transaction_id')}`)
    const users = [people.staff, people.northline]
    const check = async (after: string) => {
      for (const who of users) await expectAgrees(who, after)
    }
    await check('imports')
    await fold()
    await check('folding')
    const all = await listAll(people.staff)
    expect(new Set(all.map(({ currency }) => currency))).toEqual(new Set(['CAD', 'USD']))
    await owner.query(
      `update transaction_lines set pre_cents = pre_cents + 1, amount_cents = amount_cents + 1 where n = 0`,
    )
    await owner.query(
      `update transactions t set amount_cents = (select sum(amount_cents) from transaction_lines l where l.transaction_id = t.id)`,
    )
    await owner.query(
      `update transactions set txn_at = txn_at + interval '1 day', province = 'QC', exceptions = '{interval}' where id = $1`,
      [all[1]?.id],
    )
    await check('edits')
    expect((await ask(people.staff, transactions.remove, { params: { id: all.at(-1)?.id } })).status).toBe(204)
    await check('a deletion')
    const open = await listAll(people.staff, ['review:open'])
    expect(open.length).toBeGreaterThan(1)
    expect((await ask(people.staff, transactions.accept, { body: { ids: [open[0]?.id] } })).status).toBe(200)
    await check('acceptance')
    const [first] = await listAll(people.northline)
    expect((await listAll(people.northline)).length).toBeGreaterThan(2)
    await billTransactions(owner, [first?.id as number])
    await fold()
    await check('billing')
    await owner.query('update transactions set invoice_id = null')
    await check('the invoice was voided')
  })

  test('DASH-1 trips and orders by day, week and month count transactions and sent invoices of one currency', async () => {
    clock.now = new Date(`${until}T18:00:00Z`)
    const rows = await listAll(people.staff)
    for (const interval of ['day', 'week', 'month'] as const)
      for (const currency of ['CAD', 'USD'] as const) {
        const { body } = await ask(people.staff, summaries.trips, { query: { interval, currency } })
        expect(body).toHaveLength({ day: 30, week: 26, month: 12 }[interval])
        const own = rows.filter((row) => row.currency === currency)
        const within = own.filter(
          ({ txn_date }) =>
            txn_date.slice(0, body[0].period.length) >= body[0].period && txn_date.slice(0, 10) <= until,
        )
        expect(within.length).toBeGreaterThan(0)
        expect([
          total<{ count: number }>(body, ({ count }) => count),
          total<{ amount: number }>(body, ({ amount }) => cents(amount)),
        ]).toEqual([within.length, total(within, ({ txn_amount }) => cents(txn_amount))])
      }
    expect((await ask(people.staff, summaries.trips, {})).body.at(-1).period).toBe('2026-11')
    expect((await ask(people.staff, summaries.trips, { query: { interval: 'week' } })).body.at(-1).period).toBe(
      '2026-11-09',
    )
    expect((await ask(people.staff, summaries.trips, { query: { interval: 'year' } })).body.error.fields.interval).toBe(
      'Choose one of: day, week, month.',
    )
  })
})

test('DASH-1 PERM-7 due and overdue count sent unpaid invoices; only the provider sees Drafts, and paid ones never count', async () => {
  clock.now = new Date(`${until}T18:00:00Z`)
  const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
  const make = async (due: string, total_cents: number, status: string) => {
    const { rows } = await owner.query(
      `insert into invoices (company_id, invoice_number, currency, issued_date, due_date, start_date, end_date, due_days, total_cents, status)
       values ($1, 'INV-' || gen_random_uuid(), 'CAD', '2026-10-01', $2, '2026-09-01', '2026-09-30', 30, $3, $4) returning id::int`,
      [northline, due, total_cents, status],
    )
    return rows[0].id as number
  }
  const before = (await get(people.staff)).invoices?.drafts ?? 0
  await make('2026-11-14', 10_000, 'SENT')
  await make('2026-11-13', 5_050, 'SENT')
  await make('2026-11-01', 99_999, 'DRAFT')
  const paid = await make('2026-10-31', 20_000, 'SENT')
  await insertPaymentOf(owner, paid, 7500)
  const [sentDates, paidDates] = [
    { overdue_since: '2026-11-13', next_due_date: '2026-11-14' },
    { overdue_since: '2026-10-31', next_due_date: null },
  ]
  const cad = { currency: 'CAD', overdue_count: 1 }
  const open = [
    { ...cad, ...sentDates, status: 'SENT', count: 2, amount_due: 150.5, overdue_amount: 50.5 },
    { ...cad, ...paidDates, status: 'PARTIALLY_PAID', count: 1, amount_due: 125, overdue_amount: 125 },
  ]
  expect((await get(people.staff)).invoices).toEqual({ open, drafts: before + 1 })
  expect((await get(people.northline)).invoices).toEqual({ open, drafts: null })
  expect((await get(people.prairie)).invoices).toEqual({ open: [], drafts: null })
  // In the provider's time zone it is still the day before.
  clock.now = new Date('2026-11-15T03:00:00Z')
  const { today, invoices } = await get(people.northline)
  expect([today, invoices?.open[0]?.overdue_count]).toEqual(['2026-11-14', 1])
  clock.now = new Date('2026-11-15T06:00:00Z')
  expect((await get(people.northline)).invoices?.open[0]?.overdue_count).toBe(2)
  const orders = (await ask(people.northline, summaries.orders, { query: { interval: 'month' } })).body
  expect(orders.at(-2)).toEqual({ period: '2026-10', count: 3, amount: 350.5 })
  // The list behind the bar has the same count, also for staff, who see that month's Draft as well.
  const october = ['issued_date:2026-10-01..2026-10-31', 'currency:CAD']
  const listed = async (who: string, ...more: string[]) =>
    (await ask(who, invoiceContract.list, { query: { filter: [...october, ...more] } })).body
  const sent = (await ask(people.staff, summaries.orders, { query: { interval: 'month' } })).body.at(-2)
  expect((await listed(people.staff, 'delivery:sent')).total_elements).toBe(sent.count)
  expect((await listed(people.northline, 'delivery:sent')).total_elements).toBe(3)
  expect((await listed(people.staff)).total_elements).toBeGreaterThan(sent.count)
  expect((await ask(people.northline, summaries.orders, { query: { currency: 'USD' } })).body.at(-2)).toEqual({
    period: '2026-10',
    count: 0,
    amount: 0,
  })
})

test('DASH-1 PERM-6 the dashboard omits what the user cannot read', async () => {
  const levels = (some: object) =>
    owner.query('update users set levels = $2 where email = $1', [people.desk, JSON.stringify(some)])
  const shown = async () => {
    const { spend, cards: held, invoices, imports, start } = await get(people.desk)
    return {
      spend: spend !== null,
      cards: held !== null,
      invoices: invoices !== null,
      imports: imports !== null,
      start: start !== null,
    }
  }
  const nothing = { spend: false, cards: false, invoices: false, imports: false, start: false }
  await levels({ manage_dashboard: 1 })
  expect(await shown()).toEqual(nothing)
  await levels({ manage_dashboard: 1, view_transactions: 3 })
  expect(await shown()).toEqual({ ...nothing, spend: true })
  await levels({ manage_dashboard: 1, view_invoices: 3, view_fuel_cards: 3 })
  expect(await shown()).toEqual({ ...nothing, invoices: true, cards: true })
  expect((await ask(people.desk, summaries.trips, {})).status).toBe(403)
  await levels({ view_transactions: 1 })
  expect((await ask(people.desk, dashboard.get, {})).status).toBe(403)
  const { imports, start } = await get(people.staff)
  expect(imports?.map(({ kind }) => kind)).toEqual(['transactions', 'transactions', 'transactions', 'rates', 'rates'])
  expect(start).toEqual({ company: true, cards: true, rates: false, transactions: true, invoices: true })
  expect((await get(people.northline)).start).toBeNull()
})

test('DASH-1 an invalid period is reported on its field', async () => {
  const { status, body } = await ask(people.staff, dashboard.get, { query: { period: 'decade', until: '2026-02-30' } })
  expect([status, body.error.fields]).toEqual([
    400,
    { period: 'Choose one of: 7d, 30d, 90d, year.', until: 'Enter a date as YYYY-MM-DD.' },
  ])
})
