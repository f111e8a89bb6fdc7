import { apiClient, expect, signInAs, test } from './portal.ts'

test('FORM-6 FORM-9 offline, lists, forms and dialogs say so, keep all input and recover automatically', async ({
  page,
  context,
  request,
}) => {
  const card = await (await apiClient(request, 'staff')).createCard()
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record 1 to 10/)).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Page 3', exact: true }).click()
  const offline = 'You are offline. Your changes are still here. Try again once you are connected.'
  await expect(page.getByText('Oops! Something broke, we are working on a fix.')).toBeVisible()
  await expect(page.getByText('Internal server error (TypeError)')).toContainText(offline)
  await context.setOffline(false)
  await expect(page.getByText(/Showing record 21 to 30/)).toBeVisible()
  await expect(page.getByText(offline)).toHaveCount(0)

  await page.goto(`/managercards/${card.id}/edit`)
  const driver = page.getByLabel('Driver name')
  await driver.fill('Typed On The Road')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Update' }).click()
  const trouble = page.locator('form').getByRole('alert')
  await expect(trouble).toContainText('Internal server error (TypeError)')
  await expect(trouble).toContainText(offline)
  await expect(driver).toBeEnabled()
  await expect(driver).toHaveValue('Typed On The Road')
  await context.setOffline(false)
  await expect(trouble).toHaveText('You are online again. Try again.')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('ManageCard Updated Successfully')).toBeVisible()

  await page.goto(`/managercards/${card.id}/view`)
  await page.getByRole('button', { name: 'Hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hold cards' })
  await dialog.getByLabel('Reason').fill('Lost on the road')
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(dialog.getByRole('alert')).toContainText(offline)
  await expect(dialog.getByLabel('Reason')).toHaveValue('Lost on the road')
  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(page.getByText('Cards put on hold')).toBeVisible()

  // A page whose code is not loaded yet says the same, and opens once the connection is back.
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Daily Rates' }).click()
  await expect(page.locator('.crash')).toContainText(offline)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Daily Rates' })).toBeVisible()
})
