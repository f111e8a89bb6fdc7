import { creditNotes } from '@portal/contract/credit-notes/credit-notes.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { owedOn } from '../accounts/accounts.queries.ts'
import { jobScope } from '../platform/jobs/jobs.ts'
import { people } from '../testing/factories.ts'
import { insertCustomer } from '../testing/paying.ts'
import { journalDay, testJournal } from '../testing/rows/journal-documents.ts'

const world = await testJournal()
const { ask, owner, database, rows, issue, receive, credit, exportJournal } = world
type Line = { account: string; debit_cents: number; credit_cents: number }
type Entry = { kind: string; number: string; entry_date: string; memo: string; lines: Line[]; uncosted_cents: number }
const entriesOf = (company: number): Promise<Entry[]> =>
  rows(
    'select kind, number, entry_date::text, memo, lines, uncosted_cents::int from journal_entries where company_id = $1 and not is_withdrawn order by batch_id, n',
    [company],
  )
/** What the entries of a customer move on accounts that begin so; a debit is positive. */
const movedOn = (entries: readonly Entry[], account: string): number =>
  entries
    .flatMap(({ lines }) => lines)
    .filter((line) => `${line.account}.`.startsWith(`${account}.`))
    .reduce((sum, { debit_cents, credit_cents }) => sum + debit_cents - credit_cents, 0)
const ofKind = (entries: readonly Entry[], kind: string) => entries.filter((entry) => entry.kind === kind)

/** Customers with one story each. */
const story = { mixed: 0, voided: 0, rebilled: 0 }
let october: { id: number; number: string }
let voided: { id: number; number: string }
let rebilled: { id: number; number: string }
beforeAll(async () => {
  for (const name of Object.keys(story) as (keyof typeof story)[]) story[name] = await insertCustomer(owner)
  october = await issue({ companyId: story.mixed, day: '2026-10-05' })
  const inDollars = await issue({ companyId: story.mixed, day: '2026-10-06', currency: 'USD', hasCost: false })
  expect(inDollars.id).toBeGreaterThan(0)
  const { id } = await receive(story.mixed, 500, '2026-10-20')
  await world.returned(id)
  const kept = await receive(story.mixed, 300, '2026-11-02', { payment_mode: 'cheque' })
  const refunded = await world.refund(kept.id, 120)
  await world.unrefund(refunded.id)
  await world.refund(kept.id, 100)
  const written = await world.writeOff(october.number, 80)
  await world.unwriteOff(written.id)
  await world.writeOff(october.number, 60)
  await credit({
    invoice_number: october.number,
    amounts: [{ product: 'D1', province: 'ON', description: 'Goodwill', amount: 10, gst: 0, hst: 1.3, pst: 0, qst: 0 }],
  })
  voided = await issue({ companyId: story.voided, day: '2026-10-07' })
  await world.makeVoid(voided.number)
  rebilled = await issue({ companyId: story.rebilled, day: '2026-11-01' })
  const creditable = await ask(people.staff, creditNotes.creditable, { params: { id: rebilled.number } })
  const lines = creditable.body.lines.filter(({ product }: { product: string }) => product === 'D1')
  await credit({
    invoice_number: rebilled.number,
    line_ids: [lines[0].line_id],
    rebill: true,
  })
  const batches = await exportJournal('2000-01-01', '2026-10-31')
  expect([batches.status, batches.body.error]).toEqual([201, undefined])
  expect((await exportJournal('2026-11-01', '2099-12-31')).status).toBe(201)
})

