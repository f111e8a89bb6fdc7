import { readFile } from 'node:fs/promises'
import { cardFileColumns } from '@portal/contract/cards/card-bulk.ts'
import { makeCsv, makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { apiClient, expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

/** Fills in the sample's own columns, as a user would. */
async function filled(sample: string, rows: Record<string, string>[]): Promise<Buffer> {
  const [head = '', example = ''] = sample.replace('\uFEFF', '').trim().split('\r\n')
  const split = (line: string) =>
    [...line.matchAll(/"((?:[^"]|"")*)"|([^,]+|(?<=,)(?=,|$))/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const header = split(head)
  const values = split(example)
  return makeXlsx([header, ...rows.map((changes) => header.map((name, at) => changes[name] ?? values[at] ?? null))])
}

test('CARD-13 CARD-14 a card file with errors is reported, corrected and imported again', async ({ page }) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Sample Card Template' }).click()
  expect((await template).suggestedFilename()).toBe('SampleCardTemplate.xlsx')
  await page.getByRole('button', { name: 'Import Card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Card' })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('File is required')).toBeVisible()
  await expectAccessible(page)
  const csv = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Sample as CSV' }).click()
  const sample = await readFile(await (await csv).path(), 'utf8')

  const [first, second] = [uniqueNumber(), uniqueNumber()]
  const choose = async (content: Buffer) =>
    dialog
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'cards.xlsx', mimeType: 'application/octet-stream', buffer: content })
  await choose(await filled(sample, [{ 'Card Number': first }, { 'Card Number': second, 'Daily Card Limit': 'much' }]))
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(dialog.getByText('Nothing has been saved yet.')).toBeVisible()
  await expect(dialog.getByRole('row', { name: /3 Daily Card Limit much Enter a number\./ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Import the valid row' }).click()
  await expect(page.getByText('Import ManageCard successfully!')).toBeVisible()
  await expect(dialog.getByText('Imported', { exact: true })).toBeVisible()
  const report = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download rejected rows' }).click()
  expect(await readFile(await (await report).path(), 'utf8')).toContain('3,Daily Card Limit,much,Enter a number.')

  await choose(await filled(sample, [{ 'Card Number': first }, { 'Card Number': second }]))
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  // The toast of the first import may still be visible, so check the dialog.
  await expect(dialog.getByText('Imported', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.goto(`/managercards?filter=card_number:${second}`)
  await expect(page.getByRole('link', { name: second, exact: true })).toBeVisible()
})

test('CARD-18 a file changes an existing card only after the user reviews each field and confirms', async ({
  page,
  request,
}) => {
  const card = await (await apiClient(request, 'staff')).createCard()
  const row = { ...card, driver_name: 'Ravi Gill', daily_card_limit: 1750.5 }
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  await page.getByRole('button', { name: 'Import Card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Card' })
  const content = makeCsv([cardFileColumns, cardFileColumns.map((name) => row[name] ?? '')])
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'cards.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(
    dialog.getByRole('row', { name: `2 ${card.card_number} Driver Name Zoé Lavoie Ravi Gill` }),
  ).toBeVisible()
  await expect(dialog.getByRole('row', { name: `2 ${card.card_number} Daily Card Limit 1500 1750.5` })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Import (1|the)/ })).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByLabel('Change the existing cards as shown').check()
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await expect(dialog.getByText('Changed', { exact: true })).toBeVisible()
  await page.goto(`/managercards?filter=card_number:${card.card_number}`)
  await expect(page.getByText('Ravi Gill')).toBeVisible()
})

test('CARD-13 CARD-18 an unreadable file says why, and the unchanged template ends as done; the list of imports keeps both outcomes', async ({
  page,
}) => {
  await signInAs(page, 'staff')
  await page.goto('/managercards')
  const template = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Sample Card Template' }).click()
  await page.getByRole('button', { name: 'Import Card' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Card' })
  const send = async (name: string, buffer: Buffer) => {
    const file = { name, mimeType: 'application/octet-stream', buffer }
    // A refusal within a moment leaves the chooser open; a later one is shown as the outcome, which has one too.
    await dialog.getByLabel('File', { exact: true }).setInputFiles(file)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  }
  await send('page.xls', Buffer.from('<html><table></table></html>'))
  await expect(dialog.getByText(/The file is a web page named \.xls/)).toBeVisible()
  await send('short.csv', Buffer.from('Card Number,Company Name,Driver Name,Driver Id\n1,2,3,4'))
  await expect(dialog.getByText(/Columns are missing: “Plastic Type”/)).toBeVisible()
  await send('unchanged.xlsx', await readFile(await (await template).path()))
  await expect(dialog.getByRole('alert')).toHaveText('Nothing to import: the file has only the template’s example row.')
  await expect(page.getByText('Import ManageCard successfully!')).toHaveCount(1)
  await expect(dialog.getByText('Nothing has been saved yet.')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  await page.goto('/imports')
  await expect(page.getByRole('row', { name: /unchanged\.xlsx Cards — Done .* 1 0 0 0 / }).first()).toBeVisible()
  await page.getByRole('link', { name: 'short.csv' }).first().click()
  await expect(page.getByRole('heading', { name: 'short.csv' })).toBeVisible()
  await expect(page.getByText(/Columns are missing/)).toBeVisible()
  await expectAccessible(page)
})
