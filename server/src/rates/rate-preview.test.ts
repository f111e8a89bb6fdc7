import { imports } from '@portal/contract/imports/imports.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { beforeEach, expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import { settledImport } from '../testing/import-job.ts'
import { bought, testImports } from '../testing/importing.ts'
import { essoHeader, essoRates } from '../testing/rows/rate-rows.ts'
import { form } from '../testing/uploads.ts'
import { generator } from '../testing/walks/generator.ts'

const portal = await testImports()
const { ask, owner, imported, rows, freshCard } = portal
beforeEach(() =>
  owner.query(
    'truncate transactions, transaction_lines, transaction_identities, daily_rates, rate_uploads, sites cascade',
  ),
)

const sites = Array.from({ length: 15 }, (_, n) => String(880_600 + n))
type Rate = { site: string; code?: string; day?: string; cents: number }
const sheet = (...given: Rate[]) =>
  makeXlsx([
    essoHeader,
    ...given.map(({ site, code = 'DSL EFF LS', day = '2026-11-13', cents }) =>
      essoRates({ 0: day, 1: null, 2: site, 6: code, 7: cents, 8: null, 9: null, 10: null, 11: null }),
    ),
  ])
const upload = async (given: Rate[], mode?: string) => {
  const fields = { type: 'Esso', ...(mode ? { mode } : {}) }
  const sent = form({ content: sheet(...given), name: 'rates.xlsx', type: 'application/octet-stream', before: fields })
  const { status, body } = await ask(people.staff, dailyRates.upload, sent)
  expect([status, body.error]).toEqual([201, undefined])
  return body
}
const applied = async (import_id: number, mode = 'all') => {
  expect((await ask(people.staff, imports.apply, { params: { id: import_id }, body: { mode } })).status).toBe(202)
  await settledImport(portal, import_id)
  return (await ask(people.staff, dailyRates.getUpload, { params: { id: import_id } })).body
}
const inForce = async (day = '2026-11-13') =>
  (
    await rows(
      'select s.site_number, r.code, r.price_e4 from daily_rates r join sites s on s.id = r.site_id where r.is_current and r.day = $1 order by 1, 2',
      [day],
    )
  ).map(({ site_number, code, price_e4 }) => `${site_number} ${code} ${price_e4}`)
const stopAt = (card: string, site: string, more = {}) =>
  bought(card, {
    date: '2026-11-13',
    site,
    site_name: 'Lévis TS',
    city: 'Lévis',
    province: 'QC',
    quantity: 100,
    price: 1.45,
    ...more,
  })
const amounts = () => rows('select id, amount_cents, flags from transactions order by id')

test('RATE-6 a one-row correction leaves the day’s fourteen other sites in force and reprices only its own stops', async () => {
  await upload(sites.map((site) => ({ site, cents: 150 })))
  // A site of another day is no concern of this one.
  await upload([{ site: '990001', day: '2026-11-12', cents: 150 }])
  const card = await freshCard()
  await imported(
    'Esso',
    sites.slice(0, 3).map((site) => stopAt(card, site)),
  )
  const before = await amounts()
  const done = await upload([{ site: sites[1] as string, cents: 160 }])
  expect(done).toMatchObject({ status: 'done', warnings: [], repriced_count: 1 })
  expect(await inForce()).toEqual(sites.map((site, n) => `${site} DSL EFF LS ${n === 1 ? 16_000 : 15_000}`))
  const after = await amounts()
  expect(after.map(({ amount_cents }, n) => amount_cents === before[n].amount_cents)).toEqual([true, false, true])
  expect(done.repriced_totals).toEqual([
    { currency: 'CAD', difference: (Number(after[1].amount_cents) - Number(before[1].amount_cents)) / 100 },
  ])
})

const [first, second, third] = sites as [string, string, string]
/** A sheet of two days over rates of three sites, two of which have a stop. */
const given = [
  { site: first, cents: 180 },
  { site: third, cents: 120 },
  { site: third, cents: 121, day: '2026-11-14' },
  { site: first, code: 'REG', cents: 160 },
  { site: first, code: 'SUP', cents: 190 },
]
async function previewed() {
  await upload([
    { site: first, cents: 150 },
    { site: second, cents: 150 },
    { site: third, cents: 150, day: '2026-11-12' },
  ])
  const card = await freshCard()
  await imported('Esso', [stopAt(card, first), stopAt(card, second)])
  return () => upload(given, 'preview')
}

