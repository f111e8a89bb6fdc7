import { invoices } from '@portal/contract/invoices/invoices.ts'
import { redateInvoices } from '../../server/src/testing/paying.ts'
import { apiClient, expect, expectAccessible, showColumn, signInAs, test } from '../portal.ts'
import { asDatabaseOwner, madeInvoice } from './made-invoices.ts'

test('INV-1 INV-2 INV-4 INV-9 INV-16 from the list to an invoice and its transactions, and back to the same list', async ({
  page,
}) => {
  const { id, number } = await madeInvoice('SENT')
  await asDatabaseOwner((owner) =>
    redateInvoices(owner, `issued_date = '2026-01-01', due_date = '2026-02-01' where id = ${id}`),
  )
  await signInAs(page, 'staff')
  await page.goto(`/invoices?filter=invoice_number::${number}`)
  const row = page.getByRole('row').filter({ hasText: number })
  // Each row has one status word with its icon; an overdue invoice is red and says since when.
  await expect(row.locator('.invoice-status')).toHaveText('Sent')
  await expect(row.locator('.invoice-status svg')).toHaveCount(1)
  await expect(row.locator('.overdue')).toHaveText(/^01\/02\/26 Overdue \d+ days$/)
  await expect(row.locator('.status')).toHaveCount(0)
  // Open and Closed are in a column that is hidden by default.
  await showColumn(page, 'State')
  await page.keyboard.press('Escape')
  await expect(row.locator('.status[data-tone="ok"]')).toHaveText('Open')
  await page.getByLabel('Filter by State').selectOption('Closed')
  await expect(page).toHaveURL(/filter=state:Closed/)
  await expect(page.getByText('No Record found')).toBeVisible()
  await page.getByLabel('Filter by State').selectOption('Open')
  await row.getByRole('link', { name: `View ${number}` }).click()
  await expect(page).toHaveURL(new RegExp(`/invoices/${id}/view$`))
  await expect(page.getByText('Last Updated at')).toBeVisible()
  const billed = page.getByRole('region', { name: 'Billed Fuel Invoices' }).getByRole('table')
  await expect(billed.getByRole('row')).toHaveCount(5)
  await expect(billed.getByRole('row').last()).toHaveText(/^Total\$3\.00\sCAD$/)
  const code = (await billed.getByRole('link').first().textContent()) ?? ''
  await page.getByRole('button', { name: 'Advanced Filter' }).click()
  await page.getByLabel('Filter by Auth code').fill(code.slice(5, 17))
  await expect(billed.getByRole('row')).toHaveCount(3)
  await expect(billed.getByRole('row').last()).toHaveText(/^Total of transactions shown\$1\.00\sCAD$/)
  await page.getByLabel('Filter by Amount').fill('2..')
  await expect(page.getByText('No Record found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to Invoices' }).click()
  await expect(page).toHaveURL(new RegExp(`filter=invoice_number::${number}`))
  await page.getByRole('link', { name: `Edit ${number}` }).click()
  await expect(page).toHaveURL(new RegExp(`/invoices/${number}/edit$`))
})

test('INV-16 in French on a phone an overdue date stays within its panel', async ({ browser, baseURL }) => {
  const { id } = await madeInvoice('SENT')
  await asDatabaseOwner((owner) =>
    redateInvoices(owner, `issued_date = '2025-01-01', due_date = '2025-02-01' where id = ${id}`),
  )
  const context = await browser.newContext({
    locale: 'fr-CA',
    baseURL: baseURL as string,
    viewport: { width: 390, height: 900 },
  })
  const page = await context.newPage()
  await signInAs(page, 'staff')
  for (const way of ['view', 'edit']) {
    await page.goto(`/invoices/${id}/${way}`)
    await expect(page.locator('.overdue-days')).toHaveText(/^En souffrance \(\d+\sjours\)$/)
    const over = await page.locator('.overdue-days').evaluate((words) => {
      const panel = words.closest('.panel')?.getBoundingClientRect().right ?? 0
      return words.getBoundingClientRect().right - panel
    })
    expect(over, way).toBeLessThan(0)
  }
  await context.close()
})

