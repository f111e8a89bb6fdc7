import { english } from '@portal/contract/english.ts'
import { type IftaFinding, ifta } from '@portal/contract/ifta/ifta.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { buyFuel, type IftaPurchase, uploadIfta } from '../testing/rows/ifta-world.ts'
import { testApp } from '../testing/test-app.ts'
import { form } from '../testing/uploads.ts'
import { runIftaReport } from './worksheets.actions.ts'

const app = await testApp()
const { ask, owner, clock, database } = app
clock.now = new Date('2026-11-18T15:00:00Z')
const companyId = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
const [northline, prairie] = [await companyId('Northline Haulage'), await companyId('Prairie Freight')]

const upload = (who: string, kind: 'distances' | 'fuel' | 'rates', rows: string[], query: Record<string, string>) =>
  uploadIfta(app, who, kind, rows, query)
const sheetOf = async (who: string, query: Record<string, string>) => (await ask(who, ifta.worksheet, { query })).body
const buy = (purchase: Partial<IftaPurchase>) =>
  buyFuel(owner, { company: northline, unit: 'Z1', at: '2025-05-10 08:00', quantity: 100, ...purchase })
const settle = (unit: string, facts = `is_ifta = true, fuel_type = 'diesel', odometer_unit = 'km'`) =>
  owner.query(`update units set ${facts} where company_id = $1 and unit_number = $2`, [northline, unit])
const rates = ['ON,diesel,0.143,L,CAD,', 'QC,diesel,0.202,L,CAD,', 'NY,diesel,0.3,L,CAD,0.05']
const stored = async (table: string, quarter: string) =>
  (await owner.query(`select count(*)::int as n from ${table} where quarter = $1`, [quarter])).rows[0].n

test('REPT-5 a quarter from purchases, distances, fuel bought elsewhere and rates, computed by hand', async () => {
  const quarter = '2025Q2'
  await buy({ quantity: 4000 })
  await buy({ quantity: 2000, province: 'QC', at: '2025-06-30 23:59:59' })
  await buy({ quantity: -500, province: 'QC', at: '2025-05-11 08:00' })
  await buy({ quantity: 700, product: 'RF' })
  // Other quarters, another company's unit of the same number, and a purchase that was billed again.
  await buy({ quantity: 9000, at: '2025-07-01 00:00' })
  await buy({ quantity: 9000, at: '2025-03-31 23:59:59' })
  await buy({ quantity: 9000, company: prairie })
  const original = await buy({ quantity: 1000, province: 'QC', at: '2025-04-01 00:00' })
  const again = await buy({ quantity: 1000, province: 'QC' })
  await owner.query(`update transactions set source = 'rebill', rebills_id = $2 where id = $1`, [again, original])
  await settle('Z1')
  expect((await upload(people.staff, 'rates', rates, { quarter })).body.status).toBe('stored')
  const driven = ['z1,ON,10000,km', 'Z1,QC,2000,km', 'Z1,QC,3000,km', 'Z1,YT,500,km']
  expect((await upload(people.northline, 'distances', driven, { quarter })).status).toBe(200)
  await upload(people.northline, 'fuel', ['Z1,ON,diesel,250,L,no'], { quarter })
  const sheet = await sheetOf(people.northline, { quarter })
  // 15,500 km ÷ (4,250 + 2,500) L = 2.296 → 2.30. Ontario: 4,348 − 4,000 = 348 × 0.143; Québec: 2,174 − 2,500 = −326 × 0.202.
  expect(sheet.fuels).toHaveLength(1)
  expect(sheet.fuels[0]).toMatchObject({ total_distance: 15_500, total_volume: 6750, average: 2.3 })
  expect(
    sheet.fuels[0].rows.map((row: Record<string, unknown>) => [row.jurisdiction, row.taxable, row.net, row.tax]),
  ).toEqual([
    ['CA-ON', 4348, 348, 49.76],
    ['CA-QC', 2174, -326, -65.85],
    ['CA-YT', null, null, null],
  ])
  expect([sheet.fuels[0].subtotal.tax, sheet.reefer_volume, sheet.findings]).toEqual([-16.09, 700, []])
  const report = await database.transaction({ role: 'portal_customer', company_id: northline }, (db) =>
    runIftaReport(db, { company_id: northline, quarter, base: 'CA', today: '2026-11-18' }),
  )
  expect([report.totals, report.notes.map(english), report.rows.at(-1)?.kind]).toEqual([
    [{ currency: 'CAD', tax: -16.09 }],
    ['Diesel: 15,500 km ÷ 6,750 L = 2.30 km/L on average.', 'Rates: rates.csv.'],
    'subtotal',
  ])
})

