import { menu } from './literals.ts'
import { addUser, oldPassword } from './new-user.ts'
import { apiClient, expect, expectAccessible, moveTo, people, portalUrl, signInAs, test, typeSignIn } from './portal.ts'

const noPermission = "You don't have permission to access this page, contact your administrator."
const items = (page: import('@playwright/test').Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()

test('NAV-1 the menu shows the pages that the user can read, in the specified order', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByRole('link', { name: 'Cards', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(await items(page)).toEqual(menu)
  for (const [person, wanted] of [
    ['clerk', ['Cards', 'Transactions', 'Invoices']],
    ['desk', ['Cards', 'Transactions', 'Invoices']],
    ['northline', ['Dashboard', 'Users', 'Cards', 'Reporting', 'Transactions', 'Invoices', 'Smart Buy', 'Truck Care']],
  ] as const) {
    await page.context().clearCookies()
    await signInAs(page, person)
    await page.goto('/managercards')
    await expect(page.getByText(/Showing record/)).toBeVisible()
    expect(await items(page)).toEqual(wanted)
  }
})

test('NAV-2 SWITCH-3 SWITCH-4 the user popup switches companies and back', async ({ page }) => {
  await signInAs(page, 'clerk')
  await page.goto('/managercards')
  await page.getByRole('button', { name: /Marcus Chen/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Switch Account/ })).toBeDisabled()
  await page.context().clearCookies()
  await page.goto('/')
  await typeSignIn(page, people.staff)
  await page.getByRole('button', { name: /Amélie Okafor/ }).click()
  await page.getByRole('menuitem', { name: /Switch Account/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch Profile' })
  await dialog.getByLabel('Company Name').fill('prair')
  await page.getByRole('option', { name: 'Prairie Freight' }).click()
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click()
  await expect(page.getByText('Operating from switched account · Prairie Freight')).toBeVisible()
  expect(await items(page)).not.toContain('Customer')
  await page.goto('/managercards')
  await expect(page.getByRole('cell', { name: 'Prairie Freight' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Switch back' }).click()
  await expect(page.getByText('Operating from switched account')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Customer', exact: true })).toBeVisible()
})

test('NAV-3 the logo leads to the dashboard', async ({ page }) => {
  await signInAs(page, 'northline')
  await page.goto('/managercards')
  await page.getByRole('link', { name: /Fresh Fuels/ }).click()
  await expect(page).toHaveURL(/\/Dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Priya')
})

test('NAV-3 AUTH-6 without access to the dashboard the logo leads to the first page that the user can see, and names it', async ({
  page,
}) => {
  await signInAs(page, 'clerk')
  await page.goto('/profile')
  await page.getByRole('link', { name: /Fresh Fuels – Cards/ }).click()
  await expect(page).toHaveURL(/\/managercards$/)
  await expect(page.getByText(/Showing record/)).toBeVisible()
})

const sections = [
  '/transactions',
  '/managercards',
  '/invoices',
  '/user',
  '/customer',
  '/customer-markup',
  '/dailyrates',
  '/smartbuy',
  '/truckcare',
  '/reporting',
]
const routes = [
  '/Dashboard',
  '/UserProfile',
  '/profile',
  '/tracking-logs',
  '/invoices/payments',
  '/company',
  '/company/add-new',
  ...sections.flatMap((path) => [path, `${path}/add-new`, `${path}/1/edit`]),
  ...['/transactions', '/managercards', '/invoices', '/user'].map((path) => `${path}/1/view`),
]
test('NAV-4 every specified address works, in any letter case', async ({ page }) => {
  test.setTimeout(90_000)
  await signInAs(page, 'staff')
  const expectScreen = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(noPermission)).toBeHidden()
    await expect(page.getByText('404', { exact: true })).toBeHidden()
  }
  // The service answers every address with the same page, so some loads stand for all.
  for (const route of ['/MANAGERCARDS', '/dashboard', '/Invoices/Payments']) {
    await page.goto(route)
    await expectScreen()
  }
  for (const route of routes) {
    await moveTo(page, route)
    await expectScreen()
  }
})

test('NAV-5 PERM-3 without the permission the address says so', async ({ page }) => {
  await signInAs(page, 'desk')
  await page.goto('/managercards/add-new')
  await expect(page.getByText(noPermission)).toBeVisible()
  for (const route of [
    '/managercards/1/edit',
    '/customer',
    '/dailyrates',
    '/user',
    '/tracking-logs',
    '/Dashboard',
    '/transactions/add-new',
    '/invoices/1/edit',
  ]) {
    await moveTo(page, route)
    await expect(page.getByText(noPermission)).toBeVisible()
  }
  for (const route of ['/managercards', '/transactions', '/invoices', '/profile']) {
    await moveTo(page, route)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(noPermission)).toBeHidden()
  }
})

test('NAV-6 an unknown path shows the not-found screen with a way back', async ({ page }) => {
  await page.goto('/no/such/place')
  await expect(page.getByRole('link', { name: 'Back to sign in' })).toBeVisible()
  await signInAs(page, 'staff')
  await page.goto('/no/such/place')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/managercards$/)
})

test('PERM-2 PERM-3 buttons follow the permission, and menuAccess is stored for display', async ({ page }) => {
  await signInAs(page, 'desk')
  await page.goto('/managercards')
  await expect(
    page
      .getByRole('button', { name: /^View / })
      .or(page.getByRole('link', { name: /^View / }))
      .first(),
  ).toBeVisible()
  for (const name of [/^Edit /, /^Delete /, 'Add Card'])
    await expect(page.getByRole('button', { name }).or(page.getByRole('link', { name }))).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()
  const access = JSON.parse((await page.evaluate(() => localStorage.getItem('menuAccess'))) ?? '{}')
  expect(access.managecardMenu).toEqual({ create: false, read: true, update: false, delete: false, download: true })
  expect(access.customerMenu.read).toBe(false)
  expect(access.profileMenu.update).toBe(true)
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
  // One browser prefers French, another lists it second.
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

test('BRAND-6 every screen has its own title, updated on navigation; the sign-in page and the Dashboard show a welcome', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000)
  const card = await (await apiClient(request, 'staff')).createCard()
  await page.goto('/')
  await expect(page).toHaveTitle('Welcome to Fresh Fuels')
  await signInAs(page, 'staff')
  await page.goto('/Dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Welcome to Fresh Fuels')
  await page.getByRole('link', { name: 'Cards', exact: true }).click()
  await expect(page).toHaveTitle('Manage Cards · Fresh Fuels')
  for (const [path, title] of [
    [`/managercards/${card.id}/view`, card.card_number],
    ['/managercards/add-new', 'Manage Card'],
    ['/invoices/1/view', /^INV-\d{4}-\d+ · Fresh Fuels$/],
    ['/customer/2/view', 'Northline Haulage (C00002)'],
    ['/customer-markup/add-new', 'Markup'],
    ['/user/1/view', 'Amélie Okafor'],
    ['/profile', 'Amélie Okafor'],
    ['/tracking-logs', 'Tracking Logs'],
    ['/nowhere', 'Page not found'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect(page).toHaveTitle(title instanceof RegExp ? title : `${title} · Fresh Fuels`)
  }
  await page.goBack()
  await expect(page).toHaveTitle('Tracking Logs · Fresh Fuels')
})
