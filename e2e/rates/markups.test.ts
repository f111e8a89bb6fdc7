import type { Page } from '@playwright/test'
import { type Markup, markups } from '@portal/contract/markups/markups.ts'
import { apiClient, expect, expectAccessible, signInAs, test } from '../portal.ts'

// The journeys share the demo's companies, so each uses its own company and providers.
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name)
const box = (page: Page, name: string) => page.getByRole('dialog').getByRole('combobox', { name })
async function choose(page: Page, name: string, typed: string, option: string | RegExp) {
  await box(page, name).click()
  await box(page, name).fill(typed)
  await page.getByRole('listbox').getByRole('option', { name: option }).click()
}
const addDialog = (page: Page) => page.getByRole('dialog', { name: 'Add Customer Markup' })
const editDialog = (page: Page) => page.getByRole('dialog', { name: 'Update Customer Markup' })
type ApiClient = Awaited<ReturnType<typeof apiClient>>
/** Creates a markup through the API for a company and provider that have none in the demo. */
async function make({ call }: ApiClient, company: string, changes: object): Promise<Markup> {
  const all = (await call(markups.customers)) as { company_name: string; company_id: number }[]
  const customer_company_id = all.find(({ company_name }) => company_name === company)?.company_id
  return call(markups.create, {}, { customer_company_id, mark_up_value: 0.03, from_date: '2026-01-01', ...changes })
}
const listOf = (company: string) =>
  `/customer-markup?sort=from_date,desc&filter=company_name:${encodeURIComponent(company)}`

test('MARK-1 MARK-2 MARK-4 MARK-5 a markup is added; missing and overlapping values are shown at their fields', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto(listOf('Lone Star Freightways'))
  for (const name of ['Customer company code', 'Customer company name', 'Markup value', 'Fuel company provider'])
    await expect(page.getByRole('columnheader', { name })).toBeVisible()
  await expect(
    page.getByRole('row', { name: /C00013.* Lone Star Freightways .* 0\.\d{4} USD\/gal TA-Petro/ }).first(),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Add Markup' }).click()
  await expect(page).toHaveURL(
    /\/customer-markup\/add-new\?sort=from_date,desc&filter=company_name:Lone%20Star%20Freightways$/,
  )
  await addDialog(page).getByRole('button', { name: 'Save' }).click()
  for (const text of ['Company Name is required', 'Fuel Company Provider is required', 'Markup Value is required'])
    await expect(addDialog(page).getByText(text)).toBeVisible()
  await expect(box(page, 'Company Name')).toBeFocused()
  await expectAccessible(page)
  await choose(page, 'Company Name', 'lone', /^Lone Star Freightways \(C00013\)$/)
  await choose(page, 'Fuel Company Provider', 'ta', 'TA-Petro')
  await expect(addDialog(page).getByText('USD/gal')).toBeVisible()
  await field(page, 'Markup Value').fill('-1')
  await field(page, 'From Date').fill('01/02/30')
  await addDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(addDialog(page).getByText('Must be 0 or more.')).toBeVisible()
  await field(page, 'Markup Value').fill('0.0475')
  await addDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Error while creating markup')).toBeVisible()
  await expect(field(page, 'From Date')).toHaveAccessibleDescription(
    /^This company already has an active markup for this provider from \d\d\/\d\d\/\d\d\.$/,
  )
  await expect(field(page, 'Markup Value')).toHaveValue('0.0475')
  await choose(page, 'Fuel Company Provider', 'esso', 'Esso')
  await expect(addDialog(page).getByText('CAD/L')).toBeVisible()
  await addDialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Customer Markup Created Successfully')).toBeVisible()
  await expect(addDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/customer-markup\?sort=from_date,desc&filter=company_name:Lone%20Star%20Freightways$/)
  await expect(
    page.getByRole('row', { name: /C00013 ?Upcoming Lone Star Freightways 01\/02\/30 – 0\.0475 CAD\/L Esso/ }),
  ).toBeVisible()
})

