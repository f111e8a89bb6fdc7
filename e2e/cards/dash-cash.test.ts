import { cards } from '@portal/contract/cards/cards.ts'
import { apiClient, expect, expectAccessible, signInAs, test } from '../portal.ts'

test('CARD-16 FORM-2 saving adds the load to the balance and resets the field to zero', async ({ page, request }) => {
  const { createCard, call } = await apiClient(request, 'staff')
  const card = await createCard({ dash_cash_balance: 0.29 })
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${card.id}/edit`)
  await page.getByLabel('Increment Dash Cash Amount').fill('50')
  await page.getByLabel('Dash Cash Memo').fill('Tolls')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('ManageCard Updated Successfully')).toBeVisible()
  await expect(page.getByLabel('Increment Dash Cash Amount')).toHaveValue('0')
  await expect(page.getByLabel('Dash Cash Balance')).toHaveValue('50.29')
  await expect(page).toHaveURL(/\/managercards$/, { timeout: 6000 })
  expect(await call(cards.get, { id: card.id })).toMatchObject({
    dash_cash_balance: 50.29,
    increment_dash_cash_amount: 0,
  })
})

test('CARD-16 API-3 a load whose reply was lost is not applied twice', async ({ page, request }) => {
  const { createCard, call } = await apiClient(request, 'staff')
  const card = await createCard({ dash_cash_balance: 1 })
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${card.id}/edit`)
  await page.getByLabel('Increment Dash Cash Amount').fill('20')
  let lost = 0
  await page.route(`**/fuel-card-management/${card.id}`, async (route) => {
    if (route.request().method() !== 'PUT' || lost >= 2) return route.continue()
    lost += 1
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Error while updating ManageCard')).toBeVisible()
  expect((await call(cards.get, { id: card.id })).dash_cash_balance).toBe(21)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('ManageCard Updated Successfully')).toBeVisible()
  await expect(page.getByLabel('Dash Cash Balance')).toHaveValue('21')
  expect([lost, (await call(cards.get, { id: card.id })).dash_cash_balance]).toEqual([2, 21])
})

test('LIST-1 a list too long to sort disables the heading, and an address with that sort offers the usual order', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  const refusal = {
    code: 'list.sort-needs-filter',
    message: 'Filter by company or date first to sort by this column.',
    requestId: 'r1',
  }
  await page.route('**/v2/fuel-card-management?*', async (route) => {
    if (route.request().url().includes('refreshing_cash_balance'))
      return route.fulfill({ status: 400, json: { error: refusal } })
    const answer = await (await route.fetch()).json()
    await route.fulfill({
      json: { ...answer, metadata: { ...answer.metadata, total_count: 1_000_000, total_pages: 100_000 } },
    })
  })
  await page.goto('/managercards')
  await expect(page.getByText('of 1,000,000 records')).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Cash balance' }).getByRole('button')).toBeDisabled()
  await expect(page.getByRole('columnheader', { name: 'Driver name' }).getByRole('button')).toBeEnabled()
  await page.goto('/managercards?sort=refreshing_cash_balance,desc')
  await expect(page.getByText(refusal.message)).toBeVisible()
  await expect(page.getByText('Oops!')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reset to the default order' }).click()
  await expect(page.getByText('of 1,000,000 records')).toBeVisible()
})