test('REPT-4 REPT-5 the litres of the demo are those of its lines, by jurisdiction, to the litre', async () => {
  const { rows } = await owner.query(
    `select t.province, sum(case l.unit when 'GAL' then l.quantity_milli * 3.785411784 else l.quantity_milli end) / 1000 as litres
     from transactions t join transaction_lines l on l.transaction_id = t.id
     join units u on u.company_id = t.company_id and u.unit_number = upper(trim(t.vehicle)) and u.is_ifta and u.fuel_type = 'diesel'
     where t.company_id = $1 and t.txn_at::date between '2026-10-01' and '2026-12-31' and l.product in ('D1', 'D1W') group by 1 order by 1`,
    [northline],
  )
  const sheet = await sheetOf(people.staff, { quarter: '2026Q4', company_id: String(northline), base: 'CA' })
  const [diesel] = sheet.fuels
  const bought = diesel.rows.flatMap((row: { jurisdiction: string; bought: number | null }) =>
    row.bought ? [[row.jurisdiction.slice(-2), row.bought]] : [],
  )
  expect(rows.length).toBeGreaterThan(3)
  expect(bought.toSorted()).toEqual(rows.map(({ province, litres }) => [province, Math.round(litres)]).toSorted())
  expect(sheet.rate_sources).toEqual(['Sample rates, not for filing'])
  expect(sheet.findings.map(({ code }: IftaFinding) => code)).toContain('fuel-without-distance')
  const american = await sheetOf(people.staff, { quarter: '2026Q4', company_id: String(northline), base: 'US' })
  expect([american.length_unit, american.volume_unit, american.currency]).toEqual(['mi', 'GAL', 'USD'])
  expect(Math.abs(american.fuels[0].total_volume * 3.785411784 - diesel.total_volume)).toBeLessThan(40)
})

test('REPT-5 a preview shows sums, unknown units and what would be replaced, and stores nothing', async () => {
  const quarter = '2025Q3'
  await buy({ at: '2025-08-01 08:00' })
  const rows = ['Z1,ON,100.5,km', 'Z1,ON,50,km', 'Z1,NY,10,mi', 'GHOST,ON,7,km']
  const first = await upload(people.northline, 'distances', rows, { quarter, preview: 'true' })
  expect(first.body).toMatchObject({
    status: 'preview',
    rows: 4,
    failed: 0,
    added_up: [{ unit_number: 'Z1', jurisdiction: 'CA-ON', rows: 2 }],
    unknown_units: [{ unit_number: 'GHOST', rows: 1 }],
    replaces: null,
    sums: [
      { jurisdiction: 'CA-ON', unit: 'km', rows: 3, amount: 157.5, part: 157.5 },
      { jurisdiction: 'US-NY', unit: 'mi', rows: 1, amount: 10, part: 10 },
    ],
  })
  expect(await stored('ifta_distances', quarter)).toBe(0)
  await upload(people.northline, 'distances', rows, { quarter })
  const second = await upload(people.northline, 'distances', ['Z1,ON,1,km'], { quarter, preview: 'true' })
  expect(second.body.replaces).toMatchObject({ file_name: 'distances.csv', rows: 4, uploaded_by: 'Priya Sandhu' })
  expect(await stored('ifta_distances', quarter)).toBe(4)
})