test('MARK-2 MARK-4 MARK-5 FORM-7 a markup is corrected, also after another user’s change, and then changed from a date', async ({
  page,
  request,
}) => {
  const staff = await apiClient(request, 'staff')
  const made = await make(staff, 'Buckeye Motor Lines', { fuel_company_provider_id: 2, to_date: '2026-12-31' })
  await signInAs(page, 'staff')
  await page.goto(listOf('Buckeye Motor Lines'))
  const pencil = page.getByRole('link', { name: 'Edit Buckeye Motor Lines, Suncore, 01/01/26' })
  await pencil.click()
  await expect(page).toHaveURL(new RegExp(`/customer-markup/${made.id}/edit`))
  await expect(box(page, 'Company Name')).toBeDisabled()
  await expect(box(page, 'Company Name')).toHaveValue('Buckeye Motor Lines (C00012)')
  await field(page, 'Markup Value').fill('0.035')
  await staff.call(markups.update, {}, { ...made, to_date: '2027-12-31' })
  await editDialog(page).getByRole('button', { name: 'Update' }).click()
  await expect(editDialog(page).getByText(/Another user changed this record/)).toBeVisible()
  await editDialog(page).getByRole('button', { name: 'Reload' }).click()
  await expect(field(page, 'To Date')).toHaveValue('31/12/27')
  await expect(field(page, 'Markup Value')).toHaveValue('0.035')
  await editDialog(page).getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Customer Markup Updated Successfully')).toBeVisible()
  await expect(editDialog(page)).toBeHidden()
  await expect(pencil).toBeFocused()
  await expect(page.getByRole('row', { name: /01\/01\/26 – 31\/12\/27 0\.0350 CAD\/L Suncore/ })).toBeVisible()

  await pencil.click()
  await page.getByRole('radio', { name: 'Change it from a date' }).check()
  await expect(field(page, 'To Date')).toBeHidden()
  await field(page, 'Markup Value').fill('0.04')
  // By keyboard: a toast of the first part may still cover the button.
  await field(page, 'New value from').fill('01/01/26')
  await field(page, 'New value from').press('Enter')
  await expect(field(page, 'New value from')).toHaveAccessibleDescription(
    'This markup starts on 01/01/26. Choose a later day.',
  )
  await expectAccessible(page)
  await field(page, 'New value from').fill('01/07/26')
  await field(page, 'New value from').press('Enter')
  await expect(editDialog(page)).toBeHidden()
  await expect(page.getByRole('row', { name: /Ended .* 01\/01\/26 – 30\/06\/26 0\.0350 CAD\/L Suncore/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /01\/07\/26 – 31\/12\/27 0\.0400 CAD\/L Suncore/ })).toBeVisible()
})

test('NAV-8 FORM-1 FORM-5 links to the dialogs work, and leaving unsaved changes asks first', async ({
  page,
  request,
}) => {
  const staff = await apiClient(request, 'staff')
  const { id } = await make(staff, 'Acadia Trucking', { fuel_company_provider_id: 3 })
  await signInAs(page, 'staff')
  await page.goto('/customer-markup/add-new')
  await expect(addDialog(page)).toBeVisible()
  await expect(page.getByText(/Showing record 1 to 10/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/customer-markup$/)
  await expect(addDialog(page)).toBeHidden()
  await page.goto(`/Customer-Markup/${id}/Edit`)
  await expect(field(page, 'Markup Value')).toHaveValue('0.03')
  await expect(editDialog(page).getByText('USD/gal')).toBeVisible()
  await field(page, 'Markup Value').fill('0.05')
  await editDialog(page).getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure want to leave ?' })
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(editDialog(page)).toBeHidden()
  await expect(page).toHaveURL(/\/customer-markup$/)
  await page.goto('/customer-markup/987654321/edit')
  await expect(editDialog(page).getByText('This record does not exist, or you cannot see it.')).toBeVisible()
  await expectAccessible(page)
  await editDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/customer-markup$/)
})

test('MARK-5 a markup’s preview shows what would change before it is saved', async ({ page, request }) => {
  const { call } = await apiClient(request, 'staff')
  const all = (
    await call({
      ...markups.list,
      path: `${markups.list.path}?size=50&filter=company_name%3AAcadia+Trucking&filter=status%3AACTIVE`,
    })
  ).markups
  const open = all.find(
    (one: { to_date: string | null; fuel_company_provider: string }) =>
      one.to_date === null && one.fuel_company_provider === 'Pipeline',
  )
  await signInAs(page, 'staff')
  await page.goto(`/customer-markup/${open.id}/edit`)
  const dialog = page.getByRole('dialog', { name: 'Update Customer Markup' })
  await dialog.getByLabel('Markup Value').fill('')
  await dialog.getByRole('button', { name: 'What would change' }).click()
  await expect(dialog.getByText('Markup Value is required')).toBeVisible()
  await dialog.getByLabel('Markup Value').fill('0.5')
  await dialog.getByRole('button', { name: 'What would change' }).click()
  await expect(
    dialog.getByText(/^The price of \d+ of the \d+ uninvoiced purchases from .* would change\.$/),
  ).toBeVisible()
  await expect(
    dialog.getByRole('list', { name: 'Purchases that would change' }).getByRole('listitem').first(),
  ).toContainText('+$')
  await expectAccessible(page)
  await dialog.getByLabel('Markup Value').fill('0.6')
  await expect(dialog.getByText(/uninvoiced purchases/)).toHaveCount(0)
  // Deactivating the markup also shows a preview: the purchases it priced would cost less.
  await dialog.getByLabel('Status').click()
  await page.getByRole('option', { name: 'INACTIVE' }).click()
  await dialog.getByRole('button', { name: 'What would change' }).click()
  await expect(
    dialog.getByRole('list', { name: 'Purchases that would change' }).getByRole('listitem').first(),
  ).toContainText('-$')
  expect((await call(markups.get, { id: open.id })).mark_up_value).toBe(open.mark_up_value)
})
