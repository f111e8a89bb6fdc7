import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import type pg from 'pg'
import { parsePdf } from '../../server/src/testing/files/read-pdf.ts'
import { type MadeInvoice, makeInvoice, setBillingSettings } from '../../server/src/testing/invoices.ts'
import { expect, expectAccessible, signInAs, test, uniqueNumber } from '../portal.ts'
import { asDatabaseOwner } from './made-invoices.ts'

const onNorthline = <T>(work: (owner: pg.Client, northline: number) => Promise<T>): Promise<T> =>
  asDatabaseOwner(async (owner) => {
    const { rows } = await owner.query<{ id: string }>(`select id from companies where name = 'Northline Haulage'`)
    return work(owner, Number(rows[0]?.id))
  })
const makeSome = (count: number, status: 'DRAFT' | 'SENT'): Promise<MadeInvoice[]> =>
  onNorthline(async (owner, companyId) => {
    await setBillingSettings(owner)
    const made: MadeInvoice[] = []
    const lot = `INV-E2E-${uniqueNumber()}`
    for (let n = 0; n < count; n++)
      made.push(await makeInvoice(owner, { companyId, lines: 12, status, number: `${lot}-${n}` }))
    return made
  })
const rowOf = (page: Page, { number }: MadeInvoice): Locator => page.getByRole('row').filter({ hasText: number })
async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) }
}

test('INV-2 INV-3 INV-8 one invoice is downloaded and several are exported; without a selection a warning says so', async ({
  page,
}) => {
  const made = await makeSome(2, 'SENT')
  const [one, other] = made as [MadeInvoice, MadeInvoice]
  await signInAs(page, 'northline')
  await page.goto(`/invoices?filter=invoice_number::${one.number.slice(0, -2)}`)
  await expect(page.getByText('Showing record 1 to 2 of 2 records')).toBeVisible()
  const paper = await saved(page, () =>
    rowOf(page, one)
      .getByRole('button', { name: `Download ${one.number}` })
      .click(),
  )
  expect([paper.name, parsePdf(paper.content).pages[0]?.includes(one.number)]).toEqual(['invoice.pdf', true])
  await expect(page.getByText('Invoice Download PDF Successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Please select an invoice to export.' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  for (const invoice of [one, other]) await rowOf(page, invoice).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export selected invoices to a ZIP file' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('radio', { name: 'PDF' })).toBeChecked()
  await expectAccessible(page)
  await dialog.getByRole('radio', { name: 'CSV' }).check()
  const zip = await saved(page, () => dialog.getByRole('button', { name: 'Export' }).click())
  expect([zip.name, zip.content.includes(`${one.number}.csv`), zip.content.includes(`${other.number}.csv`)]).toEqual([
    'invoices.zip',
    true,
    true,
  ])
  await expect(page.getByText('Invoice Download CSV Successfully')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  // A user with only read and download access is not offered e-mail.
  await expect(page.getByRole('button', { name: `Email ${one.number}` })).toHaveCount(0)
})

test('INV-8 INV-14 an invoice is e-mailed, shows the delivery status and can be sent again', async ({ page }) => {
  const [draft] = (await makeSome(1, 'DRAFT')) as [MadeInvoice]
  await onNorthline((owner, id) =>
    owner.query(`update customers set email = null, document_email = null where company_id = $1`, [id]),
  )
  await signInAs(page, 'staff')
  await page.goto(`/invoices?filter=invoice_number::${draft.number}`)
  const email = async () => {
    await page.getByRole('button', { name: `Email ${draft.number}` }).click()
    await expect(page.getByRole('dialog').getByText('To: papers@northline.test')).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Email' }).click()
  }
  await page.getByRole('button', { name: `Email ${draft.number}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This customer has no e-mail address.')).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Enter an address' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Email' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, draft)).toContainText('Draft')
  await onNorthline((owner, id) =>
    owner.query(`update customers set document_email = 'papers@northline.test' where company_id = $1`, [id]),
  )
  await email()
  await expect(page.getByText('Invoice emailed successfully!')).toBeVisible()
  await expect(rowOf(page, draft)).toContainText('Sent')
  await page.goto(`/invoices/${draft.id}/view`)
  const panel = page.getByRole('region', { name: 'Documents and e-mails' })
  await expect(panel.getByText('papers@northline.test')).toBeVisible()
  // This portal has no mail server, so the mail is stored and the status says so automatically.
  await expect(panel.getByText('No mail server is set up. The e-mail is kept here.')).toBeVisible()
  await onNorthline((owner) =>
    owner.query(
      `update outbox set status = 'failed', last_error = '550 no such mailbox', attempts = 8 where invoice_id = $1`,
      [draft.id],
    ),
  )
  await page.reload()
  await expect(panel).toContainText('Failed')
  await expect(panel).toContainText('550 no such mailbox')
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The e-mail will be sent again')).toBeVisible()
  await expect(panel.getByText('No mail server is set up. The e-mail is kept here.')).toBeVisible()
  await page.goto('/outbox?filter=to_address::papers@northline.test')
  await page
    .getByRole('link', { name: /^View / })
    .first()
    .click()
  const paper = await saved(page, () => page.getByRole('button', { name: `${draft.number}.pdf` }).click())
  expect(parsePdf(paper.content).pages[0]).toContain(draft.number)
  // Only the provider sees that the mail was stored, and why.
  await signInAs(page, 'northline')
  await page.goto(`/invoices/${draft.id}/view`)
  await expect(panel.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  await expect(panel.locator('.mantine-Skeleton-root')).toHaveCount(0)
  await expect(panel).not.toContainText(/mail server|Kept|papers@northline|has not been e-mailed/)
})
