import { reports } from '@portal/contract/reports/reports.ts'
import { beforeAll, expect, test } from 'vitest'
import { people } from '../../testing/factories.ts'
import { insertCustomer } from '../../testing/paying.ts'
import { issuePapers, type PaperRow, readPapers } from '../../testing/rows/issued-papers.ts'
import { testApp } from '../../testing/test-app.ts'

const world = await testApp()
const { ask, owner } = world
const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100)
type Row = Record<string, number | string | null>
const run = async (key: string, parameters: object, who: string = people.staff) => {
  const { status, body } = await ask(who, reports.run, { params: { key }, body: { parameters } })
  expect([status, body.error, body.status]).toEqual([200, undefined, 'done'])
  return body as { rows: Row[]; totals: Row[]; notes: { sentence: string }[]; columns: { field: string }[] }
}
const whole = { from: '2026-09-01', to: '2026-11-30' }
const months = ['09', '10', '11'].map((month) => ({ from: `2026-${month}-01`, to: `2026-${month}-30` }))
const northline = Number((await owner.query(`select id from companies where name = 'Northline Haulage'`)).rows[0].id)
let papers: PaperRow[]
beforeAll(async () => {
  await issuePapers(world, [northline, await insertCustomer(owner), await insertCustomer(owner)])
  papers = await readPapers(world)
}, 60_000)

const taxNames = ['GST', 'HST', 'PST', 'QST'] as const
const columns = { invoice: 'collected', credit: 'credited', void: 'voided' } as const
const add = (sums: Record<string, number>, key: string, value: number) => {
  if (value !== 0) sums[key] = (sums[key] ?? 0) + value
}
/** The taxes of the stored documents' own bytes, line by line. */
function ofPapers({ from, to }: { from: string; to: string }, only: (row: PaperRow) => boolean = () => true) {
  const sums: Record<string, number> = {}
  for (const row of papers.filter((one) => (one.Issued ?? '') >= from && (one.Issued ?? '') <= to && only(one)))
    for (const tax of taxNames)
      add(sums, `${row.Currency} ${row.Province} ${tax} ${columns[row.kind]}`, cents(row[tax]))
  return sums
}
const isPlace = ({ row_kind, tax }: Row) => row_kind !== 'subtotal' && tax !== 'No sales tax'
function ofReturn(rows: readonly Row[]) {
  const sums: Record<string, number> = {}
  for (const row of rows.filter(isPlace))
    for (const column of Object.values(columns))
      add(sums, `${row.currency} ${row.province ?? ''} ${row.tax} ${column}`, cents(row[column]))
  return sums
}

test('REPT-3 REPT-4 the sales-tax return equals the bytes of the stored documents to the cent, by province and by document', async () => {
  expect(new Set(papers.map(({ kind }) => kind))).toEqual(new Set(['invoice', 'credit', 'void']))
  expect(papers.length).toBeGreaterThan(300)
  for (const days of [...months, whole])
    for (const by of ['province', 'document']) {
      const { rows, totals } = await run('sales-tax-return', { ...days, by })
      expect(ofReturn(rows)).toEqual(ofPapers(days))
      for (const total of totals) {
        const own = rows.filter((row) => row.currency === total.currency && row.row_kind !== 'subtotal')
        for (const field of ['collected', 'credited', 'voided', 'net', 'written_off'])
          expect(cents(total[field])).toBe(own.reduce((sum, row) => sum + cents(row[field]), 0))
      }
      for (const row of rows)
        expect(cents(row.net)).toBe(cents(row.collected) + cents(row.credited) + cents(row.voided))
    }
})

test('REPT-3 the base of a tax is what was taxed before tax; untaxed sales are apart; one row repeats the federal return', async () => {
  const { rows } = await run('sales-tax-return', whole)
  const bases: Record<string, number> = {}
  // By document, product, province and unit, as the documents are summed.
  const groups = Map.groupBy(papers, (row) =>
    [
      row.kind,
      row['Credit note number'] ?? row['Invoice number'],
      row.Product,
      row.Province,
      row['Unit of quantity'],
    ].join('|'),
  )
  for (const lines of groups.values()) {
    const sum = (field: string) => lines.reduce((all, line) => all + cents(line[field]), 0)
    const taxed = taxNames.filter((tax) => sum(tax) !== 0)
    for (const tax of taxed.length > 0 ? taxed : ['No sales tax'])
      add(bases, `${lines[0]?.Currency} ${lines[0]?.Province} ${tax}`, sum('Pre-tax'))
  }
  const reported: Record<string, number> = {}
  for (const row of rows.filter(({ row_kind }) => row_kind !== 'subtotal'))
    add(reported, `${row.currency} ${row.province ?? ''} ${row.tax}`, cents(row.base))
  expect(reported).toEqual(bases)
  for (const federal of rows.filter(({ row_kind }) => row_kind === 'subtotal')) {
    const own = rows.filter(({ tax, currency }) => (tax === 'GST' || tax === 'HST') && currency === federal.currency)
    for (const field of ['base', 'collected', 'net', 'written_off'])
      expect(cents(federal[field])).toBe(own.reduce((sum, row) => sum + cents(row[field]), 0))
  }
})