test('INV-5 INV-6 INV-8 LIT-4 a Draft’s dates are corrected and it is sent; each status shows what is locked and why', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const draft = await madeInvoice('DRAFT')
  await signInAs(page, 'staff')
  await page.goto(`/invoices/${draft.number}/edit`)
  const lock = (reason: string) => page.locator('dd').filter({ hasText: reason })
  for (const reason of [
    'The invoice number cannot be changed.',
    'The company of an invoice cannot be changed.',
    'The amount due is calculated from the total and the payments.',
  ])
    await expect(lock(reason)).toHaveCount(1)
  for (const [day, isShown] of [
    ['31/12/25', true],
    ['02/11/26', false],
  ] as const) {
    await page.getByLabel('Issued date').fill(day)
    await page.getByLabel('Issued date').press('Tab')
    await expect(page.getByText('Choose a day in the year of the invoice number.')).toHaveCount(isShown ? 1 : 0)
  }
  await page.getByLabel('Due date').fill('01/01/20')
  await page.getByLabel('Due date').press('Tab')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('The due date cannot be before the issued date.').first()).toBeVisible()
  await page.getByLabel('Due date').fill('31/12/29')
  await page.getByLabel('Due date').press('Tab')
  await page.getByRole('combobox', { name: 'Status' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Draft', 'Sent', 'Void'])
  await page.getByRole('option', { name: 'Sent' }).click()
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Update' }).click()
  expect((await sent).postDataJSON()).toMatchObject({
    due_date: '2029-12-31',
    status: { key: 'SENT', value: 'Sent', priority: 'Urgent' },
  })
  await expect(page.getByText('Invoice Updated Successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/invoices(\?|$)/)

  await page.goto(`/invoices/${draft.number}/edit`)
  await expect(lock('The dates of a sent invoice cannot be changed.')).toHaveCount(4)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Sent', 'Void'])
  for (const [status, reason] of [
    ['PARTIALLY_PAID', 'Only payments can change the status of this invoice.'],
    ['FULLY_PAID', 'A fully paid invoice cannot be changed.'],
    ['VOID', 'A void invoice cannot be changed.'],
  ] as const) {
    const { number } = await madeInvoice(status)
    await page.goto(`/invoices/${number}/edit`)
    await expect(page.getByRole('note').filter({ hasText: reason })).toBeVisible()
    for (const label of ['Issued date', 'Due date', 'Start date', 'End date'])
      await expect(page.getByLabel(label)).toBeDisabled()
    await expect(page.getByRole('combobox', { name: 'Status' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Update' })).toBeDisabled()
  }
  await expectAccessible(page)
})

test('INV-5 INV-13 FORM-7 voiding asks for a reason and frees the transactions; a user with an outdated page is notified', async ({
  page,
  request,
}) => {
  const { id, number } = await madeInvoice('DRAFT')
  const staff = await apiClient(request, 'staff')
  await signInAs(page, 'staff')
  await page.goto(`/invoices/${number}/edit`)
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Void' }).click()
  const { invoice_dto } = await staff.call(invoices.get, { id })
  await staff.call(invoices.update, {}, { ...invoice_dto, due_date: '2029-12-31' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Update' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Update' })).toBeEnabled()
  await page.getByRole('button', { name: 'Update' }).click()
  await dialog.getByRole('button', { name: 'Void invoice' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Reason').fill('Billed twice')
  await dialog.getByRole('button', { name: 'Void invoice' }).click()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Due date')).toHaveValue('31/12/29')
  await page.getByRole('link', { name: 'Back to Invoices' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()

  await page.goto(`/invoices?filter=invoice_number::${number}`)
  await page.getByRole('button', { name: `More actions for ${number}` }).click()
  await page.getByRole('menuitem', { name: 'Void invoice' }).click()
  await dialog.getByLabel('Reason').fill('Billed twice')
  await dialog.getByRole('button', { name: 'Void invoice' }).click()
  await expect(page.getByText('Invoice Updated Successfully')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Void')
  await page.goto(`/invoices/${id}/view`)
  await expect(page.getByText('Total before voiding')).toBeVisible()
  await expect(page.getByText('No transaction records to show')).toBeVisible()
  await expect(page.getByText('Billed twice')).toBeVisible()
  expect((await staff.call(invoices.get, { id })).fuel_transaction_dto_list).toEqual([])
})

test('INV-7 a customer sees no Draft, and a sent invoice without Edit', async ({ page }) => {
  const { id } = await madeInvoice('DRAFT')
  await signInAs(page, 'desk')
  await page.goto(`/invoices/${id}/view`)
  await expect(page.getByText('This record does not exist, or you cannot see it.')).toBeVisible()
  const sent = await madeInvoice('SENT')
  await page.goto(`/invoices/${sent.id}/view`)
  await expect(page.getByText(sent.number).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0)
})
