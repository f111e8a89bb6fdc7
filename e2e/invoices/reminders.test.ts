import { invoiceMail } from '@portal/contract/invoices/invoice-mail.ts'
import { reminders } from '@portal/contract/reminders/reminders.ts'
import type pg from 'pg'
import { setBillingSettings } from '../../server/src/testing/invoices.ts'
import { insertCustomer, insertSentInvoice } from '../../server/src/testing/paying.ts'
import { apiClient, expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'
import { asDatabaseOwner } from './made-invoices.ts'

async function newCustomer(owner: pg.Client): Promise<number> {
  const id = await insertCustomer(owner, { name: `Mailed ${uniqueNumber()}` })
  await owner.query(`update customers set email = 'fleet@mailed.test', address1 = '1 Main St' where company_id = $1`, [
    id,
  ])
  return id
}

test('RECV-9 reminders and statements are planned, and a customer is taken out of them', async ({ page, request }) => {
  const { call } = await apiClient(request, 'staff')
  await call(reminders.change, {}, { days_before: [], days_after: [], statement_day: null })
  const id = await asDatabaseOwner(newCustomer)
  await signInAs(page, 'staff')
  await page.goto('/invoices/settings')
  await page.getByRole('link', { name: 'Reminders and statements' }).click()
  // Days on which no invoice of the demo is due.
  await page.getByLabel('Days before the due date').fill('60, 59')
  await page.getByLabel('Days after the due date').fill('365, soon')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter whole numbers from 1 to 365, separated by commas.').first()).toBeVisible()
  await page.getByLabel('Days after the due date').fill('365, 364')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Days before the due date')).toHaveValue('59, 60')
  await expect(page.getByLabel('Days after the due date')).toHaveValue('364, 365')
  await expectAccessible(page)
  const { without_reminders } = await call(reminders.settings)
  await page.goto(`/customer/${id}/edit`)
  await page.getByRole('checkbox', { name: 'Reminders' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(async () => (await call(reminders.settings)).without_reminders).toBe(without_reminders + 1)
  await call(reminders.change, {}, { days_before: [], days_after: [] })
})

test('RECV-9 the page of a customer shows what was e-mailed to it', async ({ page, request }) => {
  const { call } = await apiClient(request, 'staff')
  const { id, invoice } = await asDatabaseOwner(async (owner) => {
    await setBillingSettings(owner)
    const company = await newCustomer(owner)
    return { id: company, invoice: await insertSentInvoice(owner, company, 12_345) }
  })
  await call(invoiceMail.emailMany, {}, { ids: [invoice.id] })
  await signInAs(page, 'staff')
  await page.goto(`/customer/${id}/view`)
  const row = page.getByRole('table', { name: 'E-mailed documents' }).getByRole('row').last()
  await expect(row).toContainText('fleet@mailed.test')
  await row.getByRole('link', { name: invoice.invoice_number }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(invoice.invoice_number)
  // An e-mailed statement links to its days.
  await page.goto(`/customer/${id}/statement?from=2026-10-01&to=2026-10-31`)
  await expect(page.getByText('By days past due on 31/10/26').first()).toBeVisible()
})
