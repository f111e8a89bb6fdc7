import type { Page } from '@playwright/test'
import { cards } from '@portal/contract/cards/cards.ts'
import { customers } from '@portal/contract/customers/customers.ts'
import { fuelCompanies } from '@portal/contract/customers/registration.ts'
import { users } from '@portal/contract/users/users.ts'
import { cardBody, companyBody } from '../server/src/testing/factories.ts'
import { apiClient, expect, expectAccessible, password, signInAs, test, typeSignIn, uniqueNumber } from './portal.ts'

/** A required field's label text includes its asterisk. */
const secret = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}( \\*)?$`))
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
async function choose(page: Page, name: string, typed: string, option: string) {
  const box = page.getByRole('combobox', { name, exact: true })
  await box.click()
  await box.fill(typed)
  await page.getByRole('option', { name: option, exact: true }).click()
}
async function fillCompany(page: Page, company: string, email: string) {
  await field(page, 'Company Name').fill(company)
  await field(page, 'First Name').fill('Ida')
  await field(page, 'Last Name').fill('Moreau')
  await field(page, 'Email').fill(email)
  await field(page, 'Contact Number').fill('3065550143')
  await secret(page, 'Password').fill(password)
  await secret(page, 'Confirm Password').fill(password)
  await choose(page, 'Country', 'can', 'Canada')
  await choose(page, 'State', 'sask', 'Saskatchewan')
  await choose(page, 'City', 'moose', 'Moose Jaw')
}
async function expectSignedIn(page: Page, email: string) {
  await page.context().clearCookies()
  await page.goto('/')
  await typeSignIn(page, email)
  await expect(page.getByText('No Manage cards records to show')).toBeVisible()
}

test('COMP-1 COMP-2 COMP-3 COMP-4 staff add a customer company', async ({ page }) => {
  test.setTimeout(120_000)
  const number = uniqueNumber()
  const [company, email] = [`Added Carriers ${number}`, `added${number}@made.test`]
  await signInAs(page, 'staff')
  await page.goto('/company')
  await expect(page.getByRole('heading', { level: 1, name: 'Company' })).toBeVisible()
  await page.getByRole('link', { name: 'Add Customer Company' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  for (const words of ['Country is required', 'State is required', 'city is required'])
    await expect(page.getByText(words).first()).toBeVisible()
  await expectAccessible(page)
  await fillCompany(page, company, 'admin@northline.test')
  await secret(page, 'Confirm Password').fill('something else it is')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Passwords do not match').first()).toBeVisible()
  await secret(page, 'Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Error while Creating Customer Company')).toBeVisible()
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/^This e-mail cannot be used\./)
  await field(page, 'Email').fill(email)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Customer Company Created Successfully')).toBeVisible()
  // Its set-up is offered at once (UX-10).
  await expect(page.getByRole('link', { name: 'Continue the set-up' }).first()).toBeVisible()
  // Three seconds later the page returns to the list (FORM-2).
  await expect(page).toHaveURL(/\/company(\?|$)/)
  await page.goto(`/company?filter=company_name:${company}`)
  await expect(page.getByRole('cell', { name: email })).toBeVisible()
})

test('COMP-7 AUTH-9 COMP-4 COMP-8 BRAND-6 a company registers on the public page, is approved, and its Admin signs in', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const number = uniqueNumber()
  const [company, email] = [`Waiting Carriers ${number}`, `waiting${number}@made.test`]
  await page.goto('/sign-up')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(field(page, 'Company Name')).toBeFocused()
  await expect(page.getByText('city is required')).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveTitle('Sign up · Fresh Fuels')
  await fillCompany(page, company, 'ida@carriers.international')
  await field(page, 'Contact Number').fill('+1 (416) 555-0100')
  await field(page, 'Contact Number').press('Tab')
  await expect(field(page, 'Contact Number')).toHaveAccessibleDescription(/Invalid contact number/)
  await expect(field(page, 'Contact Number')).toHaveAccessibleDescription(/Exactly 10 digits, such as 4165550100/)
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/ending of 2 to 6 letters/)
  await expect(field(page, 'Email')).toHaveAccessibleDescription(/Invalid email address/)
  await page.getByRole('button', { name: 'Use 4165550100' }).click()
  await expect(field(page, 'Contact Number')).toHaveValue('4165550100')
  await expect(page.getByText('Invalid contact number')).toHaveCount(0)
  await field(page, 'Email').fill(email)
  await page.route('**/v2/fuel-company/sign-up', (route) => route.abort())
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Error while Creating Company')).toBeVisible()
  await expect(page.locator('form').getByText('Internal server error (TypeError)')).toBeVisible()
  await page.unroute('**/v2/fuel-company/sign-up')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Company Created Successfully' })).toBeVisible()
  await expect(
    page.locator('.mantine-Notification-root').filter({ hasText: 'Company Created Successfully' }),
  ).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: email })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await typeSignIn(page, email)
  await expect(page.getByText('Your registration is waiting for approval.')).toBeVisible()

  const context = await browser.newContext()
  const staff = await context.newPage()
  await signInAs(staff, 'staff')
  await staff.goto('/customer')
  await staff
    .getByRole('navigation', { name: 'Pages of Customers' })
    .getByRole('link', { name: 'Registrations to approve:' })
    .click()
  await staff.getByRole('button', { name: `Approve ${company}` }).click()
  const dialog = staff.getByRole('dialog', { name: 'Approve the registration' })
  await expect(dialog).toBeVisible()
  await expectAccessible(staff)
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect(staff.getByText('Registration approved')).toBeVisible()
  await expect(staff.getByRole('button', { name: `Approve ${company}` })).toHaveCount(0)
  await context.close()
  await expectSignedIn(page, email)
})

test('CUST-1 CUST-2 CUST-3 CUST-5 a customer is found, changed and viewed', async ({ page, request }) => {
  test.setTimeout(120_000)
  const staff = await apiClient(request, 'staff')
  const number = uniqueNumber()
  const made = await staff.call(
    fuelCompanies.register,
    {},
    companyBody({ companyName: `Edited Carriers ${number}`, email: `edited${number}@made.test` }),
  )
  await signInAs(page, 'staff')
  await page.goto(`/customer?filter=name:Edited Carriers ${number}`)
  await page.getByRole('link', { name: `Edit Edited Carriers ${number}` }).click()
  await field(page, 'Name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This field is required.').first()).toBeVisible()
  await field(page, 'Name').fill(`Edited Twice ${number}`)
  await field(page, 'Due after').fill('14')
  await field(page, 'Credit limit in CAD').fill('2500.50')
  await page.getByRole('checkbox', { name: 'Cap at retail' }).check()
  await page.getByRole('checkbox', { name: 'Same as the billing address' }).check()
  await page.getByRole('combobox', { name: 'Broker', exact: true }).click()
  await page.getByRole('option', { name: 'Yes', exact: true }).click()
  await field(page, 'Broker ids').fill('B-77, B-78,')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Customer Updated Successfully')).toBeVisible()
  expect(await staff.call(customers.get, { id: made.id })).toMatchObject({
    name: `Edited Twice ${number}`,
    due_days: 14,
    credit_limit: 2500.5,
    credit_limits: { CAD: 2500.5, USD: null },
    is_capped_at_retail: true,
    broker: 'yes',
    broker_ids: ['B-77', 'B-78'],
    address2: '1 Main Street',
    shipping_city: 'CA-SK-moose-jaw',
    shipping_zip_code: 'S6H 0A1',
  })
  await expect(page).toHaveURL(/\/customer(\?|$)/)
  // The demo's Northline has cards and purchases to show.
  await page.goto('/customer/2/view')
  await expect(page.getByText('Not due yet').first()).toBeVisible()
})

test('UX-10 a new customer is set up step by step, left, and taken up again with what is missing', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const number = uniqueNumber()
  const staff = await apiClient(request, 'staff')
  const provider = (await staff.call(users.companies)).find(({ kind }: { kind: string }) => kind === 'provider')
  // The first in the list of cards that no customer has.
  const card = `1000${number}`.slice(0, 12)
  await staff.call(cards.create, {}, cardBody({ card_number: card, company_name: provider?.name ?? '' }))
  await signInAs(page, 'staff')
  await page.goto('/customer')
  await page.getByRole('link', { name: 'Set up a customer' }).click()
  await fillCompany(page, `Guided Carriers ${number}`, `guided${number}@made.test`)
  const next = page.getByRole('button', { name: 'Save and continue' })
  await next.click()
  await expect(page).toHaveURL(/\/customer\/\d+\/set-up\?step=terms/)

  await page.getByRole('link', { name: 'View the customer' }).click()
  const missing = page.getByRole('navigation', { name: 'Set-up' })
  await expect(missing).toContainText('No billing address · No credit limit · No markup · No cards')
  await expectAccessible(page)
  await missing.getByRole('link', { name: 'Continue the set-up' }).click()
  await field(page, 'Address').fill('1 Main Street')
  await next.click()
  await field(page, 'Credit limit in CAD').fill('5000')
  await next.click()
  await page.getByRole('combobox', { name: 'Language of documents' }).click()
  await page.getByRole('option', { name: 'French' }).click()
  await next.click()
  await choose(page, 'Fuel Company Provider', 'pipe', 'Pipeline')
  await field(page, 'Markup Value').fill('0.05')
  await page.getByRole('button', { name: 'Add the markup' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Pipeline' })).toBeVisible()
  await page.getByRole('link', { name: 'Next step' }).click()
  await page.getByRole('checkbox', { name: card }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Assign the cards' }).click()
  await expect(page.getByRole('link', { name: '1 card of this customer' })).toBeVisible()
  await page.getByRole('link', { name: 'New card from a template' }).click()
  await expect(page.getByRole('combobox', { name: 'Company Name' })).toHaveValue(
    new RegExp(`^Guided Carriers ${number}`),
  )
  await page.getByRole('link', { name: 'Continue the set-up' }).click()
  await page.getByRole('link', { name: 'Next step' }).click()
  await expect(page.getByRole('link', { name: 'Ida Moreau' })).toBeVisible()
  await page.getByRole('link', { name: 'Finish' }).click()
  await expect(page.getByRole('link', { name: 'ACTIVE: 1' })).toBeVisible()
  await expect(missing).toHaveCount(0)
})
