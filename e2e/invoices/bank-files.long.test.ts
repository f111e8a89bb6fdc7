import type { Page } from '@playwright/test'
import { insertCustomer, insertSentInvoice } from '../../server/src/testing/paying.ts'
import { owner } from '../database.ts'
import { expect, expectAccessible, signInAs, test } from '../portal.ts'

const rowOf = (page: Page, text: string) => page.locator('tr[data-row]', { hasText: text })
const fileOf = (...rows: string[]) => ({
  name: 'november.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Posted Date,Amount,Reference,Payer', ...rows].join('\n')),
})

type SentFile = ReturnType<typeof fileOf>
/** Maps the columns of a new bank and uploads its first file. */
async function uploadFirst(page: Page, file: SentFile, bank: string) {
  await page.goto('/invoices/bank-files')
  await page.getByRole('button', { name: 'Upload bank file' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Bank').selectOption({ label: 'New bank' })
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue('Posted Date')
  await dialog.getByLabel('Date order').selectOption('YYYY-MM-DD')
  await dialog.getByLabel('Name of the bank').fill(bank)
  await expect(dialog.getByLabel('Payer')).toHaveValue('Payer')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save and upload' }).click()
  await expect(dialog.getByText('New lines')).toBeVisible()
  await expect(dialog.getByText('yesterday')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
}
async function ignoreAndRestore(page: Page, line: string) {
  await rowOf(page, line)
    .getByRole('button', { name: /More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Ignore…' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Interest')
  await page.getByRole('dialog').getByRole('button', { name: 'Ignore' }).click()
  await expect(rowOf(page, line)).toContainText('Ignored')
  await rowOf(page, line)
    .getByRole('button', { name: /^Open .* again/ })
    .click()
  await expect(rowOf(page, line)).toContainText('Open')
}

test('RECV-1 a bank file is mapped once, proposes receipts, and books what a person confirms', async ({ page }) => {
  const stamp = Date.now()
  const [north, twin] = [`Bankline Northern ${stamp}`, `Bankline Twin ${stamp}`]
  const northId = await insertCustomer(owner, { name: north })
  const twinId = await insertCustomer(owner, { name: twin })
  await insertSentInvoice(owner, northId, 12_000)
  for (let made = 0; made < 2; made++) await insertSentInvoice(owner, twinId, 7_500)
  const file = fileOf(
    `2026-11-02,120.00,EFT ${stamp},${north}`,
    `2026-11-03,75.00,EFT 2 ${stamp},${twin}`,
    `2026-11-03,10.00,Interest ${stamp},`,
    `2026-11-04,-5.00,Fee ${stamp},`,
    `yesterday,1.00,Bad ${stamp},`,
  )
  await signInAs(page, 'staff')
  await uploadFirst(page, file, `Bank ${stamp}`)
  await page.goto(`/invoices/bank-files?filter=reference::${stamp}`)
  await expect(rowOf(page, north)).toContainText('Amount of one open invoice')
  await expect(rowOf(page, twin)).toContainText('Several fit')
  await expectAccessible(page)
  await rowOf(page, north).getByRole('checkbox').check()
  await rowOf(page, twin).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Confirm Selected' }).click()
  const question = page.getByRole('dialog', { name: 'Book 1 receipt?' })
  await expect(question).toContainText('$120.00')
  await expect(question).toContainText('Not booked, because they need a decision: 1.')
  await question.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(rowOf(page, north)).toContainText('Booked')

  // A person chooses where two invoices fit, without a mouse.
  await rowOf(page, twin)
    .getByRole('button', { name: /^Confirm/ })
    .focus()
  await page.keyboard.press('Enter')
  const book = page.getByRole('dialog', { name: 'Book as a receipt' })
  await book
    .getByRole('button', { name: new RegExp(`${twin} · INV`) })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await expect(book.getByText('$0.00 CAD stays on account')).toBeVisible()
  await expectAccessible(page)
  await book.getByRole('button', { name: /^Book \$75/ }).click()
  await expect(rowOf(page, twin)).toContainText('Booked')

  await ignoreAndRestore(page, `Interest ${stamp}`)

  // The same file again adds nothing.
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Upload bank file' }).click()
  await dialog.getByLabel('Bank').selectOption({ label: `Bank ${stamp} (CAD)` })
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(dialog.getByText('Known already').locator('..')).toContainText('4')
})
