import { readFileSync, writeFileSync } from 'node:fs'
import { parsePdf } from '../../server/src/testing/files/read-pdf.ts'
import { makeInvoice, setBillingSettings } from '../../server/src/testing/invoices.ts'
import { expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'
import { asDatabaseOwner } from './made-invoices.ts'

const makeSent = () =>
  asDatabaseOwner(async (owner) => {
    await setBillingSettings(owner)
    const { rows } = await owner.query<{ id: string }>(`select id from companies where name = 'Northline Haulage'`)
    return makeInvoice(owner, { companyId: Number(rows[0]?.id), lines: 6, number: `INV-E2E-${uniqueNumber()}` })
  })

test('RECV-12 a stranger verifies an invoice by its code and by its file; a changed file and an unknown code are told apart from it', async ({
  page,
  browser,
}, info) => {
  const { number } = await makeSent()
  await signInAs(page, 'northline')
  await page.goto(`/invoices?filter=invoice_number:${number}`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${number}` }).click(),
  ])
  const content = readFileSync(await download.path())
  const code = parsePdf(content).pages[0]?.find((text) => /^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/.test(text)) ?? ''
  const [genuine, changed] = [info.outputPath('invoice.pdf'), info.outputPath('changed.pdf')]
  writeFileSync(genuine, content)
  writeFileSync(changed, Buffer.concat([content, Buffer.from('\n')]))

  const stranger = await (await browser.newContext()).newPage()
  const asked: string[] = []
  stranger.on('request', (sent) => asked.push(sent.postData() ?? ''))
  // The address of the QR code.
  await stranger.goto(`/verify?code=${code.replaceAll('-', '')}`)
  const result = stranger.getByRole('status')
  await expect(result).toContainText('A document with this code was issued')
  await expect(result).toContainText('Fresh Fuels')
  await expect(result).toContainText('2026-11-01')
  await expect(result).toBeFocused()
  await expect(stranger).toHaveTitle('Verify a document · Fresh Fuels')
  expect(await stranger.locator('main').innerText()).not.toMatch(/Northline|INV-E2E/)
  await expectAccessible(stranger)

  await stranger.getByLabel('File', { exact: true }).setInputFiles(genuine)
  await expect(result).toContainText('This file was issued exactly as it is')
  await stranger.getByLabel('File', { exact: true }).setInputFiles(changed)
  await expect(result).toContainText('This file was not issued here')
  // The file itself is never sent.
  expect(Math.max(...asked.map((body) => body.length))).toBeLessThan(200)

  await stranger.getByLabel('Code', { exact: true }).fill('7kq2 m9xv 4trb')
  await stranger.keyboard.press('Enter')
  await expect(result).toContainText('No document with this code was issued here')
  await expectAccessible(stranger)
  await stranger.context().close()
})
