import { invoices } from '@portal/contract/invoices/invoices.ts'
import { type LogRow, logs } from '@portal/contract/logs/logs.ts'
import type { TaxCandidate, TaxRateChange } from '@portal/contract/rates/tax-changes.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { expect, test } from 'vitest'
import { billTransactions, manualBody, manualLine, people } from '../../testing/factories.ts'
import { derivedLines } from '../../testing/rows/derived-lines.ts'
import { inputOfRate, taxWorld } from '../../testing/rows/tax-world.ts'

const { ask, rows, owner, find, hst, put, corrected, centsBy, idOf, expectFresh, stop, book, uploadRate } =
  await taxWorld()

/** The state that earlier versions left: a row typed wrongly, and what was imported before it untouched. */
async function typeWrongly(): Promise<TaxRate> {
  await owner.query(
    `update tax_rates set to_date = '2026-11-09' where jurisdiction = 'CA-ON' and tax = 'HST' and product_class = 'diesel'`,
  )
  await owner.query(
    `insert into tax_rates (jurisdiction, product_class, tax, kind, rate_e5, from_date, source) values ('CA-ON', 'diesel', 'HST', 'ad_valorem', 12000, '2026-11-10', 'A letter')`,
  )
  return (await hst()).at(-1) as TaxRate
}

test('TAX-1 ON HST typed as 12 %: correcting it to 13 % puts every unbilled stop right and lists the invoiced ones', async () => {
  await book(stop('B1', '2026-11-10'), stop('B2', '2026-11-12'), stop('B0', '2026-11-09'))
  const wrong = await typeWrongly()
  await book(stop('C1', '2026-11-10'), stop('C2', '2026-11-13'), stop('C3', '2026-11-14'))
  // 500 L at 1.50: 750.00 before tax, 847.50 with 13 %, 840.00 with 12 %.
  expect(Object.fromEntries(await centsBy())).toEqual({
    B0: 84750,
    B1: 84750,
    B2: 84750,
    C1: 84000,
    C2: 84000,
    C3: 84000,
  })
  await billTransactions(owner, [await idOf('C2'), await idOf('B2')])
  const { preview, saved } = await corrected(wrong, { rate: 13 })
  expect(preview.effect).toMatchObject({
    status: 'preview',
    count: 3,
    changed: 2,
    untaxed: 0,
    candidates: 1,
    is_long: false,
  })
  expect(preview.effect.totals).toEqual([{ currency: 'CAD', before: 2527.5, after: 2542.5, difference: 15 }])
  expect(preview.effect.transactions.map(({ authentication_id }) => authentication_id)).toEqual(['C3', 'C1'])
  expect(Object.fromEntries(await centsBy())).toEqual({
    B0: 84750,
    B1: 84750,
    B2: 84750,
    C1: 84750,
    C2: 84000,
    C3: 84750,
  })
  await expectFresh()
  const [sum] = await rows('select sum(amount_cents)::int as cents from transactions where invoice_id is null')
  const fresh = (await derivedLines(rows)).reduce(
    (total, { fresh: line }) => total + (line as { amount: number }).amount,
    0,
  )
  expect(sum.cents).toBe(fresh)
  for (const id of [wrong.id, saved.id]) {
    const list = await ask(people.staff, taxRates.candidates, { params: { id } })
    expect([list.status, list.body.metadata.total_count]).toEqual([200, 1])
    const [candidate] = list.body.candidates as TaxCandidate[]
    expect(candidate).toMatchObject({
      authentication_id: 'C2',
      company_name: 'Northline Haulage',
      tax_billed: 90,
      tax_now: 97.5,
      difference: 7.5,
    })
  }
})

test('TAX-1 the former row stays in the history with its reason, and a second correction decides on the candidates again', async () => {
  const wrong = await typeWrongly()
  await book(stop('C1', '2026-11-10'), stop('C2', '2026-11-13'), stop('C3', '2026-11-14'))
  await billTransactions(owner, [await idOf('C2')])
  const { saved } = await corrected(wrong, { rate: 13 })
  // The former row stays in the history, with its reason.
  expect((await hst()).map(({ rate, from_date, to_date, id }) => [rate, from_date, to_date, id])).toEqual([
    [13, '2025-04-01', '2026-11-09', expect.any(Number)],
    [13, '2026-11-10', null, saved.id],
  ])
  expect(await find('state:withdrawn')).toEqual([
    expect.objectContaining({ id: wrong.id, rate: 12, withdrawn_reason: 'Typed wrongly', replaced_by_id: saved.id }),
  ])
  const history: TaxRateChange[] = (await ask(people.staff, taxRates.history, { params: { id: saved.id } })).body
    .changes
  expect(history).toEqual([
    expect.objectContaining({
      kind: 'correct',
      status: 'done',
      reason: 'Typed wrongly',
      repriced_count: 2,
      repriced_totals: [{ currency: 'CAD', difference: 15 }],
      candidates: 1,
      former: expect.objectContaining({ rate: 12 }),
      current: expect.objectContaining({ rate: 13 }),
    }),
  ])
  const [entry] = (await ask(people.staff, logs.list, { query: { filter: 'record_type:tax_rate' } })).body
    .logs as LogRow[]
  expect(entry?.action_words).toBe('Corrected a tax rate')
  const [stored] = await rows(
    `select before, after from audit_log where action = 'taxRates.update' order by id desc limit 1`,
  )
  expect(stored).toEqual({
    before: { rate: 12 },
    after: {
      rate: 13,
      reason: 'Typed wrongly',
      repriced_transactions: 2,
      repriced_difference: '15.00 CAD',
      candidates: 1,
    },
  })
  const back = await corrected(saved, { rate: 12 })
  expect(back.saved.effect).toMatchObject({ changed: 2, candidates: 0 })
  const again = await ask(people.staff, taxRates.candidates, { params: { id: wrong.id } })
  expect(again.body.candidates).toEqual([])
})

