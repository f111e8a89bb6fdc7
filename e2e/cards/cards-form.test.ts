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

test('FORM-2 FORM-3 CARD-10 a card is added by hand; the toast goes and the list returns after three seconds', async ({
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
  const toast = page.getByText('ManageCard Created Successfully')
  await expect(toast).toBeVisible()
  await expect(page).toHaveURL(/\/managercards\?size=5$/)
  await expect(toast).toBeHidden()
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

test('AUTH-8 API-2 FORM-4 FORM-7 a lost session, a taken number and another user’s change lose no input', async ({
  page,
  request,
}) => {
  const { createCard, call } = await apiClient(request, 'staff')
  const [taken, card] = [await createCard(), await createCard()]
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${card.id}/edit`)
  const driver = page.getByLabel('Driver Name')
  const update = () => page.getByRole('button', { name: 'Update' }).click()
  await driver.fill('Second Editor')
  await page.getByLabel('Card Number').fill(taken.card_number)
  await page.request.post('/v2/logout', { headers: { 'x-portal': '1' } })
  await update()
  await expect(page.getByText(/Your changes are still here/)).toBeVisible()
  await signInAs(page, 'staff')
  await update()
  await expect(page.getByText('Error while updating ManageCard').first()).toBeVisible()
  await expect(page.getByText('A card with this number already exists.').first()).toBeVisible()
  await expect(driver).toHaveValue('Second Editor')
  await page.getByLabel('Card Number').fill(card.card_number)
  await call(cards.update, { id: card.id }, { ...card, trip_number: '4711', driver_name: 'First Editor' })
  await update()
  await expect(page.getByRole('main').getByText(/Another user changed this record/)).toBeVisible()
  await expect(driver).toHaveValue('Second Editor')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByLabel('Trip Number')).toHaveValue('4711')
  await expect(driver).toHaveValue('Second Editor')
  await expect(page.getByText('Another user changed this to “First Editor”.').first()).toBeVisible()
  // A saved form is left without a question, also while the lists are still being fetched again.
  await page.route('**/v2/fuel-card-management/**', async (route) => {
    if (route.request().method() === 'GET') await new Promise((done) => setTimeout(done, 1000))
    await route.continue()
  })
  await update()
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

test('PERM-6 CARD-5 in the seven sections a customer sees which fields it can change and which belong to its provider', async ({
  page,
  request,
}) => {
  const { createCard } = await apiClient(request, 'staff')
  const card = await createCard()
  await signInAs(page, 'northline')
  await page.goto(`/managercards/${card.id}/edit`)
  await expect(page.getByLabel('Daily Card Limit')).toBeDisabled()
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.slice(0, cardSections.length)).toEqual(cardSections)
  await page.getByLabel('Driver Name').fill('Fleet Driver')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('ManageCard Updated Successfully')).toBeVisible()
})

test('CARD-16 API-3 saving adds the load to the balance and resets its field; a load whose reply was lost is not applied twice', async ({
  page,
  request,
}) => {
  const { createCard, call } = await apiClient(request, 'staff')
  const card = await createCard({ dash_cash_balance: 0.29 })
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
  expect((await call(cards.get, { id: card.id })).dash_cash_balance).toBe(20.29)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('ManageCard Updated Successfully')).toBeVisible()
  await expect(page.getByLabel('Dash Cash Balance')).toHaveValue('20.29')
  await expect(page.getByLabel('Increment Dash Cash Amount')).toHaveValue('0')
  expect([lost, (await call(cards.get, { id: card.id })).dash_cash_balance]).toEqual([2, 20.29])
})
