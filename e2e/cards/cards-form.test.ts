import type { Page } from '@playwright/test'
import { cards } from '@portal/contract/cards/cards.ts'
import { cardBody } from '../../server/src/testing/factories.ts'
import { cardSections } from '../literals.ts'
import { apiClient, expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('listbox', { name: label }).getByRole('option', { name: option, exact: true }).click()
}
async function fillCard(page: Page, number: string) {
  const body = cardBody()
  await page.getByLabel('Card Number').fill(number)
  await page.getByRole('combobox', { name: 'Company Name' }).fill('Prairie')
  await page.getByRole('option', { name: /Prairie Freight/ }).click()
  await choose(page, 'Plastic Type', 'Driver')
  const texts: [string, string][] = [
    ['Driver Name', 'Zoé Lavoie'],
    ['Driver Id', 'D1'],
    ['Other Id', 'E1'],
    ['Commercial Driver License', 'AB-1'],
    ['Vehicle Assigned To Card', 'T9'],
    ['Trailer Number', 'TR-9'],
    ['Card Group', 'Highway'],
    ['Odometer', '1200'],
    ['Trip Number', '77'],
    ['Refreshing Cash Limits', '100.10'],
    ['Daily Card Limit', '1500'],
    ['Debit Dollar Balance', '0'],
    ['Refreshing Cash Balance', '80.07'],
    ['Increment Dash Cash Amount', '0'],
    ['Pay Check Balance', '0'],
    ['Dash Cash Balance', '0.29'],
    ['Dash Cash Memo', 'None'],
    ['Weekly Product Refresh Money Amount', '2000'],
    ['Weekly Fuel Quantity Limit', '800.125'],
    ['Weekly Fuel Quantity Balance', '640.5'],
    ['Daily Vehicle Quantity Limit In Gallons', '300'],
    ['Non-Highway Fuel Limit', '50'],
  ]
  for (const [label, value] of texts)
    await page
      .getByRole('textbox', { name: new RegExp(`^${label}\\b(?! Money)`) })
      .or(page.getByRole('combobox', { name: new RegExp(`^${label}\\b`) }))
      .first()
      .fill(value)
  await choose(page, 'Card Type', body.card_type)
  await choose(page, 'Usage Above Volume Limits', 'No')
  await choose(page, 'Cash Advance Type', 'Daily')
  await choose(page, 'Weekly Product Refresh', 'Monday')
  await page
    .getByRole('group', { name: /Cash Refresh Days/ })
    .getByRole('button', { name: 'Wednesday' })
    .click()
  await page
    .getByRole('group', { name: /Weekly Vehicle Quantity Refresh Day/ })
    .getByRole('button', { name: /N.A/ })
    .click()
}

test('FORM-2 CARD-10 a card is added by hand, the toast shows, and the list returns after three seconds', async ({
  page,
  request,
}) => {
  const number = uniqueNumber()
  await signInAs(page, 'staff')
  await page.goto('/managercards?size=5')
  await page
    .getByRole('link', { name: 'Add Card' })
    .or(page.getByRole('button', { name: 'Add Card' }))
    .click()
  await fillCard(page, number)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('ManageCard Created Successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/managercards\?size=5$/, { timeout: 6000 })
  await page.goto(`/managercards?filter=card_number:${number}`)
  const address = await page.getByRole('link', { name: `View ${number}` }).getAttribute('href')
  const { call } = await apiClient(request, 'prairie')
  const card = await call(cards.get, { id: address?.match(/\d+/)?.[0] })
  expect(card).toMatchObject({
    company_name: 'Prairie Freight',
    refreshing_cash_balance: 80.07,
    weekly_fuel_quantity_limit: 800.125,
    dash_cash_balance: 0.29,
  })
  expect(JSON.parse(card.cash_refresh_days)).toMatchObject({ wednesday: true, monday: false, na: false })
  expect(JSON.parse(card.weekly_vehicle_quantity_refresh_day)).toMatchObject({ na: true })
})

test('FORM-4 an empty form marks every required field and focuses the first', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards/add-new')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  expect(await page.getByText('This field is required.').count()).toBeGreaterThan(28)
  await expect(page.getByLabel('Card Number')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: /Trip Number/ }).click()
  await expect(page.getByLabel('Trip Number')).toBeFocused()
})

