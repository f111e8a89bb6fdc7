import type { Page } from '@playwright/test'
import { expect, expectAccessible, signInAs, test } from '../portal.ts'

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: option, exact: true }).click()
}

/** TAX-1: a correction has a reason, and the former row stays in the history. */
async function correctLast(page: Page): Promise<void> {
  await page
    .locator('[data-row]')
    .last()
    .getByRole('button', { name: /More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const correction = page.getByRole('dialog', { name: 'Correct Tax Rate' })
  await correction.getByLabel('Rate in CAD/L').fill('0.0725')
  await correction.getByLabel('Reason').fill('Typed wrongly')
  await correction.getByRole('button', { name: 'What would change' }).click()
  await expectAccessible(page)
  await correction.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tax rate corrected')).toBeVisible()
  await expect(page.locator('[data-row]').last().getByRole('cell', { name: '0.0725 CAD/L' })).toBeVisible()
  await page
    .locator('[data-row]')
    .last()
    .getByRole('button', { name: /More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: /History/ })
  await expect(history.getByText('Reason: Typed wrongly')).toBeVisible()
  await history.getByRole('link', { name: 'Invoiced lines with other taxes' }).click()
  await expect(page.getByText('No invoiced line has other taxes.')).toBeVisible()
  await expectAccessible(page)
}

test('RATE-4 staff find the tax rates, those past their review date too, add one, and see it beside the rate it ended', async ({
  page,
}) => {
  // The review dates of the shipped rates end in 2026.
  await page.clock.setFixedTime('2027-01-05T12:00:00Z')
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('link', { name: 'Tax Rates', exact: true }).click()
  await expect(page).toHaveURL(/\/tax-rates$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Tax Rates' })).toBeVisible()
  const notice = page.getByRole('region', { name: 'Review due' })
  await expect(notice.getByText(/^Rates past their review date: \d+\./)).toBeVisible()
  await notice.getByRole('link', { name: 'Show them' }).click()
  await expect(page).toHaveURL(/filter=review_date:\.\.2027-01-05/)
  await expect(page.locator('[data-row]').first().getByText('Review due')).toBeVisible()
  await expectAccessible(page)
  await page.goto(
    '/tax-rates?filter=jurisdiction:CA-NU&filter=tax:PFT&filter=product_class:gasoline&sort=from_date,asc',
  )
  await expect(page.getByText('Showing record 1 to 1 of 1 records')).toBeVisible()
  await expect(page.getByRole('cell', { name: '0.064 CAD/L' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'until further notice' })).toBeVisible()

  await page.getByRole('button', { name: 'Add Tax Rate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Tax Rate' })
  await dialog.getByRole('button', { name: 'What would change' }).click()
  await expect(dialog.getByText('Choose a country, province or state.')).toBeVisible()
  await expect(dialog.getByLabel('Source')).toHaveAttribute('aria-invalid', 'true')
  await choose(page, 'Place', 'Nunavut')
  await choose(page, 'Tax', 'PFT: Provincial fuel tax')
  await choose(page, 'Products', 'Gasoline')
  await dialog.getByLabel('Rate in CAD/L').fill('0.0712345')
  await dialog.getByLabel('From').fill('01/04/25')
  await dialog.getByLabel('Source').fill('Nunavut budget')
  await dialog.getByRole('button', { name: 'What would change' }).click()
  await expect(dialog.getByText('Use at most 6 decimals.')).toBeVisible()
  await dialog.getByLabel('Rate in CAD/L').fill('0.0715')
  await dialog.getByRole('button', { name: 'What would change' }).click()
  // The shipped rate begins on the same day: the error shows at its field and no input is lost.
  await expect(dialog.getByText('A rate of this tax already starts on this day.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('From').fill('01/07/27')
  // TAX-1: what the rate changes is shown before it is saved.
  await dialog.getByRole('button', { name: 'What would change' }).click()
  await expect(dialog.getByText('No uninvoiced purchase is affected.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Tax rate added')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Showing record 1 to 2 of 2 records')).toBeVisible()
  await expect(page.locator('[data-row]').first().getByRole('cell', { name: '30/06/27' })).toBeVisible()
  await expect(page.locator('[data-row]').last().getByRole('cell', { name: '0.0715 CAD/L' })).toBeVisible()

  await correctLast(page)
})
