import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { cards } from '@portal/contract/cards/cards.ts'
import type { NotificationRow } from '@portal/contract/notifications/notifications.ts'
import { apiClient, expect, expectAccessible, signInAs, test } from './portal.ts'

test('UX-7 a card that staff put on hold is in its customer’s bell, leads to the card and is then read', async ({
  page,
  request,
}) => {
  const staff = await apiClient(request, 'staff')
  await signInAs(page, 'prairie')
  const headers = { 'x-portal': '1' }
  const card = await staff.createCard({ company_name: 'Prairie Freight' })
  await staff.call(cardBulk.hold, {}, { cardIds: [card.id], reason: 'Lost' })
  const told = `Card ${'•'.repeat(card.card_number.length - 4)}${card.card_number.slice(-4)} was put on hold`
  // The job follows the audit log within seconds.
  const found = async (): Promise<NotificationRow | undefined> =>
    (await (await page.request.get('/v2/notifications', { headers })).json()).notifications.find(
      ({ sentence }: NotificationRow) => sentence === told,
    )
  await expect.poll(found, { timeout: 30_000 }).toBeDefined()
  await page.goto('/managercards')
  await page.getByRole('button', { name: /^Messages, \d+\+? unread$/ }).click()
  const bell = page.getByRole('dialog', { name: 'Messages' })
  await expect(bell.getByRole('listitem').filter({ hasText: told })).toBeVisible()
  await expectAccessible(page)
  await bell.getByRole('link', { name: told }).click()
  await expect(page).toHaveURL(new RegExp(`/managercards/${card.id}/view`))
  await expect.poll(async () => (await found())?.state).toBe('read')

  await page.goto('/notifications')
  const row = page.getByRole('row').filter({ hasText: told })
  await row.getByRole('button', { name: /^Mark as unread/ }).click()
  await expect(row.getByText('Unread')).toBeVisible()
  await page.getByRole('link', { name: 'Choose your notifications' }).click()
  const mail = page.getByRole('combobox', { name: 'Cards put on hold: by e-mail' })
  await mail.selectOption('Daily e-mail')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Notifications saved' })).toBeVisible()
  await page.goto('/profile/notifications')
  await expect(mail).toHaveValue('daily')
  await mail.selectOption('No e-mail')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Returning to the list…')).toBeVisible()
})

test('LIT-5 CARD-17 a hold is undone from its toast', async ({ page, request }) => {
  const { createCard, call } = await apiClient(request, 'staff')
  const { id, card_number } = await createCard()
  const status = async () => (await call(cards.get, { id })).card_status
  await signInAs(page, 'staff')
  await page.goto(`/managercards?filter=card_number:${card_number}`)
  await page.getByRole('row').filter({ hasText: card_number }).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Hold', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Left at the depot')
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(status).toBe('RELEASE')
  await expect(page.getByRole('row').filter({ hasText: card_number })).toContainText('ACTIVE')
})
