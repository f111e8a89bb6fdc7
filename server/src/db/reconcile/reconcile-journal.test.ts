import { beforeAll, expect, test } from 'vitest'
import { breachesAfter } from '../../testing/broken-books.ts'
import { insertCustomer } from '../../testing/paying.ts'
import { testJournal } from '../../testing/rows/journal-documents.ts'

const { owner, rows, issue, receive, makeVoid, exportJournal, withdraw } = await testJournal()
const unguarded = ['journal_entries', 'journal_batches', 'receipts', 'invoice_provider_sums']
const found = (sql: string) => breachesAfter(owner, sql, unguarded)
const one = (what: RegExp) => [expect.stringMatching(new RegExp(`^RECV-10 ${what.source}`))]
let batch = 0
let withdrawn = 0

beforeAll(async () => {
  // Numbers of made invoices belong to no series, which is another check's breach.
  const company = await insertCustomer(owner)
  await receive(company, 10, '2024-01-05')
  const early = await exportJournal('2024-01-01', '2024-01-31')
  withdrawn = early.body.journal_batches[0].id
  await withdraw(withdrawn)
  await exportJournal('2024-01-01', '2024-01-31')
  const { number } = await issue({ companyId: company, day: '2024-02-05' })
  await makeVoid(number)
  await issue({ companyId: company, day: '2024-02-06' })
  await receive(company, 20, '2024-02-07')
  const { body } = await exportJournal('2024-02-01', '2024-02-29')
  batch = body.journal_batches[0].id
  expect(body.journal_batches[0].entries).toBe(3)
})
const ofReceipt = () => `batch_id = ${batch} and kind = 'receipt'`
const ours = (breaches: readonly string[]) => breaches.filter((breach) => breach.startsWith('RECV-10'))

test('RECV-11 what was exported passes every check, in a withdrawn batch too', async () => {
  expect(ours(await found('select'))).toEqual([])
})

test('RECV-11 an entry that does not balance, or differs from its document, is named', async () => {
  const turned = `update journal_entries set lines = jsonb_set(lines, '{0,debit_cents}', '1') where ${ofReceipt()}`
  const breaches = ours(await found(turned))
  expect(breaches).toEqual([
    ...one(/Entry R-\d+ \(receipt\) of journal batch \d+ debits 0\.01 and credits 20\.00, with a total of 20\.00\.$/),
    ...one(/Journal batch \d+ has 20\.00 debited and 0\.00 credited to bank\.eft, but its entries 0\.01 and 0\.00\.$/),
  ])
  expect(ours(await found(`update journal_entries set entry_date = '2024-02-08' where ${ofReceipt()}`))).toEqual(
    one(/Entry R-\d+ .* is of 2024-02-08, but its document is of 2024-02-07\.$/),
  )
  expect(ours(await found(`update journal_entries set currency = 'USD' where ${ofReceipt()}`))).toEqual(
    one(/Entry R-\d+ .* has another company or currency than its document\.$/),
  )
  expect(ours(await found(`update journal_entries set document_id = 987654321 where ${ofReceipt()}`))).toEqual(
    one(/Entry R-\d+ .* has no document\.$/),
  )
})

test('RECV-11 a batch that differs from its entries, and a document in two batches, are named', async () => {
  expect(
    ours(
      await found(
        `update journal_batches set debit_cents = debit_cents + 1, credit_cents = credit_cents + 1 where id = ${batch}`,
      ),
    ),
  ).toEqual(one(/Journal batch \d+ has 3 entries with debits of [\d.]+ and credits of [\d.]+, but 3 entries add up to/))
  expect(
    ours(await found(`update journal_batches set withdrawn_at = null, withdraw_reason = null where id = ${withdrawn}`)),
  ).toEqual([
    ...one(/Journal batch \d+ is not withdrawn, but not all of its entries agree\.$/),
    ...one(/The receipt \d+ is in 2 journal batches\.$/),
  ])
})

test('RECV-11 sums by fuel provider that differ from the lines are named, for void invoices too', async () => {
  for (const status of ['SENT', 'VOID'])
    for (const column of ['pre_cents', 'hst_cents', 'cost_pre_cents', 'cost_qst_cents'])
      expect(
        ours(
          await found(
            `update invoice_provider_sums s set ${column} = s.${column} + 1 where s.ctid = (select min(s2.ctid) from invoice_provider_sums s2 join invoices i on i.id = invoice_id where status = '${status}')`,
          ),
        ),
      ).toEqual(
        one(/The stored sums by fuel provider of invoice INV-\S+ for \S+.* differ from its lines by -?[\d.]+ billed/),
      )
  expect(ours(await found('delete from invoice_provider_sums'))).not.toEqual([])
  expect((await rows('select count(*)::int from invoice_provider_sums'))[0].count).toBeGreaterThan(10)
})
