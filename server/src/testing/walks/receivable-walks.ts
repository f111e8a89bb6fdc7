import { addDays } from '@portal/contract/cards/refresh-days.rules.ts'
import type pg from 'pg'
import { voidDirectly } from '../factories.ts'
import { insertSentInvoice } from '../paying.ts'
import { generator } from './generator.ts'

const first = '2026-03-01'
const length = 240
type Row = { id: number; from: string; cents: number }

type Acts = Record<string, () => Promise<unknown>>
type Walker = ReturnType<typeof walkerOf>
/** Picks days, amounts and rows of one customer. */
function walkerOf(owner: pg.Pool, companyId: number, seed: number) {
  const { pick, oneOf } = generator(seed)
  const currency = () => (pick(4) === 0 ? 'USD' : 'CAD')
  const anyDay = (from = first) => {
    const day = addDays(first, pick(length))
    return day < from ? from : day
  }
  /** One of the rows that a query finds, if there is any. */
  const find = async (query: string): Promise<Row | undefined> => {
    const { rows } = await owner.query<Row>(
      `select id::int, "from"::text, cents::int from (${query}) found order by id`,
      [companyId],
    )
    return rows.length > 0 ? oneOf(rows) : undefined
  }
  const part = (cents: number) => 1 + pick(cents)
  const openInvoice = (kind: string) =>
    find(`select i.id, greatest(i.issued_date, s.day) as "from", least(i.due_cents, s.cents) as cents from invoices i, (${kind}) s
          where i.company_id = $1 and i.status in ('SENT', 'PARTIALLY_PAID') and i.due_cents > 0 and s.currency = i.currency`)
  return { owner, companyId, seed, pick, oneOf, currency, anyDay, find, part, openInvoice }
}

/** Documents, and invoices made void. */
const issued = ({ owner, companyId, seed, pick, currency, anyDay, find }: Walker): Acts => ({
  async invoice() {
    const issued = anyDay()
    await insertSentInvoice(owner, companyId, 100 + pick(100_000), {
      currency: currency(),
      issued,
      due: addDays(issued, pick(60)),
    })
  },
  receipt: () =>
    owner.query(
      `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference) values ($1, $2, $3, $4, 'eft', $5)`,
      [companyId, currency(), 100 + pick(80_000), anyDay(), `R${seed}-${pick(1_000_000)}`],
    ),
  async credit() {
    const day = anyDay()
    const cents = 100 + pick(5000)
    return owner.query(
      `with note as (
         insert into credit_notes (company_id, currency, credit_note_number, kind, issued_date, total_cents, reason)
         values ($1, $2, $3, 'amount', $4, $5, 'Goodwill') returning id
       ) insert into credit_note_lines (credit_note_id, company_id, n, product, quantity_milli, price_e6, price_quantity_milli, pre_cents, amount_cents)
       select id, $1, 0, 'OTH', -1000, 0, -1000, -$5::bigint, -$5::bigint from note`,
      [companyId, currency(), `CN-1996-${seed}-${pick(1_000_000)}`, day, cents],
    )
  },
  async make_void() {
    const invoice =
      await find(`select id, issued_date as "from", total_cents as cents from invoices i where company_id = $1 and status = 'SENT'
      and not exists (select from settlements where invoice_id = i.id)`)
    if (!invoice) return 'none'
    return voidDirectly(owner, invoice.id, anyDay(invoice.from))
  },
})

