import { fileRows } from '../../server/src/testing/files/transaction-files.ts'
import { makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

test('TXN-15 a transaction with an unknown product code waits, and staff map the code from the quarantine', async ({
  page,
}) => {
  const [card, auth, code] = [uniqueNumber(), `P${uniqueNumber()}`, `TEST ${uniqueNumber()}`]
  const purchase = { card, auth, date: '2026-11-03', province: 'ON', product: code, quantity: 10, price: 1.5 }
  await signInAs(page, 'staff')
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Import Transaction' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Transaction' })
  await dialog.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'ESSO' }).click()
  await dialog.getByLabel('File', { exact: true }).setInputFiles({
    name: `${auth}.xlsx`,
    mimeType: 'application/octet-stream',
    buffer: makeXlsx(fileRows('Esso', [purchase])),
  })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByRole('link', { name: 'Open quarantine' }).click()
  await expect(page.getByRole('cell', { name: 'Unknown product code' })).toBeVisible()
  await page.getByRole('link', { name: 'Map codes' }).click()
  await expect(page).toHaveURL(/\/product-codes\?/)
  await page.goto(`/product-codes?filter=code:${encodeURIComponent(code)}`)
  await page.getByRole('button', { name: `Edit Esso ${code}` }).click()
  const form = page.getByRole('dialog', { name: 'Edit product code' })
  await expect(form.getByText('Waiting now: 1.')).toBeVisible()
  await form.getByRole('combobox', { name: 'Product' }).click()
  await page.getByRole('listbox', { name: 'Product' }).getByRole('option', { name: 'Gasoline' }).click()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Product code saved').first()).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(`Esso ${code} Gasoline`) })
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /Details of/ }).click()
  await expect(page.getByRole('region', { name: 'History' }).getByText('Mapped a product code')).toBeVisible()
  await expectAccessible(page)
  // Its card is unknown too, so it goes on waiting for that.
  await page.goto(`/quarantine?filter=card_number:${card}`)
  await expect(page.getByRole('cell', { name: 'Unknown card' })).toBeVisible()
})