test('REPT-5 the same file changes nothing; another one replaces the rows, and the audit log has both', async () => {
  const quarter = '2025Q4'
  const send = (rows: string[], more: Record<string, string> = {}) =>
    upload(people.northline, 'distances', rows, { quarter, ...more })
  const [first] = [await send(['Z1,ON,100,km', 'Z1,QC,100,km'])]
  expect((await send(['Z1,ON,100,km', 'Z1,QC,100,km'])).body.status).toBe('same')
  const { id } = (await ask(people.northline, ifta.distances, { query: { quarter } })).body.upload
  expect([first?.body.status, await stored('ifta_uploads', quarter)]).toEqual(['stored', 1])
  const replaced = await send(['Z1,ON,120,km'], { replaces: String(id) })
  expect(replaced.body).toMatchObject({ status: 'stored', replaces: { id, rows: 2 } })
  // The preview was of a file that is no longer the last one.
  const late = await send(['Z1,ON,130,km'], { replaces: String(id) })
  expect([late.status, late.body.error.code]).toEqual([409, 'ifta.changed-meanwhile'])
  const kept = (await ask(people.northline, ifta.distances, { query: { quarter } })).body
  expect(kept.distances).toEqual([
    { unit_number: 'Z1', jurisdiction: 'CA-ON', distance: 120, taxable_distance: null, length_unit: 'km' },
  ])
  const { rows } = await owner.query(
    `select before, after from audit_log where action = 'ifta.uploadDistances' and after->>'quarter' = $1 order by id`,
    [quarter],
  )
  expect(rows.map(({ before, after }) => [before?.rows ?? null, after.rows, after.company_name])).toEqual([
    [null, 2, 'Northline Haulage'],
    [2, 1, 'Northline Haulage'],
  ])
  const several = await Promise.all([1, 2, 3].map((n) => send([`Z1,ON,${n},km`])))
  expect(several.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stored('ifta_distances', quarter)).toBe(1)
})

test('REPT-5 PERM-7 the same file of another quarter of the company is named, and nothing is refused', async () => {
  const rows = ['Z1,ON,321,km']
  const send = async (who: string, query: Record<string, string>, of = rows) =>
    (await upload(who, 'distances', of, query)).body
  // Another company's file says nothing.
  expect(await send(people.prairie, { quarter: '2022Q1' })).toMatchObject({ status: 'stored', same_file_in: [] })
  expect((await send(people.northline, { quarter: '2022Q2' })).same_file_in).toEqual([])
  const wrong = { quarter: '2022Q4' }
  expect((await send(people.northline, { ...wrong, preview: 'true' })).same_file_in).toEqual(['2022Q2'])
  expect(await send(people.staff, { ...wrong, company_id: String(northline) })).toMatchObject({
    status: 'stored',
    same_file_in: ['2022Q2'],
  })
  expect(await send(people.northline, wrong)).toMatchObject({ status: 'same', same_file_in: ['2022Q2'] })
  // A file that was replaced is not stored any more.
  await send(people.northline, { quarter: '2022Q2' }, ['Z1,ON,322,km'])
  const third = await send(people.northline, { quarter: '2022Q3', preview: 'true' })
  expect(third.same_file_in).toEqual(['2022Q4'])
})

