import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { breachesAfter } from '../../testing/broken-books.ts'
import { insertTransaction } from '../../testing/factories.ts'
import { insertPaymentOf } from '../../testing/paying.ts'
import { testApp } from '../../testing/test-app.ts'

const { owner, urls, database } = await testApp()
let invoice = 0

beforeAll(async () => {
  const { runDueBilling } = await import('../../billing/billing-runs.jobs.ts')
  await owner.query(
    `insert into billing_runs (company_id, start_date, end_date, issued_date)
     select id, '2026-09-01', '2026-09-30', '2026-10-01' from companies where kind = 'provider'`,
  )
  await runDueBilling({ database })
  await owner.query(`update invoices set status = 'SENT'`)
  invoice = Number((await owner.query('select min(id) as id from invoices')).rows[0].id)
  await insertPaymentOf(owner, invoice, 100, { date: '2026-10-02' })
})

/** Breaks what the service itself cannot break, and returns the breaches found. */
const found = (sql: string): Promise<string[]> =>
  breachesAfter(owner, sql, ['transactions', 'transaction_lines', 'invoices', 'settlements'])
const first = async (sql: string): Promise<string> => (await owner.query<{ text: string }>(sql)).rows[0]?.text ?? ''

test('M3 data created by the service has no breaches', async () => {
  expect(await found('select')).toEqual([])
})

test('M10 a purchase of the provider and a line of another company are reported', async () => {
  const one = await first('select min(id)::text as text from transactions where invoice_id is null')
  const provider = `(select id from companies where kind = 'provider')`
  const line = `update transaction_lines set company_id = ${provider} where transaction_id = ${one}`
  expect(await found(`update transactions set company_id = ${provider} where id = ${one}; ${line}`)).toEqual([
    expect.stringMatching(new RegExp(`^M10 Transaction ${one} .* is not a customer`)),
  ])
  expect(await found(line)).toEqual([
    expect.stringMatching(new RegExp(`^M10 Transaction ${one} .* but one of its lines does not`)),
  ])
})

test('TXN-9 a credit above the quantity bought or the amount billed, or of another company’s purchase, is reported', async () => {
  const [sold, other] = (
    await owner.query(
      `select t.id::int, t.company_id, t.provider_id, t.currency from transactions t join transaction_lines l on l.transaction_id = t.id
       where t.invoice_id is null and credited_id is null and source = 'import' and l.unit = 'L' and l.n = 1
         and not exists (select from transactions r where r.credited_id = t.id) order by t.id limit 2`,
    )
  ).rows
  /** Turns the second transaction into a full credit of the first, to the cent. */
  const credit = `
    delete from transaction_lines where transaction_id = ${other.id};
    update transactions t set credited_id = o.id, company_id = o.company_id, provider_id = o.provider_id, currency = o.currency, vehicle = o.vehicle, amount_cents = -o.amount_cents
      from transactions o where t.id = ${other.id} and o.id = ${sold.id};
    insert into transaction_lines overriding system value
      select r.* from transaction_lines l, lateral jsonb_populate_record(l, jsonb_build_object('id', nextval(pg_get_serial_sequence('transaction_lines', 'id')),
        'transaction_id', ${other.id}, 'quantity_milli', -l.quantity_milli, 'pre_cents', -l.amount_cents, 'gst_cents', 0, 'hst_cents', 0, 'pst_cents', 0,
        'qst_cents', 0, 'amount_cents', -l.amount_cents, 'is_manual', true)) r where l.transaction_id = ${sold.id};`
  expect(await found(credit)).toEqual([])
  const line = `update transaction_lines set quantity_milli = quantity_milli`
  const ofCredit = `where transaction_id = ${other.id} and unit = 'L' and n = 1`
  const more = expect.stringMatching(
    new RegExp(`^TXN-9 Credits of transaction ${sold.id} exceed the quantity of \\w+ bought`),
  )
  expect(await found(`${credit} ${line} - 1 ${ofCredit}`)).toEqual([more])
  // The same litres in gallons are not more; a few thousandths over are.
  const inGallons = `, unit = 'GAL' ${ofCredit}`
  expect(await found(`${credit} ${line} / 3.785411784 ${inGallons}`)).toEqual([])
  expect(await found(`${credit} ${line} / 3.785411784 - 20 ${inGallons}`)).toEqual([more])
  expect(
    await found(`${credit} update transaction_lines set pre_cents = pre_cents - 1, amount_cents = amount_cents - 1 ${ofCredit};
      update transactions set amount_cents = amount_cents - 1 where id = ${other.id}`),
  ).toEqual([
    expect.stringMatching(
      new RegExp(`^TXN-9 Credits of transaction ${sold.id} come to [\\d.]+ for \\w+, but only [\\d.]+ was billed`),
    ),
  ])
  const creditWith = (change: string) => found(`${credit} update transactions set ${change} where id = ${other.id}`)
  const named = (words: string) =>
    expect.stringMatching(
      new RegExp(`^TXN-9 Transaction ${other.id} .* credits transaction ${sold.id}, which ${words}`),
    )
  expect(await creditWith(`currency = case currency when 'CAD' then 'USD' else 'CAD' end`)).toEqual([named('is in ')])
  expect(await creditWith('provider_id = provider_id % 5 + 1')).toEqual([named('belongs to another fuel provider')])
  const elsewhere = `(select id from companies where kind = 'customer' and id <> company_id limit 1)`
  expect(await creditWith(`company_id = ${elsewhere}`)).toContainEqual(named('belongs to another company'))
})