test('RECV-10 each kind of document is one balanced entry on its own day', async () => {
  const entries = await entriesOf(story.mixed)
  const cents = async (id: number) =>
    (await rows('select issued_cents::int as cents from invoices where id = $1', [id]))[0].cents
  expect(entries.map(({ kind, entry_date }) => `${entry_date} ${kind}`)).toEqual([
    '2026-10-05 invoice',
    '2026-10-20 receipt',
    '2026-10-06 invoice',
    '2026-11-02 receipt',
    `${journalDay} credit_note`,
    `${journalDay} receipt_reversal`,
    `${journalDay} write_off`,
    `${journalDay} write_off_reversal`,
    `${journalDay} write_off`,
    `${journalDay} refund`,
    `${journalDay} refund_reversal`,
    `${journalDay} refund`,
  ])
  const amounts = (kind: string, account: string) => ofKind(entries, kind).map((entry) => movedOn([entry], account))
  expect(amounts('invoice', 'receivable')).toContain(await cents(october.id))
  expect(amounts('receipt', 'bank.eft')).toEqual([50_000, 0])
  expect(amounts('receipt', 'bank.cheque')).toEqual([0, 30_000])
  expect(amounts('receipt', 'receivable')).toEqual([-50_000, -30_000])
  expect(amounts('receipt_reversal', 'bank.eft')).toEqual([-50_000])
  expect(amounts('write_off', 'bad_debt')).toEqual([8000, 6000])
  expect(amounts('write_off_reversal', 'bad_debt')).toEqual([-8000])
  expect(amounts('refund', 'bank.cheque')).toEqual([-12_000, -10_000])
  expect(amounts('refund_reversal', 'receivable')).toEqual([-12_000])
  expect(amounts('credit_note', 'sales.D1.ON')).toEqual([1000])
  expect(amounts('credit_note', 'tax.hst.ON')).toEqual([130])
  expect(ofKind(entries, 'receipt_reversal')[0]).toMatchObject({
    number: ofKind(entries, 'receipt')[0]?.number,
    memo: expect.stringMatching(/^Receipt reversal R-\d{6}: NSF, Returned by the bank$/),
  })
  expect(ofKind(entries, 'write_off')[0]?.memo).toMatch(/^Write-off WO-\d{6}: INV-2026-\d+, Bankrupt$/)
  for (const { lines } of entries)
    expect(lines.reduce((sum, { debit_cents, credit_cents }) => sum + debit_cents - credit_cents, 0)).toBe(0)
})

test('RECV-10 an invoice moves cost and recoverable taxes to what its fuel provider is owed; fees and cash are apart', async () => {
  const [invoice] = ofKind(await entriesOf(story.mixed), 'invoice')
  const [sums] = await rows(
    `select sum(cost_pre_cents + cost_pst_cents)::int as cost, sum(cost_gst_cents + cost_hst_cents + cost_qst_cents)::int as taxes, (sum(pre_cents) filter (where cost_pre_cents is null))::int as uncosted,
       sum(pre_cents) filter (where product = 'FEE')::int as fees, sum(pre_cents) filter (where product = 'CSH')::int as cash, sum(pst_cents)::int as pst
     from transactions t join transaction_lines l on l.transaction_id = t.id where invoice_id = $1`,
    [october.id],
  )
  const entry = [invoice as Entry]
  expect(sums.cost * sums.taxes * sums.fees * sums.cash * sums.pst).not.toBe(0)
  expect(movedOn(entry, 'cost')).toBe(sums.cost)
  expect(movedOn(entry, 'itc')).toBe(sums.taxes)
  expect(movedOn(entry, 'itc.pst')).toBe(0)
  expect(movedOn(entry, 'payable.Esso')).toBe(-sums.cost - sums.taxes)
  expect([movedOn(entry, 'fees'), movedOn(entry, 'cash_advances')]).toEqual([-sums.fees, -sums.cash])
  expect(movedOn(entry, 'tax.pst')).toBe(-sums.pst)
  expect(invoice?.uncosted_cents).toBe(sums.uncosted)
})

test('RECV-10 an invoice made void in a later month keeps its entry, and its credit note is the opposite of it', async () => {
  const entries = await entriesOf(story.voided)
  expect(entries.map(({ kind, entry_date }) => `${entry_date} ${kind}`)).toEqual([
    '2026-10-07 invoice',
    `${journalDay} credit_note`,
  ])
  const [invoice, note] = entries as [Entry, Entry]
  expect(invoice.lines.length).toBeGreaterThan(10)
  const turned = (lines: readonly Line[]) =>
    lines.map(({ account, debit_cents, credit_cents }) => `${account} ${debit_cents} ${credit_cents}`).sort()
  const opposite = note.lines.map((line) => ({
    ...line,
    debit_cents: line.credit_cents,
    credit_cents: line.debit_cents,
  }))
  expect(turned(opposite)).toEqual(turned(invoice.lines))
  expect(note.uncosted_cents).toBe(-invoice.uncosted_cents)
})

