import { expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

test('INTEG-4 a developer finds a call, reads it and tries it with a key, from the link in Help', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/help')
  await page.getByRole('link', { name: 'API documentation' }).click()
  await expect(page).toHaveTitle('API of the portal')
  await expectAccessible(page)
  const made = await page.request.post('/v2/service-keys', {
    headers: { 'x-portal': '1' },
    data: { name: `Trial ${uniqueNumber()}`, scopes: ['cards.read'] },
  })
  const { key } = (await made.json()) as { key: string }

  await page.getByLabel('Search the calls').fill('fuel-card cards.read list')
  await expect(page.locator('#found')).toContainText(/^Calls found: [1-9]/)
  const call = page.locator('[id="cards.list"]')
  await call.locator('summary').first().press('Enter')
  await expect(call.getByText('Needs the permission cards.read.')).toBeVisible()
  await expect(call.getByRole('group', { name: 'Request with curl' })).toContainText('Authorization: Bearer $KEY')
  await call.getByText('Fields of CardRow').first().click()
  await expect(call.getByText('Number on the card, 6 to 19 digits', { exact: false }).first()).toBeVisible()
  await expectAccessible(page)

  const trial = call.locator('form')
  await page.getByLabel('Your key or session token').fill('not-a-key')
  await trial.getByLabel('size').fill('5')
  await trial.getByRole('button', { name: 'Send' }).click()
  const answer = trial.getByRole('status')
  await expect(answer).toContainText('401')
  await page.getByLabel('Your key or session token').fill(key)
  await trial.getByRole('button', { name: 'Send' }).click()
  await expect(answer).toContainText('200')
  await expect(trial.getByRole('group', { name: 'Body of the answer' })).toContainText('"size": 5')
  await trial.getByText('Headers').click()
  await expect(trial).toContainText('ratelimit-remaining')
  await expectAccessible(page)

  await page.goto('/v2/docs?lang=fr#cards.get')
  await expect(page.getByRole('heading', { name: 'Suivre les changements' })).toBeAttached()
  await expect(page.locator('[id="cards.get"] form')).toBeVisible()
})