test('REPT-3 the return of one province repeats no federal one', async () => {
  const { rows } = await run('sales-tax-return', { ...whole, province: 'ON' })
  expect(rows.map(({ province }) => province).filter((one) => String(one) !== 'ON')).toEqual([])
  expect(rows.length).toBeGreaterThan(0)
})

test('REPT-9 write-offs list their share of each invoice’s tax apart, to the cent', async () => {
  const { rows: written } = await owner.query<{ currency: string; cents: string; tax: string; total: string }>(
    `select s.currency, s.amount_cents as cents, sum(gst_cents + hst_cents + pst_cents + qst_cents) as tax, i.issued_cents as total
     from settlements s join invoices i on i.id = s.invoice_id join invoice_sums on invoice_sums.invoice_id = i.id where s.kind = 'write_off' group by s.id, i.id`,
  )
  expect(written.length).toBeGreaterThan(8)
  const wanted: Record<string, number> = {}
  for (const one of written) {
    const share = (Math.abs(Number(one.cents)) * Number(one.tax)) / Number(one.total)
    add(wanted, one.currency, Math.sign(Number(one.cents)) * Math.round(share))
  }
  for (const by of ['province', 'document']) {
    const { totals } = await run('sales-tax-return', { ...whole, by })
    expect(Object.fromEntries(totals.map((total) => [total.currency, cents(total.written_off)]))).toEqual(wanted)
  }
})

test('REPT-9 USD is also in CAD at the rate of each document’s day; what a missing rate leaves open is said', async () => {
  await owner.query('delete from exchange_rates')
  const before = await run('sales-tax-return', { ...whole, currency: 'USD' })
  expect(before.totals[0]).toMatchObject({ currency: 'USD', net_cad: null })
  expect(before.notes[0]?.sentence).toMatch(
    /^Days with documents in USD but without an exchange rate: \d+, the first on /,
  )
  await owner.query(
    `insert into exchange_rates (from_currency, day, rate_e6, source) select 'USD', day::date, 1350000 + extract(doy from day)::int * 137, 'Test'
     from generate_series(date '2026-08-28', '2026-11-30', '5 days') day`,
  )
  const { rows } = await owner.query<{ day: string; rate_e6: string }>(
    `select day::text, rate_e6 from exchange_rates order by day`,
  )
  const rateOf = (day: string) => Number(rows.filter((rate) => rate.day <= day).at(-1)?.rate_e6)
  const parts: Record<string, number> = {}
  for (const row of papers.filter(({ Currency }) => Currency === 'USD'))
    for (const tax of taxNames)
      add(
        parts,
        `${row.Issued}|${row.kind} ${row['Credit note number'] ?? row['Invoice number']} ${row.Province} ${tax}`,
        cents(row[tax]),
      )
  const wanted = Object.entries(parts).reduce((sum, [key, value]) => {
    const exact = (Math.abs(value) * rateOf(key.slice(0, 10))) / 1_000_000
    return sum + Math.sign(value) * Math.round(exact)
  }, 0)
  expect(wanted).not.toBe(0)
  const after = await run('sales-tax-return', { ...whole, currency: 'USD' })
  expect([cents(after.totals[0]?.net_cad), after.notes]).toEqual([wanted, []])
  const inCad = await run('sales-tax-return', { ...whole, currency: 'CAD' })
  expect(inCad.columns.map(({ field }) => field)).not.toContain('net_cad')
})

