import { cards } from '@portal/contract/cards/cards.ts'
import { pathOf } from '@portal/contract/endpoint.ts'
import { expect, expectAccessible, people, portalUrl, signInAs, test } from './portal.ts'

test('INTEG-1 an Admin creates an API key, copies it once, rotates and revokes it, and the trail names it', async ({
  page,
  request,
}) => {
  const name = `Dispatch ${Date.now()}`
  const call = async (key: string, endpoint = cards.list) => {
    const headers = { authorization: `Bearer ${key}`, cookie: '' }
    return (await request.get(`${portalUrl}${pathOf(endpoint)}?size=1&format=csv`, { headers })).status()
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page, 'northline')
  await page.goto('/api-keys')
  await expect(page.getByRole('link', { name: 'API keys' })).toHaveAttribute('aria-current', 'page')

  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  // A customer's Admin adds no cards, so there is no such scope.
  const ofCards = dialog.getByRole('group', { name: 'Cards', exact: true })
  await expect(ofCards.getByRole('checkbox')).toHaveCount(3)
  await ofCards.getByRole('checkbox', { name: 'view' }).check()
  await ofCards.getByRole('checkbox', { name: 'download' }).check()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create' }).click()

  const shown = page.getByRole('dialog', { name: 'Your API key' })
  await expect(shown.getByText('It is not shown again')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await shown.getByRole('button', { name: 'Copy key' }).click()
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
  const key = await page.evaluate(() => navigator.clipboard.readText())
  expect(key).toBe(await shown.getByRole('textbox').inputValue())
  await shown.getByRole('button', { name: 'Done' }).click()
  expect(await call(key)).toBe(200)

  const row = page.locator('[data-row]').filter({ hasText: name })
  await expect(row.getByRole('cell', { name: 'Active' })).toBeVisible()
  await row.getByRole('button', { name: `Rotate ${name}` }).click()
  const rotating = page.getByRole('dialog', { name: 'Rotate API key' })
  await rotating.getByRole('button', { name: 'Rotate' }).click()
  await expect(shown.getByText('The former secret works until')).toBeVisible()
  const second = await shown.getByRole('textbox').inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  expect([second === key, await call(key), await call(second)]).toEqual([false, 200, 200])

  await row.getByRole('button', { name: `Revoke ${name}` }).click()
  const revoking = page.getByRole('dialog', { name: 'Revoke API key' })
  await revoking.getByRole('button', { name: 'Revoke' }).click()
  await expect(row.getByRole('cell', { name: 'Revoked' })).toBeVisible()
  expect([await call(key), await call(second)]).toEqual([401, 401])

  await page.goto('/tracking-logs?filter=action:cards.list.export')
  const entry = page.locator('[data-row]').filter({ hasText: name }).first()
  await expect(entry.getByText(people.northline)).toBeVisible()
  await expect(entry.getByText('API key')).toBeAttached()
})
