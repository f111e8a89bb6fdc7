import type { Page } from '@playwright/test'
import { expect, expectAccessible, portalPort, signInAs, test } from '../portal.ts'

const banner = (page: Page) => page.getByText('Operating from switched account')
const keptFlag = (page: Page) => page.evaluate(() => sessionStorage.getItem('switched'))
async function openDialog(page: Page) {
  await page.getByRole('button', { name: /Amélie Okafor/ }).click()
  await page.getByRole('menuitem', { name: /Switch Account/ }).click()
  return page.getByRole('dialog', { name: 'Switch Profile' })
}
/** Marks the window; only a reload removes the mark. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)
async function switchTo(page: Page, company: string): Promise<void> {
  const dialog = await openDialog(page)
  await dialog.getByLabel('Company Name').fill(company.slice(0, 5))
  await page.getByRole('option', { name: company }).click()
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click()
  await expect(banner(page)).toBeVisible()
}

test('SWITCH-3 the dialog requires a company, finds it by typing, and Cancel changes nothing', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  const dialog = await openDialog(page)
  const company = dialog.getByLabel('Company Name')
  await expect(company).toHaveAttribute('required')
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click()
  await expect(dialog.getByText('This field is required.')).toBeVisible()
  await expect(company).toBeFocused()
  await expectAccessible(page)
  const offered = page.getByRole('listbox').getByRole('option')
  await company.fill('freight')
  await expect(offered).toHaveText(['Lone Star Freightways', 'Prairie Freight'])
  await company.fill('no such fleet')
  await expect(offered).toHaveCount(0)
  await company.press('Tab')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(banner(page)).toBeHidden()
})

test('SWITCH-4 SWITCH-5 switching there and back reloads the page and updates the flag', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  expect(await keptFlag(page)).toBe('false')
  await markPage(page)
  await switchTo(page, 'Prairie Freight')
  expect(await isMarked(page)).toBe(false)
  expect(await keptFlag(page)).toBe('true')
  await page.getByRole('button', { name: /Amélie Okafor/ }).click()
  await expect(page.getByRole('menuitem', { name: /Switch Account/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.goto('/managercards')
  await expect(page.getByRole('cell', { name: 'Prairie Freight' }).first()).toBeVisible()
  await expectAccessible(page)
  await markPage(page)
  await page.getByRole('button', { name: 'Switch back' }).click()
  await expect(page.getByRole('link', { name: 'Customer', exact: true })).toBeVisible()
  await expect(banner(page)).toBeHidden()
  expect(await isMarked(page)).toBe(false)
  expect(await keptFlag(page)).toBe('false')
})

test('SWITCH-4 the banner follows the session, not the flag, which only prevents a layout shift', async ({ page }) => {
  const setFlag = (value: string) => page.evaluate((kept) => sessionStorage.setItem('switched', kept), value)
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  // The session's reply also sets the flag, so set it here only after that.
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await setFlag('true')
  const gate = Promise.withResolvers<void>()
  await page.route('**/v2/profile/user', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await expect(banner(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch back' })).toBeHidden()
  gate.resolve()
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await expect(banner(page)).toBeHidden()
  expect(await keptFlag(page)).toBe('false')
  await switchTo(page, 'Prairie Freight')
  await setFlag('false')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Switch back' })).toBeVisible()
  expect(await keptFlag(page)).toBe('true')
})

test('SWITCH-1 AUTH-4 another site cannot switch a user’s company, by link or by image', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  const asked: number[] = []
  page.on('response', (response) => {
    if (response.url().includes('/v2/switch/')) asked.push(response.status())
  })
  const target = `http://localhost:${portalPort}/v2/switch/2`
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<img src="${target}" alt=""><a href="${target}">A prize</a>` }),
  )
  await page.goto('http://elsewhere.test/')
  await page.getByRole('link', { name: 'A prize' }).click()
  await page.waitForURL(target)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked.every((status) => status === 401 || status === 403)).toBe(true)
  await page.goto('/managercards')
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await expect(banner(page)).toBeHidden()
})
