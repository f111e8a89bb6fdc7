import { expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

test('REPT-7 a report is scheduled for people who can see it, changed, and deleted', async ({ page }) => {
  await signInAs(page, 'prairie')
  await page.goto('/reporting/library/spend')
  await page.getByRole('button', { name: 'Schedule…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule a report' })
  // A repeated journey may run beside this one.
  const title = `Spend of the week ${uniqueNumber()}`
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
  await dialog.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'Every week' }).click()
  await dialog.getByRole('combobox', { name: 'People' }).click()
  await page.getByRole('option').first().click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Report scheduled')).toBeVisible()

  await page.goto('/reporting/schedules')
  const row = page.getByRole('row', { name: new RegExp(title) })
  await expect(row).toContainText('Every week')
  await row.getByRole('button', { name: `Edit ${title}` }).click()
  const change = page.getByRole('dialog', { name: 'Change the schedule' })
  await change.getByRole('combobox', { name: 'How often' }).click()
  await page.getByRole('option', { name: 'Every day' }).click()
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Every day')
  await row.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})