test('RATE-6 a preview changes nothing and names new and changed rates, unlisted sites and moves', async () => {
  const preview = await previewed()
  const state = async () => [
    await inForce(),
    await inForce('2026-11-12'),
    await amounts(),
    await rows('select count(*) from rate_uploads'),
  ]
  const before = await state()
  const { import_id, status, report } = await preview()
  expect([status, await state()]).toEqual(['ready', before])
  expect(report).toMatchObject({
    from_date: '2026-11-13',
    to_date: '2026-11-14',
    new_count: 4,
    changed_count: 1,
    same_count: 0,
    moved_count: 2,
    unlisted_count: 1,
    unlisted_rates: 1,
    unlisted: [{ day: '2026-11-13', site_number: second, codes: ['DSL EFF LS'] }],
    repriced: { count: 1 },
    replaced: { count: 2 },
  })
  expect(report.rates[0]).toEqual({
    row: 2,
    day: '2026-11-13',
    site_number: first,
    site_name: 'Lévis TS',
    code: 'DSL EFF LS',
    before: 1.5,
    after: 1.8,
    percent: 20,
  })
  expect(report.rates.slice(1).every((rate: { before: null }) => rate.before === null)).toBe(true)
  // The sheet's second day is compared with its first, not with the rate before both.
  expect(
    report.moved.map((one: Record<string, unknown>) => [
      one.day,
      one.site_number,
      one.before,
      one.before_day,
      one.percent,
    ]),
  ).toEqual([
    ['2026-11-13', first, 1.5, '2026-11-13', 20],
    ['2026-11-13', third, 1.5, '2026-11-12', -20],
  ])
  const stored = (await ask(people.staff, imports.get, { params: { id: import_id } })).body
  expect([stored.status, stored.mode, stored.report]).toEqual(['ready', 'preview', report])
  expect((await ask(people.staff, imports.apply, { params: { id: import_id }, body: { mode: 'update' } })).status).toBe(
    400,
  )
})

test('RATE-6 a preview is applied later, with or without replacing its days, and does what it said', async () => {
  const preview = await previewed()
  const { import_id, report } = await preview()
  const done = await applied(import_id)
  expect(done).toMatchObject({ status: 'done', repriced_count: 1, repriced_totals: report.repriced.totals })
  expect(done.warnings.map((one: Record<string, unknown>) => [one.day, one.site, one.code])).toEqual([
    ['2026-11-13', `${first} Lévis TS`, 'DSL EFF LS'],
    ['2026-11-13', `${third} Lévis TS`, 'DSL EFF LS'],
  ])
  expect(await inForce()).toEqual([
    `${first} DSL EFF LS 18000`,
    `${first} REG 16000`,
    `${first} SUP 19000`,
    `${second} DSL EFF LS 15000`,
    `${third} DSL EFF LS 12000`,
  ])
  // A day is replaced with the same sheet, at once or after a preview.
  const again = await preview()
  expect([again.status, again.report.same_count, again.report.repriced.count, again.report.replaced.count]).toEqual([
    'ready',
    5,
    0,
    1,
  ])
  expect(await applied(again.import_id, 'replace')).toMatchObject({
    repriced_count: 1,
    repriced_totals: again.report.replaced.totals,
    warnings: [{ row: null, site: `${second} Lévis TS`, day: '2026-11-13', code: 'DSL EFF LS' }],
  })
  expect(await inForce()).not.toContain(`${second} DSL EFF LS 15000`)
  expect((await upload(given, 'replace')).status).toBe('done')
  expect((await upload(given, 'preview')).status).toBe('done')
})

/** Applies a preview that no longer holds. */
const refusedToApply = async (import_id: number, mode = 'all') => {
  expect((await ask(people.staff, imports.apply, { params: { id: import_id }, body: { mode } })).status).toBe(202)
  return settledImport(portal, import_id)
}
const outdated = expect.stringMatching(/changed since the preview/)

