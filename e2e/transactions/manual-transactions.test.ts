import type { Page } from '@playwright/test'
import { markups } from '@portal/contract/markups/markups.ts'
import { manualTransactions } from '@portal/contract/transactions/manual-transactions.ts'
import { transactions } from '@portal/contract/transactions/transactions.ts'
import { manualBody, manualLine } from '../../server/src/testing/factories.ts'
import { apiClient, expect, expectAccessible, moveTo, signInAs, test } from '../portal.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })
async function choose(page: Page, box: ReturnType<Page['getByRole']>, typed: string, option: string | RegExp) {
  await box.click()
  await box.fill(typed)
  await page.getByRole('listbox').getByRole('option', { name: option }).click()
}
const companyOf = async ({ call }: Awaited<ReturnType<typeof apiClient>>, name: string): Promise<number> =>
  ((await call(markups.customers)) as { company_name: string; company_id: number }[]).find(
    (one) => one.company_name === name,
  )?.company_id ?? 0

test('TXN-6 TXN-10 a purchase is entered with the proposed taxes; a mismatch is shown but does not block saving', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/transactions')
  await page.getByRole('link', { name: 'Add Transaction' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add Transaction' })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  const summary = page.getByRole('alert', { name: 'need attention' })
  await expect(summary).toContainText('Fill in at least one purchase group.')
  await expect(summary).toContainText('Choose a company, or enter a card.')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Date', exact: true }).fill('02/11/26')
  await page.getByLabel('Time at the site').fill('08:15')
  await choose(page, page.getByRole('combobox', { name: 'Company' }), 'north', /^Northline Haulage/)
  await choose(page, page.getByRole('combobox', { name: 'Province/State' }), 'ontario', 'ON · Ontario')
  const code = `TYPED-${Date.now()}`
  await page.getByLabel('Auth code').fill(code)
  const fuel = region(page, 'Fuel purchase')
  await fuel.getByRole('combobox', { name: 'Fuel code' }).click()
  await page.getByRole('option', { name: 'D1 · Diesel' }).click()
  await fuel.getByLabel('Retail price per unit').fill('2.3')
  // Collapsed groups require nothing; the open one requires all its fields. The taxes per unit are proposed already.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(fuel.getByText('This field is required.')).toHaveCount(8)
  await expect(region(page, 'Oil purchase').getByRole('button', { name: 'Oil purchase' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
  await fuel.getByLabel('Quantity').fill('500')
  await fuel.getByLabel('Billed price per unit').fill('1.9357')
  await expect(fuel.getByLabel('HST')).toHaveValue('125.82')
  await expect(fuel.getByLabel('HST')).toHaveAttribute('data-proposed', 'true')
  await expect(fuel.getByLabel('Amount')).toHaveValue('1093.67')
  await expect(fuel.getByLabel('PFT')).toHaveValue('0.09')
  await expect(fuel.getByLabel('Discount')).toHaveValue('56.33')
  await fuel.getByLabel('Amount').fill('1100')
  await expect(fuel.getByText('The amount is $6.33 CAD more than price × quantity plus taxes.')).toBeVisible()
  await region(page, 'Cash purchase').getByRole('button', { name: 'Cash purchase' }).click()
  await region(page, 'Cash purchase').getByLabel('Amount').fill('40')
  await expect(page.getByRole('status', { name: 'Total' })).toHaveText('Total$1,140.00 CAD')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Transaction Created Successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/transactions$/)
  await page.goto(`/transactions/${code}/view`)
  await expect(page.getByText('Manual price', { exact: true })).toBeVisible()
  await expect(page.getByText('$1,100.00').first()).toBeVisible()
})

test('TXN-5 TXN-7 TXN-8 TXN-10 FORM-7 an unchanged edit saves; an added purchase needs a sales type; after a conflict the edit shows the other change and saves', async ({
  page,
  request,
}) => {
  const client = await apiClient(request, 'staff')
  const company = await companyOf(client, 'Northline Haulage')
  const second = manualLine({ dtl_prd_cd: 'GAS', dtl_qty: 10, dtl_amt: 20, dtl_hst_amt: 0.64 })
  const made = await client.call(
    manualTransactions.create,
    {},
    manualBody(company, { txn_attr: [manualLine(), second] }),
  )
  await signInAs(page, 'staff')
  await page.goto(`/transactions/${made.authentication_id}/view`)
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Transaction' })).toBeVisible()
  // These lines have no sales type, as in imported files; that alone does not block saving.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Transaction Updated Successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/transactions$/)
  await page.goto(`/transactions/${made.id}/edit`)
  // A second fuel line has no group in the form and stays unchanged (TXN-7).
  await expect(region(page, 'Further lines')).toContainText('GAS · Gasoline · 10 L')
  await expect(page.getByRole('status', { name: 'Total' })).toHaveText('Total$1,113.67 CAD')
  await page.getByLabel('Tractor').fill('T-77')
  const cash = region(page, 'Cash purchase')
  await cash.getByRole('button', { name: 'Cash purchase' }).click()
  await cash.getByLabel('Amount').fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('combobox', { name: 'Sales type' })).toHaveAccessibleDescription(
    'This field is required.',
  )
  await cash.getByRole('button', { name: 'Clear this purchase' }).click()
  await page.getByRole('combobox', { name: 'Sales type' }).click()
  await page.getByRole('option', { name: 'PC2' }).click()
  const sold = made.txn_attr.map((line: object) => ({ ...line, dtl_sls_type: '1' }))
  await client.call(manualTransactions.update, { id: made.id }, { ...made, trip_number: '4711', txn_attr: sold })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Error while updating Transaction')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Trip Number')).toHaveValue('4711')
  await expect(page.getByLabel('Tractor')).toHaveValue('T-77')
  await region(page, 'Fuel purchase').getByLabel('Amount').fill('1094.67')
  await choose(page, page.getByRole('combobox', { name: 'Province/State' }), 'georgia', 'GA · Georgia')
  await expect(page.getByRole('combobox', { name: 'UOM' })).toHaveValue('L')
  await page.getByRole('combobox', { name: 'UOM' }).click()
  await page.getByRole('option', { name: 'GAL', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Transaction Updated Successfully')).toBeVisible()
  const read = await client.call(transactions.get, { id: made.id })
  expect([
    read.vehicle,
    read.trip_number,
    read.txn_amount,
    read.txn_attr.map((line: { dtl_sls_type: string }) => line.dtl_sls_type),
  ]).toEqual(['T-77', '4711', 1114.67, ['2', '2']])
  expect(
    read.txn_attr.map((line: { dtl_uom: string; dtl_price_uom: string }) => [line.dtl_uom, line.dtl_price_uom]),
  ).toEqual([
    ['GAL', 'GAL'],
    ['L', 'L'],
  ])
})

test('DASH-2 NAV-8 a planned section’s addresses open the transaction form, with the company chosen', async ({
  page,
  request,
}) => {
  const company = await companyOf(await apiClient(request, 'staff'), 'Prairie Freight')
  await signInAs(page, 'staff')
  await page.goto('/reporting')
  await moveTo(page, `/reporting/add-new?company=${company}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Add Transaction' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue(/^Prairie Freight/)
  await moveTo(page, '/reporting/1/edit')
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Transaction' })).toBeVisible()
})
