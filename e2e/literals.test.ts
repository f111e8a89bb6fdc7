import type { Locator, Page } from '@playwright/test'
import { cardSections, lineColumns, listScreens } from './literals.ts'
import { expect, moveTo, signInAs, test } from './portal.ts'

const lower = (texts: readonly string[]) => texts.map((text) => text.trim().toLowerCase())
/** The screen's controls without its rows, since record names may contain any words. */
const controlsOf = (page: Page) =>
  page
    .getByRole('main')
    .evaluate((main) =>
      [...main.querySelectorAll('button, a[href], [role=button]')]
        .filter((element) => !element.closest('tbody'))
        .map((element) =>
          (element.getAttribute('aria-label') || element.textContent || '').replace(/\s+/g, ' ').trim(),
        ),
    )
/** The list's own columns, without the checkboxes, expanders and actions that every list adds. */
const headsOf = async (table: Locator) => {
  const heads = await table.locator('thead > tr').first().getByRole('columnheader').allTextContents()
  return lower(heads).filter((text) => !['', 'details', 'actions'].includes(text))
}
/** Headings inside the table's frame that the pinned columns do not cover. */
const seenHeads = (page: Page) => () =>
  page.locator('.list-region').evaluate((region) => {
    const end = region.querySelector('th.pinned')?.getBoundingClientRect().left ?? region.getBoundingClientRect().right
    const heads = [...region.querySelectorAll('thead th:not(.pinned)')]
    return heads.filter((head) => head.getBoundingClientRect().right <= end + 1).map((head) => head.textContent ?? '')
  })
/** Card numbers that the layout truncates. */
const cutNumbers = (region: Element): (string | null)[] => {
  const at = [...region.querySelectorAll('thead tr:first-child > *')].findIndex(
    (head) => head.textContent === 'Card number',
  )
  const cells = [...region.querySelectorAll(`[data-row] > td:nth-child(${at + 1})`)]
  return cells.length === 0
    ? [null]
    : cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent)
}

test('LIT-1 LIT-2 LIT-3 LIT-5 LIT-9 LIT-10 LIST-16 every specified list has its heading, columns, controls and warnings; all columns show at 1200 pixels, the important ones at 768', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  for (const { path, heading, columns, controls, sort, first, warnings = [] } of listScreens) {
    await page.setViewportSize({ width: 1200, height: 900 })
    await moveTo(page, sort ? `${path}?sort=${sort}` : path)
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
    await expect(page.getByText(/^Showing record 1 to/)).toBeVisible()
    await expect(page.getByLabel('Records per page'), path).toHaveValue('10')
    const names = await controlsOf(page)
    for (const control of controls) {
      expect(names, path).toContain(control)
      expect(
        names.filter((name) => name !== control && name.toLowerCase().includes(control.toLowerCase())),
        `${path}: ${control}`,
      ).toEqual([])
    }
    const table = page.getByRole('main').getByRole('table').first()
    if (columns) {
      expect([path, await headsOf(table)]).toEqual([path, lower(columns)])
      const edge = await table.locator('thead th').last().boundingBox()
      expect(edge && edge.x + edge.width, `${path}: the last column is in sight`).toBeLessThanOrEqual(1200)
      expect(
        await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0)),
        `${path}: no column is scrolled out of sight`,
      ).toBeLessThanOrEqual(0)
    }
    for (const [button, warning] of warnings) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByRole('alert').filter({ hasText: warning })).toHaveText(warning)
    }
    await page.setViewportSize({ width: 768, height: 900 })
    if (first) await expect.poll(seenHeads(page), path).toEqual(expect.arrayContaining([...first]))
    if (path === '/transactions') expect(await page.locator('.list-region').evaluate(cutNumbers)).toEqual([])
  }
})

test('LIT-1 LIT-7 the card form has its sections, all open, its fields and its buttons; a transaction’s expanded row has its columns', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/transactions')
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click()
  await expect(page.locator('table table thead th').first()).toBeVisible()
  expect(lower(await page.locator('table table thead th').allTextContents())).toEqual(lower(lineColumns))
  for (const [path, button] of [
    ['/managercards/add-new', 'Save'],
    ['/managercards/1/edit', 'Update'],
    ['/managercards/1/view', null],
  ] as const) {
    await moveTo(page, path)
    await expect(page.getByLabel('Driver Name')).toBeVisible()
    const heads = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(heads.slice(0, cardSections.length)).toEqual(cardSections)
    for (const label of ['Card Number', 'Trip Number', 'Dash Cash Memo', 'Non-Highway Fuel Weekly Balance'])
      await expect(
        page
          .getByLabel(label, { exact: true })
          .or(page.getByLabel(`${label} *`, { exact: true }))
          .first(),
      ).toBeVisible()
    const controls = await controlsOf(page)
    expect(controls).toContain('List of ManageCard')
    for (const name of button ? ['Cancel', button] : []) expect(controls).toContain(name)
    if (!button)
      expect(
        await page.locator('main form :is(input:not([type=file]), select, textarea):enabled:visible').count(),
      ).toBe(0)
  }
})
