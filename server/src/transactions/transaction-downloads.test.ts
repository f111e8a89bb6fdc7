import { transactions } from '@portal/contract/transactions/transactions.ts'
import { expect, test } from 'vitest'
import { people } from '../testing/factories.ts'
import { makeInvoice } from '../testing/invoices.ts'
import { testApp } from '../testing/test-app.ts'

const { ask, owner } = await testApp()
const one = async (sql: string, values: unknown[] = []) => (await owner.query(sql, values)).rows[0]
const { id: northline } = await one(`select id::int from companies where name = 'Northline Haulage'`)

test('LIST-15 the download by line has one row per line, with product, taxes, driver, site and invoice, and without cost', async () => {
  await owner.query(
    `update transaction_lines set file_price_e6 = 98765400, file_amount_cents = 9876543 where company_id = $1`,
    [northline],
  )
  const invoice = await makeInvoice(owner, { companyId: northline, lines: 3 })
  const filter = 'currency:CAD'
  const { text } = await ask(people.northline, transactions.list, { query: { format: 'csv', by: 'line', filter } })
  const wanted = await one(
    `select count(*)::int, sum(l.amount_cents)::int as cents, min(t.driver_name) as driver, min(c.trailer_number) as trailer, min(s.city) as city
     from transaction_lines l join transactions t on t.id = l.transaction_id left join cards c on c.id = t.card_id left join sites s on s.id = t.site_id
     where t.company_id = $1 and t.currency = 'CAD'`,
    [northline],
  )
  const [head, ...rows] = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe(
    'Auth code,Time stamp,Card number,Driver,Unit number,Trailer,Odometer,Site number,Site,City,Province/State,Company,Provider,Product,Provider’s code,' +
      'Quantity,Unit,Price,Unit of price,FET per unit,PFT per unit,PCT per unit,Local per unit,GST,HST,PST,QST,Discount,Amount,Currency,Invoice',
  )
  expect(rows).toHaveLength(wanted.count)
  const cents = rows.map((row) => Math.round(Number(row.split(',').at(-3)) * 100))
  expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(wanted.cents)
  for (const value of [wanted.driver, wanted.trailer, wanted.city])
    expect([value, text.includes(value)]).toEqual([expect.any(String), true])
  expect(rows.filter((row) => row.endsWith(`,${invoice.number}`))).toHaveLength(3)
  expect([text.includes('98.7654'), text.includes('98765.43')]).toEqual([false, false])
  const { after } = await one(
    `select after from audit_log where action = 'transactions.list.export' order by id desc limit 1`,
  )
  expect(after).toEqual({ format: 'csv', by: 'line', filter: [filter] })
})
