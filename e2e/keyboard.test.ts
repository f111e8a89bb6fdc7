import type { Locator, Page } from '@playwright/test'
import { apiClient, expect, signInAs, test } from './portal.ts'

const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true })

test('LIT-5 FORM-10 after a dialog the focus returns to its button, and what happened is announced', async ({
  page,
  request,
}) => {
  const { id } = await (await apiClient(request, 'staff')).createCard()
  await signInAs(page, 'staff')
  await page.goto(`/managercards/${id}/view`)
  const dialog = page.getByRole('dialog', { name: 'Hold cards' })
  await button(page, 'Hold').focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  // The focus stays within the dialog, whichever way it moves.
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(button(page, 'Hold')).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Reason').fill('Lost')
  await button(dialog, 'Hold').press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(
    page.locator('[role=status], [role=alert], [aria-live]').filter({ hasText: /hold/i }).first(),
  ).toBeVisible()
  // The button is gone, so the focus has another place than the top of the page.
  await expect(button(page, 'Release')).toBeVisible()
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})
