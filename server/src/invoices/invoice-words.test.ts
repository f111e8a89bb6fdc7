import { type InvoiceStatus, invoiceStatusKeys } from '@portal/contract/invoices/invoice-status.rules.ts'
import { invoices } from '@portal/contract/invoices/invoices.ts'
import { expect, test } from 'vitest'
import { billTransactions, insertTransaction, people, setInvoiceStatus } from '../testing/factories.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const idOf = async (name: string) =>
  Number((await owner.query('select id from companies where name = $1', [name])).rows[0].id)
async function newInvoice(by: typeof owner, company: number, status: InvoiceStatus): Promise<number> {
  const id = await billTransactions(by, [await insertTransaction(by, company)])
  await setInvoiceStatus(by, id, status)
  return id
}
const dtoOf = async (id: number) => (await ask(people.staff, invoices.get, { params: { id } })).body.invoice_dto
const put = (body: object) => ask(people.staff, invoices.update, { body })

test('LIT-8 INV-9 LIST-14 Open, Closed and NSF find the invoices with those labels; another word is refused with the choices', async () => {
  const company = await idOf('Prairie Freight')
  for (const status of invoiceStatusKeys) await newInvoice(owner, company, status)
  await owner.query(`update invoices set is_nsf = true where id = $1`, [await newInvoice(owner, company, 'SENT')])
  const found = async (filter: string) =>
    (
      await ask(people.staff, invoices.list, {
        query: { filter: ['company_name:Prairie Freight', filter], size: '50' },
      })
    ).body
  const all = (await found('invoice_number::INV')).invoices as { id: number; badge: string | null }[]
  for (const word of ['Open', 'closed', 'NSF']) {
    const expected = all.filter(({ badge }) => badge?.toLowerCase() === word.toLowerCase()).map(({ id }) => id)
    expect(expected.length).toBeGreaterThan(0)
    for (const operator of [':', '::'])
      expect((await found(`status${operator}${word}`)).invoices.map(({ id }: { id: number }) => id)).toEqual(expected)
  }
  const { error } = await found('status:Foo')
  expect(error.fields.filter).toBe(
    'status: choose one of DRAFT, SENT, PARTIALLY_PAID (Partially Paid), FULLY_PAID (Fully Paid), VOID, Open, Closed, NSF.',
  )
  expect((await found('status::Foo')).metadata.total_count).toBe(0)
})

test('LIST-13 the same currency is accepted in any letter case; a different one is refused as a change', async () => {
  const { status, ...dto } = await dtoOf(await newInvoice(owner, await idOf('Prairie Freight'), 'DRAFT'))
  for (const currency of ['C', 'CN', 'cad'])
    expect((await put({ ...dto, version: undefined, status: status.key, currency })).status).toBe(200)
  for (const currency of ['US', 'EUR'])
    expect((await put({ ...dto, version: undefined, status: status.key, currency })).status).toBe(409)
})
