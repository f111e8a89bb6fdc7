import { drafts } from '@portal/contract/billing/drafts.ts'
import { cardMoves } from '@portal/contract/cards/card-moves.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { markups } from '@portal/contract/markups/markups.ts'
import type { PriceInput } from '@portal/contract/pricing/price.rules.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import type { TaxRate } from '@portal/contract/rates/tax-rate.ts'
import { taxRates } from '@portal/contract/rates/tax-rates.ts'
import { oracle } from '@portal/contract/testing/price-oracle.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import type pg from 'pg'
import { expect } from 'vitest'
import { reconcile } from '../../db/reconcile/reconcile.ts'
import { people } from '../factories.ts'
import { fileRows, type Purchase } from '../files/transaction-files.ts'
import { makeXlsx, type Put } from '../files/workbooks.ts'
import { type TestImports, testImports } from '../importing.ts'
import { taxRowsInForce } from '../rows/derived-lines.ts'
import { essoHeader, essoRates } from '../rows/rate-rows.ts'
import { inputOfRate } from '../rows/tax-world.ts'
import { form } from '../uploads.ts'
import { generator } from './generator.ts'

const places = [
  { site: '8801', city: 'Guelph', province: 'ON', region: null, zone: 'America/Toronto' },
  { site: '8802', city: 'Laval', province: 'QC', region: null, zone: 'America/Toronto' },
  { site: '8803', city: 'Vancouver', province: 'BC', region: 'BC-Vancouver', zone: 'America/Vancouver' },
  { site: '8804', city: 'Leduc', province: 'AB', region: null, zone: 'America/Edmonton' },
] as const
/** Two grades of gasoline have two rates; DEF passes through at the file's price. */
const grades = { 'DSL EFF LS': 'D1', REG: 'GAS', SUP: 'GAS', DEF: 'DEF' } as const
const codes = Object.keys(grades) as (keyof typeof grades)[]
const dayAt = (n: number): string => new Date(Date.UTC(2026, 9, 20 + n)).toISOString().slice(0, 10)

/** A purchase as the walk knows it, apart from the service. `credit` is its whole reversal. */
type Stop = Purchase & {
  provider: 'Esso' | 'Comdata'
  place: (typeof places)[number]
  code: keyof typeof grades
  instant: number
  company: number
  /** What the provider charges before sales tax. */
  cost: number
  billed: Billed | null
  credit: { billed: Billed | null } | null
}
type Billed = { invoice: number; cents: number }
/** A transaction as the service stores it. */
type Kept = { id: number; key: string; company: number; cents: number; cost: number; invoice: number | null }
const milliOf = (quantity: number): number => Math.round(quantity * 1000)
/** Comdata's codes carry the day. */
const keyOf = ({ provider, auth, date, quantity }: Stop, sign = 1): string =>
  `${provider === 'Esso' ? auth : `${date.replaceAll('-', '').slice(2)}A${auth}`} ${milliOf(quantity) * sign}`

/** The service, and beside it the walk's own books: rates, holders of cards, purchases and what was billed. */
export async function moneyWalks() {
  const world = await testImports()
  const { ask, rows, clock } = world
  clock.now = new Date('2026-11-15T15:00:00Z')
  const companyOf = async (name: string): Promise<number> =>
    (await rows('select id::int from companies where name = $1', [name]))[0].id
  const markups_e4 = new Map([
    [await companyOf('Northline Haulage'), 500],
    [await companyOf('Prairie Freight'), 1100],
  ])
  await rows(`update markups set status = 'INACTIVE'`)
  for (const [customer_company_id, e4] of markups_e4)
    await ask(people.staff, markups.create, {
      body: { customer_company_id, fuel_company_provider_id: 1, mark_up_value: e4 / 10_000, from_date: '2026-01-01' },
    })
  return async function walk(seed: number, length: number): Promise<Record<string, number>> {
    // The demo's transactions were truncated, which leaves their counts and its invoices.
    await rows(
      `alter table issued_documents disable trigger user; truncate transactions, transaction_lines, transaction_identities, transaction_counts, daily_rates, rate_uploads, settlements, receipts, credit_notes, refunds, receivable_entries, receivable_days, receivable_months, receivable_aging_days, receivable_aging_weeks, invoices,
         document_series cascade; alter table issued_documents enable trigger user`,
    )
    return new MoneyWalk(world, markups_e4, seed).go(length)
  }
}

class MoneyWalk {
  readonly #world: TestImports
  readonly #markups: ReadonlyMap<number, number>
  readonly #seed: number
  readonly #draw: ReturnType<typeof generator>
  /** By site and code, by day. */
  readonly #rates = new Map<string, Map<string, number>>()
  readonly #holders = new Map<string, { company: number; from: number }[]>()
  readonly #stops: Stop[] = []
  #made = 0

