import { billingRuns } from '@portal/contract/billing/billing-runs.ts'
import { apiClient, expect, expectAccessible, signInAs, test } from '../portal.ts'

test('INV-11 a billing run is previewed, started for a chosen customer and followed, even after leaving the page', async ({
  page,
  request,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/invoices/runs')
  await page.getByRole('button', { name: 'New billing run' }).click()
  const dialog = page.getByRole('dialog', { name: 'New billing run' })
  await dialog.getByLabel('From date').fill('01/11/26')
  await dialog.getByLabel('To date').fill('14/11/26')
  await dialog.getByLabel('To date').press('Enter')
  const row = dialog.getByRole('row').filter({ hasText: 'Rocky View Logistics' }).first()
  await expect(row.getByText('Invoice')).toBeVisible()
  await expect(dialog.getByText(/^Flagged transactions excluded until they are accepted:/)).toBeVisible()
  // No customer's own period ends on that day, so none is preselected. Select only this one: other journeys use the
  // demo's other customers.
  await expect(row.getByText(/^Billed (weekly|twice a month|monthly): no .* ends on that day\.$/)).toBeVisible()
  await expect(dialog.getByLabel('All customers')).not.toBeChecked()
  await expect(dialog.getByRole('status')).toHaveText('Nothing to bill')
  await expect(dialog.getByRole('button', { name: 'Start billing run' })).toBeDisabled()
  await dialog.getByLabel('Rocky View Logistics').check()
  const total = await row.locator('td').nth(2).textContent()
  await expect(dialog.getByRole('status')).toContainText(total as string)
  await expectAccessible(page)

  // The mock reports the run as half done until the journey has seen it; the real run ends too quickly.
  let isHeld = true
  await page.route('**/v2/billing-runs?*', async (route) => {
    const answer = await (await route.fetch()).json()
    const [newest] = answer.billing_runs
    if (isHeld && newest)
      Object.assign(newest, {
        status: 'running',
        customers_total: 4,
        customers_done: 1,
        invoices_made: 1,
        finished_at: null,
      })
    await route.fulfill({ json: answer })
  })
  await dialog.getByRole('button', { name: 'Start billing run' }).click()
  await expect(page.getByText('The billing run has started')).toBeVisible()
  const progress = page.getByRole('region', { name: 'In progress' })
  await expect(progress.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  await page.goto('/invoices')
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
  await page.goto('/invoices/runs')
  await expect(progress.getByText('1 of 4 customers · 1 invoice created')).toBeVisible()
  isHeld = false
  await expect(page.getByText('The billing run is done')).toBeVisible()
  await expect(progress).toHaveCount(0)
  await page.getByRole('link', { name: /^View 01\/11\/26 – 14\/11\/26/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Billing run' })).toBeVisible()
  await expect(page.getByText('Customers', { exact: true }).locator('xpath=following-sibling::dd')).toHaveText('1')
  const { call } = await apiClient(request, 'staff')
  const run = await call(billingRuns.get, { id: /runs\/(\d+)/.exec(page.url())?.[1] })
  expect([run.status, run.is_all_customers, run.invoices_made > 0]).toEqual(['done', false, true])
})

test('INV-10 INV-13 a manual invoice: choose company, currency, period and transactions, see the total, save as Draft', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/invoices/add-new')
  await page.getByRole('combobox', { name: 'Company' }).fill('Great Lakes')
  await page.getByRole('option', { name: /Great Lakes Cartage/ }).click()
  await page.getByLabel('From date').fill('01/11/26')
  await page.getByLabel('To date').fill('14/11/26')
  // The calendar closes when it loses focus; otherwise it would cover the next click.
  await page.getByLabel('To date').press('Tab')
  const table = page.getByRole('table', { name: 'Unbilled transactions' })
  await expect(table.getByRole('row').nth(2)).toBeVisible()
  // Adding a missing purchase and coming back keeps the selection.
  await page.getByRole('link', { name: 'Add a manual purchase' }).click()
  await expect(page).toHaveURL(/transactions\/add-new/)
  await page.goBack()
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue(/Great Lakes Cartage/)
  await expect(page.getByLabel('From date')).toHaveValue('01/11/26')
  await expect(page.getByLabel('To date')).toHaveValue('14/11/26')
  await expect(table.getByRole('row').nth(2)).toBeVisible()
  await page.getByLabel('All transactions').uncheck()
  await expect(page.getByRole('button', { name: 'Save as Draft' })).toBeDisabled()
  const rows = table.locator('tbody tr').filter({ has: page.locator('input:enabled') })
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check()
  const cents = async (at: number) =>
    Math.round(Number((await rows.nth(at).locator('td').last().innerText()).replace(/[^\d.]/g, '')) * 100)
  const total = ((await cents(0)) + (await cents(1))) / 100
  const shown = new Intl.NumberFormat('en-CA', { minimumFractionDigits: 2 }).format(total)
  await expect(page.getByRole('status').filter({ hasText: '2 selected' })).toContainText(shown)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save as Draft' }).click()
  await expect(page.getByText('Invoice Created Successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/invoices\/\d+\/view$/)
  await expect(page.getByText('Billed Fuel Invoices')).toBeVisible()
  await expect(page.getByText('Great Lakes Cartage').first()).toBeVisible()
})
