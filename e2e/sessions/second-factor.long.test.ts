import { expect, expectAccessible, password, signInAs, test, typeSignIn } from '../portal.ts'
import { addAuthenticator, addStepUser, nextCode, setUpApp, startSignIn } from './second-steps.ts'

test('SEC-6 a new user chooses a password at the first sign-in, and then arrives where they were going', async ({
  page,
  request,
}) => {
  const { email } = await addStepUser(request, { renew_at_sign_in: true })
  await page.goto('/invoices')
  await typeSignIn(page, email)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expectAccessible(page)
  // Another address leads back here.
  await page.goto('/transactions')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  const set = page.getByRole('button', { name: 'Set the new password' })
  await page.getByLabel('Current password').fill('not the right one')
  await page.getByLabel('New password').fill('my own long words')
  await set.click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await page.getByLabel('Current password').fill(password)
  await set.click()
  await expect(page).toHaveURL(/\/transactions$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('SEC-1 a change that needs the second step again asks for it in a dialog and goes on', async ({
  page,
  request,
}) => {
  const { email } = await addStepUser(request)
  await startSignIn(page, email)
  await expect(page).toHaveURL(/\/managercards$/)
  await page.goto('/profile/security')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const { secret, codes } = await setUpApp(page)
  // As if ten minutes had passed: the first call is refused by the page's own copy of the portal's answer.
  let refused = 0
  await page.route('**/v2/profile/second-factor/recovery-codes', async (route) => {
    if (refused++ > 0) return route.continue()
    const message = 'Confirm with two-step verification that it is you.'
    const key = 'auth.second-factor-needed'
    await route.fulfill({
      status: 403,
      json: { error: { code: key, key, message, params: {}, requestId: 'test' } },
    })
  })
  const renew = async () => {
    await page.getByRole('button', { name: 'New recovery codes' }).click()
    await page.getByRole('button', { name: 'Make new codes' }).click()
  }
  await renew()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Code from your authenticator app').fill(nextCode(secret))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Verify' }).click()
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  expect(await shown.first().innerText()).not.toBe(codes[0])
  await page.getByRole('button', { name: 'I stored these codes' }).click()
  // Who closes the dialog is told why nothing happened.
  refused = 0
  await renew()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Confirm with two-step verification that it is you.')).toBeVisible()
})

test('SEC-1 SEC-2 an Admin resets a lost second step and signs the user out; a passkey alone works too', async ({
  page,
  browser,
  request,
}) => {
  const { id, email } = await addStepUser(request)
  const theirs = await (await browser.newContext()).newPage()
  await addAuthenticator(theirs)
  await startSignIn(theirs, email)
  await expect(theirs).toHaveURL(/\/managercards$/)
  await theirs.goto('/profile/security')
  await theirs.getByRole('button', { name: 'Add a passkey' }).click()
  await theirs.getByLabel('Name of the passkey').fill('Phone')
  await theirs.getByRole('button', { name: 'Continue' }).click()
  await expect(theirs.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  const code = await theirs.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().innerText()
  await theirs.getByRole('button', { name: 'I stored these codes' }).click()
  await startSignIn(theirs, email)
  await theirs.getByRole('button', { name: 'Use a recovery code' }).click()
  await theirs.getByLabel('Recovery code').fill(code)
  await theirs.getByRole('button', { name: 'Verify' }).click()
  await expect(theirs).toHaveURL(/\/managercards$/)

  await signInAs(page, 'northline')
  await page.goto(`/user/${id}/view`)
  await page.getByRole('button', { name: 'Reset two-step verification' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset two-step verification' }).click()
  await expect(page.getByText('Not set up')).toBeVisible()
  await page.getByRole('button', { name: 'End sessions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
  await expect(page.getByText('Signed out everywhere')).toBeVisible()
  await startSignIn(theirs, email)
  await expect(theirs).toHaveURL(/\/managercards$/)
  await theirs.context().close()
})
