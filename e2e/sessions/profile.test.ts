import type { Page } from '@playwright/test'
import { pathOf } from '@portal/contract/endpoint.ts'
import { profiles } from '@portal/contract/profile/profile.ts'
import { expect, expectAccessible, password, signInAs, test } from '../portal.ts'

const own = {
  first: 'Tom',
  last: 'Whitefeather',
  middle: null,
  email: 'desk@northline.test',
  phone: null,
  phone2: null,
  dob: null,
  address1: '1 Main Street',
  country: null,
  state: null,
  city: null,
  postal_code: null,
}
const box = (page: Page, name: string) =>
  page.getByRole('combobox', { name, exact: true }).or(page.getByRole('textbox', { name, exact: true }))
async function open(page: Page, path: string) {
  await page.goto(path)
  await page.getByLabel('First Name').waitFor()
}
async function choose(page: Page, name: string, typed: string, option: string) {
  await box(page, name).click()
  await box(page, name).fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Saves the profile through the API, in the page's session. */
async function saveProfile(page: Page, changes: object = {}) {
  const reply = await page.request.put(pathOf(profiles.update), {
    headers: { 'x-portal': '1' },
    data: { ...own, ...changes },
  })
  expect(reply.status()).toBe(200)
}
test.beforeEach(async ({ page }) => {
  await signInAs(page, 'desk')
  await saveProfile(page)
})
test.afterEach(({ page }) => saveProfile(page))

test('PROF-1 PROF-2 COMP-5 FORM-4 a user fills in their profile, and it is saved; a taken e-mail is refused at its field', async ({
  page,
}) => {
  await open(page, '/profile')
  await page.getByLabel('First Name').fill('Thomas')
  await page.getByLabel('Middle Name').fill('Jean')
  await page.getByLabel('Phone', { exact: true }).fill('306-555-0143')
  await page.getByLabel('Second Phone').fill('306-555-0199 x12')
  await page.getByLabel('Date of Birth').fill('29/02/88')
  await page.getByLabel('Address').fill('12 Chemin du Lac')
  await expect(box(page, 'State')).toBeDisabled()
  await expect(box(page, 'City')).toBeDisabled()
  await choose(page, 'Country', 'can', 'Canada')
  await choose(page, 'State', 'queb', 'Quebec')
  await choose(page, 'City', 'st jerome', 'Saint-Jérôme')
  await page.getByLabel('Postal Code').fill('J7Z 1A1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Operation completed Successfully!')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await expect(page.getByRole('button', { name: /Thomas Whitefeather/ })).toBeVisible()
  await open(page, '/UserProfile')
  await expect(page.getByLabel('Middle Name')).toHaveValue('Jean')
  await expect(page.getByLabel('Date of Birth')).toHaveValue('29/02/1988')
  await expect(box(page, 'Country')).toHaveValue('Canada')
  await expect(box(page, 'State')).toHaveValue('Quebec')
  await expect(box(page, 'City')).toHaveValue('Saint-Jérôme')
  await expect(page.getByLabel('Postal Code')).toHaveValue('J7Z 1A1')
  // A new e-mail address asks for the password at once; restoring the old one does not.
  await expect(page.getByLabel('Current Password')).toHaveCount(0)
  await page.getByLabel('Email').fill('admin@prairie.test')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter your current password to change your e-mail.').first()).toBeVisible()
  await page.getByLabel('Current Password').fill('not it')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is not your current password.').first()).toBeVisible()
  await page.getByLabel('Current Password').fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('You cannot use this e-mail.').first()).toBeVisible()
  await page.getByLabel('Email').fill(own.email)
  await expect(page.getByLabel('Current Password')).toHaveCount(0)
})
