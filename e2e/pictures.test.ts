import type { Page } from '@playwright/test'
import { expect, expectAccessible, signInAs, test } from './portal.ts'

const png = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAADwAAAA8CAIAAAC1nk4lAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAhklEQVRoge2SUQkAURCEto8Jtv1EuwT3PftAMICIk+U5pm4QpakXjXtgadxjjzJ1gyhNvWjcA0vjHnuUqRtEaepF4x5YGvfYo0zdIEpTLxr3wNK4xx5l6gZRmnrRuAeWxj32KFM3iNLUi8Y9sDTusUeZukGUpl407oGlcY89ytQNojT1on98tDcLMRQiwV0AAAAASUVORK5CYII=',
    'base64',
  ),
}
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
async function choose(page: Page, name: string, file: typeof png) {
  const asked = page.waitForEvent('filechooser')
  await section(page, name)
    .getByRole('button', { name: /^Choose/ })
    .click()
  await (await asked).setFiles(file)
}
/** A width above zero proves that the browser drew the picture. */
const widthOf = (page: Page, where: string) =>
  page.locator(where).evaluate((image: HTMLImageElement) => image.naturalWidth)

test('PROF-1 PROF-2 FORM-4 a damaged picture’s error shows where it was chosen; a good one is previewed, saved, shown in the frame and removed; other input stays', async ({
  page,
}) => {
  await signInAs(page, 'clerk')
  await page.goto('/profile')
  await page.getByLabel('Middle Name').fill('Jean')
  await choose(page, 'Picture', { ...png, buffer: png.buffer.subarray(0, 60) })
  await section(page, 'Picture').getByRole('button', { name: 'Use this picture' }).click()
  await expect(section(page, 'Picture').getByRole('alert')).toHaveText(
    'This picture cannot be read: it is damaged or has too many pixels.',
  )
  await choose(page, 'Picture', png)
  await expect(section(page, 'Picture').getByAltText('Not saved yet')).toBeVisible()
  await expectAccessible(page)
  await section(page, 'Picture').getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.getByText('Operation completed Successfully!')).toBeVisible()
  await expect(page.locator('.user-button img')).toHaveAttribute('src', /^\/v2\/files\/\d+\/picture$/)
  await expect.poll(() => widthOf(page, '.user-button img')).toBe(60)
  await expect(page.getByLabel('Middle Name')).toHaveValue('Jean')
  await expect(section(page, 'Company Logo')).toBeHidden()
  await section(page, 'Picture').getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator('.user-button img')).toHaveCount(0)
  await expect(section(page, 'Picture').getByRole('button', { name: 'Remove' })).toHaveCount(0)
  await expect(page.getByLabel('Middle Name')).toHaveValue('Jean')
})

test('PROF-3 NAV-3 an Admin sets the company’s logo, which links to the dashboard, and removes it', async ({
  page,
}) => {
  await signInAs(page, 'prairie')
  await page.goto('/profile')
  await choose(page, 'Company Logo', png)
  await section(page, 'Company Logo').getByRole('button', { name: 'Use this picture' }).click()
  await expect(page.locator('.app-home img')).toHaveAttribute('src', /^\/v2\/files\/\d+\/picture$/)
  await expect.poll(() => widthOf(page, '.app-home img')).toBe(60)
  await page.getByRole('link', { name: /Prairie Freight/ }).click()
  await expect(page).toHaveURL(/\/Dashboard/)
  await page.goto('/profile')
  await section(page, 'Company Logo').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove' }).getByRole('button', { name: 'Remove' }).click()
  await expect(page.locator('.app-home img')).toHaveAttribute('src', /^\/brands\/freshfuels\/logo/)
})
