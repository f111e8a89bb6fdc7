import type { Locator, Page } from '@playwright/test'
import { madeInvoice } from './invoices/made-invoices.ts'
import { apiClient, expect, password, people, signInAs, test } from './portal.ts'

/** Presses Tab until the focus is on the control, as a user without a mouse does. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  const isFocused = () => control.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed < 200 && !(await isFocused()); pressed++) await page.keyboard.press('Tab')
  await expect(control).toBeFocused()
}
async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}
/** Opens what the palette finds first. */
async function find(page: Page, text: string, group?: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search' })
  await expect(palette.getByRole('textbox', { name: 'Search' })).toBeFocused()
  await page.keyboard.type(text)
  const place = group ? palette.getByRole('group', { name: group }) : palette
  await expect(place.getByRole('button').first()).toContainText(text)
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}
const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name, exact: true })

test('AUTH-3 AUTH-7 NAV-5 by keyboard alone: sign in, hold a card, take a payment, sign out', async ({
  page,
  request,
}) => {
  const card = await (await apiClient(request, 'staff')).createCard()
  const invoice = await madeInvoice('SENT')
  await page.goto('/')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(people.staff)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Showing record/)).toBeVisible()

  await find(page, card.card_number, 'Cards')
  await press(page, button(page, 'Hold'))
  const holding = page.getByRole('dialog', { name: 'Hold cards' })
  await tabTo(page, holding.getByLabel('Reason'))
  await page.keyboard.type('The driver is on leave')
  await press(page, button(holding, 'Hold'))
  await expect(holding).toHaveCount(0)
  await expect(button(page, 'Release')).toBeVisible()

  await find(page, 'Invoices')
  await expect(page.getByRole('heading', { level: 1, name: 'Invoices' })).toBeVisible()
  await expect(page.getByText(/Showing record/)).toBeVisible()
  await page.keyboard.press('/')
  await tabTo(page, page.getByRole('searchbox', { name: 'Filter by Invoice number' }))
  await page.keyboard.type(invoice.number)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Showing record 1 to 1 of 1 record')).toBeVisible()
  await press(page, button(page, new RegExp(`More actions.*${invoice.number}`)))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  const payment = page.getByRole('menuitem', { name: 'Payment Offline' })
  for (let step = 0; step < 9 && !(await payment.evaluate((item) => item === document.activeElement)); step++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')

  const paying = page.getByRole('dialog', { name: 'Add Payment' })
  await expect(paying.getByLabel('Amount Paid')).toBeFocused()
  await press(page, button(paying, /^Pay in full/))
  await tabTo(page, paying.getByRole('combobox', { name: 'Payment Mode' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, paying.getByLabel('Reference Id'))
  await page.keyboard.type('CHQ 12')
  await press(page, button(paying, 'Save'))
  await expect(paying).toHaveCount(0)
  await expect(page.locator('tr[data-row]', { hasText: invoice.number })).toContainText('Fully Paid')

  await press(page, page.getByRole('button', { name: /^Account of / }))
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
})

/** The page as a screen reader reads it: a line for each part, such as `- button "Save"`. */
const linesOf = async (page: Page): Promise<string[]> =>
  (await page.locator('body').ariaSnapshot()).split('\n').map((line) => line.trim())

test('BRAND-6 as a screen reader reads it, a page has named landmarks, headings in order and named controls', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  for (const path of [
    '/Dashboard',
    '/managercards',
    '/managercards/1/view',
    '/transactions/1/view',
    '/invoices/1/view',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const lines = await linesOf(page)
    expect([path, lines.filter((line) => /^- (banner|main)\b/.test(line))]).toEqual([path, ['- banner:', '- main:']])
    const landmarks = lines.flatMap((line) => /^- '?((?:navigation|region|search|form)\b[^:[]*)/.exec(line)?.[1] ?? [])
    expect([path, landmarks.filter((name, at) => landmarks.indexOf(name) !== at)]).toEqual([path, []])
    expect([path, landmarks.filter((name) => !name.includes('"'))]).toEqual([path, []])
    const levels = lines.flatMap((line) => /^- '?heading .*\[level=(\d)\]/.exec(line)?.slice(1).map(Number) ?? [])
    const isInOrder = levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)
    expect([path, isInOrder, levels.filter((level) => level === 1)]).toEqual([path, true, [1]])
    const unnamed = lines.filter((line) =>
      /^- (button|link|textbox|combobox|checkbox)( \[.*\])?:?( |$)(?!")/.test(line),
    )
    expect([path, unnamed]).toEqual([path, []])
  }
})
