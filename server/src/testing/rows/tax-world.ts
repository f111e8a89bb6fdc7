import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import type { ChangedTaxRate } from '@portal/contract/rates/tax-changes.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { type TaxRateInput, taxRates } from '@portal/contract/rates/tax-rates.ts'
import { beforeEach, expect } from 'vitest'
import { loadTaxRates } from '../../db/seed/tax-rates.ts'
import { people } from '../factories.ts'
import { makeXlsx } from '../files/workbooks.ts'
import { bought, type TestImports, testImports } from '../importing.ts'
import { form } from '../uploads.ts'
import { derivedLines } from './derived-lines.ts'
import { essoHeader, essoRates } from './rate-rows.ts'

export const inputOfRate = ({
  jurisdiction,
  region,
  product_class,
  tax,
  rate,
  from_date,
  to_date,
  review_date,
  source,
}: TaxRate) =>
  ({ jurisdiction, region, product_class, tax, rate, from_date, to_date, review_date, source }) as TaxRateInput
export type Saved = {
  status: number
  body: ChangedTaxRate & { error: { code: string; fields?: object }; preview: ChangedTaxRate }
}

async function uploadRateOf(ask: TestImports['ask'], site: string, day: string, cents: number): Promise<void> {
  const cells = {
    0: day,
    1: day,
    2: site,
    3: 'Leduc',
    4: 'Leduc',
    5: 'AB',
    6: 'DSL EFF LS',
    7: cents,
    8: null,
    9: null,
  }
  const content = makeXlsx([essoHeader, essoRates({ ...cells, 10: null, 11: null })])
  const file = { content, name: `${site}.xlsx`, type: 'application/octet-stream', before: { type: 'Esso' } }
  expect((await ask(people.staff, dailyRates.upload, form(file))).status).toBe(201)
}

/** The service with Esso purchases and the shipped tax rates, fresh for each test. */
export async function taxWorld() {
  const world = await testImports()
  const { ask, imported, rows, freshCard, owner, clock } = world
  clock.now = new Date('2026-11-16T15:00:00Z')
  const card = await freshCard()
  // Without a markup, 500 L at 1.50 are 750.00 before tax.
  await owner.query(`update markups set status = 'INACTIVE'`)
  async function loadShipped(): Promise<boolean> {
    await owner.query(`delete from loaded_files where name = 'tax-rates'`)
    const client = await owner.connect()
    try {
      return await loadTaxRates(client)
    } finally {
      client.release()
    }
  }
  beforeEach(async () => {
    await owner.query('truncate transactions, transaction_lines, transaction_identities, tax_rate_changes cascade')
    await owner.query('truncate tax_rates, tax_rate_candidates restart identity cascade')
    await loadShipped()
  })

  const find = async (...filter: string[]): Promise<TaxRate[]> =>
    (await ask(people.staff, taxRates.list, { query: { filter, sort: 'from_date,asc', size: '50' } })).body.tax_rates
  const hst = () => find('jurisdiction:CA-ON', 'tax:HST', 'product_class:diesel')
  const put = async (id: number, body: object, query: Record<string, string> = {}): Promise<Saved> =>
    ask(people.staff, taxRates.update, { params: { id }, query, body }) as Promise<Saved>
  /** Previews a correction, saves it with the preview's token, and expects the figures of the preview. */
  async function corrected(row: TaxRate, changes: object): Promise<{ preview: ChangedTaxRate; saved: ChangedTaxRate }> {
    const body = { ...inputOfRate(row), ...changes }
    const preview = (await put(row.id, body, { preview: 'true' })).body
    const saved = await put(row.id, { ...body, reason: 'Typed wrongly', token: preview.effect.token })
    expect([saved.status, saved.body.error]).toEqual([200, undefined])
    const { status, change_id, ...figures } = saved.body.effect
    expect({ ...preview.effect, status, change_id }).toEqual({ ...figures, status, change_id })
    return { preview, saved: saved.body }
  }
  const centsBy = async (where = 'true'): Promise<Map<string, number>> =>
    new Map(
      (await rows(`select authentication_id as code, amount_cents::int as cents from transactions where ${where}`)).map(
        ({ code, cents }) => [code, cents],
      ),
    )
  const idOf = async (code: string): Promise<number> =>
    (await rows('select id::int from transactions where authentication_id = $1', [code]))[0].id
  const expectFresh = async () => {
    for (const { stored, fresh } of await derivedLines(rows)) expect(stored).toEqual(fresh)
  }
  const stop = (auth: string, date: string, changes: object = {}) =>
    bought(card, { auth, date, quantity: 500, ...changes })
  const book = async (...stops: ReturnType<typeof stop>[]) =>
    expect(await imported('Esso', stops)).toMatchObject({ status: 'done', counts: { booked: stops.length, failed: 0 } })
  const uploadRate = (site: string, day: string, cents: number) => uploadRateOf(ask, site, day, cents)
  return { ...world, loadShipped, find, hst, put, corrected, centsBy, idOf, expectFresh, stop, book, uploadRate }
}