test('REPT-2 REPT-4 input tax credits are the sales-tax return from the customers’ side, document by document', async () => {
  const { rows: customers } = await owner.query<{ id: string }>(`select distinct company_id as id from invoices`)
  const sides: Record<string, number> = {}
  for (const { id } of customers) {
    const { rows } = await run('input-tax-credits', { ...whole, company_id: Number(id), by: 'document' })
    const province = await run('input-tax-credits', { ...whole, company_id: Number(id) })
    for (const field of ['gst', 'hst', 'itc', 'itr'])
      expect(rows.reduce((sum, row) => sum + cents(row[field]), 0)).toBe(
        province.rows.reduce((sum, row) => sum + cents(row[field]), 0),
      )
    for (const row of rows) {
      expect(cents(row.itc)).toBe(cents(row.gst) + cents(row.hst))
      for (const [field, tax] of [
        ['gst', 'GST'],
        ['hst', 'HST'],
        ['itr', 'QST'],
      ] as const)
        add(sides, `${row.currency} ${row.province ?? ''} ${tax}`, cents(row[field]))
    }
  }
  const wanted: Record<string, number> = {}
  for (const row of (await run('sales-tax-return', whole)).rows.filter(isPlace))
    if (row.tax !== 'PST') add(wanted, `${row.currency} ${row.province ?? ''} ${row.tax}`, cents(row.net))
  expect(sides).toEqual(wanted)
})

test('REPT-2 REPT-9 a customer sees the credits of its own documents alone, with the supplier’s numbers; PST is none', async () => {
  const own = await run('input-tax-credits', { ...whole, by: 'document' }, people.northline)
  const wanted: Record<string, number> = {}
  const sums = ofPapers(whole, ({ company_id }) => Number(company_id) === northline)
  for (const [key, value] of Object.entries(sums)) add(wanted, key.split(' ')[2] as string, value)
  const sum = (field: string) => own.rows.reduce((all, row) => all + cents(row[field]), 0)
  expect([sum('gst'), sum('hst'), sum('itr')]).toEqual([wanted.GST, wanted.HST, wanted.QST])
  expect(own.rows[0]).toMatchObject({
    supplier: 'Fresh Fuels Energy Inc.',
    gst_hst_number: '81234 5678 RT0001',
    qst_number: '1234567890 TQ0001',
  })
  expect(own.rows.some(({ link }) => /^\/invoices\/credit-notes\/\d+\/view$/.test(String(link)))).toBe(true)
  expect(own.notes.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/^PST paid in the period: .* It is never a credit\.$/),
  )
  const other = await ask(people.northline, reports.run, {
    params: { key: 'input-tax-credits' },
    body: { parameters: { ...whole, company_id: northline + 1 } },
  })
  expect(other.status).toBe(404)
  const none = await ask(people.staff, reports.run, { params: { key: 'input-tax-credits' }, body: { parameters: {} } })
  expect([none.status, none.body.error.fields]).toEqual([400, { 'parameters.company_id': 'Choose a customer.' }])
})

const canada = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))
const litresOfGallon = 3.785411784
const classes: Record<string, string> = { D1: 'Diesel', D1W: 'Diesel', GAS: 'Gasoline', RF: 'Reefer fuel' }
const unitTaxes = { fet: 'FET', pft: 'PFT', pct: 'PCT', local: 'Local' } as const

test('REPT-3 REPT-4 fuel taxes equal quantity times rate of every line of the stored documents, with the litres beside', async () => {
  for (const days of [...months, whole]) {
    const wanted: Record<string, number> = {}
    const own = papers.filter(
      ({ Issued = '', Product = '' }) => Issued >= days.from && Issued <= days.to && Product in classes,
    )
    for (const row of own) {
      const [isUs, isGallon] = [!canada.has(row.Province ?? ''), row['Unit of quantity'] === 'GAL']
      const quantity = Number(row.Quantity)
      const litres = Math.round(Math.abs(quantity) * (isGallon ? litresOfGallon : 1) * 1000) * Math.sign(quantity)
      const taxed = isUs === isGallon ? quantity : isUs ? quantity / litresOfGallon : quantity * litresOfGallon
      const key = `${isUs ? 'USD' : 'CAD'} ${row.Province} ${classes[row.Product ?? '']}`
      // A typed amount has no unit.
      if (row['Unit of quantity']) add(wanted, `${key} litres`, litres)
      for (const [field, name] of Object.entries(unitTaxes)) {
        const exact = Math.abs(taxed) * Number(row[`${name} per unit`]) * 100
        add(wanted, `${key} ${field}`, Math.sign(taxed) * Math.round(Number(exact.toFixed(6))))
      }
    }
    const { rows } = await run('fuel-taxes', days)
    const reported: Record<string, number> = {}
    for (const row of rows) {
      const key = `${row.currency} ${row.province ?? ''} ${row.products}`
      add(reported, `${key} litres`, Math.round(Number(row.litres) * 1000))
      for (const field of Object.keys(unitTaxes)) add(reported, `${key} ${field}`, cents(row[field]))
      expect(cents(row.all)).toBe(Object.keys(unitTaxes).reduce((sum, field) => sum + cents(row[field]), 0))
    }
    expect(reported).toEqual(wanted)
    expect(Object.values(wanted).some((value) => value !== 0)).toBe(true)
  }
})