test('RATE-7 a preview that would do something else by now is not applied, and is replaced by a new one', async () => {
  await upload([{ site: first, cents: 150 }])
  const card = await freshCard()
  await imported('Esso', [stopAt(card, first, { quantity: 592.65 })])
  const { import_id, report } = await upload([{ site: first, cents: 160 }], 'preview')
  expect([report.repriced.count, report.repriced.totals]).toEqual([1, [{ currency: 'CAD', difference: 68.14 }]])
  // Meanwhile another purchase and another sheet of the day arrive.
  await imported('Esso', [stopAt(card, first, { quantity: 176.5 })])
  await upload([{ site: second, cents: 150 }])
  const state = async () => [await inForce(), await amounts(), await rows('select count(*) from rate_uploads')]
  const before = await state()
  const refused = await refusedToApply(import_id)
  expect([refused.status, refused.mode, refused.reason]).toEqual(['ready', 'preview', outdated])
  expect(await state()).toEqual(before)
  expect([refused.report.repriced, refused.report.unlisted_count]).toEqual([
    { count: 2, totals: [{ currency: 'CAD', difference: 88.43 }] },
    1,
  ])
  const done = await applied(import_id)
  expect([done.status, done.repriced_count, done.repriced_totals]).toEqual(['done', 2, refused.report.repriced.totals])
  expect((await ask(people.staff, imports.get, { params: { id: import_id } })).body.reason).toBe(null)
})

test('RATE-7 another rate of the day outdates a preview even if no purchase is repriced, and the same sheet leaves nothing to do', async () => {
  await upload([{ site: first, cents: 150 }])
  const { import_id } = await upload([{ site: first, cents: 160 }], 'preview')
  await upload([{ site: first, cents: 155 }])
  const refused = await refusedToApply(import_id, 'replace')
  expect([refused.status, refused.reason, refused.report.rates[0].before]).toEqual(['ready', outdated, 1.55])
  await upload([{ site: first, cents: 160 }])
  const last = await refusedToApply(import_id)
  expect([last.status, last.counts.duplicate, last.counts.booked]).toEqual(['done', 1, 0])
  expect(await inForce()).toEqual([`${first} DSL EFF LS 16000`])
})

test('RATE-6 a preview of a bad file is refused like its upload, and another mode too', async () => {
  const send = (mode: string, cents: number) =>
    ask(people.staff, dailyRates.upload, {
      ...form({
        content: sheet({ site: '1', cents }),
        name: 'rates.xlsx',
        type: 'application/octet-stream',
        before: { type: 'Esso' },
      }),
      query: { mode },
    })
  const refused = await send('preview', 15)
  expect([refused.status, refused.body.error.code, refused.body.errors_total]).toEqual([400, 'import.refused', 1])
  expect((await send('later', 150)).body.error.fields).toEqual({ mode: 'Choose one of: preview, replace.' })
  expect(await rows('select from rate_uploads')).toEqual([])
  const cards = await ask(people.staff, imports.apply, {
    params: { id: refused.body.import_id },
    body: { mode: 'replace' },
  })
  expect(cards.body.error.code).toBe('import.not-ready')
})

test('RATE-6 RATE-7 what random sheets are previewed to do is what applying them does, to the cent', async () => {
  const { pick, oneOf } = generator(7)
  const few = sites.slice(0, 4)
  const codes = ['DSL EFF LS', 'REG', 'SUP', 'REEFER']
  const days = ['2026-11-11', '2026-11-12', '2026-11-13']
  const randomSheet = (): Rate[] => {
    const all = few.flatMap((site) => codes.flatMap((code) => days.map((day) => ({ site, code, day }))))
    const chosen = all.filter(() => pick(5) === 0)
    return (chosen.length > 0 ? chosen : all.slice(0, 1)).map((rate) => ({
      ...rate,
      cents: 120 + pick(9000) / 100,
    }))
  }
  await upload(randomSheet())
  const card = await freshCard()
  const minute = (n: number) => `${String(6 + Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
  await imported(
    'Esso',
    Array.from({ length: 60 }, (_, n) =>
      stopAt(card, oneOf(few), { product: oneOf(codes), date: oneOf(days), time: minute(7 * n), quantity: 50 + n }),
    ),
  )
  const total = async () => Number((await rows('select sum(amount_cents) from transactions'))[0].sum)
  for (let round = 0; round < 4; round++) {
    const { import_id, report, status } = await upload(randomSheet(), 'preview')
    if (status === 'done') continue
    const mode = round % 2 === 0 ? 'all' : 'replace'
    const expected = mode === 'all' ? report.repriced : report.replaced
    const before = await total()
    const done = await applied(import_id, mode)
    expect([round, done.repriced_count, done.repriced_totals]).toEqual([round, expected.count, expected.totals])
    const difference = expected.totals.reduce(
      (sum: number, { difference: part }: { difference: number }) => sum + Math.round(part * 100),
      0,
    )
    expect([round, (await total()) - before]).toEqual([round, difference])
  }
})
