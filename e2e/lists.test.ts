import type { Page } from '@playwright/test'
import { signInAnew } from './new-user.ts'
import { expect, expectAccessible, signInAs, test } from './portal.ts'

const rows = (page: Page) => page.locator('tbody tr[data-row]')
const top = async (page: Page) => (await rows(page).first().boundingBox())?.y

test('UX-6 UX-8 LIT-9 opening filters and ticking rows moves nothing; a view is kept and the list opens with it, after a reload too', async ({
  page,
}) => {
  await signInAnew(page)
  await page.goto('/transactions')
  await expect(rows(page)).toHaveCount(10)
  const before = await top(page)
  await page.getByRole('button', { name: 'Advanced Filter' }).click()
  await expect(page.getByLabel('Filter by Auth code')).toBeVisible()
  expect(await top(page)).toBe(before)
  await page.getByLabel('Select all on this page').check()
  await expect(page.getByText('All 10 on this page selected.')).toBeVisible()
  expect(await top(page)).toBe(before)
  await page.getByLabel('Select all on this page').uncheck()
  // A row expands on click.
  await rows(page).first().getByRole('cell').nth(3).click()
  await expect(page.locator('.sub-row')).toHaveCount(1)
  // The columns have their widths once the lines are there.
  await expect(page.locator('.sub-row tbody tr').first()).toBeVisible()
  // The column's edge is dragged; the menu shows a further column.
  const heading = page.getByRole('columnheader', { name: 'Site number' })
  // Waits until the handle stands still.
  await heading.locator('.width-handle').hover()
  const width = (await heading.boundingBox())?.width ?? 0
  const handle = await heading.locator('.width-handle').boundingBox()
  await page.mouse.down()
  await page.mouse.move((handle?.x ?? 0) + 64, (handle?.y ?? 0) + 8, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round(((await heading.boundingBox())?.width ?? 0) - width)).toBe(60)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Litres').check()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Filter by Driver').fill('a')
  await expect(page).toHaveURL(/driver_name::a/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByLabel('Name of this preset').fill('Drivers with an a')
  await page.getByRole('button', { name: 'Keep this preset' }).click()
  await expect(page.getByRole('dialog', { name: 'Presets' })).toBeHidden()
  await page.getByRole('button', { name: 'Presets' }).click()
  await page.getByRole('button', { name: 'Open this list with “Drivers with an a”' }).click()
  await expectAccessible(page)
  await page.reload()
  await page.goto('/transactions')
  await expect(page).toHaveURL(/driver_name::a/)
  await expect(page.getByRole('columnheader', { name: 'Litres' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/transactions$/)
})

test('UX-6 the rows of a filtered address stand still while the fields of its filters load', async ({ page }) => {
  await signInAs(page, 'staff')
  for (const list of ['invoices', 'transactions']) {
    await page.goto(`/${list}?filter=currency:CAD`)
    await expect(page.getByLabel('Filter by Currency')).toBeVisible()
    const loaded = await top(page)
    // As before the fields are there, which lasts a moment.
    await page.addStyleTag({ content: '.filter-row td > * { display: none }' })
    await expect(page.getByLabel('Filter by Currency')).toBeHidden()
    expect([list, await top(page)]).toEqual([list, loaded])
  }
})
