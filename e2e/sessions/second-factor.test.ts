import { expect, expectAccessible, test } from '../portal.ts'
import { addAuthenticator, addStepUser, nextCode, setUpApp, startSignIn } from './second-steps.ts'

test('SEC-1 SEC-2 a user sets up an app and a passkey, signs in with each, and sees the session', async ({
  page,
  request,
}) => {
  const { email } = await addStepUser(request)
  await addAuthenticator(page)
  await startSignIn(page, email)
  await expect(page).toHaveURL(/\/managercards$/)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  const { secret } = await setUpApp(page)
  await expect(page.getByText('Codes left: 10')).toBeVisible()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name of the passkey').fill('This browser')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('button', { name: 'Rename This browser' })).toBeVisible()
  await expect(page.getByText(/^Chrome on /)).toBeVisible()
  await expectAccessible(page)

  await startSignIn(page, email)
  await expect(page.getByLabel('Code from your authenticator app')).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/managercards$/)

  await startSignIn(page, email)
  await page.getByLabel('Code from your authenticator app').fill('000 000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert')).toHaveText('This code is not valid. Enter the newest one.')
  await page.getByLabel('Code from your authenticator app').fill(nextCode(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/managercards$/)
})