test('M2 M3 M7 M8 each broken row is reported with the rule it breaks', async () => {
  const number = await first(`select invoice_number as text from invoices where id = ${invoice}`)
  const one = await first(`select min(id)::text as text from transactions where invoice_id = ${invoice}`)
  expect(
    await found(
      `update transaction_lines set pre_cents = pre_cents + 1, amount_cents = amount_cents + 1 where transaction_id = ${one} and n = 0`,
    ),
  ).toEqual([
    expect.stringMatching(new RegExp(`^M2 Transaction ${one} .* but its lines add up to `)),
    expect.stringMatching(/^RECV-3 The stored sums of invoice .* but its lines add up to /),
    expect.stringMatching(/^RECV-10 The stored sums by fuel provider of invoice /),
    expect.stringMatching(new RegExp(`^RATE-4 Line .* of transaction ${one} .* but its rate and markup give `)),
  ])
  expect(await found(`update invoices set total_cents = total_cents + 1 where id = ${invoice}`)).toEqual([
    expect.stringMatching(new RegExp(`^M3 Invoice ${number} has a total of .* but its transactions add up to `)),
    expect.stringMatching(new RegExp(`^RECV-3 Invoice ${number} is .* but was issued with `)),
  ])
  expect(await found(`update invoices set paid_cents = paid_cents + 1 where id = ${invoice}`)).toEqual([
    expect.stringMatching(new RegExp(`^M3 Invoice ${number} has .* due`)),
    expect.stringMatching(new RegExp(`^RECV-3 Invoice ${number} has .* paid, .* were made`)),
  ])
  expect(await found(`delete from settlements`)).toEqual([
    expect.stringMatching(new RegExp(`^M3 Invoice ${number} has .* due`)),
    expect.stringMatching(/^RECV-1 Allocated amount of receipt \d+ is 1.00, but its rows add up to 0.00/),
    expect.stringMatching(new RegExp(`^RECV-3 Invoice ${number} has 1.00 paid, .* but 0.00`)),
    expect.stringMatching(/^RECV-7 What company \d+ owes in .* in the stored receivables/),
    expect.stringMatching(/^RECV-7 What company \d+ owes in .* on account/),
  ])
  expect(await found(`update transactions set invoice_id = 987654 where id = ${one}`)).toContainEqual(
    expect.stringMatching(new RegExp(`^M7 Transaction ${one} .* is on invoice 987654, which does not exist.`)),
  )
  expect(
    await found(
      `update transactions set currency = case currency when 'CAD' then 'USD' else 'CAD' end where id = ${one}`,
    ),
  ).toEqual([expect.stringMatching(/^M7 .* which is in /)])
  expect(
    await found(`update invoices set status = 'VOID', total_cents = 0, paid_cents = 0 where id = ${invoice}`),
  ).toContainEqual(expect.stringMatching(new RegExp(`^M7 .* is on ${number}, which is void.`)))
  expect(
    await found(`update invoices set invoice_number = 'INV-2026-000060' where invoice_number = 'INV-2026-000003'`),
  ).toEqual(
    expect.arrayContaining([
      'M8 INV-2026-000003 is missing.',
      'M8 INV-2026-000060 is beyond the last number of its series.',
    ]),
  )
  // A distant number does not slow the search for the gap before it.
  const far = await found(
    `update invoices set invoice_number = 'INV-2026-900000000' where invoice_number = 'INV-2026-000003'`,
  )
  expect([far.length, far[0]]).toEqual([100, 'M8 INV-2026-000003 is missing.'])
  expect(await found(`update document_series set last_number = last_number + 1`)).toEqual([
    expect.stringMatching(/^M8 INV-2026-\d{6} is missing.$/),
  ])
})

