import { fileRows } from '../../server/src/testing/files/transaction-files.ts'
import { makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { apiClient, expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

test('TXN-20 EXC-2 the same purchase under another code waits in the inbox, names the other one, and is dismissed there', async ({
  page,
  request,
}) => {
  const { createCard } = await apiClient(request, 'staff')
  const { card_number } = await createCard()
  const [first, second] = [`X${uniqueNumber()}`, `X${uniqueNumber()}`]
  const bought = { card: card_number, date: '2026-11-03', province: 'ON', site: '880101', product: 'DSL EFF LS' }
  const file = fileRows('Esso', [
    { ...bought, auth: first, time: '10:00', quantity: 100, price: 1.5 },
    { ...bought, auth: second, time: '10:20', quantity: 100, price: 1.5 },
  ])
  await signInAs(page, 'staff')
  const sent = await page.request.post('/v2/import_transactions?provider=ESSO', {
    headers: { 'x-portal': '1' },
    multipart: {
      file: { name: `${second}.xlsx`, mimeType: 'application/octet-stream', buffer: makeXlsx(file) },
    },
  })
  const { import_id } = await sent.json()
  await page.goto(`/imports/${import_id}/view`)
  await expect(page.getByRole('heading', { name: 'Tie-out' })).toBeVisible()

  await page.goto(`/transactions/exceptions?filter=card_number:${card_number}&filter=rule:possible_duplicate`)
  const row = page.getByRole('row', { name: new RegExp(second) })
  await expect(row.getByText('The card bought the same 100 L of Diesel at this site, 20 min apart.')).toBeVisible()
  await expect(row.getByRole('link', { name: new RegExp(first) })).toBeVisible()
  await expectAccessible(page)
  await row.getByRole('button', { name: `Dismiss the exception of ${second}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Dismiss exception' })
  await dialog.getByLabel('Note').fill('Two tanks, one stop')
  await dialog.getByRole('button', { name: 'Dismiss exception' }).click()
  await expect(row.getByText(/Dismissed.*Two tanks, one stop/)).toBeVisible()
  // The row stays in sight with its verdict; the other record opens from it.
  await row.getByRole('link', { name: new RegExp(first) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('View Transaction')
  await expect(page.getByText(first).first()).toBeVisible()
})
