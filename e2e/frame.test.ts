import type { Page } from '@playwright/test'
import { menu } from './literals.ts'
import { addUser, oldPassword } from './new-user.ts'
import { expect, expectAccessible, moveTo, portalUrl, signInAs, test, typeSignIn } from './portal.ts'

const noPermission = "You don't have permission to access this page, contact your administrator."
const items = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()

const userMenu = (page: Page, name: RegExp) => page.getByRole('button', { name })

test('NAV-1 NAV-2 the menu shows the pages that the user can read, in the specified order; the user popup has its entries', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByRole('link', { name: 'Cards', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(await items(page)).toEqual(menu)
  await userMenu(page, /Amélie Okafor/).click()
  for (const name of ['Profile', 'Switch Account', 'Logout'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible()
  await page.context().clearCookies()
  await signInAs(page, 'northline')
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  expect(await items(page)).toEqual([
    'Dashboard',
    'Users',
    'Cards',
    'Reporting',
    'Transactions',
    'Invoices',
    'Smart Buy',
    'Truck Care',
  ])
})

test('NAV-1 NAV-2 NAV-3 AUTH-6 a clerk cannot switch accounts, and without access to the dashboard the logo leads to the first page they can see, and names it', async ({
  page,
}) => {
  await signInAs(page, 'clerk')
  await page.goto('/profile')
  await userMenu(page, /Marcus Chen/).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Switch Account/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /Fresh Fuels – Cards/ }).click()
  await expect(page).toHaveURL(/\/managercards$/)
  await expect(page.getByText(/Showing record/)).toBeVisible()
  expect(await items(page)).toEqual(['Cards', 'Transactions', 'Invoices'])
})

test('NAV-1 NAV-5 PERM-2 PERM-3 menu, buttons and addresses follow the permission, and menuAccess is stored for display', async ({
  page,
}) => {
  await signInAs(page, 'desk')
  await page.goto('/managercards')
  await expect(
    page
      .getByRole('button', { name: /^View / })
      .or(page.getByRole('link', { name: /^View / }))
      .first(),
  ).toBeVisible()
  expect(await items(page)).toEqual(['Cards', 'Transactions', 'Invoices'])
  for (const name of [/^Edit /, /^Delete /, 'Add Card'])
    await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  const access = JSON.parse((await page.evaluate(() => localStorage.getItem('menuAccess'))) ?? '{}')
  expect(access.managecardMenu).toEqual({ create: false, read: true, update: false, delete: false, download: true })
  expect(access.customerMenu.read).toBe(false)
  expect(access.profileMenu.update).toBe(true)
  // `pages.test.ts` has who can open which address; these stand for adding, editing and reading.
  for (const route of ['/managercards/add-new', '/managercards/1/edit', '/customer']) {
    await moveTo(page, route)
    await expect(page.getByText(noPermission)).toBeVisible()
  }
  await page.goto('/invoices/1/edit')
  await expect(page.getByText(noPermission)).toBeVisible()
  await moveTo(page, '/profile')
  await expect(page.getByText(noPermission)).toBeHidden()
})

test('NAV-4 DASH-2 the letter case of an address does not matter; adding and editing in a planned section open the form', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  // The service answers every address with the same page, so some loads stand for all.
  for (const [route, heading] of [
    ['/MANAGERCARDS', 'Manage Cards'],
    ['/dashboard', /Amélie/],
    ['/Invoices/Payments', 'Invoice Payments'],
  ] as const) {
    await page.goto(route)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
  for (const route of ['/customer/add-new', '/dailyrates/add-new', '/smartbuy/add-new', '/truckcare/1/edit']) {
    await moveTo(page, route)
    await expect(page.getByText(noPermission)).toBeHidden()
  }
})

test('NAV-6 BRAND-6 an unknown path shows the not-found screen with a way back, and the title follows', async ({
  page,
}) => {
  await page.goto('/no/such/place')
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toBeVisible()
  await signInAs(page, 'staff')
  await page.goto('/no/such/place')
  await expect(page).toHaveTitle('Page not found · Fresh Fuels')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/managercards$/)
  await expect(page).toHaveTitle('Manage Cards · Fresh Fuels')
  await page.goBack()
  await expect(page).toHaveTitle('Page not found · Fresh Fuels')
})

test('UX-5 LIT-13 the language follows the browser; a choice at sign-in becomes the user’s and follows them to the next device', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const email = await addUser()
  const device = async (locale: string) => {
    const page = await (await browser.newContext({ locale, baseURL: portalUrl })).newPage()
    await page.goto('/')
    return page
  }
  // One browser prefers French, another English.
  const french = await device('fr-FR')
  await expect(french.locator('html')).toHaveAttribute('lang', 'fr-CA')
  await expect(french.getByRole('button', { name: 'Se connecter' })).toBeVisible()
  await expectAccessible(french)
  const english = await device('en-CA')
  await expect(english.getByRole('button', { name: 'Sign in' })).toBeVisible()

  await english.getByRole('button', { name: 'Français' }).click()
  await expect(english.getByRole('button', { name: 'Se connecter' })).toBeVisible()
  await english.getByLabel('Courriel').fill(email)
  await english.getByLabel('Mot de passe', { exact: true }).fill(oldPassword)
  await english.getByRole('button', { name: 'Se connecter' }).click()
  await expect(english).toHaveTitle('Gestion des cartes · Fresh Fuels')
  await english.getByRole('link', { name: 'Transactions', exact: true }).click()
  await expect(english).toHaveTitle('Transactions · Fresh Fuels')
  // French uses the 24-hour clock.
  await expect(english.locator('tr[data-row]').first()).toContainText(/\d\d\/\d\d\/\d\d \d\d:\d\d(?! ?[AP]M)/)

  const next = await device('en-CA')
  await expect(next.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await typeSignIn(next, email, oldPassword)
  await expect(next.getByRole('heading', { level: 1, name: 'Gestion des cartes' })).toBeVisible()
  await next.reload()
  await expect(next.locator('html')).toHaveAttribute('lang', 'fr-CA')
  await next.getByRole('button', { name: /New User/ }).click()
  await next.getByText('English').click()
  await expect(next.getByRole('heading', { level: 1, name: 'Manage Cards' })).toBeVisible()
  await expect(next).toHaveTitle('Manage Cards · Fresh Fuels')
  await english.reload()
  await expect(english.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible()
  await expect(english.locator('html')).toHaveAttribute('lang', 'en-CA')
  for (const page of [french, english, next]) await page.context().close()
})