/** What settles documents. */
const settling = ({ owner, oneOf, anyDay, find, part, openInvoice }: Walker): Acts => ({
  async allocate() {
    const receipt = await find(
      `select id, receipt_date as "from", open_cents as cents from receipts where company_id = $1 and open_cents > 0`,
    )
    const invoice =
      receipt &&
      (await openInvoice(
        `select receipt_date as day, open_cents as cents, currency from receipts where id = ${receipt.id}`,
      ))
    if (!invoice) return 'none'
    return owner.query(
      `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, receipt_id, settled_on)
       select 'payment', company_id, $2, currency, $3, receipt_date, payment_mode, reference, id, $4 from receipts where id = $1`,
      [receipt.id, invoice.id, part(invoice.cents), anyDay(invoice.from)],
    )
  },
  async apply() {
    const note = await find(
      `select id, issued_date as "from", open_cents as cents from credit_notes where company_id = $1 and open_cents > 0`,
    )
    const invoice =
      note &&
      (await openInvoice(
        `select issued_date as day, open_cents as cents, currency from credit_notes where id = ${note.id}`,
      ))
    if (!invoice) return 'none'
    return owner.query(
      `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, credit_note_id, settled_on)
       select 'credit', company_id, $2, currency, $3, id, $4 from credit_notes where id = $1`,
      [note.id, invoice.id, part(invoice.cents), anyDay(invoice.from)],
    )
  },
  async write_off() {
    const invoice = await find(
      `select id, issued_date as "from", due_cents as cents from invoices where company_id = $1 and status in ('SENT', 'PARTIALLY_PAID') and due_cents > 0`,
    )
    if (!invoice) return 'none'
    return owner.query(
      `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, settled_on, note)
       select 'write_off', company_id, id, currency, $2, $3, 'Small' from invoices where id = $1`,
      [invoice.id, part(invoice.cents), anyDay(invoice.from)],
    )
  },
  async refund() {
    const [table, day, column] = oneOf([
      ['receipts', 'receipt_date', 'receipt_id'],
      ['credit_notes', 'issued_date', 'credit_note_id'],
    ] as const)
    const source = await find(
      `select id, ${day} as "from", open_cents as cents from ${table} where company_id = $1 and open_cents > 0`,
    )
    if (!source) return 'none'
    return owner.query(
      `insert into refunds (company_id, currency, ${column}, amount_cents, refund_date, payment_mode, reference, note)
       select company_id, currency, id, $2, $3, 'cheque', 'B', 'Paid back' from ${table} where id = $1`,
      [source.id, part(source.cents), anyDay(source.from)],
    )
  },
})

/** Reversals. */
const undone = ({ owner, anyDay, find }: Walker): Acts => ({
  async unsettle() {
    const settled =
      await find(`select id, settled_on as "from", amount_cents as cents from settlements s where company_id = $1 and reverses_id is null
      and not exists (select from settlements where reverses_id = s.id) and not exists (select from invoices where id = s.invoice_id and status = 'VOID')`)
    if (!settled) return 'none'
    return owner.query(
      `insert into settlements (kind, company_id, invoice_id, currency, amount_cents, payment_date, payment_mode, reference_id, receipt_id, credit_note_id, settled_on, reverses_id, note)
       select kind, company_id, invoice_id, currency, -amount_cents, payment_date, payment_mode, reference_id, receipt_id, credit_note_id, $2, id, 'Undone'
       from settlements where id = $1`,
      [settled.id, anyDay(settled.from)],
    )
  },
  async reverse() {
    const receipt =
      await find(`select id, receipt_date as "from", amount_cents as cents from receipts where company_id = $1 and reverses_id is null
      and reversed_on is null and allocated_cents = 0 and refunded_cents = 0`)
    if (!receipt) return 'none'
    return owner.query(
      `insert into receipts (company_id, currency, amount_cents, receipt_date, payment_mode, reference, reverses_id, note)
       select company_id, currency, -amount_cents, $2, payment_mode, reference, id, 'Returned' from receipts where id = $1`,
      [receipt.id, anyDay(receipt.from)],
    )
  },
  async unrefund() {
    const refund =
      await find(`select id, refund_date as "from", amount_cents as cents from refunds r where company_id = $1 and reverses_id is null
      and not exists (select from refunds where reverses_id = r.id)`)
    if (!refund) return 'none'
    return owner.query(
      `insert into refunds (company_id, currency, receipt_id, credit_note_id, amount_cents, refund_date, payment_mode, reference, note, reverses_id)
       select company_id, currency, receipt_id, credit_note_id, -amount_cents, $2, payment_mode, reference, 'Undone', id from refunds where id = $1`,
      [refund.id, anyDay(refund.from)],
    )
  },
})

/**
 * A random history of one customer: invoices, receipts, allocations, credit notes, write-offs, refunds, reversals and
 * voids. Each act has a day of its own, often before acts that are already booked.
 */
export function receivableWalk(owner: pg.Pool, companyId: number, seed: number) {
  const walker = walkerOf(owner, companyId, seed)
  const { pick, oneOf } = walker
  const acts: Acts = { ...issued(walker), ...settling(walker), ...undone(walker) }
  const done: Record<string, number> = {}
  /** Invoices, receipts and allocations are the most frequent. */
  const kinds = [...Object.keys(acts), 'invoice', 'invoice', 'receipt', 'receipt', 'allocate', 'allocate', 'allocate']
  return {
    done,
    days: Array.from({ length: 6 }, () => addDays(first, pick(length + 30))),
    async go(steps: number): Promise<void> {
      for (let step = 0; step < steps; step++) {
        const kind = oneOf(kinds)
        if ((await acts[kind]?.()) !== 'none') done[kind] = (done[kind] ?? 0) + 1
      }
    },
  }
}
