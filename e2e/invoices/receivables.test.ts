import { expect, expectAccessible, signInAs, test } from '../portal.ts'

test('RECV-7 receivables of a day open the documents behind them, and the statement of the customer', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Receivables' }).click()
  await expect(page.getByText('Total in CAD')).toBeVisible()
  await page.goto('/invoices/receivables?as_of=2026-10-31&sort=total,desc&filter=currency:CAD')
  const first = page.locator('[data-row]').first()
  const total = await first.getByRole('cell').nth(6).innerText()
  await expectAccessible(page)
  await first.getByRole('link').click()
  await expect(page).toHaveURL(/as_of=2026-10-31/)
  await expect(page.getByRole('table', { name: 'Open documents in CAD' }).getByRole('row').last()).toContainText(total)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Statement of account' }).click()
  await expect(page.getByText('By days past due on').first()).toBeVisible()
})

test('RECV-8 the exposure of customers is listed and filtered by its state', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/customer')
  await page.getByRole('link', { name: 'Exposure' }).click()
  await expect(page.getByRole('row', { name: /Rocky View Logistics/ }).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto('/customer/exposure?filter=state:no_limit')
  await expect(page.locator('[data-row]').first()).toContainText('No limit')
  await expect(page.getByRole('row', { name: /Rocky View Logistics.* CAD/ })).toHaveCount(0)
})