test('RECV-10 a credit note with a rebill credits the sale and leaves the cost with the first invoice', async () => {
  const [invoice, note] = (await entriesOf(story.rebilled)) as [Entry, Entry]
  expect([invoice.kind, note.kind]).toEqual(['invoice', 'credit_note'])
  expect(movedOn([note], 'sales')).toBeGreaterThan(0)
  expect([movedOn([note], 'cost'), movedOn([note], 'payable')]).toEqual([0, 0])
  expect(movedOn([invoice], 'cost')).toBeGreaterThan(0)
})

test('RECV-10 the totals of the batches equal an independent sum of all documents', async () => {
  const found = await rows(`
    with lines as (
      select e.currency, split_part(l.account, '.', 1) as root, sum(l.debit_cents - l.credit_cents)::bigint as cents
      from journal_entries e, jsonb_to_recordset(e.lines) as l (account text, debit_cents bigint, credit_cents bigint) group by 1, 2
    ), billed as (
      select currency, product, pre_cents, gst_cents + hst_cents + pst_cents + qst_cents as taxes, cost_pre_cents + cost_pst_cents as cost, cost_gst_cents + cost_hst_cents + cost_qst_cents as itc
      from invoice_sums s join invoices i on i.id = s.invoice_id
      union all
      select currency, product, l.pre_cents, gst_cents + hst_cents + pst_cents + qst_cents, coalesce(cost_pre_cents + cost_pst_cents, 0), coalesce(cost_gst_cents + cost_hst_cents + cost_qst_cents, 0)
      from credit_note_lines l join credit_notes n on n.id = l.credit_note_id
    ), expected as (
      select currency, 'sales' as root, -sum(pre_cents) as cents from billed where product not in ('FEE', 'CSH') group by 1
      union all select currency, 'fees', -sum(pre_cents) from billed where product = 'FEE' group by 1
      union all select currency, 'cash_advances', -sum(pre_cents) from billed where product = 'CSH' group by 1
      union all select currency, 'tax', -sum(taxes) from billed group by 1
      union all select currency, 'cost', sum(cost) from billed group by 1
      union all select currency, 'itc', sum(itc) from billed group by 1
      union all select currency, 'payable', -sum(cost + itc) from billed group by 1
      union all select currency, 'bad_debt', sum(amount_cents) from settlements where kind = 'write_off' group by 1
      union all select currency, 'bank', sum(cents) from (select currency, amount_cents as cents from receipts union all select currency, -amount_cents from refunds) m group by 1
      union all select currency, 'receivable', sum(cents) from (
        select currency, issued_cents as cents from invoices where issued_cents is not null union all select currency, -total_cents from credit_notes
        union all select currency, -amount_cents from receipts union all select currency, amount_cents from refunds
        union all select currency, -amount_cents from settlements where kind = 'write_off') r group by 1
    )
    select currency, root, coalesce(l.cents, 0)::bigint as journal, coalesce(e.cents, 0)::bigint as documents
    from lines l full join expected e using (currency, root) order by 1, 2`)
  expect(found.filter(({ journal, documents }) => journal !== documents)).toEqual([])
  expect(found.filter(({ currency, journal }) => currency === 'CAD' && journal !== '0').length).toBe(10)
})

test('RECV-10 the receivable lines of each customer up to a day are what it owes on that day', async () => {
  type Balance = { company_id: number; currency: string; cents: number }
  const texts = (found: readonly Balance[]) =>
    found.map((one) => `${one.company_id} ${one.currency} ${one.cents}`).sort()
  await owner.query(`select fold_receivables('2026-11-10')`)
  for (const day of ['2026-10-05', '2026-10-31', '2026-11-02', journalDay, '2099-12-31']) {
    const journal = await rows(
      `select company_id, currency, sum(l.debit_cents - l.credit_cents)::bigint as cents
       from journal_entries e, jsonb_to_recordset(e.lines) as l (account text, debit_cents bigint, credit_cents bigint)
       where entry_date <= $1 and not is_withdrawn and account like 'receivable.%' group by 1, 2 having sum(l.debit_cents - l.credit_cents) <> 0`,
      [day],
    )
    const owed = await database.transaction(jobScope, (db) =>
      sql<Balance>`
        select company_id, currency, sum(cents)::bigint as cents from ${owedOn(day, null)} owed group by 1, 2 having sum(cents) <> 0`.execute(
        db,
      ),
    )
    expect(journal.length).toBeGreaterThan(0)
    expect(texts(journal)).toEqual(texts(owed.rows))
  }
})
