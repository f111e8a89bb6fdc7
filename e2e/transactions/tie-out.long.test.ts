import { type FileCell, fileRows } from '../../server/src/testing/files/transaction-files.ts'
import { makeXlsx } from '../../server/src/testing/files/workbooks.ts'
import { expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'

test('TXN-17 an import shows its tie-out, is tied to the provider’s statement, and what differs is explained', async ({
  page,
}) => {
  const code = `E${uniqueNumber()}`
  const purchase = { date: '2026-11-03', province: 'ON', product: 'DSL EFF LS', quantity: 100, price: 1.5 }
  const [header, row] = fileRows('Esso', [{ ...purchase, card: uniqueNumber(), auth: code }]) as [
    FileCell[],
    FileCell[],
  ]
  const total = header.map((name) => (name === 'Card Number' ? 'Total' : name === 'Total Amount' ? 151 : null))
  await signInAs(page, 'staff')
  const sent = await page.request.post('/v2/import_transactions?provider=ESSO', {
    headers: { 'x-portal': '1' },
    multipart: {
      file: {
        name: `${code}.xlsx`,
        mimeType: 'application/octet-stream',
        buffer: makeXlsx([header, row, total]),
      },
    },
  })
  expect(sent.status()).toBe(202)
  await page.goto(`/imports/${(await sent.json()).import_id}/view`)
  const ledger = page.getByRole('table', { name: 'CAD · Litres' })
  await expect(ledger.getByRole('row', { name: /^The file says 1 100 150\.00$/ })).toBeVisible()
  await expect(ledger.getByRole('row', { name: /^Quarantined Waiting now: 1 \(150\.00\)/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Control total' })).toContainText('151.00')
  const tieOut = page.getByRole('region', { name: 'Tie-out' })
  await tieOut.getByRole('button', { name: 'Explain' }).click()
  const explaining = page.getByRole('dialog', { name: 'Explain the difference' })
  await explaining.getByLabel('Explanation').fill('A fee of 1.00 is in the total only')
  await explaining.getByRole('button', { name: 'Save' }).click()
  await expect(tieOut.getByText('A fee of 1.00 is in the total only')).toBeVisible()

  const statement = page.getByRole('region', { name: 'Provider’s statement' })
  await statement.getByRole('button', { name: 'Enter statement' }).click()
  const entering = page.getByRole('dialog', { name: 'Enter statement' })
  await entering.getByLabel('Statement number').fill(code)
  await entering.getByLabel('Statement date').fill('05/11/26')
  await entering.getByLabel('Statement total').fill('150')
  await entering.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Statement saved')).toBeVisible()
  await expect(statement.getByText('Ties out')).toBeVisible()
  await expectAccessible(page)
})