test('TAX-1 a row added late reprices all products of its class; typed lines and invoices stay, credits follow', async () => {
  await owner.query(`update tax_rates set to_date = '2026-11-09' where jurisdiction = 'CA-ON' and tax = 'HST'`)
  await book(
    stop('D1', '2026-11-12'),
    stop('D2', '2026-11-12', { product: 'DEF', quantity: 40 }),
    stop('D3', '2026-11-12'),
  )
  await book(stop('D1-CR', '2026-11-13', { auth: 'D1', quantity: -500 }))
  const [{ company_id }] = await rows('select company_id::int from transactions limit 1')
  const typed = await ask(people.staff, manualTransactions.create, {
    body: manualBody(company_id, { provider: 'Esso', txn_date: '2026-11-12T10:00', txn_attr: [manualLine()] }),
  })
  const typedLines = () => rows('select * from transaction_lines where transaction_id = $1', [typed.body.id])
  const asTyped = await typedLines()
  expect(asTyped).toEqual([expect.objectContaining({ is_manual: true })])
  await billTransactions(owner, [await idOf('D3')])
  expect(await rows(`select from transactions where not 'no_tax_rate' = any(flags) and source <> 'manual'`)).toEqual([])
  const body = { ...inputOfRate((await hst())[0] as TaxRate), from_date: '2026-11-10', to_date: null, rate: 13 }
  for (const product_class of ['diesel', 'merchandise'] as const) {
    const preview = await ask(people.staff, taxRates.create, {
      query: { preview: 'true' },
      body: { ...body, product_class },
    })
    expect([preview.status, preview.body.id, preview.body.effect.status]).toEqual([201, 0, 'preview'])
    const made = await ask(people.staff, taxRates.create, {
      body: { ...body, product_class, token: preview.body.effect.token },
    })
    expect([made.status, made.body.effect.changed, made.body.effect.totals]).toEqual([
      201,
      preview.body.effect.changed,
      preview.body.effect.totals,
    ])
    expect(made.body.effect.changed).toBe(product_class === 'diesel' ? 2 : 1)
  }
  await expectFresh()
  expect(await centsBy(`invoice_id is null and amount_cents > 0 and source <> 'manual'`)).toEqual(
    new Map([
      ['D1', 84750],
      ['D2', 6780],
    ]),
  )
  expect(
    (
      await rows(
        'select sum(amount_cents)::int as cents, count(*)::int as n from transactions where authentication_id = $1',
        ['D1'],
      )
    )[0],
  ).toEqual({ cents: 0, n: 2 })
  const [{ cents }] = await rows('select amount_cents::int as cents from transactions where invoice_id is not null')
  expect(await typedLines()).toEqual(asTyped)
  // Invoiced with the GST alone.
  expect(cents).toBe(78750)
})

test('TAX-1 ending and withdrawing a row flag what lacks a rate, unless the former one continues', async () => {
  await book(stop('E1', '2026-11-05'), stop('E2', '2026-11-12'))
  const [row] = await hst()
  const { saved } = await corrected(row as TaxRate, { to_date: '2026-11-10' })
  expect(saved.effect).toMatchObject({ changed: 1, untaxed: 1 })
  expect(
    (await rows(`select authentication_id as code from transactions where 'no_tax_rate' = any(flags)`)).map(
      ({ code }) => code,
    ),
  ).toEqual(['E2'])
  await expectFresh()
  const late = (
    await ask(people.staff, taxRates.create, {
      body: { ...inputOfRate(saved), rate: 15, from_date: '2026-11-11', to_date: null },
    })
  ).body
  expect((await centsBy()).get('E2')).toBe(86250)
  const withdraw = (query: Record<string, string>) =>
    ask(people.staff, taxRates.delete, { params: { id: late.id }, query })
  const gap = (await withdraw({ preview: 'true' })).body.effect
  expect([gap.untaxed, gap.former.id]).toEqual([1, saved.id])
  const going = (await withdraw({ preview: 'true', continue_former: 'true' })).body.effect
  expect([going.untaxed, going.totals[0].difference]).toEqual([0, -15])
  const gone = await withdraw({ continue_former: 'true', reason: 'It was repealed', token: going.token })
  expect([gone.status, gone.body.state, gone.body.withdrawn_reason]).toEqual([200, 'withdrawn', 'It was repealed'])
  expect((await centsBy()).get('E2')).toBe(84750)
  expect((await hst()).map(({ rate, to_date }) => [rate, to_date])).toEqual([[13, null]])
  await expectFresh()
  const again = await withdraw({ reason: 'Again', token: 'x' })
  expect([again.status, again.body.error.code]).toEqual([409, 'tax-rate.withdrawn'])
})

