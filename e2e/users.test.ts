import type { Browser, Page } from '@playwright/test'
import { users } from '@portal/contract/users/users.ts'
import { userBody } from '../server/src/testing/factories.ts'
import { apiClient, expect, expectAccessible, password, signInAs, test, typeSignIn, uniqueNumber } from './portal.ts'

const box = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
async function choose(page: Page, name: string, typed: string, option: string) {
  await box(page, name).click()
  await box(page, name).fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}
async function pick(page: Page, name: string, option: string) {
  await box(page, name).click()
  await page.getByRole('listbox', { name, exact: true }).getByRole('option', { name: option, exact: true }).click()
}
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()
const heading = (page: Page, name: string) => expect(page.getByRole('heading', { level: 2, name })).toBeVisible()

/** Checks the list, the permission dialog and the view of a new user. */
async function expectListed(page: Page, email: string) {
  await page.goto(`/user?filter=email:${email}`)
  await page.getByRole('button', { name: `View Permission of ${email}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Permission' })
  await expect(dialog.getByText('Northline Haulage')).toBeVisible()
  await expect(dialog.getByText('Full Access', { exact: true })).toHaveCount(1)
  await expect(dialog.getByText('No Access', { exact: true })).toHaveCount(12)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: `View ${email}` }).click()
  await expect(box(page, 'Manage Fuel Cards')).toBeDisabled()
}
async function expectSignsIn(browser: Browser, email: string) {
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await theirs.goto('/')
  await typeSignIn(theirs, email)
  await expect(theirs.getByText(/Showing record/)).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Cards' }).first()).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Invoices' })).toHaveCount(0)
  await context.close()
}

/** Fills in the form, first with errors, and checks that each shows at its field. */
async function fillPerson(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'First Name' }).fill('Wanda')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Zard')
  await page.getByRole('textbox', { name: 'Email' }).fill('admin@prairie.test')
  await page.getByRole('textbox', { name: 'Phone' }).fill('306-555-014')
  await choose(page, 'Company', 'northl', 'Northline Haulage')
  await choose(page, 'Country', 'can', 'Canada')
  await choose(page, 'Province', 'sask', 'Saskatchewan')
  await choose(page, 'City', 'moose', 'Moose Jaw')
  await page.getByLabel(/^Password/).fill(password)
  await page.getByLabel(/^Verify Password/).fill('something else entirely')
  await next(page)
  await expect(page.getByText('The two passwords differ.').first()).toBeVisible()
  await expect(page.getByText('Enter a phone number with its area code.').first()).toBeVisible()
  await page.getByLabel(/^Verify Password/).fill(password)
  await page.getByRole('textbox', { name: 'Phone' }).fill('306-555-0143')
}

test('USER-1 USER-2 USER-3 USER-4 USER-5 USER-6 a user is added with the wizard, forwards and back, and signs in', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const email = `wizard${uniqueNumber()}@northline.test`
  await signInAs(page, 'staff')
  await page.goto('/user')
  await page.getByRole('link', { name: 'Add User' }).click()
  await heading(page, "User's Personal Information")
  // Next checks each field first and shows its error there.
  await next(page)
  await expect(page.getByRole('textbox', { name: 'First Name' })).toBeFocused()
  await expect(
    page.getByRole('alert', { name: 'fields need attention' }).getByRole('link', { name: 'First Name' }),
  ).toBeVisible()
  await expectAccessible(page)
  await fillPerson(page)
  await next(page)
  await heading(page, 'User Permission')
  await expect(page.getByText('Only their own profile.')).toBeVisible()
  await pick(page, 'Manage Fuel Cards', 'Full Access')
  // A customer's users never get more than their company's maximum permissions, and the wizard says so.
  await expect(page.getByRole('listitem').filter({ hasText: 'Cards view, change, download' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Zard')
  await expect(box(page, 'City')).toHaveValue('Moose Jaw')
  await next(page)
  await expect(box(page, 'Manage Fuel Cards')).toHaveValue('Full Access')
  await next(page)
  await heading(page, 'Review & Submit')
  const review = page.getByRole('region', { name: 'Profile', exact: true })
  for (const shown of [
    '306-555-0143',
    'User',
    'Northline Haulage',
    'Moose Jaw',
    'Canada',
    'Saskatchewan',
    '••••••••••••',
  ])
    await expect(review.getByText(shown, { exact: true })).toBeVisible()
  await expect(page.getByText(password)).toHaveCount(0)
  await expectAccessible(page)
  // A taken address leads back to its field, and no input is lost.
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Error while Creating User')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await next(page)
  await next(page)
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('User Created Successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/user$/)

  await expectListed(page, email)
  await expectSignsIn(browser, email)
})

test('PERM-5 T5 a permission removed while a user works takes effect at their next click', async ({
  page,
  request,
}) => {
  const email = `worker${uniqueNumber()}@northline.test`
  const { call } = await apiClient(request, 'northline')
  const made = await call(users.create, {}, userBody({ email, manage_fuel_cards: 3, view_users: 3 }))
  await page.goto('/')
  await typeSignIn(page, email)
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click()
  await page.getByLabel('Driver Name').fill('Somebody New')
  await call(users.update, { id: made.id }, { ...made, manage_fuel_cards: 2 })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText('Error while updating ManageCard')).toBeVisible()
  await expect(
    page.getByText("You don't have permission to do this, contact your administrator.").first(),
  ).toBeVisible()
  await expect(page.getByLabel('Driver Name')).toHaveValue('Somebody New')
  await page.goto('/user')
  await expect(page.getByRole('heading', { name: 'User', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cards', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Add User' })).toHaveCount(0)
})

test('USER-7 a customer’s Admin invites a user, who chooses the password; Admins cannot change their own permissions here', async ({
  page,
  request,
}) => {
  const email = `invited${uniqueNumber()}@northline.test`
  await signInAs(page, 'northline')
  await page.goto('/user/add-new')
  await page.getByRole('checkbox', { name: 'Invite by e-mail' }).check()
  await expect(page.getByLabel(/^Verify Password/)).toHaveCount(0)
  await page.getByRole('textbox', { name: 'First Name' }).fill('Ina')
  await page.getByRole('textbox', { name: 'Last Name' }).fill('Vité')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Phone' }).fill('306-555-0143')
  await expect(box(page, 'Company')).toHaveValue('Northline Haulage')
  await choose(page, 'Country', 'can', 'Canada')
  await choose(page, 'Province', 'sask', 'Saskatchewan')
  await choose(page, 'City', 'moose', 'Moose Jaw')
  await next(page)
  await page.getByRole('button', { name: 'Access', exact: true }).click()
  await expect(box(page, 'View Reports')).toHaveValue('Access')
  await next(page)
  await expect(page.getByText('Chosen by the user, with a link')).toBeVisible()
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('User Created Successfully')).toBeVisible()
  const { call } = await apiClient(request, 'northline')
  const { users: found } = await (
    await page.request.get(`/v2/users?filter=email:${email}`, { headers: { 'x-portal': '1' } })
  ).json()
  expect(await call(users.get, { id: found[0].id })).toMatchObject({
    email,
    manage_users: 3,
    view_reports: 3,
    city: 'CA-SK-moose-jaw',
  })

  await page.goto('/user?filter=email:admin@northline.test')
  await page.getByRole('link', { name: 'Edit admin@northline.test' }).click()
  await expect(box(page, 'Role')).toBeDisabled()
  await expect(page.getByRole('checkbox', { name: 'Active' })).toBeDisabled()
  await expect(page.getByText('Change your own password in your profile.')).toBeVisible()
  await expectAccessible(page)
})
