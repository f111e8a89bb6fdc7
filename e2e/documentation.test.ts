import { expect, expectAccessible, password, people, signInAs, test } from './portal.ts'

test('INTEG-4 a developer finds a call, reads it and tries it with a key, from the link in Help', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/help')
  await page.getByRole('link', { name: 'API documentation' }).click()
  await expect(page).toHaveTitle('API of the portal')
  await expectAccessible(page)
  const reply = await page.request.post('/v2/login', { data: { username: people.northline, password } })
  // A new session in another cookie jar would be needed to get the header; the cookie has the same token.
  expect(reply.status()).toBe(200)

  await page.getByLabel('Search the calls').fill('fuel-card cards.read list')
  await expect(page.locator('#found')).toContainText('calls')
  const call = page.locator('[id="cards.list"]')
  await call.locator('summary').first().press('Enter')
  await expect(call.getByText('Needs the permission cards.read.')).toBeVisible()
  await expect(call.getByRole('group', { name: 'Request with curl' })).toContainText('Authorization: Bearer $KEY')
  await call.getByText('Fields of CardRow').first().click()
  await expect(call.getByText('Number on the card, 6 to 19 digits', { exact: false }).first()).toBeVisible()
  await expectAccessible(page)

  const trial = call.locator('form')
  await page.getByLabel('Your key or session token').fill('not-a-key')
  await trial.getByLabel('size').selectOption('5')
  await trial.getByRole('button', { name: 'Send' }).click()
  await expect(trial.getByRole('status')).toContainText('401')
  await expect(trial.getByRole('status')).toContainText('auth.required')
  // Without a key the call uses the session of this browser.
  await page.getByLabel('Your key or session token').fill('')
  await trial.getByRole('button', { name: 'Send' }).click()
  await expect(trial.getByRole('status')).toContainText('200')
  await expect(trial.getByRole('status')).toContainText('"size": 5')
  await trial.getByText('Headers').click()
  await expect(trial.getByRole('status')).toContainText('x-request-id')

  await page.goto('/v2/docs?lang=fr#cards.get')
  await expect(page.getByRole('heading', { name: 'Suivre les changements' })).toBeAttached()
  await expect(page.locator('[id="cards.get"] form')).toBeVisible()
})