test('REPT-5 PERM-7 a file of the wrong quarter is deleted by its own company or staff, once, and the quarter says what is missing', async () => {
  const quarter = '2023Q3'
  const ofFuel = async () => (await ask(people.northline, ifta.fuel, { query: { quarter } })).body
  const codes = async () => (await sheetOf(people.northline, { quarter })).findings.map(({ code }: IftaFinding) => code)
  const send = () => upload(people.northline, 'fuel', ['Z1,ON,diesel,50,L,yes'], { quarter })
  await send()
  const { id } = (await ofFuel()).upload
  expect(await codes()).not.toContain('portal-only')
  const remove = (who: string, of = id) => ask(who, ifta.removeUpload, { params: { id: of } })
  expect([(await remove(people.prairie)).status, (await remove(people.desk)).status]).toEqual([404, 403])
  expect(await stored('ifta_fuel', quarter)).toBe(1)
  expect((await remove(people.northline)).status).toBe(204)
  expect([await ofFuel(), await stored('ifta_fuel', quarter)]).toEqual([{ upload: null, fuel: [] }, 0])
  expect(await codes()).toContain('portal-only')
  const again = await remove(people.northline)
  expect([again.status, again.body.error.code]).toEqual([409, 'ifta.gone-meanwhile'])
  const { rows } = await owner.query(`select before, after from audit_log where action = 'ifta.removeUpload'`)
  expect(rows).toEqual([
    { before: { quarter, company_name: 'Northline Haulage', file: 'fuel.csv', rows: 1 }, after: null },
  ])
  // The same file can be uploaded again; rates are the provider's.
  expect((await send()).body.status).toBe('stored')
  await upload(people.staff, 'rates', rates, { quarter })
  const ofRates = (await ask(people.staff, ifta.rates, { query: { quarter } })).body.upload.id
  expect([(await remove(people.northline, ofRates)).status, await stored('ifta_rates', quarter)]).toEqual([404, 3])
  expect([(await remove(people.staff, ofRates)).status, await stored('ifta_rates', quarter)]).toEqual([204, 0])
})

test('REPT-5 nothing was driven or bought in a quarter to come; its rates may be there', async () => {
  const row = { distances: 'Z1,ON,1,km', fuel: 'Z1,ON,diesel,1,L,yes' }
  for (const kind of ['distances', 'fuel'] as const)
    for (const preview of ['true', 'false']) {
      const early = await upload(people.northline, kind, [row[kind]], { quarter: '2027Q1', preview })
      expect([early.status, early.body.error.fields]).toEqual([
        400,
        { quarter: 'This quarter has not begun yet. Choose an earlier one.' },
      ])
    }
  const now = await upload(people.northline, 'distances', [row.distances], { quarter: '2026Q4', preview: 'true' })
  const ahead = await upload(people.staff, 'rates', rates, { quarter: '2027Q1', preview: 'true' })
  expect([now.status, ahead.status]).toEqual([200, 200])
})

test('REPT-5 a file with a bad row is refused whole, with every bad row', async () => {
  const quarter = '2024Q1'
  const bad = await upload(people.northline, 'distances', ['Z1,ON,1,km', 'Z1,Ontario,1,km', 'Z1,QC,x,km'], { quarter })
  expect([bad.status, bad.body.error.code, bad.body.error.message]).toEqual([
    400,
    'import.refused',
    'Nothing was imported: 2 of 3 rows have errors.',
  ])
  expect(
    bad.body.preview.errors.map(({ row, column, value }: Record<string, unknown>) => [row, column, value]),
  ).toEqual([
    [3, 'jurisdiction', 'Ontario'],
    [4, 'distance', 'x'],
  ])
  const many = Array.from({ length: 1500 }, () => 'Z1,??,1,km')
  const seen = (await upload(people.northline, 'distances', many, { quarter, preview: 'true' })).body
  expect([seen.failed, seen.errors_total, seen.errors.length]).toEqual([1500, 1500, 1000])
  const messageOf = async (content: string | Buffer, name = 'a.csv') =>
    (await ask(people.northline, ifta.uploadDistances, { query: { quarter }, ...form({ content, name }) })).body.error
      .message
  expect(await messageOf('unit,distance\nZ1,4')).toBe('Columns are missing: “jurisdiction”, “length_unit”.')
  expect(await messageOf('unit,jurisdiction,distance,length_unit\n')).toBe(
    'The file has a header but no rows under it.',
  )
  expect(await messageOf('x', 'a.xlsx')).toBe('Choose a file that ends in .csv or .txt.')
  expect(await messageOf(Buffer.from('PK\x03\x04 and more'))).toBe(
    'The file is a workbook. Save it as CSV from your spreadsheet and try again.',
  )
  const long = ['unit,jurisdiction,distance,length_unit', ...Array.from({ length: 20_001 }, () => 'Z1,ON,1,km')].join(
    '\n',
  )
  expect(await messageOf(long)).toBe('The sheet has more than 20,000 rows.')
  expect(await stored('ifta_uploads', quarter)).toBe(0)
  const wrong = await upload(people.northline, 'distances', ['Z1,ON,1,km'], { quarter: '2024-Q1' })
  expect(wrong.body.error.fields).toEqual({ quarter: 'Enter a quarter as 2026Q3.' })
})

