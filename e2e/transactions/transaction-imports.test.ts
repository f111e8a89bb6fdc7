import type { Page } from '@playwright/test'
import { fileRows, type Purchase } from '../../server/src/testing/files/transaction-files.ts'
import { makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { apiClient, expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

const fileOf = (purchases: Purchase[], name = 'esso.xlsx') => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: makeXlsx(fileRows('Esso', purchases)),
})

const diesel = { date: '2026-11-03', province: 'ON', product: 'DSL EFF LS', quantity: 100, price: 1.5 }
async function skipAndReturn(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: `Skip ${code}` }).click()
  const aside = page.getByRole('dialog', { name: 'Skip transaction' })
  await aside.getByRole('button', { name: 'Skip transaction' }).click()
  await expect(aside.getByText('This field is required.')).toBeVisible()
  await aside.getByLabel('Reason').fill('The driver pays it')
  await aside.getByRole('button', { name: 'Skip transaction' }).click()
  await expect(page.getByText('Transaction skipped')).toBeVisible()
  await page.goto(`/quarantine?filter=status:skipped&filter=file_name:${code}.xlsx`)
  await page.getByRole('button', { name: `Return ${code} to quarantine` }).click()
  await expect(page.getByText('Transaction returned to quarantine')).toBeVisible()
}

test('TXN-9 a fuel provider’s file is imported: provider and file are required, good rows are booked, errors are shown, and transactions without a card are quarantined', async ({
  page,
  request,
}) => {
  const [number, code] = [uniqueNumber(), `E${uniqueNumber()}`]
  const purchase = { ...diesel, card: number, auth: code }
  await signInAs(page, 'staff')
  await page.goto('/transactions')
  await page.getByRole('button', { name: 'Import Transaction' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Transaction' })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('Provider is required')).toBeVisible()
  await expect(dialog.getByText('File is required')).toBeVisible()
  await expectAccessible(page)

  await dialog.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Pipeline' }).click()
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf([purchase]))
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('This file is from Esso, not Pipeline.')).toBeVisible()
  // The error stays in the messages, with its file's name.
  await expect(page.getByText(/^esso\.xlsx · .*This file is from Esso, not Pipeline\./).first()).toBeVisible()
  // On a slow machine the server replies later and the error comes with the report, which takes the next file too.
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles(fileOf([purchase, { ...purchase, auth: `${code}X`, province: 'ZZ' }], `${code}.xlsx`))
  await dialog.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'ESSO' }).click()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText('Import transactions successfully!')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /3 Province ZZ This is not a province or state/ })).toBeVisible()
  await expectAccessible(page)

  // The toast's second line stays in the messages and leads to exactly these transactions (TXN-18).
  await dialog.getByRole('link', { name: 'Open quarantine' }).click()
  await expect(page).toHaveURL(/\/quarantine\?filter=import_id(:|%3A)\d+$/)
  await expect(page.getByRole('cell', { name: 'Unknown card' })).toBeVisible()
  await page.getByLabel('Select all on this page').check()
  await page.getByRole('button', { name: 'Release Selected' }).click()
  await expect(page.getByText('Transactions released: 0. Not released: 1.')).toBeVisible()
  await page.getByRole('button', { name: `Release ${code}` }).click()
  await expect(page.getByText('There is still no card with this number.').first()).toBeVisible()
  await skipAndReturn(page, code)
  await page.goto(`/quarantine?filter=file_name:${code}.xlsx`)
  await page.getByRole('link', { name: `Add card ${number}` }).click()
  await expect(page.getByLabel('Card Number')).toHaveValue(number)
  await (await apiClient(request, 'staff')).createCard({ card_number: number })
  await page.goto(`/quarantine?filter=file_name:${code}.xlsx`)
  await page.getByRole('button', { name: `Release ${code}` }).click()
  await expect(page.getByText('Transaction released')).toBeVisible()
  await expect(page.getByText('No Record found')).toBeVisible()
})

test('TXN-9 the outcome of an import is shown even if the dialog was closed before the reply', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/transactions')
  let answer = () => {}
  const isClosed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/v2/import_transactions*', async (route) => {
    await isClosed
    await route.continue()
  })
  await page.getByRole('button', { name: 'Import Transaction' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Transaction' })
  await dialog.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'ESSO' }).click()
  const name = `not-esso-${uniqueNumber()}.xlsx`
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ ...fileOf([], name), buffer: makeXlsx([['No'], ['head']]) })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  answer()
  await expect(page.getByRole('alert').filter({ hasText: 'Error while Importing transactions.' })).toContainText(name)
  await page.getByRole('button', { name: 'Messages' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Error while Importing transactions.' })).toContainText(
    name,
  )
})
