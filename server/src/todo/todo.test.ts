import { bankLines } from '@portal/contract/bank-files/bank-lines.ts'
import { providerStatements } from '@portal/contract/booking/provider-statements.ts'
import { transactionImports } from '@portal/contract/booking/transaction-imports.ts'
import { fuelCompanies } from '@portal/contract/customers/registration.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { imports } from '@portal/contract/imports/imports.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { outbox } from '@portal/contract/outbox/outbox.ts'
import { dailyRates } from '@portal/contract/rates/daily-rates.ts'
import { type Todo, type TodoKey, todo, todoFilters } from '@portal/contract/todo/todo.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { makeXlsx } from '../testing/files/workbooks.ts'
import { bought, testImports } from '../testing/importing.ts'
import { pipelineRates, pipelineSheet } from '../testing/rows/rate-rows.ts'
import { form } from '../testing/uploads.ts'

const { ask, owner, imported, freshCard } = await testImports()
const todoOf = async (person: string): Promise<Todo> => (await ask(person, todo.get)).body
const lists = {
  to_review: transactions.list,
  quarantined: transactionImports.quarantine,
  untied_imports: imports.list,
  bank_lines: bankLines.list,
  drafts: invoices.list,
  failed_mails: outbox.list,
  registrations: fuelCompanies.list,
} as const satisfies Partial<Record<TodoKey, Endpoint>>

/** What each count's list finds with its filter. */
async function listed(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [key, endpoint] of Object.entries(lists)) {
    const filter = [...todoFilters[key as keyof typeof lists]]
    const { status, body } = await ask(people.staff, endpoint, { query: { filter } })
    expect([key, status]).toEqual([key, 200])
    counts[key] = body.metadata.total_count
  }
  return counts
}

test('UX-2 each count is that of its list with its filter, also after the work is done', async () => {
  const card = await freshCard()
  // One quarantined, one rejected; the second file is clean.
  const first = await imported('Esso', [bought(card), bought('5599179999'), bought(card, { amount: 7 })])
  const clean = await imported('Esso', [bought(card, { quantity: 11 })])
  await owner.query(`update outbox set status = 'failed', locked_until = null where id = (select min(id) from outbox)`)
  await owner.query(`update companies set status = 'waiting' where name = 'Cobalt Transport'`)
  const { rates_missing, services_due, ...counts } = await todoOf(people.staff)
  expect(services_due).toBe(null)
  expect(counts).toEqual(await listed())
  expect(counts).toMatchObject({ registrations: 2 })
  expect([counts.quarantined, counts.untied_imports, rates_missing]).toEqual([1, 1, ['TA-Petro', 'Pipeline', 'Esso']])

  // A statement that does not tie opens its clean import, too.
  const body = { provider: 'Esso', number: 'TD-1', currency: 'CAD', statement_date: '2026-11-15', total: 1 }
  const statement = await ask(people.staff, providerStatements.create, { body: { ...body, import_ids: [clean.id] } })
  expect(statement.status).toBe(201)
  expect((await todoOf(people.staff)).untied_imports).toBe(2)
  const open = await ask(people.staff, providerStatements.list, { query: { filter: ['status:open'] } })
  expect(open.body.metadata.total_count).toBe(1)
  const waiting = await ask(people.staff, transactionImports.quarantine, {})
  const skipped = await ask(people.staff, transactionImports.skip, {
    params: { id: waiting.body.quarantine[0].id },
    body: { reason: 'Not ours' },
  })
  expect(skipped.status).toBeLessThan(300)
  // The rejected row still keeps the first one open, until it is explained.
  expect(await todoOf(people.staff)).toMatchObject({ quarantined: 0, untied_imports: 2 })
  await ask(people.staff, imports.explain, { params: { id: first.id }, body: { explanation: 'Test row' } })
  expect(await todoOf(people.staff)).toMatchObject({ untied_imports: 1 })
  const { rates_missing: _, services_due: __, ...after } = await todoOf(people.staff)
  expect(after).toEqual(await listed())
})

test('UX-2 a provider with a rate for today is not missing', async () => {
  const file = { content: makeXlsx(pipelineSheet(pipelineRates())), name: 'rates.xlsx', before: { type: 'Pipeline' } }
  expect((await ask(people.staff, dailyRates.upload, form(file))).status).toBe(201)
  expect((await todoOf(people.staff)).rates_missing).toHaveLength(3)
  const today = `(now() at time zone 'America/Toronto')::date`
  await owner.query(`update daily_rates set day = ${today} where is_current`)
  expect((await todoOf(people.staff)).rates_missing).toEqual(['TA-Petro', 'Esso'])
})

test('UX-2 a customer, and staff without permission, are told nothing', async () => {
  const nothing = Object.fromEntries(Object.keys(await todoOf(people.staff)).map((key) => [key, null]))
  // Services are the customer's own work.
  expect(await todoOf(people.northline)).toEqual({ ...nothing, services_due: expect.any(Number) })
  expect(await todoOf(people.desk)).toEqual(nothing)
})
