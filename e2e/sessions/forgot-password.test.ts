import { outbox } from '@portal/contract/outbox/outbox.ts'
import { addUser, oldPassword } from '../new-user.ts'
import { apiClient, expect, expectAccessible, signInAs, test, typeSignIn } from '../portal.ts'

const newPassword = 'A-new-password-2'

test('AUTH-9 a forgotten password: request, mail, link, new password, sign in; the link works once, and an unknown address gets the same reply', async ({
  page,
  request,
}) => {
  // This journey runs a command and opens many pages.
  test.setTimeout(90_000)
  const email = await addUser()
  await page.goto('/')
  await page.getByRole('link', { name: /Forgot password/ }).click()
  await expect(page.getByRole('heading', { name: 'Forgot password' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send the link' })).toBeDisabled()
  await page.getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: `If ${email} belongs to an account` })).toBeVisible()
  await expectAccessible(page)

  const staff = await apiClient(request, 'staff')
  const find = async () =>
    (await staff.call(outbox.list)).outbox.find((mail: { to_address: string }) => mail.to_address === email)
  await expect.poll(async () => (await find())?.status).toBe('kept')
  const { text } = await staff.call(outbox.get, { id: (await find()).id })
  const link = /http\S+#token=[\w-]+/.exec(text)?.[0] ?? ''
  expect(link).toContain('/reset-password#token=')

  const asked: string[] = []
  page.on('request', (sent) => asked.push(sent.url()))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page).toHaveURL(/\/reset-password$/)
  await page.getByLabel('New password', { exact: true }).fill('too short')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.locator('.mantine-PasswordInput-error')).toHaveText('Use at least 12 characters.')
  await page.getByLabel('New password', { exact: true }).fill(newPassword)
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByText('Your password has been changed.')).toBeVisible()
  await expectAccessible(page)
  expect(asked.filter((url) => new URL(url).search.includes('token'))).toEqual([])

  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await typeSignIn(page, email, oldPassword)
  await expect(page.getByRole('alert')).toHaveText('Invalid Credential Please try again.')
  await typeSignIn(page, email, newPassword)
  await expect(page).toHaveURL(/\/managercards$/)

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('A-third-password-3')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This link has expired or was already used. Please request a new one.',
  )
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL(/\/forgot-password$/)
  // An unknown address gets the same reply.
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Email').blur()
  await expect(page.getByText('Please enter a valid email.')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@nowhere.test')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If nobody@nowhere.test belongs to an account')).toBeVisible()
})

test('API-6 staff open the portal’s mail from their menu and read it as plain text', async ({ page }) => {
  test.setTimeout(60_000)
  const email = await addUser()
  await page.request.post('/v2/forgot-password', { data: { email } })
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await page.getByRole('button', { name: /Amélie/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  await expect(page).toHaveURL(/\/outbox$/)
  await expect(page.getByRole('heading', { name: 'Mail' })).toBeVisible()
  await expect
    .poll(async () =>
      (await page.request.get('/v2/outbox?filter=status:queued', { headers: { 'x-portal': '1' } })).json(),
    )
    .toMatchObject({
      metadata: { total_count: 0 },
    })
  await page.goto(`/outbox?filter=to_address:${email}`)
  await page.locator('.row-link').first().click()
  await expect(page.locator('.mail-text')).toContainText('/reset-password#token=')
  await expect(page.locator('.mail-text a')).toHaveCount(0)
  await expectAccessible(page)
  await page.goto('/outbox?filter=subject::no such subject')
  await expect(page.getByText('No Mail found.')).toBeVisible()
})
