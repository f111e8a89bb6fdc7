import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cardBulk } from '@portal/contract/cards/card-bulk.ts'
import { apiClient, expect, expectAccessible, signInAs, test } from '../portal.ts'

/** A program on this machine, and what it received. */
async function startReceiver() {
  const received: { event: unknown; delivery: unknown; signature: unknown }[] = []
  const server = createServer((request, response) => {
    const { headers } = request
    request.resume().on('end', () => {
      received.push({
        event: headers['portal-event'],
        delivery: headers['portal-delivery'],
        signature: headers['portal-signature'],
      })
      response.end('Thank you')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return { url, received, close: () => server.close() }
}

test('INTEG-3 an Admin adds a webhook, copies its secret once, tests it, sees a held card arrive and sends it again', async ({
  page,
  request,
}) => {
  const receiver = await startReceiver()
  await signInAs(page, 'prairie')
  await page.goto('/webhooks')
  await expect(page.getByRole('link', { name: 'Webhooks' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add webhook' })
  await dialog.getByRole('textbox', { name: 'Address' }).fill('ftp://somewhere')
  await dialog.getByRole('checkbox', { name: 'Card put on hold' }).check()
  // Only the provider imports files.
  await expect(dialog.getByRole('checkbox', { name: 'Import done' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(dialog.getByText('Enter an address that begins with https:// or http://.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await dialog.getByRole('button', { name: 'Add' }).click()
  const shown = page.getByRole('dialog', { name: 'The webhook’s secret' })
  await expect(shown.getByRole('textbox')).toHaveValue(/^whsec_/)
  await expectAccessible(page)
  await shown.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('link', { name: `View ${receiver.url}` }).click()
  await page.getByRole('button', { name: 'Send a test' }).click()
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row')
  await expect(rows.filter({ hasText: 'Test' }).getByText('Delivered')).toBeVisible()

  const staff = await apiClient(request, 'staff')
  const { id } = await staff.createCard({ company_name: 'Prairie Freight' })
  await staff.call(cardBulk.hold, {}, { cardIds: [id], reason: 'Lost' })
  await expect.poll(() => receiver.received.map(({ event }) => event)).toEqual(['ping', 'card.held'])
  await page.reload()
  const held = rows.filter({ hasText: 'Card put on hold' })
  await expect(held.getByText('Delivered')).toBeVisible()
  await held.getByRole('button', { name: /^Details/ }).click()
  await expect(page.getByText(`"card_id": ${id}`)).toBeVisible()
  await expect(page.getByText('Thank you')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Re-send' }).click()
  await expect.poll(() => receiver.received.length).toBe(3)
  expect(receiver.received[2]?.delivery).toBe(receiver.received[1]?.delivery)

  await page.getByRole('button', { name: 'Rotate secret' }).click()
  await page.getByRole('dialog', { name: 'Rotate secret' }).getByRole('button', { name: 'Rotate' }).click()
  await expect(shown.getByText('The former secret signs too until')).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Nothing is sent while the webhook is paused.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send a test' })).toHaveCount(0)
  receiver.close()
})