test('TAX-1 saving needs a reason and the preview’s token, and answers 409 with a new preview if what it counted changed', async () => {
  await book(stop('F1', '2026-11-12'))
  const [row] = (await hst()) as [TaxRate]
  const body = { ...inputOfRate(row), rate: 12 }
  const bare = await put(row.id, body)
  expect([bare.status, Object.keys(bare.body.error.fields ?? {})]).toEqual([400, ['reason', 'token']])
  const first = (await put(row.id, body, { preview: 'true' })).body
  await book(stop('F2', '2026-11-13'))
  const refused = await put(row.id, { ...body, reason: 'New rate', token: first.effect.token })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'tax-rate.changed'])
  expect(refused.body.preview.effect).toMatchObject({ status: 'preview', changed: 2 })
  expect((await centsBy()).get('F1')).toBe(84750)
  const saved = await put(row.id, { ...body, reason: 'New rate', token: refused.body.preview.effect.token })
  expect([saved.status, saved.body.effect.changed]).toEqual([200, 2])
  expect(await centsBy()).toEqual(
    new Map([
      ['F1', 84000],
      ['F2', 84000],
    ]),
  )
})

test('TAX-1 voiding an invoice prices its lines by the table of their day, and they are no candidates any more', async () => {
  await book(stop('G1', '2026-11-12'))
  const invoice = await billTransactions(owner, [await idOf('G1')])
  const [row] = (await hst()) as [TaxRate]
  const { saved } = await corrected(row, { rate: 12 })
  const listed = async () =>
    (await ask(people.staff, taxRates.candidates, { params: { id: saved.id } })).body.candidates
  expect(await listed()).toHaveLength(1)
  const { invoice_dto } = (await ask(people.staff, invoices.get, { params: { id: String(invoice) } })).body
  const voided = await ask(people.staff, invoices.update, { body: { ...invoice_dto, status: 'VOID' } })
  expect(voided.status).toBe(200)
  expect(await listed()).toEqual([])
  expect((await centsBy()).get('G1')).toBe(84000)
  await expectFresh()
})

test('TAX-1 a per-unit tax of the rate’s day changes the price carried from it', async () => {
  await uploadRate('7900', '2026-09-30', 170)
  await book(stop('H1', '2026-11-12', { site: '7900', province: 'AB' }))
  const pfts = await find('jurisdiction:CA-AB', 'tax:PFT', 'product_class:diesel')
  expect(pfts.map(({ rate, to_date }) => [rate, to_date])).toEqual([
    [0.13, '2026-09-30'],
    [0, null],
  ])
  // 1.70 less .13: 785.00 and 5 % GST; with .12 it is 1.58: 790.00.
  expect((await centsBy()).get('H1')).toBe(82425)
  const { saved } = await corrected(pfts[0] as TaxRate, { rate: 0.12 })
  expect([saved.effect.changed, (await centsBy()).get('H1')]).toEqual([1, 82950])
  await expectFresh()
  await billTransactions(owner, [await idOf('H1')])
  const back = await corrected(saved, { rate: 0.13 })
  expect(back.saved.effect).toMatchObject({ count: 0, candidates: 1 })
  const [candidate] = (await ask(people.staff, taxRates.candidates, { params: { id: saved.id } })).body.candidates
  expect(candidate).toMatchObject({ tax_billed: 39.5, tax_now: 39.25, difference: -5.25 })
})

test('TAX-1 what the provider charged is compared with the rates of now', async () => {
  const row = await typeWrongly()
  await book(stop('I1', '2026-11-12', { taxes: { HST: 97.5 } }))
  const doubts = async () => (await rows('select flags, warnings from transaction_lines'))[0]
  expect((await doubts()).flags).toContain('provider_tax')
  await corrected(row, { rate: 13 })
  expect(await doubts()).toEqual({ flags: ['no_rate', 'no_markup'], warnings: [] })
  expect((await rows('select flags from transactions'))[0].flags).not.toContain('provider_tax')
})