test('FORM-4 API-2 a server error shows at its field and keeps what the user typed', async ({ page, request }) => {
  const { createCard } = await apiClient(request, 'staff')
  const [taken, card] = [await createCard(), await createCard()]
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${card.id}/edit`)
  await page.getByLabel('Card Number').fill(taken.card_number)
  await page.getByLabel('Driver Name').fill('Kept Typing')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Error while updating ManageCard')).toBeVisible()
  await expect(page.getByText('A card with this number already exists.').first()).toBeVisible()
  await expect(page.getByLabel('Driver Name')).toHaveValue('Kept Typing')
})

test('FORM-1 leaving with unsaved changes asks first, by link, back button and closing the page', async ({
  page,
  request,
}) => {
  const { createCard } = await apiClient(request, 'staff')
  const card = await createCard()
  await signInAs(page, 'staff')
  await page.goto(`/managercards?filter=card_number:${card.card_number}`)
  await page.getByRole('link', { name: `Edit ${card.card_number}` }).click()
  // The list has a filter of the same name and stays until the form loads.
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Card', exact: true })).toBeVisible()
  await page.getByLabel('Driver Name').fill('Changed')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Are you sure want to leave ?' })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(dialog.getByText('There are some unsaved changes ?')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page.getByLabel('Driver Name')).toHaveValue('Changed')
  await page
    .getByRole('button', { name: 'Cancel' })
    .or(page.getByRole('link', { name: 'Cancel' }))
    .click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  let asked = false
  page.once('dialog', async (native) => {
    asked = native.type() === 'beforeunload'
    await native.dismiss()
  })
  await page.close({ runBeforeUnload: true })
  await expect.poll(() => asked).toBe(true)
  await page.evaluate(() => history.back())
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/managercards\?/)
})

test('FORM-7 the second of two editors is notified, keeps their input and can reload', async ({ page, request }) => {
  const { createCard, call } = await apiClient(request, 'staff')
  const card = await createCard()
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${card.id}/edit`)
  await page.getByLabel('Driver Name').fill('Second Editor')
  await call(cards.update, { id: card.id }, { ...card, trip_number: '4711', driver_name: 'First Editor' })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('main').getByText(/Another user changed this record/)).toBeVisible()
  await expect(page.getByLabel('Driver Name')).toHaveValue('Second Editor')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Trip Number')).toHaveValue('4711')
  await expect(page.getByLabel('Driver Name')).toHaveValue('Second Editor')
  await expect(page.getByText('Another user changed this to “First Editor”.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('ManageCard Updated Successfully')).toBeVisible()
})

test('AUTH-8 API-2 a session that ends during an edit loses no input', async ({ page, request }) => {
  const { createCard } = await apiClient(request, 'staff')
  const card = await createCard()
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${card.id}/edit`)
  await page.getByLabel('Driver Name').fill('Typed Before')
  await page.request.post('/v2/logout', { headers: { 'x-portal': '1' } })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText(/Your changes are still here/)).toBeVisible()
  await signInAs(page, 'staff')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('ManageCard Updated Successfully')).toBeVisible()
})

test('FORM-3 FORM-6 a network failure is named as such, and the form is enabled again', async ({ page, request }) => {
  const { createCard } = await apiClient(request, 'staff')
  const card = await createCard()
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${card.id}/edit`)
  await page.getByLabel('Driver Name').fill('Kept')
  await page.route(`**/v2/fuel-card-management/${card.id}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('main').getByText(/Internal server error \(\w+\)/)).toBeVisible()
  await expect(page.getByText('Error while updating ManageCard')).toBeVisible()
  await expect(page.getByText('Error while updating ManageCard')).toBeHidden({ timeout: 6000 })
  await page.unroute(`**/v2/fuel-card-management/${card.id}`)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('ManageCard Updated Successfully')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page).toHaveURL(/\/Dashboard$/)
})

test('FORM-5 NAV-6 a failed load says so, and a missing record links back to its list', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.route('**/v2/fuel-card-management/987654321', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/managercards/987654321/view')
  await expect(page.getByText('Error while performing operation. Please refresh your browser').first()).toBeVisible()
  await page.unrouteAll()
  await page.goto('/managercards/987654321/view')
  await expect(page.getByRole('heading', { level: 1, name: 'Record not found' })).toBeVisible()
  await expect(page.getByText('Please refresh your browser')).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page.getByText(/Showing record/)).toBeVisible()
})

test('CARD-5 CARD-6 the seven sections keep their order, and the view page disables them all', async ({
  page,
  request,
}) => {
  const { createCard } = await apiClient(request, 'staff')
  const card = await createCard()
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${card.id}/view`)
  await expect(page.getByLabel('Driver Name')).toBeVisible()
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.slice(0, cardSections.length)).toEqual(cardSections)
  await expect(page.getByLabel('Driver Name')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0)
  await page
    .getByRole('link', { name: 'List of ManageCard' })
    .or(page.getByRole('button', { name: 'List of ManageCard' }))
    .click()
  await expect(page).toHaveURL(/\/managercards/)
})

test('PERM-6 a customer sees which fields it can change and which belong to its provider', async ({
  page,
  request,
}) => {
  const { createCard } = await apiClient(request, 'staff')
  const card = await createCard()
  await signInAs(page, 'northline')
  await page.goto(`/managercards/${card.id}/edit`)
  await expect(page.getByLabel('Daily Card Limit')).toBeDisabled({ timeout: 15_000 })
  await page.getByLabel('Driver Name').fill('Fleet Driver')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('ManageCard Updated Successfully')).toBeVisible()
})
