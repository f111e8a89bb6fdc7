import { expect, expectAccessible, signInAs, test } from '../portal.ts'

test('RATE-4 staff open a site from a purchase, see the region of its local tax and change it', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/transactions?filter=dtl_stn_prv:BC&filter=currency:CAD&size=1')
  await page.locator('[data-row]').first().getByRole('link').first().click()
  await page.getByRole('definition').locator('a[href*="/sites/"]').first().click()
  await expect(page).toHaveURL(/\/dailyrates\/sites\/\d+\/view$/)
  const region = page
    .getByRole('definition')
    .filter({ hasText: /\((from the city|chosen by staff)\)|^None$/ })
    .first()
  const before = ((await region.textContent()) ?? '').replace(/ \(.*/, '')
  const change = async (to: string) => {
    await page.getByRole('button', { name: 'Change tax region' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change tax region' })
    await expect(dialog.getByText('This applies to new transactions.')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Tax region' }).click()
    await page.getByRole('listbox', { name: 'Tax region' }).getByRole('option', { name: to, exact: true }).click()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Tax region changed').first()).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(region).toHaveText(`${to} (chosen by staff)`)
  }
  await change(before === 'BC-Victoria' ? 'None' : 'BC-Victoria')
  await page.reload()
  await expect(region).toHaveText(/\(chosen by staff\)/)
  // Restore the region, since other journeys import purchases at the demo's sites.
  await change(before)
  await page.goto('/dailyrates/sites/987654321/view')
  await expect(page.getByText('This record does not exist, or you cannot see it.')).toBeVisible()
})
