import type { APIRequestContext, Page } from '@playwright/test'
import { cards } from '@portal/contract/cards/cards.ts'
import { pathOf } from '@portal/contract/endpoint.ts'
import { apiClient, expect, expectAccessible, people, signInAs, test } from './portal.ts'

/**
 * Creates a Northline card whose driver Northline's Admin changed; that Admin stays signed in. Returns the card's last
 * digits, which find it in the audit log.
 */
async function changedCard(page: Page, request: APIRequestContext, driver: string): Promise<string> {
  const card = await (await apiClient(request, 'staff')).createCard({
    company_name: 'Northline Haulage',
    driver_name: 'Ines Roy',
  })
  await signInAs(page, 'northline')
  const changed = await page.request.put(pathOf(cards.update, { id: card.id }), {
    headers: { 'x-portal': '1' },
    data: { ...card, driver_name: driver },
  })
  expect(changed.status()).toBe(200)
  return card.card_number.slice(-4)
}

test('NAV-7 an Admin opens the audit log from the user popup, finds an entry and reads what it changed', async ({
  page,
  request,
}) => {
  const digits = await changedCard(page, request, 'Noor Haddad')
  await page.goto('/managercards')
  await page.getByRole('button', { name: /Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Administration' }).click()
  await expect(page).toHaveURL(/\/tracking-logs$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Tracking Logs' })).toBeVisible()
  await page.getByRole('button', { name: 'Advanced Filter' }).click()
  await page.getByLabel('Filter by Action').selectOption('Changed a card')
  await page.getByLabel('Filter by Record', { exact: true }).fill(digits)
  await expect(page).toHaveURL(/filter=action:cards\.update&filter=record_label::\d{4}/)
  await expect(page.getByText('Showing record 1 to 1 of 1 records')).toBeVisible()
  const row = page.locator('[data-row]')
  await expect(row.getByRole('cell', { name: people.northline })).toBeVisible()
  await expect(row.getByRole('cell', { name: /^\d{2}\/\d{2}\/\d{2} \d{1,2}:\d{2} [AP]M$/ })).toBeVisible()
  await expect(row.getByRole('cell', { name: 'Northline Haulage', exact: true })).toBeVisible()

  const expander = row.getByRole('button', { name: /Details of Changed a card/ })
  await expect(expander).toHaveAttribute('aria-expanded', 'false')
  await expander.press('Enter')
  await expect(expander).toHaveAttribute('aria-expanded', 'true')
  const details = page.locator(`#${await expander.getAttribute('aria-controls')}`)
  const changes = details.getByRole('table', { name: 'Changes' })
  await expect(changes.getByRole('columnheader')).toHaveText(['Field', 'Before', 'After'])
  await expect(changes.getByRole('row', { name: 'Driver Name' }).getByRole('cell')).toHaveText([
    'Ines Roy',
    'Noor Haddad',
  ])
  await expectAccessible(page)
  await expander.press('Enter')
  await expect(changes).toBeHidden()
  // A focused row opens as in any other list: j moves to it, Enter opens it.
  await page.getByRole('region', { name: 'Tracking Logs' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(changes).toBeVisible()
  for (const name of [/^Edit /, /^Delete /, /^Add /])
    await expect(
      page.getByRole('main').getByRole('button', { name }).or(page.getByRole('main').getByRole('link', { name })),
    ).toHaveCount(0)
})

test('NAV-7 on a phone an entry expands in its card', async ({ page, request }) => {
  const digits = await changedCard(page, request, 'Léa Fortin')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/tracking-logs?filter=action:cards.update&filter=record_label::${digits}`)
  const button = page.getByRole('button', { name: /Details of Changed a card/ })
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('row', { name: 'Driver Name' }).getByRole('cell')).toHaveText(['Ines Roy', 'Léa Fortin'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
})