test('REPT-5 PERM-7 a company has its own files; staff name the company; rates are changed by staff alone', async () => {
  const quarter = '2024Q2'
  const row = ['Z1,ON,100,km']
  expect((await upload(people.staff, 'distances', row, { quarter })).body.error.fields).toEqual({
    company_id: 'Choose the customer.',
  })
  await upload(people.staff, 'distances', row, { quarter, company_id: String(northline) })
  expect((await ask(people.northline, ifta.distances, { query: { quarter } })).body.distances).toHaveLength(1)
  expect((await ask(people.prairie, ifta.distances, { query: { quarter } })).body).toEqual({
    upload: null,
    distances: [],
  })
  const foreign = { quarter, company_id: String(northline) }
  expect((await ask(people.prairie, ifta.worksheet, { query: foreign })).status).toBe(404)
  expect((await upload(people.prairie, 'distances', row, foreign)).status).toBe(404)
  expect((await upload(people.desk, 'distances', row, { quarter })).status).toBe(403)
  expect((await upload(people.northline, 'rates', rates, { quarter })).status).toBe(403)
  expect((await upload(people.staff, 'rates', rates, { quarter })).status).toBe(200)
  const seen = (await ask(people.northline, ifta.rates, { query: { quarter } })).body
  expect(
    seen.rates.map(({ jurisdiction, rate, surcharge, source }: Record<string, unknown>) => [
      jurisdiction,
      rate,
      surcharge,
      source,
    ]),
  ).toEqual([
    ['CA-ON', 0.143, null, 'rates.csv'],
    ['CA-QC', 0.202, null, 'rates.csv'],
    ['US-NY', 0.3, 0.05, 'rates.csv'],
  ])
  const asCustomer = (sql: string) =>
    database.transaction({ role: 'portal_customer', company_id: prairie }, async (db) => {
      const { sql: raw } = await import('kysely')
      return raw.raw(sql).execute(db)
    })
  await expect(asCustomer('delete from ifta_rates')).rejects.toThrow('permission denied')
  expect((await asCustomer('select from ifta_distances where company_id = 2')).rows).toEqual([])
})

test('REPT-5 each kind of file has a template that can be uploaded as it is', async () => {
  for (const kind of ['distances', 'fuel', 'rates'] as const) {
    const { text, headers } = await ask(people.northline, ifta.template, { params: { kind } })
    expect(headers['content-disposition']).toContain(`ifta-${kind}.csv`)
    const endpoint = { distances: ifta.uploadDistances, fuel: ifta.uploadFuel, rates: ifta.uploadRates }[kind]
    const query = { quarter: '2024Q3', preview: 'true' }
    const who = kind === 'rates' ? people.staff : people.northline
    const seen = await ask(who, endpoint, { query, ...form({ content: text, name: 't.csv', type: 'text/csv' }) })
    expect([seen.status, seen.body.rows, seen.body.failed, seen.body.unused_columns]).toEqual([200, 2, 0, []])
  }
})