test('RECV-11 RATE-4 COST-1 a line whose price, taxes or cost do not follow from what is stored with it is reported', async () => {
  const line = Number(
    await first(
      `select min(l.id)::text as text from transaction_lines l join transactions t on t.id = l.transaction_id
       where t.source = 'import' and t.province = 'ON' and l.product = 'D1' and rate_price_e4 is not null and l.flags = '{}'`,
    ),
  )
  const changed = (set: string) => found(`update transaction_lines set ${set} where id = ${line}`)
  const price = expect.stringMatching(/^RATE-4 Line .* but its rate and markup give /)
  const taxes = expect.stringMatching(/^RATE-4 Line .* has sales taxes of .*, but its tax rates give /)
  expect(await changed('price_e6 = price_e6 + 100')).toEqual([price])
  expect(await changed('rate_price_e4 = rate_price_e4 + 1000')).toContainEqual(price)
  expect(await changed('markup_value_e4 = markup_value_e4 + 1000')).toContainEqual(price)
  expect(await changed('price_quantity_milli = price_quantity_milli + 1')).toEqual([price])
  expect(await changed('hst_cents = hst_cents - 1, pst_cents = pst_cents + 1')).toEqual([
    expect.stringMatching(/^RECV-3 The stored sums of invoice /),
    expect.stringMatching(/^RECV-10 The stored sums by fuel provider of invoice /),
    taxes,
  ])
  expect(await changed('pft_e6 = pft_e6 + 1')).toEqual([
    expect.stringMatching(/^RATE-4 Line .* has taxes per unit that are not those of its tax rates/),
  ])
  expect(await changed(`tax_row_ids = tax_row_ids || 987654321::bigint`)).toEqual([
    expect.stringMatching(/^RATE-4 Line .* has a tax rate that no longer exists/),
  ])
  expect(
    await changed(
      'cost_pre_cents = file_amount_cents + 1, cost_gst_cents = 0, cost_hst_cents = 0, cost_pst_cents = 0, cost_qst_cents = 0',
    ),
  ).toEqual([
    expect.stringMatching(/^RECV-3 The stored sums of invoice /),
    expect.stringMatching(/^RECV-10 The stored sums by fuel provider of invoice /),
    expect.stringMatching(/^COST-1 Line .* costs .*, but its row says /),
  ])
  expect(
    await found(
      `delete from transaction_identities where transaction_id = (select transaction_id from transaction_lines where id = ${line})`,
    ),
  ).toEqual([expect.stringMatching(/^I2 Transaction \d+ has \d+ lines of a file, but 0 identities/)])
})

test('M3 the command lists the passed checks and exits with 0; a breach is reported and exits with 1', async () => {
  const command = fileURLToPath(new URL('../../commands/reconcile.ts', import.meta.url))
  const run = () =>
    spawnSync(process.execPath, [command], {
      env: { ...process.env, DATABASE_URL: urls.appUrl, DATABASE_OWNER_URL: urls.ownerUrl },
      encoding: 'utf8',
    })
  const good = run()
  expect([good.status, good.stderr]).toEqual([0, ''])
  expect(good.stdout).toContain('M8: the numbers of invoices and credit notes have no gap in any year.')
  const northline = Number(await first(`select id::text as text from companies where name = 'Northline Haulage'`))
  const id = await insertTransaction(owner, northline)
  await owner.query(`delete from transaction_lines where transaction_id = ${id}`)
  const bad = run()
  expect([bad.status, bad.stderr]).toEqual([1, expect.stringContaining(`Breach of M2: Transaction ${id}`)])
})
