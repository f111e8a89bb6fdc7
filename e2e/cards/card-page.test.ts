import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { cardFiles } from '@portal/contract/cards/card-files.ts'
import { pathOf } from '@portal/contract/endpoint.ts'
import { apiClient, expect, expectAccessible, signInAs, test } from '../portal.ts'

const attachments = (page: Page) => page.getByRole('region', { name: 'Attachments', exact: true })
async function attach(page: Page, file: { name: string; buffer: Buffer; mimeType?: string }) {
  const asked = page.waitForEvent('filechooser')
  await attachments(page).getByRole('button', { name: 'Attach a file' }).click()
  await (await asked).setFiles({ mimeType: 'application/pdf', ...file })
}
const longName = 'Lease agreement of the tractor, signed.pdf'

test('CARD-15 TXN-11 FILE-1 a user attaches, finds, downloads and deletes a file on a card’s page', async ({
  page,
  request,
}) => {
  const { id } = await (await apiClient(request, 'staff')).createCard()
  await signInAs(page, 'northline')
  await page.goto(`/managercards/${id}/view`)
  await expect(attachments(page).getByText('No attachments to show')).toBeVisible()
  const content = Buffer.from('%PDF-1.7 the whole lease %%EOF')
  await attach(page, { name: longName, buffer: content })
  await expect(page.getByText('Operation completed Successfully!').first()).toBeVisible()
  const file = attachments(page).getByRole('button', { name: `Download ${longName}` })
  await expect(file).toHaveText('Lease agreement of the tractor…')
  await expectAccessible(page)
  await file.hover()
  await expect(page.getByRole('tooltip', { name: longName })).toBeVisible()
  const arriving = page.waitForEvent('download')
  await file.click()
  const download = await arriving
  expect(download.suggestedFilename()).toBe(longName)
  expect((await readFile(await download.path())).equals(content)).toBe(true)

  await page.goto(`/managercards/${id}/edit`)
  await attachments(page)
    .getByRole('button', { name: `Delete ${longName}` })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Delete' })
  await expect(dialog.getByText(longName)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(attachments(page).getByText('No attachments to show')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
})

test('CARD-17 UX-4 a card’s page links to its latest transactions in the brand colour', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards/1/view')
  const link = page.getByRole('region', { name: 'Recent transactions' }).getByRole('link').first()
  const [color, brand] = await link.evaluate((element) => {
    const probe = document.body.appendChild(document.createElement('span'))
    probe.style.color = 'var(--brand-text)'
    return [getComputedStyle(element).color, getComputedStyle(probe).color]
  })
  expect(color).toBe(brand)
  const code = await link.textContent()
  await link.click()
  await expect(page).toHaveURL(/\/transactions\/\d+\/view$/)
  await expect(page).toHaveTitle(`${code} · Fresh Fuels`)
})

test('CARD-17 PAY-5 a card is held on its own page; a card held by a rule has no Release button', async ({
  page,
  request,
}) => {
  const { id } = await (await apiClient(request, 'staff')).createCard()
  await signInAs(page, 'northline')
  await page.goto(`/managercards/${id}/view`)
  await expect(page.getByRole('button', { name: 'Close card' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hold cards' })
  await dialog.getByLabel('Reason').fill('The driver is on leave')
  await dialog.getByRole('button', { name: 'Hold' }).click()
  await expect(page.getByRole('button', { name: 'Release' })).toBeVisible()
  await expect(page.getByText('Status changed from ACTIVE to HOLD')).toBeVisible()
  await page.route('**/v2/card-holds', (route) => route.fulfill({ json: { nsf: 1, credit: 0, card_ids: [id] } }))
  await page.reload()
  await expect(page.getByText('Status changed from ACTIVE to HOLD')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Release' })).toHaveCount(0)
  await page.goto('/managercards')
  await expect(page.getByText(/^A payment was returned \(NSF\)\. 1 card is on hold\./)).toBeVisible()
  await expectAccessible(page)
})

test('UX-1 LIT-7 on a phone a held card says at once why and what is left; zoomed in, the bar does not cover the form', async ({
  page,
  request,
}) => {
  const staff = await apiClient(request, 'staff')
  const { id } = await staff.createCard({ daily_card_limit: 900 })
  await staff.call(cardBulk.hold, {}, { cardIds: [id], reason: 'Lost at the border' })
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, 'desk')
  await page.goto(`/managercards/${id}/view`)
  const head = page.getByRole('region', { name: 'Card at a glance' })
  await expect(head.getByText('Lost at the border')).toBeInViewport()
  await expect(head.getByText('A user with permission to change cards can release it.')).toBeInViewport()
  await expect(head.getByRole('meter', { name: 'Spent today' })).toBeInViewport()
  await expect(head.getByText('$0.00 of $900.00 CAD')).toBeInViewport()
  // Folded fields stay in the page.
  await expect(page.getByRole('textbox', { name: 'Transaction Fuel Quantity Limits' })).toBeDisabled()
  await expectAccessible(page)

  await signInAs(page, 'staff')
  await page.goto(`/managercards/${id}/edit`)
  const bar = page.locator('.form-bar')
  await expect(bar).toHaveCSS('position', 'sticky')
  await page.setViewportSize({ width: 720, height: 450 })
  await expect(bar).toHaveCSS('position', 'static')
})

test('CARD-15 FILE-3 a user with view access can only download files; a failed download is shown and logged', async ({
  page,
  request,
}) => {
  const staff = await apiClient(request, 'staff')
  const { id } = await staff.createCard()
  await signInAs(page, 'staff')
  await page.request.post(pathOf(cardFiles.add, { id }), {
    headers: { 'x-portal': '1' },
    multipart: { file: { name: 'gone.txt', mimeType: 'text/plain', buffer: Buffer.from('words') } },
  })
  await signInAs(page, 'desk')
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await page.goto(`/managercards/${id}/view`)
  const file = attachments(page).getByRole('button', { name: 'Download gone.txt' })
  await expect(file).toBeVisible()
  await expect(attachments(page).getByRole('button', { name: /^(Delete|Attach)/ })).toHaveCount(0)
  const [{ id: fileId }] = await staff.call(cardFiles.list, { id })
  await staff.call(cardFiles.remove, { id, fileId })
  await file.click()
  const toast = page.getByRole('alert').filter({ hasText: 'This file could not be downloaded.' })
  await expect(toast).toContainText('This record does not exist, or you cannot see it.')
  expect(logged.filter((text) => text.includes(`Failed to download file ${fileId}.`))).toHaveLength(1)
})
