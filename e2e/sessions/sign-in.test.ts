import { expect, expectAccessible, people, portalPort, signInAs, test, typeSignIn } from '../portal.ts'

test('AUTH-1 AUTH-4 BRAND-4 signing in leads to the cards, and scripts cannot read the token', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome to Fresh Fuels' })).toBeVisible()
  // Without external addresses the portal uses its built-in pages.
  await expect(page.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/sign-up')
  await expect(page.getByRole('link', { name: /Forgot password/ })).toHaveAttribute('href', '/forgot-password')
  await typeSignIn(page, people.staff)
  await expect(page).toHaveURL(/\/managercards$/)
  await expect(page.getByRole('heading', { name: 'Manage Cards' })).toBeVisible()
  const cookies = await context.cookies()
  expect(cookies.find(({ name }) => name === 'authorization')).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  const readable = await page.evaluate(() => document.cookie)
  expect(readable).not.toContain('authorization')
  for (const name of ['first=', 'companyname=']) expect(readable).toContain(name)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(
    cookies.find(({ name }) => name === 'authorization')?.value,
  )
})

test('AUTH-2 the button stays disabled until the e-mail is valid and a password is entered', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Sign in' })
  await expect(button).toBeDisabled()
  await page.getByLabel('Email').fill('amelia@')
  await page.getByLabel('Password', { exact: true }).fill('x')
  await expect(page.getByText('Please enter a valid email.')).toBeVisible()
  await expect(button).toBeDisabled()
  await page.getByLabel('Email').fill('amelia@fleet.test')
  await expect(page.getByText('Please enter a valid email.')).toBeHidden()
  await expect(button).toBeEnabled()
  await page.getByLabel('Password', { exact: true }).fill('')
  await expect(button).toBeDisabled()
})

test('AUTH-5 a wrong password shows one sentence, and the input stays', async ({ page }) => {
  await page.goto('/')
  await typeSignIn(page, 'stranger@nowhere.test', 'wrong password')
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Invalid Credential Please try again.')
  await expect(alert).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveValue('stranger@nowhere.test')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong password')
  await expectAccessible(page)
})

test('AUTH-6 an address requested without a session opens after signing in', async ({ page }) => {
  await page.goto('/managercards?size=20&sort=driver_name,desc&filter=card_status:HOLD')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await typeSignIn(page, people.staff)
  await expect(page).toHaveURL(/\/managercards\?size=20&sort=driver_name,desc&filter=card_status:HOLD$/)
  await expect(page.getByText(/Showing record 1 to 20 of/)).toBeVisible()
})

test('AUTH-6 the Dashboard without a session shows the sign-in page; the sign-in page with a session, even without its display cookie, leads to the cards', async ({
  page,
  context,
}) => {
  await page.goto('/Dashboard')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await signInAs(page, 'staff')
  expect((await context.cookies()).map(({ name }) => name).sort()).toEqual(['authorization', 'device'])
  await page.goto('/')
  await expect(page).toHaveURL(/\/managercards$/)
})

test('AUTH-6 the address after sign-in stays on this site', async ({ page }) => {
  // `next-path.test.ts` has the other ways to name another site.
  await page.goto(`/?next=${encodeURIComponent('//evil.example/')}`)
  await typeSignIn(page, people.staff)
  await expect(page).toHaveURL(/\/managercards$/)
})

test('AUTH-6 AUTH-7 logging out ends the session, clears stored data and returns to the root; without a session no call is rejected', async ({
  page,
  context,
}) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('response', (response) => response.status() >= 400 && complaints.push(response.url()))
  for (const path of ['/managercards', '/nowhere', '/']) {
    await page.goto(path)
    await expect(
      page.getByRole('button', { name: 'Sign in' }).or(page.getByRole('link', { name: 'Back to sign in' })),
    ).toBeVisible()
  }
  await typeSignIn(page, people.clerk)
  await expect(page.getByRole('heading', { name: 'Manage Cards' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('menuAccess'))).toContain('managecardMenu')
  await page.getByRole('button', { name: /Marcus Chen/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(complaints).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await page.evaluate(() => localStorage.getItem('menuAccess'))).toBeNull()
  const left = (await context.cookies()).map(({ name }) => name)
  for (const name of ['authorization', 'first', 'companyname', 'companyImage', 'profile_img'])
    expect(left).not.toContain(name)
  await page.goto('/managercards')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
})

test('AUTH-8 a session that ended elsewhere leads to the sign-in page and back to the same address', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await page.request.post('/v2/logout', { headers: { 'x-portal': '1' } })
  await page.getByRole('button', { name: 'Driver name' }).click()
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await typeSignIn(page, people.staff)
  await expect(page).toHaveURL(/sort=driver_name,asc/)
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await page.request.post('/v2/logout', { headers: { 'x-portal': '1' } })
  await page.reload()
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
})

test('BRAND-1 BRAND-2 BRAND-3 each host shows its own brand', async ({ page }) => {
  const seen: { color: string; icon: string | null }[] = []
  for (const [host, name] of [
    ['localhost', 'Fresh Fuels'],
    ['combpetro.localhost', 'Comb Petro'],
    ['combinepetro.localhost', 'Combine Petro'],
    ['fleets.localhost', 'Fleets'],
  ]) {
    await page.goto(`http://${host}:${portalPort}/`)
    await expect(page).toHaveTitle(`Welcome to ${name}`)
    await expect(page.getByRole('heading', { name: `Welcome to ${name}` })).toBeVisible()
    const icon = await page.locator('link[rel=icon]').getAttribute('href')
    expect((await page.request.get(icon as string)).status()).toBe(200)
    const color = await page
      .locator('html')
      .evaluate((html) => getComputedStyle(html).getPropertyValue('--mantine-primary-color-filled'))
    seen.push({ color, icon })
    // A brand changes only colours.
    await expectAccessible(page, ['color-contrast'])
  }
  expect(new Set(seen.map(({ color }) => color)).size).toBe(4)
  expect(new Set(seen.map(({ icon }) => icon)).size).toBe(4)
})
