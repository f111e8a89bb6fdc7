import { addUserByCommand, oldPassword } from '../new-user.ts'
import { expect, expectAccessible, test, typeSignIn } from '../portal.ts'

const newPassword = 'A-new-password-2'

test('PROF-2 AUTH-8 changing the password keeps this session, ends all others, and only the new password works', async ({
  page,
  browser,
}) => {
  // This journey runs a command and opens two browsers.
  test.setTimeout(90_000)
  const email = await addUserByCommand()
  const elsewhere = await (await browser.newContext()).newPage()
  for (const one of [page, elsewhere]) {
    await one.goto('/')
    await typeSignIn(one, email, oldPassword)
    await expect(one).toHaveURL(/\/managercards$/)
  }
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current Password').fill(oldPassword)
  await dialog.getByLabel(/^New Password/).fill(newPassword)
  await dialog.getByLabel('Repeat New Password').fill(newPassword)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Operation completed Successfully!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()

  await elsewhere.getByRole('button', { name: 'Driver name' }).click()
  await expect(elsewhere.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await typeSignIn(elsewhere, email, oldPassword)
  await expect(elsewhere.getByRole('alert')).toHaveText('Invalid Credential Please try again.')
  await typeSignIn(elsewhere, email, newPassword)
  await expect(elsewhere.getByText(/Showing record/)).toBeVisible()
  await elsewhere.context().close()
})
