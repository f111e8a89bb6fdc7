import { expect, test, typeSignIn } from '../portal.ts'
import { oldPassword, somebody } from '../somebody.ts'

const newPassword = 'A-new-password-2'

test('PROF-2 AUTH-8 a person changes their password: this page goes on, every other one must sign in again, and only the new one opens', async ({
  page,
  browser,
}) => {
  // A command beside the portal and two browsers: more than a journey usually does.
  test.setTimeout(90_000)
  const email = await somebody()
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
