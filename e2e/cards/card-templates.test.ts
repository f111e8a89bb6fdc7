import { cardTemplates } from '@portal/contract/cards/card-templates.ts'
import { apiClient, expect, signInAs, test } from '../portal.ts'

test('UX-13 LIT-7 a template fills the form of a new card when it is chosen, and limits of many cards change after a preview', async ({
  page,
  request,
}) => {
  const staff = await apiClient(request, 'staff')
  const name = `Regional ${Date.now()}`
  const [one, other] = [await staff.createCard(), await staff.createCard()]
  page.on('dialog', (leaving) => leaving.accept())
  await signInAs(page, 'staff')
  await page.goto('/managercards/templates/add-new')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByLabel('Daily Card Limit').fill('1,250.50')
  await page.getByLabel('Weekly Fuel Quantity Limit').fill('640')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Template added')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the list' }).click()
  await expect(page.getByRole('row', { name }).getByText('All companies')).toBeVisible()

  await page.goto('/managercards/add-new')
  await expect(page.getByLabel('Daily Card Limit')).toHaveValue('')
  await page.getByRole('combobox', { name: 'Start from a template' }).click()
  await page.getByRole('option', { name }).click()
  await expect(page.getByLabel('Daily Card Limit')).toHaveValue('1250.5')
  await expect(page.getByLabel('Weekly Fuel Quantity Balance')).toHaveValue('640')
  await page.getByRole('button', { name: 'Fill in the usual values' }).click()
  await expect(page.getByRole('combobox', { name: 'Card Type' })).toHaveValue('C P Type')
  // Who the card is for stays to be entered.
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/fields need attention/)).toBeVisible()

  await page.goto(`/managercards?filter=card_number:${one.card_number}`)
  await page.getByRole('checkbox', { name: `Select ${one.card_number}` }).check()
  await page.getByRole('button', { name: 'Change limits' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change limits' })
  // Its answer is in sight, although the dialog is longer than the screen.
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await dialog.getByRole('combobox', { name: 'Start from a template' }).click()
  await page.getByRole('option', { name }).click()
  await dialog.getByRole('button', { name: 'Show what changes' }).click()
  await expect(dialog.getByText('1 card changes.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /Daily Card Limit/ })).toContainText('$1,250.50 CAD')
  await dialog.getByRole('button', { name: 'Change the cards' }).click()
  await expect(page.getByText('Limits of the cards changed')).toBeVisible()
  await page.goto(`/managercards/${one.id}/view`)
  await expect(page.getByRole('meter', { name: 'Spent today' })).toHaveAttribute('aria-valuemax', '1250.5')
  await page.goto(`/managercards/${other.id}/view`)
  await expect(page.getByLabel('Daily Card Limit')).not.toHaveValue('1250.5')
  const { templates } = await staff.call(cardTemplates.list)
  for (const { id } of templates.filter((template: { name: string }) => template.name === name))
    await staff.call(cardTemplates.remove, { id })
})