  constructor(world: TestImports, markups_e4: ReadonlyMap<number, number>, seed: number) {
    this.#world = world
    this.#markups = markups_e4
    this.#seed = seed
    this.#draw = generator(seed)
  }

  /** Returns how often each kind of step was taken. */
  async go(length: number): Promise<Record<string, number>> {
    const steps = {
      import: () => this.#importEsso(),
      comdata: () => this.#importComdata(),
      rate: () => this.#correctRate(),
      tax: () => this.#correctTax(),
      move: () => this.#moveCard(),
      credit: () => this.#credit(),
      accept: () => this.#accept(),
      bill: () => this.#bill(),
      void: () => this.#void(),
    }
    for (const company of this.#markups.keys())
      this.#holders.set(await this.#world.freshCard({ company_id: company }), [
        { company, from: Number.NEGATIVE_INFINITY },
      ])
    await this.#correctRate()
    await this.#importEsso()
    await this.#check('0 import')
    const done: Record<string, number> = {}
    const names = Object.keys(steps) as (keyof typeof steps)[]
    // Every walk ends with an invoice made void, which a short one may not draw.
    for (let n = 1; n <= length + 2; n++) {
      const name = n <= length ? this.#draw.oneOf(names) : n === length + 1 ? 'bill' : 'void'
      await steps[name]()
      done[name] = (done[name] ?? 0) + 1
      await this.#check(`${n} ${name}`)
    }
    return done
  }

  #holderAt(card: string, instant: number): number {
    return this.#holders.get(card)?.findLast(({ from }) => from <= instant)?.company ?? 0
  }
  async #stop(changes: Partial<Stop> = {}): Promise<Stop> {
    const { pick, oneOf } = this.#draw
    const [place, code, card] = [changes.place ?? oneOf(places), oneOf(codes), oneOf([...this.#holders.keys()])]
    const two = (n: number) => String(n).padStart(2, '0')
    const [date, time] = [dayAt(pick(26)), `${two(pick(24))}:${two(pick(60))}`]
    // PostgreSQL's zone data decide (TXN-21).
    const [{ at: instant }] = await this.#world.rows(
      `select extract(epoch from ($1::timestamp at time zone $2))::int as at`,
      [`${date} ${time}`, place.zone],
    )
    const [quantity, price] = [50 + pick(60_000) / 100, 1.2 + pick(900_000) / 1_000_000]
    this.#made += 1
    return {
      provider: 'Esso',
      card,
      date,
      time,
      auth: `W${this.#seed}N${this.#made}`,
      place,
      instant,
      site: place.site,
      site_name: `Esso ${place.city}`,
      city: place.city,
      province: place.province,
      product: code,
      code,
      quantity,
      price,
      cost: Math.round(Number((quantity * price * 100).toFixed(4))),
      company: this.#holderAt(card, instant),
      billed: null,
      credit: null,
      ...changes,
    }
  }
  async #book(provider: Stop['provider'], file: readonly Purchase[] | readonly (readonly Put[])[], count: number) {
    const report = await this.#world.imported(provider, file)
    expect([report.errors, report.counts]).toMatchObject([[], { booked: count, failed: 0, quarantined: 0 }])
  }

  async #importEsso(): Promise<void> {
    const drawn: Stop[] = []
    for (let n = 0; n < 4; n++) drawn.push(await this.#stop())
    await this.#book('Esso', drawn, drawn.length)
    this.#stops.push(...drawn)
  }
  /** A Canadian stop whose tax is inside its cost, so it must not be taxed twice (TXN-24). */
  async #importComdata(): Promise<void> {
    const { pick } = this.#draw
    const quantity = 20 + pick(10_000) / 100
    const due = 10_000 + pick(90_000)
    const tax = Math.round((due * 13) / 113)
    const [place] = places
    const auth = String(++this.#made).padStart(6, '0')
    const price = due / 100 / quantity
    const stop = await this.#stop({ provider: 'Comdata', auth, place, site: 'ON77', product: '#2', code: 'DSL EFF LS' })
    const [headers = [], cells = []] = fileRows('Comdata', [{ ...stop, quantity, price, currency: 'C' }])
    await this.#book(
      'Comdata',
      [
        [...headers, 'Canadian Tax Amount Canadian Dollars'],
        [...cells, tax / 100],
      ],
      1,
    )
    const net = Math.round(((due - tax) * 100) / quantity) / 10_000
    this.#stops.push({ ...stop, quantity, price: net, cost: due - tax })
  }

  /** A rate for the first time, or a corrected one; the other rates of the day stay (RATE-6). */
  async #correctRate(): Promise<void> {
    const { pick, oneOf } = this.#draw
    const [place, code, day] = [oneOf(places), oneOf(codes.slice(0, 3)), dayAt(pick(26))]
    const price_e4 = 12_000 + pick(8000)
    const cells = { 0: day, 1: day, 2: place.site, 3: `Esso ${place.city}`, 4: place.city, 5: place.province, 6: code }
    const rate = essoRates({ ...cells, 7: price_e4 / 100, 8: null, 9: null, 10: null, 11: null })
    const name = `w${this.#seed}-${++this.#made}.xlsx`
    const file = {
      content: makeXlsx([essoHeader, rate]),
      name,
      type: 'application/octet-stream',
      before: { type: 'Esso' },
    }
    const answer = await this.#world.ask(people.staff, dailyRates.upload, form(file))
    expect([answer.status, answer.body.error]).toEqual([201, undefined])
    const key = `${place.site} ${code}`
    this.#rates.set(key, (this.#rates.get(key) ?? new Map()).set(day, price_e4))
  }
  async #correctTax(): Promise<void> {
    const { pick, oneOf } = this.#draw
    const { ask } = this.#world
    const filter = [`jurisdiction:${oneOf(['CA-ON', 'CA-QC', 'CA-BC', 'CA-AB'])}`]
    const found: TaxRate[] = (await ask(people.staff, taxRates.list, { query: { filter, size: '50' } })).body.tax_rates
    const row = oneOf(found)
    const body = { ...inputOfRate(row), rate: row.kind === 'per_unit' ? pick(20) / 100 : pick(16) }
    const params = { id: row.id }
    const preview = await ask(people.staff, taxRates.update, { params, query: { preview: 'true' }, body })
    // The drawn rate may be the present one.
    if (preview.status !== 200) return
    const { token } = preview.body.effect
    const answer = await ask(people.staff, taxRates.update, { params, body: { ...body, reason: 'A walk', token } })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
  }

  async #moveCard(): Promise<void> {
    const { pick, oneOf } = this.#draw
    const { ask, rows } = this.#world
    const [card, held] = oneOf([...this.#holders])
    const last = held.at(-1)
    const other = [...this.#markups.keys()].find((company) => company !== last?.company) ?? 0
    const [first, end] = [Math.max(last?.from ?? 0, Date.UTC(2026, 9, 20) / 1000), Date.UTC(2026, 10, 15) / 1000]
    const from = first + 60 * (1 + pick(Math.max(1, Math.floor((end - first) / 60))))
    const [{ id }] = await rows('select id::int from cards where card_number = $1', [card])
    const body = { cardIds: [id], customerCompanyId: other, effective_at: new Date(from * 1000).toISOString() }
    const shown = await ask(people.staff, cardMoves.assignPreview, { body })
    const move_purchases = pick(2) === 1
    const moving = { ...body, move_purchases, preview_token: shown.body.token }
    const answer = await ask(people.staff, cardMoves.assign, { body: moving })
    expect([shown.status, answer.status, answer.body.error]).toEqual([200, 200, undefined])
    held.push({ company: other, from })
    if (!move_purchases) return
    for (const stop of this.#stops)
      if (stop.card === card && stop.instant >= from && !stop.billed && !stop.credit?.billed) stop.company = other
  }
  /** The provider reverses a purchase, and mostly sends the corrected one in the same file (TXN-19). */
  async #credit(): Promise<void> {
    const { pick, oneOf } = this.#draw
    const open = this.#stops.filter((stop) => stop.credit === null && stop.provider === 'Esso')
    if (open.length === 0) return
    const stop = oneOf(open)
    const quantity = Math.round(stop.quantity * 100 + 1 + pick(500)) / 100
    const right = { ...stop, quantity, cost: Math.round(Number((quantity * stop.price * 100).toFixed(4))) }
    const isCorrected = pick(3) > 0
    const reversal = { ...stop, quantity: -stop.quantity }
    await this.#book('Esso', isCorrected ? [reversal, right] : [reversal], isCorrected ? 2 : 1)
    stop.credit = { billed: null }
    const company = this.#holderAt(stop.card, stop.instant)
    if (isCorrected) this.#stops.push({ ...right, company, billed: null, credit: null })
  }

  #kept(): Promise<Kept[]> {
    return this.#world.rows(
      `select t.id::int, t.authentication_id || ' ' || l.quantity_milli as key, t.company_id::int as company, t.amount_cents::int as cents,
         l.cost_pre_cents::int as cost, t.invoice_id::int as invoice
       from transactions t join transaction_lines l on l.transaction_id = t.id`,
    )
  }
  async #accept(): Promise<void> {
    const body = { filter: ['review:open'] }
    // Nothing may be left to accept.
    expect([200, 409]).toContain((await this.#world.ask(people.staff, transactions.accept, { body })).status)
  }
  async #bill(): Promise<void> {
    await this.#accept()
    const { pick, oneOf } = this.#draw
    const company = oneOf([...this.#markups.keys()])
    const open = (await this.#kept()).filter((one) => one.company === company && one.invoice === null && pick(3) > 0)
    if (open.reduce((sum, { cents }) => sum + cents, 0) <= 0) return
    const period = { start_date: '2026-10-01', end_date: '2026-11-30' }
    const body = { company_id: company, currency: 'CAD', ...period, txn_ids: open.map(({ id }) => id) }
    const answer = await this.#world.ask(people.staff, drafts.create, { body })
    expect([answer.status, answer.body.error]).toEqual([201, undefined])
    await this.#noteBilled()
  }
  async #void(): Promise<void> {
    const { ask, rows } = this.#world
    const open = await rows(`select id::int from invoices where status <> 'VOID' order by id`)
    if (open.length === 0) return
    const { invoice_dto } = (await ask(people.staff, invoices.get, { params: { id: this.#draw.oneOf(open).id } })).body
    const body = { ...invoice_dto, status: { key: 'VOID', value: 'VOID' } }
    const answer = await ask(people.staff, invoices.update, { body })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    await this.#noteBilled()
  }
  /** Remembers the amounts of what is on an invoice now: they stay whatever changes later. */
  async #noteBilled(): Promise<void> {
    const kept = new Map((await this.#kept()).map((one) => [one.key, one]))
    const billed = (key: string, before: Billed | null): Billed | null => {
      const { invoice, cents } = kept.get(key) ?? { invoice: null, cents: 0 }
      return invoice === null ? null : (before ?? { invoice, cents })
    }
    for (const stop of this.#stops) {
      stop.billed = billed(keyOf(stop), stop.billed)
      if (stop.credit) stop.credit.billed = billed(keyOf(stop, -1), stop.credit.billed)
    }
  }

  #inputOf({ provider, code, date, place, quantity, price, company }: Stop): PriceInput {
    const isEsso = provider === 'Esso'
    const days = [...(this.#rates.get(`${place.site} ${code}`) ?? [])].filter(([day]) => isEsso && day <= date)
    const rate = days.toSorted(([one], [other]) => (one < other ? 1 : -1))[0]
    return {
      provider,
      product: grades[code],
      date,
      province: place.province,
      region: place.region,
      currency: 'CAD',
      unit: isEsso ? 'L' : 'GAL',
      quantity_milli: milliOf(quantity),
      cap_at_retail: false,
      retail_e6: null,
      file_price_e6: Math.round(price * 1_000_000),
      rate: rate ? { id: 1, date: rate[0], price_e4: rate[1], unit: 'L', currency: 'CAD', retail_e4: null } : null,
      markup: isEsso ? { id: 1, value_e4: this.#markups.get(company) ?? 0, unit: 'L', currency: 'CAD' } : null,
    }
  }
  /** Every purchase and credit costs its holder what the oracle says, or what it was billed; the books agree. */
  async #check(step: string): Promise<void> {
    const { rows, owner } = this.#world
    const table = await taxRowsInForce(rows)
    const expected = this.#stops.flatMap((stop) => {
      const { billed, credit, company, cost } = stop
      const frozen = billed?.cents ?? (credit?.billed ? -credit.billed.cents : null)
      const cents = frozen ?? oracle(this.#inputOf(stop), table).billed_cents
      const own = { key: keyOf(stop), company, cents, cost, invoice: billed?.invoice ?? null }
      const undone = {
        ...own,
        key: keyOf(stop, -1),
        cents: -cents,
        cost: -cost,
        invoice: credit?.billed?.invoice ?? null,
      }
      return credit ? [own, undone] : [own]
    })
    const byKey = (list: readonly Omit<Kept, 'id'>[]) => Object.fromEntries(list.map((one) => [one.key, one]))
    const found = (await this.#kept()).map(({ id, ...one }) => one)
    expect(found).toHaveLength(expected.length)
    expect({ step, ...byKey(found) }).toEqual({ step, ...byKey(expected) })
    const client = await owner.connect()
    try {
      expect([step, (await reconcile(client as pg.PoolClient)).breaches]).toEqual([step, []])
    } finally {
      client.release()
    }
  }
}
